"""The ways between numbered blocks in, nested regions out: what lies in which loop, in an order that goes forward.

A block that is gone to from one place only is written there. The others are labels: those of a region stand one behind
the other, so that every way leads to a later label, or back to the head of a loop around it. Loops that are entered
elsewhere than at their head do not come about in rules; a way that fits neither is left to the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

from rulelang.records import dataclass

# Blocks written inside each other, at most.
DEEPEST = 24

Ways = Callable[[int], Iterable[int]]


@dataclass(slots=True)
class Region:
    """Labels and loops in order; a loop's head is its first label."""

    items: list[int | Region] = field(default_factory=list)

    def labels(self) -> list[int]:
        """All labels in it."""
        return [label for item in self.items for label in ([item] if isinstance(item, int) else item.labels())]

    @property
    def head(self) -> int:
        """Its first label."""
        first = self.items[0]
        return first if isinstance(first, int) else first.head


def labels(entry: int, others: Iterable[int], ways: Ways) -> dict[int, list[int]]:
    """The blocks that are labels, and the labels that each leads to. Entries are labels."""
    roots = sorted({entry, *others})
    arrivals: dict[int, int] = {}
    seen, waiting = set(roots), list(roots)
    while waiting:
        for target in ways(waiting.pop()):
            arrivals[target] = arrivals.get(target, 0) + 1
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    marked = {*roots, *(block for block, n in arrivals.items() if n > 1)}
    found: dict[int, list[int]] = {}
    pending = sorted(marked)
    while pending:
        label = pending.pop()
        if label not in found:
            found[label], deep = _leads_to(label, marked, ways)
            marked |= deep
            pending += deep
    return found


def _leads_to(label: int, marked: set[int], ways: Ways) -> tuple[list[int], set[int]]:
    """The labels that are reached from one without another between; blocks too deep inside become labels as well."""
    reached: dict[int, None] = {}
    deep: set[int] = set()
    waiting = [(label, 0)]
    while waiting:
        block, depth = waiting.pop()
        for target in ways(block):
            if target in marked or depth == DEEPEST:
                reached[target] = None
                if target not in marked:
                    deep.add(target)
            else:
                waiting.append((target, depth + 1))
    return list(reached), deep


def regions(entry: int, after: dict[int, list[int]]) -> Region:
    """The labels in regions. What cannot be reached from the entry stands behind the rest."""
    order = _order(entry, after)
    place = {label: n for n, label in enumerate(order)}
    before: dict[int, list[int]] = {}
    for label in order:
        for target in after[label]:
            before.setdefault(target, []).append(label)
    above = _dominators(entry, order, place, before)
    loops: dict[int, set[int]] = {}
    for label in order:
        for target in after[label]:
            if place[target] <= place[label] and _is_above(above, target, label):
                _gather(loops.setdefault(target, {target}), label, before)
    return _nested(order, loops, None)


def _order(entry: int, after: dict[int, list[int]]) -> list[int]:
    """Reverse postorder from the entry; then from what is left."""
    seen: set[int] = set()
    found: list[int] = []
    for root in (entry, *sorted(after)):
        done: list[int] = []
        waiting: list[tuple[int, bool]] = [(root, False)]
        while waiting:
            label, left = waiting.pop()
            if left:
                done.append(label)
            elif label not in seen:
                seen.add(label)
                waiting.append((label, True))
                waiting += [(target, False) for target in reversed(after[label])]
        found += reversed(done)
    return found


def _dominators(entry: int, order: list[int], place: dict[int, int], before: dict[int, list[int]]) -> dict[int, int]:
    """For each label that the entry leads to the nearest one that every way to it leads through.

    Source: Cooper, Harvey, Kennedy, A Simple, Fast Dominance Algorithm (2001).
    """
    above = {entry: entry}
    changed = True
    while changed:
        changed = False
        for label in order:
            known = [n for n in before.get(label, ()) if n in above]
            if label == entry or not known:
                continue
            new = known[0]
            for n in known[1:]:
                new = _meet(above, place, new, n)
            if above.get(label) != new:
                above[label], changed = new, True
    return above


def _meet(above: dict[int, int], place: dict[int, int], a: int, b: int) -> int:
    while a != b:
        if place[a] > place[b]:
            a = above[a]
        else:
            b = above[b]
    return a


def _is_above(above: dict[int, int], upper: int, label: int) -> bool:
    if upper not in above or label not in above:
        return False
    while label != upper and above[label] != label:
        label = above[label]
    return label == upper


def _gather(loop: set[int], label: int, before: dict[int, list[int]]) -> None:
    """What leads to the end of a loop without leaving it."""
    waiting = [label]
    while waiting:
        found = waiting.pop()
        if found not in loop:
            loop.add(found)
            waiting += before.get(found, [])


def _nested(order: list[int], loops: dict[int, set[int]], head: int | None) -> Region:
    """Labels in order, those of a loop together where its head stands."""
    region, taken = Region(), set()
    for label in order:
        if label in taken:
            continue
        if label in loops and label != head:
            inside = [n for n in order if n in loops[label]]
            taken.update(inside)
            region.items.append(_nested(inside, loops, label))
        else:
            region.items.append(label)
    return region
