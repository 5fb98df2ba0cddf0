"""Picks of several elements or of a meld in, visits out: part by part, equal combinations once.

Candidates with one key are alternatives of one option. They stand together, in the order in which their key comes up
first, and the first ones are taken first, so a combination has exactly one path: the keys in that order, then DONE if
more could have followed. DONE also answers when there is nothing to pick.
"""

from __future__ import annotations

from rulelang.engine.code import Code, ExprCode, IntCode, Ints, Registers
from rulelang.engine.errors import Reason
from rulelang.engine.expressions import int_expr, list_expr
from rulelang.engine.keys import Keyed, card_keys
from rulelang.engine.melds import Meld, find_melds
from rulelang.engine.search import GO_ON, KEEP, Role, Search, Visit, too_many
from rulelang.engine.statements import write_list
from rulelang.ir import nodes as ir
from rulelang.ir.nodes import DONE
from rulelang.ir.program import ANSWER_BOUND
from rulelang.records import dataclass


@dataclass(slots=True)
class Item:
    """A candidate: its key, its value, whether it is the first of its key."""

    key: int
    value: int
    first: bool


def grouped(keyed: Keyed) -> list[Item]:
    """Candidates with equal keys side by side, in the order in which keys come up first."""
    groups: dict[int, list[int]] = {}
    for key, value in keyed:
        groups.setdefault(key, []).append(value)
    return [Item(key, value, n == 0) for key, values in groups.items() for n, value in enumerate(values)]


def some_key(key: int) -> int:
    """Keys of values below 0 make room for DONE."""
    return key if key >= 0 else key - 2


def compile_pick_some(code: Code, node: ir.PickSome, behind: Visit, order: int) -> Visit:
    """Pick several different elements."""
    from rulelang.engine.steps import keys_of

    source, low, high = list_expr(code, node.source), int_expr(code, node.low), int_expr(code, node.high)
    where = None if node.where is None else int_expr(code, node.where)
    keyed, role = keys_of(code, node)
    walk = _SomeWalk(code, node, where, role, behind)
    reason, at, bound = Reason("choose", -1, node.span, node.point), node.at, node.bound

    def visit(e: Search, s: Ints, r: Registers, i: int) -> int:
        items = grouped([(some_key(key), value) for key, value in keyed(s, e.seat, source(s, r))])
        if e.only is not None:
            e.only.offer(node, [item.value for item in items])
        least, most = max(0, low(s, r)), min(high(s, r), len(items), bound, ANSWER_BOUND - 1 - i)
        if least > most:
            if e.why is not None:
                e.why.fail(order, reason)
            return GO_ON
        old = s[at:at + 1 + bound]
        found = walk.run(e, s, r, i, items, least, max(0, most))
        if found != KEEP:
            s[at:at + 1 + bound] = old
        return found
    return visit


class _SomeWalk:
    """The walk through the combinations of one PickSome, without recursion."""

    __slots__ = ("at", "behind", "bound", "code", "done", "node", "role", "span", "where")

    def __init__(self, code: Code, node: ir.PickSome, where: IntCode | None, role: Role, behind: Visit) -> None:
        self.code = code
        self.node = node
        self.at = node.at
        self.bound = node.bound
        self.span = node.span
        self.where = where
        self.role = role
        self.done = Role("done", node)
        self.behind = behind

    def run(self, e: Search, s: Ints, r: Registers, i: int, items: list[Item], least: int, most: int) -> int:
        """Visit the combinations of `least` to `most` items in ascending order of their places."""
        picked: list[int] = []                      # places of the items picked so far
        place = 0                                   # next place to try
        found = self._end(e, s, r, i, items, picked, most) if least == 0 else GO_ON
        while found >= i:
            if found < i + len(picked):             # go on with the next option of an earlier pick
                place = picked[found - i] + 1
                del picked[found - i:]
            found = GO_ON
            place = self._next(e, i, items, picked, place, least, most)
            if place < 0:
                if not picked:
                    return GO_ON
                place = picked.pop() + 1
                continue
            self.code.tries -= 1
            if self.code.tries < 0:
                raise too_many(self.span)
            item = items[place]
            e.path[i + len(picked)], e.values[i + len(picked)] = item.key, item.value
            e.roles[i + len(picked)] = self.role
            picked.append(place)
            place += 1
            if len(picked) >= least:
                found = self._end(e, s, r, i, items, picked, most)
        return found

    def _next(self, e: Search, i: int, items: list[Item], picked: list[int], place: int, least: int, most: int) -> int:
        """The next place from `place` on that may be picked now, -1 for none."""
        at = i + len(picked)
        forced = e.prefix[at] if at < len(e.prefix) else None
        if len(picked) == most or forced == DONE:
            return -1
        last = len(items) - max(0, least - len(picked) - 1)
        before = picked[-1] if picked else -1
        for k in range(place, last):
            item = items[k]
            if (item.first or e.raw or before == k - 1) and (forced is None or item.key == forced):
                return k
        return -1

    def _end(self, e: Search, s: Ints, r: Registers, i: int, items: list[Item], picked: list[int], most: int) -> int:
        """The combination as it is now: try to go on behind it."""
        at = i + len(picked)
        asks = len(picked) < most or most == 0
        if at < len(e.prefix) and len(picked) < most and e.prefix[at] != DONE:
            return GO_ON
        if e.only is not None and not e.only.allows(self.node, [items[k].value for k in picked]):
            return GO_ON
        write_list(s, self.at, self.bound, [items[k].value for k in picked])
        if self.where is not None and self.where(s, r) != 1:
            return GO_ON
        if not asks:
            return self.behind(e, s, r, at)
        e.path[at], e.values[at], e.roles[at] = DONE, DONE, self.done
        return self.behind(e, s, r, at + 1)


# ---------------------------------------------------------------- melds


def compile_pick_meld(code: Code, node: ir.PickMeld, behind: Visit, order: int) -> Visit:
    """Pick one of the melds in a list of cards, card by card."""
    cards, keyed = list_expr(code, node.cards), card_keys(code, node.cards)
    where: ExprCode | None = None if node.where is None else int_expr(code, node.where)
    at, bound, span = node.at, node.bound, node.span
    reason = Reason("choose", -1, span, node.point)
    roles = (Role("meld", node), Role("card", node), Role("done", node))

    def visit(e: Search, s: Ints, r: Registers, i: int) -> int:
        held = cards(s, r)
        keys = {card: key for key, card in keyed(s, e.seat, held)}
        old = s[at:at + 1 + bound]
        passed: tuple[int, ...] | None = None       # melds whose paths begin so have been done
        any_fits = False
        if e.only is not None:
            e.only.offer(node, held)
        for path, meld in _paths(code, s, held, keys, node.melds):
            if (passed is not None and path[:len(passed)] == passed) or not _extends(e, i, path):
                continue
            code.tries -= 1
            if code.tries < 0:
                raise too_many(span)
            write_list(s, at, bound, meld.flat())
            if where is not None and where(s, r) != 1:
                continue
            if e.only is not None and not e.only.allows(node, [card for part in meld.parts for card in part]):
                continue
            any_fits = True
            _write_path(e, i, path, meld, keys, roles, len(node.melds) > 1)
            found = behind(e, s, r, i + len(path))
            if found < i:
                if found != KEEP:
                    s[at:at + 1 + bound] = old
                return found
            passed = path[:found - i + 1] if found < i + len(path) else None
        s[at:at + 1 + bound] = old
        if not any_fits and e.why is not None:
            e.why.fail(order, reason)
        return GO_ON
    return visit


def _paths(code: Code, s: Ints, held: Ints, keys: dict[int, int],
           melds: tuple[int, ...]) -> list[tuple[tuple[int, ...], Meld]]:
    """The melds in a list of cards with their paths, ascending; of those with equal paths the first."""
    found: dict[tuple[int, ...], Meld] = {}
    for number in melds:
        info = code.program.melds[number]
        for meld in find_melds(code, s, held, number):
            path: list[int] = [number] if len(melds) > 1 else []
            for part, cards in zip(info.parts, meld.parts, strict=True):
                path += sorted(keys[card] for card in cards)
                if len(cards) < part.high:
                    path.append(DONE)
            if len(path) < ANSWER_BOUND:
                found.setdefault(tuple(path), meld)
    return sorted(found.items(), key=lambda entry: entry[0])


def _extends(e: Search, i: int, path: tuple[int, ...]) -> bool:
    """Whether a path agrees with the keys that the search is held to."""
    forced = e.prefix[i:i + len(path)]
    return tuple(forced) == path[:len(forced)]


def _write_path(e: Search, i: int, path: tuple[int, ...], meld: Meld, keys: dict[int, int],
                roles: tuple[Role, Role, Role], named: bool) -> None:
    by_path = [card for cards in meld.parts for card in sorted(cards, key=lambda card: keys[card])]
    for n, key in enumerate(path):
        if named and n == 0:
            value, role = meld.number, roles[0]
        elif key == DONE:
            value, role = DONE, roles[2]
        else:
            value, role = by_path.pop(0), roles[1]
        e.path[i + n], e.values[i + n], e.roles[i + n] = key, value, role
