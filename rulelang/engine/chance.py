"""Stops of chance in, outcomes with exact probabilities out, or (in seeded play) the outcome that the generator draws.

An outcome is what a player could tell: equal prints are one outcome, and the lowest card of the print stands for it,
drawn or given. So equal outcomes lead to equal states in both modes, generator words aside.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, prod
from typing import TYPE_CHECKING

from rulelang.engine.code import Code, Ints
from rulelang.engine.decisions import Path, answers, commit
from rulelang.engine.errors import LimitReached
from rulelang.engine.expressions import int_expr, list_expr
from rulelang.engine.picks import grouped, some_key
from rulelang.engine.search import GO_ON, Question, Search
from rulelang.engine.steps import keys_of
from rulelang.ir import nodes as ir
from rulelang.ir.nodes import DONE, NOTHING
from rulelang.ir.numbers import MASK, NONE, below, signed
from rulelang.ir.program import (
    ANSWER_BOUND,
    BLOCK,
    CHANCE,
    COUNTER,
    DECISION,
    EXPLICIT,
    HEADER,
    SEAT,
    SEED_HIGH,
    SEED_LOW,
    SETTLING,
    STATUS,
)

if TYPE_CHECKING:
    from rulelang.engine.machine import Machine

# Stated limit of the completions that one chance decision may have (those without a condition are never listed).
MOST_OUTCOMES = 200_000

HALT = -1


def draw(s: Ints, n: int) -> int:
    """A uniform number from 0 to n-1 from the state's generator; one word at least is used."""
    found, counter = below(s[SEED_LOW], s[SEED_HIGH], s[COUNTER] & MASK, n)
    s[COUNTER] = signed(counter)
    return found


# ---------------------------------------------------------------- the order of shuffled cards


def begin_settling(m: Machine, s: Ints, zone: int, depth: int, block: int, target: int) -> int:
    """Give the top `depth` cards of a zone their order; stops in explicit mode.

    Meanwhile the first answer cell counts how many cards are still to be drawn.
    """
    base = m.code.zones.at[zone]
    n = s[base]
    missing = min(depth, n) - (n - s[base + 1])
    if missing < 1:
        return target
    if s[EXPLICIT]:
        s[STATUS], s[BLOCK], s[SETTLING], s[HEADER] = CHANCE, block, zone, missing
        return HALT
    for _ in range(missing):
        u = s[base + 1]
        if u:
            m.code.zones.settle(s, zone, draw(s, u))
    return target


def settling_outcomes(code: Code, s: Ints) -> list[tuple[int, Fraction]]:
    """Each print that can come next in the zone whose order is drawn, ascending, with its probability."""
    base = code.zones.at[s[SETTLING]]
    u = s[base + 1]
    counts: dict[int, int] = {}
    for card in s[base + 2:base + 2 + u]:
        printed = code.program.cards[card]
        counts[printed] = counts.get(printed, 0) + 1
    return [(printed, Fraction(counts[printed], u)) for printed in sorted(counts)]


def answer_settling(m: Machine, s: Ints, printed: int) -> bool:
    """The next card of the order is of this print; whether the order is now as deep as it was asked for."""
    zones, zone = m.code.zones, s[SETTLING]
    base = zones.at[zone]
    cards = s[base + 2:base + 2 + s[base + 1]]
    zones.settle(s, zone, next(i for i, card in enumerate(cards) if zones.prints[card] == printed))
    s[HEADER] -= 1
    if s[HEADER] > 0 and s[base + 1]:
        return False
    s[HEADER], s[SETTLING] = 0, NONE
    return True


def drawn_keys(code: Code, s: Ints) -> Path:
    """The keys that the generator draws at a stop of explicit play: what seeded play would have drawn here.

    Called before the first answer of the stop; uses the generator's words as seeded play does.
    """
    if s[SETTLING] < 0:
        return _spread(code, s, code.question(s[DECISION])).drawn(s)
    base = code.zones.at[s[SETTLING]]
    return (code.program.cards[s[base + 2 + draw(s, s[base + 1])]],)


# ---------------------------------------------------------------- random choices


def begin_chance(m: Machine, s: Ints, number: int, block: int, target: int) -> int:
    """Pose a decision to chance: drawn at once in seeded mode. With one completion, or none, nothing is drawn."""
    question = m.code.question(number)
    s[SEAT], s[DECISION] = 0, number
    spread = _spread(m.code, s, question)
    total = spread.total(())
    if total > 1 and s[EXPLICIT]:
        s[STATUS], s[BLOCK] = CHANCE, block
        return HALT
    commit(m, s, question, spread.drawn(s) if total else (NOTHING,))
    s[DECISION] = -1
    return target


def chance_outcomes(code: Code, s: Ints) -> list[tuple[int, Fraction]]:
    """The options of the next step of the pending decision of chance, ascending by key, with their probabilities."""
    counts = _spread(code, s, code.question(s[DECISION])).counts(answers(s))
    total = sum(counts.values())
    return [(key, Fraction(count, total)) for key, count in sorted(counts.items())]


class Listed:
    """All completions of a chance decision, each card for itself; equal ones stand several times."""

    def __init__(self, code: Code, s: Ints, question: Question) -> None:
        self.paths: list[Path] = []

        def complete(length: int) -> int:
            self.paths.append(tuple(search.path[:length]))
            if len(self.paths) > MOST_OUTCOMES:
                raise LimitReached("choices", question.node.span)
            return GO_ON

        search = Search(0, complete, raw=True)
        question.walk(code, s, search)

    def total(self, given: Path) -> int:
        """How many completions begin so."""
        return sum(path[:len(given)] == given for path in self.paths)

    def counts(self, given: Path) -> dict[int, int]:
        """The keys that can follow, and how many completions go on with each."""
        n = len(given)
        return Counter(path[n] for path in self.paths if len(path) > n and path[:n] == given)

    def drawn(self, s: Ints) -> Path:
        """One of them, each equally likely."""
        return self.paths[draw(s, len(self.paths)) if len(self.paths) > 1 else 0]


class Combinations:
    """The completions of one pick of several without a condition: counted, never listed."""

    def __init__(self, code: Code, s: Ints, question: Question, step: ir.PickSome) -> None:
        r = [0] * question.registers
        keyed, _ = keys_of(code, step)
        items = grouped([(some_key(key), value) for key, value in keyed(s, 0, list_expr(code, step.source)(s, r))])
        self.keys = [item.key for item in items]
        self.groups = {key: self.keys.count(key) for key in dict.fromkeys(self.keys)}
        self.least = max(0, int_expr(code, step.low)(s, r))
        self.most = max(0, min(int_expr(code, step.high)(s, r), len(items), step.bound, ANSWER_BOUND - 1))
        self.possible = self.least <= self.most

    def total(self, given: Path) -> int:
        """How many sets of cards have a path that begins so."""
        if not self.possible:
            return 0
        picked = [key for key in given if key != DONE]
        sizes = list(self.groups.items())
        last = max((n for n, (key, _) in enumerate(sizes) if key in picked), default=-1)
        settled = prod(comb(size, picked.count(key)) for key, size in sizes[:max(last, 0)])
        rest = sum(size for _, size in sizes[last + 1:])
        if given and (given[-1] == DONE or len(picked) == self.most):
            return settled * (comb(sizes[last][1], picked.count(sizes[last][0])) if last >= 0 else 1)
        if last < 0:
            return self._more(0, rest)
        key, size = sizes[last]
        have = picked.count(key)
        return settled * sum(comb(size, n) * self._more(len(picked) - have + n, rest) for n in range(have, size + 1))

    def _more(self, picked: int, rest: int) -> int:
        """Ways to go on with cards of later keys only."""
        return sum(comb(rest, n - picked) for n in range(max(self.least, picked), min(self.most, picked + rest) + 1))

    def counts(self, given: Path) -> dict[int, int]:
        """The keys that can follow, and how many completions go on with each."""
        return {key: self.total((*given, key)) for key in self._next_keys(given)}

    def _next_keys(self, given: Path) -> list[int]:
        if (given and given[-1] == DONE) or (given and len(given) == self.most):
            return []
        keys = list(self.groups)
        start = keys.index(given[-1]) if given else 0
        possible = [key for key in keys[start:] if given.count(key) < self.groups[key] and self.total((*given, key))]
        ends = len(given) >= self.least and (len(given) < self.most or self.most == 0)
        return sorted([*possible, *([DONE] if ends else [])])

    def drawn(self, s: Ints) -> Path:
        """One set of cards, each equally likely: first how many, then one after another."""
        size = self._drawn_size(s)
        left = list(range(len(self.keys)))
        places = sorted(left.pop(draw(s, len(left)) if len(left) > 1 else 0) for _ in range(size))
        ends = (DONE,) if size < self.most or self.most == 0 else ()
        return (*(self.keys[place] for place in places), *ends)

    def _drawn_size(self, s: Ints) -> int:
        weights = [comb(len(self.keys), size) for size in range(self.least, self.most + 1)]
        if len(weights) == 1:
            return self.least
        if sum(weights) > MASK:
            raise LimitReached("choices")
        place = draw(s, sum(weights))
        for size, weight in enumerate(weights, self.least):
            if place < weight:
                return size
            place -= weight
        return self.most


def _spread(code: Code, s: Ints, question: Question) -> Listed | Combinations:
    """How the outcomes of a chance decision are spread."""
    steps = question.node.steps
    if len(steps) == 1 and isinstance(steps[0], ir.PickSome) and steps[0].where is None:
        return Combinations(code, s, question, steps[0])
    return Listed(code, s, question)
