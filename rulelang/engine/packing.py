"""Melds of a list of cards in, the largest total worth of disjoint ones out, exactly.

Adjacent melds cover intervals of a row: the best total up to each position follows from the earlier ones. All other
packings go class by class (cards that no meld tells apart): the first class left is either not used once more, or some
meld takes it; what has been worked out for a rest of cards is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.code import Code, Ints
from rulelang.engine.errors import LimitReached
from rulelang.engine.melds import Meld, find_melds, segments
from rulelang.ir.numbers import saturate

# Stated limits of the rests that one packing remembers, and of the ways from rest to rest that it looks at.
MOST_RESTS = 200_000
MOST_WAYS = 1_500_000

Rest = tuple[int, ...]                      # how many cards of each class are left
Use = tuple[int, tuple[tuple[int, int], ...]]   # worth, (class, count) it takes


def best_melds(code: Code, s: Ints, cards: Sequence[int], numbers: Sequence[int]) -> int:
    """The largest total worth of disjoint melds of these patterns within the cards."""
    found = [meld for number in numbers for meld in find_melds(code, s, cards, number) if meld.worth > 0]
    if not found:
        return 0
    if all(code.program.melds[number].adjacent for number in numbers):
        return saturate(pack_intervals(found, segments(code, s, list(dict.fromkeys(c for c in cards if c >= 0)))))
    exact = any(code.program.melds[number].adjacent for number in numbers)
    return saturate(pack(found, _classes(code, cards, exact)))


def pack_intervals(melds: Sequence[Meld], stretches: Sequence[Sequence[int]]) -> int:
    """The best total where every meld covers neighbours within one stretch of cards."""
    place = {card: (row, n) for row, stretch in enumerate(stretches) for n, card in enumerate(stretch)}
    ending: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for meld in melds:
        spots = [place[card] for card in meld.cards]
        first, last = min(spots), max(spots)
        ending.setdefault(last, []).append((first[1], meld.worth))
    total = 0
    for row, stretch in enumerate(stretches):
        best = [0] * (len(stretch) + 1)
        for n in range(len(stretch)):
            best[n + 1] = max([best[n], *(best[first] + worth for first, worth in ending.get((row, n), ()))])
        total += best[-1]
    return total


def _classes(code: Code, cards: Sequence[int], exact: bool) -> dict[int, int]:
    """The class of each card: its print, or (where places matter) the card itself."""
    return {card: card if exact else code.program.cards[card] for card in cards if card >= 0}


def pack(melds: Sequence[Meld], classes: dict[int, int]) -> int:
    """The best total of melds that share no card; cards of one class stand for each other."""
    used = sorted({classes[card] for meld in melds for card in meld.cards})
    numbers = {name: n for n, name in enumerate(used)}
    uses: dict[tuple[tuple[int, int], ...], int] = {}
    for meld in melds:
        taken: dict[int, int] = {}
        for card in meld.cards:
            n = numbers[classes[card]]
            taken[n] = taken.get(n, 0) + 1
        use = tuple(sorted(taken.items()))
        uses[use] = max(uses.get(use, 0), meld.worth)
    by_first: list[list[Use]] = [[] for _ in used]
    for use, worth in uses.items():
        by_first[use[0][0]].append((worth, use))
    counts = [0] * len(used)
    for name in classes.values():
        if name in numbers:
            counts[numbers[name]] += 1
    return _best(tuple(counts), by_first)


def _best(all_cards: Rest, by_first: list[list[Use]]) -> int:
    """Work out rests without recursion: a rest waits on the stack until those it depends on are known."""
    known: dict[Rest, int] = {}
    waiting = [all_cards]
    ways = 0
    while waiting:
        rest = waiting[-1]
        if rest in known:
            waiting.pop()
            continue
        options = _options(rest, by_first)
        ways += len(options)
        if len(known) > MOST_RESTS or ways > MOST_WAYS:
            raise LimitReached("melds")
        missing = [other for _, other in options if other not in known]
        if missing:
            waiting += missing
            continue
        known[rest] = max((worth + known[other] for worth, other in options), default=0)
        waiting.pop()
    return known[all_cards]


def _options(rest: Rest, by_first: list[list[Use]]) -> list[tuple[int, Rest]]:
    """What can become of the first class that has cards left: one of them stays unused, or a meld takes it."""
    first = next((n for n, count in enumerate(rest) if count), -1)
    if first < 0:
        return []
    fitting = [(worth, use) for worth, use in by_first[first] if all(rest[n] >= count for n, count in use)]
    if not fitting:
        return [(0, (*rest[:first], 0, *rest[first + 1:]))]
    options = [(0, (*rest[:first], rest[first] - 1, *rest[first + 1:]))]
    for worth, use in fitting:
        left = list(rest)
        for n, count in use:
            left[n] -= count
        options.append((worth, tuple(left)))
    return options
