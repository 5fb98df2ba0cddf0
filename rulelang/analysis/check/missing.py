"""Names that mean nothing where they stand in, findings out; also `you` where nobody acts, and seats of examples."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.scopes import Scope, Work, near
from rulelang.diagnostics import other_order
from rulelang.syntax import ast
from rulelang.syntax.words import FUNCTIONS

ENGLISH = {
    "a": "Leave `a` out.",
    "an": "Leave `an` out.",
    "the": "Leave `the` out.",
    "my": "Write `your ...` for what belongs to the player who acts.",
    "me": "Write `you` for the player who acts.",
    "empty": "Count the cards: `size(Z) is 0`, or `size(Z) > 0` for not empty.",
    "true": "Write `yes`.",
    "false": "Write `no`.",
    "nobody": "Write `none`.",
    "nothing": "Write `none`.",
    "facedown": "Write `face down`.",
    "faceup": "Write `face up`.",
    "null": "Write `none`.",
}
"""What to write for a word of everyday English that the language does without."""


def seat(work: Work, node: ast.Node, word: str, scope: Scope) -> t.Type:
    """`p1` of an example."""
    number = int(word[1:]) if len(word) < 6 else 0
    if scope.seats == 0:
        return work.error("RL303", f"`{word}` names a seat only in examples", node, hint=f"Write `seat({word[1:]})`.")
    if not 1 <= number <= scope.seats:
        return work.error(
            "RL303", f"This example has no seat `{word}`", node, allowed=f"It has the seats p1 to p{scope.seats}."
        )
    if isinstance(node, ast.Name):
        work.refs[node] = m.Constant(number, t.Player())
    return t.Player()


def unknown(work: Work, node: ast.Node, word: str, scope: Scope) -> t.Unknown:
    """A word that means nothing here."""
    if word in work.lost:
        return t.Unknown()
    if word in work.model.cards or word in ("player", "team", "face") or word in work.model.enums:
        return work.error(
            "RL302", f"`{word}` is a type, not a value", node, hint=f"Write `all {word}` for all of them."
        )
    if word in FUNCTIONS:
        return work.error("RL302", f"`{word}` is a function: it needs brackets", node, hint=f"Write `{word}(...)`.")
    if word in attribute_names(work):
        return work.error("RL302", f"`{word}` is printed on cards: say of which card", node, hint=f"Write `c.{word}`.")
    return work.error(
        "RL302",
        f"There is no zone, variable or define called `{word}`",
        node,
        hint=ENGLISH.get(word) or near(word, work.known_words(scope), work.declared),
    )


def no_such_print(work: Work, node: ast.Str, known: list[str]) -> t.Unknown:
    """A quoted text that is no card's name."""
    turned = any(other_order(node.value, name) for name in known)
    return work.error(
        "RL315",
        f'No card is called "{node.value}"',
        node,
        allowed="Without `named`, the cards of a row with `each` are named in its order." if turned else "",
        hint=near(node.value, known).replace("`", '"'),
    )


def attribute_names(work: Work) -> set[str]:
    """Every attribute of every cards type."""
    return {name for cards in work.model.cards.values() for name in cards.attributes}


def need_you(work: Work, node: ast.Node, scope: Scope) -> bool:
    """Whether a player acts here; if whoever runs this must say, that is noted for later."""
    if scope.you == "caller" and work.unit is not None and not work.silent:
        work.unit.needs_you.append(node)
    if scope.you in ("set", "caller"):
        return True
    if scope.you in ("define", "meld"):
        work.error(
            "RL310",
            f"A {scope.you} does not know who `you` are",
            node,
            hint="Add a parameter `p: player` and write `p's ...`."
            if scope.you == "define"
            else "A meld is about its cards alone.",
        )
    else:
        work.error(
            "RL311",
            "`you` is not set here",
            node,
            "nobody acts",
            hint="Put this inside `each player:` or `as p:`." if not scope.seats else "Name a seat: `p1`.",
        )
    return False
