"""Nothing in, the words of the language out: which may not be names, which begin a declaration or a statement."""

from __future__ import annotations

from re import fullmatch

KEYWORDS = frozenset("""
    action after all and any as at before bottom by can cards change choose chooses define discard do does down draw
    each effect either else end enum estimate example expect face flip for from game given has if in is knows language
    let limit meld move named not note of once or param pay payoff per phase picks player players random remove repeat
    replace resolve reveal rounded score seen shuffle table teams times to tokens top until up variant vars when where
    win with your zones
""".split())
"""Words that may not be declared as names."""

SOFT_WORDS = frozenset(("turns", "pots", "keep", "refill", "deal", "into"))
"""Words with a meaning of their own in one place, and names everywhere else."""

DECLARATIONS = frozenset("""
    game variant language players teams limit param enum table tokens pots cards zones vars define meld score win
    payoff estimate phase action effect before after example note change remove replace
""".split())
"""Words that begin a line at the left margin."""

STATEMENTS = frozenset("""
    move draw deal discard shuffle reveal flip choose random let do resolve end if each turns repeat as either
""".split())
"""Words that begin a line of a phase, an effect or the body of an action."""

CONTINUATIONS = frozenset(("where", "and", "or", "else"))
"""Words that continue a line when they begin a deeper one."""

TYPE_WORDS = frozenset("player team flag face link zone set bag list".split())
"""Words that name built-in types and kinds of collection."""

CONSTANTS = frozenset("you players opponents player_count first_player none yes no up down".split())
"""Words with a fixed meaning in every expression."""

FUNCTIONS = frozenset(
    """
    size first position owner left right clockwise others seat number team min max mod available supply names done
    melds best_melds is_meld count sum set bag any all highest lowest
""".split()
)
"""Words that are called with brackets: no define has such a name, other things may."""


def is_seat(word: str) -> bool:
    """Whether a word means a seat in examples, as `p1` does."""
    return fullmatch(r"p[0-9]+", word) is not None
