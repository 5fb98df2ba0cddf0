"""Fixed functions on one row of knowledge words: groups found, renamed and joined, four words at a time.

A set of groups is a 64-bit word where a row has no more than 64 cards (`few_cards`); else groups are flagged in scratch
memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.wasm.encode import I64, V128, Func
from rulelang.wasm.runtime_sight import each_word
from rulelang.wasm.runtime_zones import print_of
from rulelang.wasm.words import Number, Var, Word, Writer, load, load_wide, one, opposite, pick, trailing, two, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

UNROLLED = 4                    # so many times four words are written one after another instead of in a loop
OFTEN = 16                      # likewise where it is done most often
FEW_GROUPS = 4                  # so many groups are renamed one by one


def few_cards(b: Builder) -> bool:
    """Whether a set of groups fits into 64 bits."""
    return len(b.program.cards) <= 64


def spot(base: Word, card: Word) -> Word:
    """The address of a card's word in a row."""
    return base + (card << 2)


# ---------------------------------------------------------------- four words at a time


def wide(*values: int) -> Word:
    """Four known ints."""
    return Word(lambda f: f.wide(values))


def each_four(b: Builder, w: Writer, base: Word, first: Number, body: Callable[[Word, Word | None], None],
              unrolled: int = UNROLLED) -> None:
    """Write what is done with each four words of a row, at least from a card's on: their address, and a mask of which
    of them belong to the row (None: all). `unrolled`: so often it is written one behind the other.
    """
    whole, rest = divmod(len(b.program.cards), 4)
    if whole <= unrolled:
        for n in range(whole):
            body(base + 16 * n, None)
    else:
        at, end = w.var(base + ((word(first) >> 2) << 4)), w.var(base + 16 * whole)
        with w.repeat(at < end):
            body(at, None)
            at.add(16)
    if rest:
        body(base + 16 * whole, wide(*[-1] * rest, *[0] * (4 - rest)))


def _masked(four: Word, mask: Word | None) -> Word:
    return four if mask is None else two("v128.and", four, mask)


def _in_group(at: Word, mask: Word | None, group: Word) -> Word:
    """Of four words those of a group, which is given four times, doubled."""
    return _masked(two("i32x4.eq", two("v128.and", load_wide(at), wide(-2, -2, -2, -2)), group), mask)


def _four_times(w: Writer, value: Word) -> Var:
    return w.var(one("i32x4.splat", value), V128)


def bits(four: Word) -> Word:
    """Of four ints those that are below 0, as bits."""
    return one("i32x4.bitmask", four)


# ---------------------------------------------------------------- groups


def rename(b: Builder, f: Func) -> None:
    """(base, group, name): all of a group are of the group of this name from now on; a group lies behind its name."""
    w = Writer(f)
    base, group, name = w.params()
    old, new = _four_times(w, group << 1), _four_times(w, name << 1)

    def change(at: Word, mask: Word | None) -> None:
        _rename_four(w, at, _in_group(at, mask, old), new)
    each_four(b, w, base, group, change)


def _rename_four(w: Writer, at: Word, which: Word, name: Word) -> None:
    """Some of four words get the name of another group, which is given four times, doubled."""
    changed = two("v128.or", name, two("v128.and", load_wide(at), wide(1, 1, 1, 1)))
    w.store_wide(at, two("v128.bitselect", changed, _then(load_wide(at), which)))


def _then(first: Word, second: Word) -> Word:
    """Both pushed, one behind the other."""
    def write(f: Func) -> None:
        first.write(f)
        second.write(f)
    return Word(write)


def leave(b: Builder, f: Func) -> None:
    """(base, card): take a card out of its group; the rest is named after its smallest card."""
    w = Writer(f)
    base, card = w.params()
    mark = w.var(load(spot(base, card)))
    with w.when((mark >> 1).eq(card)):
        w.store(spot(base, card), -1)
        first, found, group = w.var(-1), w.var(), _four_times(w, card << 1)
        with f.block() as out:
            def look(at: Word, mask: Word | None) -> None:
                found.set(bits(_in_group(at, mask, group)))
                with w.when(found):
                    first.set(((at - base) >> 2) + trailing(found))
                    f.br(out)
            each_four(b, w, base, card, look)
        with w.when(first >= 0):
            w.do(b.runtime("rename"), base, card, first)
    w.store(spot(base, card), (card << 1) | (mark & 1))


def is_short(b: Builder) -> bool:
    """Whether rows are so short that all is done with all of their words at once."""
    return len(b.program.cards) <= 4 * UNROLLED


def leave_short(b: Builder, w: Writer, base: Word, card: Word) -> None:
    """As `leave`, without a branch; the card's own word is to be written behind it. Nothing is done if the group is not
    named after it.
    """
    group, members, places = _four_times(w, card << 1), w.var(0), list[tuple[Word, Var]]()

    def look(at: Word, mask: Word | None) -> None:
        places.append((at, w.var(_in_group(at, mask, group), V128)))
        members.set(members | (bits(places[-1][1]) << (4 * len(places) - 4)))
    each_four(b, w, base, 0, look)
    others = members & ((word(1) << card) ^ -1)
    name = _four_times(w, trailing(others) << 1)
    for at, which in places:
        _rename_four(w, at, which, name)


def group_size(b: Builder, f: Func) -> None:
    """(base, group): how many cards are in it."""
    w = Writer(f)
    base, group = w.params()
    size, doubled = w.var(0), _four_times(w, group << 1)
    each_four(b, w, base, group, lambda at, mask: size.add(
        one("i32.popcnt", bits(_in_group(at, mask, doubled)))), OFTEN)
    w.push(size)


def told(b: Builder, f: Func) -> None:
    """(base, card): whether the row names the card: all of its group are marked and of its print."""
    w = Writer(f)
    base, card = w.params()
    marked, found = w.var(load(spot(base, card))), w.var(0)
    with w.when(opposite(marked & 1)):
        w.give(0)
    group, told = _four_times(w, marked - 1), _four_times(w, marked)
    printed, offset = _four_times(w, print_of(b, card)), w.var(word(b.layout.prints()) - base)

    def look(at: Word, mask: Word | None) -> None:
        same = two("v128.and", two("i32x4.eq", load_wide(at), told), two("i32x4.eq", load_wide(at + offset), printed))
        found.set(found | bits(two("v128.andnot", _in_group(at, mask, group), same)))
    each_four(b, w, base, marked >> 1, look)
    w.push(found.eq(0))


def has_unmarked(b: Builder, f: Func) -> None:
    """(base, group): whether some card of it has no mark (not 0)."""
    w = Writer(f)
    base, group = w.params()
    found, doubled = w.var(wide(0, 0, 0, 0), V128), _four_times(w, group << 1)
    each_four(b, w, base, group, lambda at, mask: found.set(
        two("v128.or", found, _masked(two("i32x4.eq", load_wide(at), doubled), mask))), OFTEN)
    w.push(bits(found))


# ---------------------------------------------------------------- sets of groups


class Groups:
    """A set of groups in a 64-bit local."""

    def __init__(self, w: Writer) -> None:
        self.w = w
        self.local = w.f.local(I64)

    def clear(self) -> None:
        """No group is in it."""
        self.w.f.const64(0)
        self.w.f.set(self.local)

    def add(self, group: Word, whether: Number = 1) -> None:
        """One more; `whether`: 0 for none."""
        f = self.w.f
        f.get(self.local)
        if isinstance(whether, int):
            f.const64(whether)
        else:
            whether.write(f)
            f.op("i64.extend_i32_u")
        group.write(f)
        f.op("i64.extend_i32_u", "i64.shl", "i64.or")
        f.set(self.local)

    def has(self, group: Word) -> Word:
        """Whether a group is in it, as a bit."""
        def write(f: Func) -> None:
            f.get(self.local)
            group.write(f)
            f.op("i64.extend_i32_u", "i64.shr_u", "i32.wrap_i64")
            f.const(1)
            f.op("i32.and")
        return Word(write)

    def remove(self, other: Groups) -> None:
        """Take out what is in another set."""
        f = self.w.f
        f.get(self.local)
        self._without(other)
        f.set(self.local)

    def holds(self, other: Groups) -> Word:
        """Whether all of another set are in it."""
        def write(f: Func) -> None:
            f.get(other.local)
            other._without(self)
            f.op("i64.eqz")
        return Word(write)

    def _without(self, other: Groups) -> None:
        """Of what is pushed, what is not in another set."""
        f = self.w.f
        f.get(other.local)
        f.const64(-1)
        f.op("i64.xor", "i64.and")

    def size(self) -> Word:
        """How many there are."""
        return self._asked("i64.popcnt", "i32.wrap_i64")

    def least(self) -> Word:
        """The smallest of at least one."""
        return self._asked("i64.ctz", "i32.wrap_i64")

    def drop_least(self) -> None:
        """Take the smallest out."""
        f = self.w.f
        f.get(self.local)
        f.get(self.local)
        f.const64(1)
        f.op("i64.sub", "i64.and")
        f.set(self.local)

    def set(self, other: Groups) -> None:
        """The same groups."""
        self.w.f.get(other.local)
        self.w.f.set(self.local)

    def _asked(self, *ops: str) -> Word:
        def write(f: Func) -> None:
            f.get(self.local)
            f.op(*ops)
        return Word(write)


def join_groups(b: Builder, w: Writer, base: Word, groups: Groups) -> None:
    """These groups (two or more; the set is used up) become one."""
    least = w.var(groups.least())
    with w.when(groups.size() <= FEW_GROUPS):
        groups.drop_least()
        with w.repeat(groups.size()):
            w.do(b.runtime("rename"), base, groups.least(), least)
            groups.drop_least()
        w.f.otherwise()
        found = w.var()
        with each_word(b, w, base) as place:
            found.set(load(place))
            w.store(place, pick(groups.has(found >> 1), (least << 1) | (found & 1), found))


def join(b: Builder, f: Func) -> None:
    """(base, at, length): the groups of these cards become one."""
    w = Writer(f)
    base, at, length = w.params()
    if few_cards(b):
        groups, place = Groups(w), w.var(at)
        end = w.var(at + (length << 2))
        groups.clear()
        with w.repeat(place < end):
            groups.add(load(spot(base, load(place))) >> 1)
            place.add(4)
        with w.when(groups.size() > 1):
            join_groups(b, w, base, groups)
        return
    flags, group, least, several = b.layout.flags, w.var(), w.var(-1), w.var(0)
    with w.count(0, length) as n:
        group.set(load(spot(base, load(at + (n << 2)))) >> 1)
        several.set(several | (least.ne(group) & (least >= 0)))
        least.set(pick(group.under(least), group, least))
    with w.when(opposite(several)):
        w.give()
    w.do(b.runtime("zero_words"), flags, len(b.program.cards))
    with w.count(0, length) as n:
        group.set(load(spot(base, load(at + (n << 2)))) >> 1)
        w.store((group << 2) + flags, 1)
    with each_word(b, w, base) as place:
        found = w.var(load(place))
        with w.when(load((found >> 1) << 2, flags)):
            w.store(place, (least << 1) | (found & 1))


RUNTIME = {
    "rename": (rename, 3, 0), "leave": (leave, 2, 0), "group_size": (group_size, 2, 1),
    "has_unmarked": (has_unmarked, 2, 1), "told": (told, 2, 1), "join": (join, 3, 0),
}
