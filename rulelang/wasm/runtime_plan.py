"""Fixed functions that plan how unknown cards are dealt to their places, as `engine/resample_plain.py` does.

`plan_deal` works out classes, piles and shares once for a decision, or says that numbers leave a choice: then ways must
be counted, which the interpreter does. `runtime_deal.py` draws deals by the plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.wasm.desk import MOST_CLASSES, MOST_PILES, item, put_item
from rulelang.wasm.encode import Func
from rulelang.wasm.runtime_names import each_open, type_bits
from rulelang.wasm.runtime_sight import row_base
from rulelang.wasm.words import Var, Word, Writer, both, call, load, opposite, pick, trailing, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

# What `tied` holds: the card may lie anywhere; its group lies in places of one class; in places of several; as many
# cards are bound to its group as it has places; it is dealt as if it were free, and checked.
FREE, NEAR, APART, FULL, LOOSE = range(5)


def plan_deal(b: Builder, f: Func) -> None:
    """(seat, places): the plan on the desk; whether plain draws do. The first words of lists say how long they are."""
    w, desk = Writer(f), b.layout.desk
    seat, places = w.params()
    w.do(b.runtime("plan_kinds"), places)
    w.do(b.runtime("plan_tied"), row_base(b, seat - 1), places)
    w.store(desk.plan, places)
    with w.when(call(b.runtime("plan_all"), places)):
        w.give(1)
    loose = w.var(0)
    with each_open(b, w) as card, w.when(item(desk.tied, card).eq(APART)):
        put_item(w, desk.tied, card, LOOSE)
        loose.set(1)
    with w.when(loose):
        w.give(call(b.runtime("plan_all"), places))
    w.push(0)


def plan_all(b: Builder, f: Func) -> None:
    """(places): classes, piles and shares; whether the numbers leave no choice."""
    w, desk = Writer(f), b.layout.desk
    places, = w.params()
    classes = w.var(call(b.runtime("plan_classes"), places))
    with w.when(classes < 0):
        w.give(0)
    piles = w.var(call(b.runtime("plan_piles")))
    with w.when(piles < 0):
        w.give(0)
    w.store(desk.plan, classes, 4)
    w.store(desk.plan, piles, 8)
    w.push(call(b.runtime("plan_shares"), classes, piles))


def plan_kinds(b: Builder, f: Func) -> None:
    """(places): what places take of the kinds that are there; kinds that are taken by the same places count as one."""
    w, desk = Writer(f), b.layout.desk
    places, = w.params()
    bits, present, spot, takes = type_bits(b), w.var(0), w.var(), w.var()
    with each_open(b, w) as card:
        present.set(present | item(bits, card))
    with w.count(0, places) as n:
        spot.set(item(desk.spots, n))
        put_item(w, desk.takes, spot, item(desk.takes, spot) & present)
    left, kind, other, differ = w.var(present), w.var(), w.var(), w.var()
    with w.repeat(left):
        kind.set(trailing(left))
        left.set(left & (left - 1))
        other.set(trailing(present))
        differ.set(1)
        with w.repeat(differ):
            differ.set(0)
            with w.count(0, places) as n:
                takes.set(item(desk.takes, item(desk.spots, n)))
                differ.set(differ | (((takes >> kind) ^ (takes >> other)) & 1))
            with w.when(differ):
                other.set(trailing(present & (word(-2) << other)))
        put_item(w, desk.kinds, kind, other)


def kind_of_card(b: Builder, card: Word) -> Word:
    """The kind that a card counts as."""
    return item(b.layout.desk.kinds, trailing(item(type_bits(b), card)))


def plan_tied(b: Builder, f: Func) -> None:
    """(base, places): for each open card whether its group keeps it from somewhere, and whether the group's places
    differ.
    """
    w, desk = Writer(f), b.layout.desk
    base, places = w.params()
    bits, spot, group, bit, tied, first, several = type_bits(b), *(w.var() for _ in range(6))
    for area in (desk.members, desk.marked):
        w.do(b.runtime("zero_words"), area, len(b.program.cards))
    with each_open(b, w) as card:
        group.set(item(desk.group, card))
        with w.when(group >= 0):
            put_item(w, desk.members, group, item(desk.members, group) + 1)
            put_item(w, desk.marked, group, item(desk.marked, group) + (load(base + (card << 2)) & 1))
    with each_open(b, w) as card:
        tied.set(FREE)
        group.set(item(desk.group, card))
        with w.when(both(group >= 0, load(base + (card << 2)) & 1)):
            bit.set(item(bits, card))
            first.set(-1)
            several.set(0)
            with w.count(0, places) as n:
                spot.set(item(desk.spots, n))
                with w.when(item(desk.group, spot).ne(group)):
                    tied.set(tied | pick(_is_full(b, item(desk.group, spot)), 0, item(desk.takes, spot) & bit))
                    w.f.otherwise()
                    first.set(pick(first < 0, spot, first))
                    several.set(several | item(desk.takes, spot).ne(item(desk.takes, first)))
            tied.set(pick(_is_full(b, group), FULL, pick(tied, pick(several, APART, NEAR), FREE)))
        put_item(w, desk.tied, card, tied)


def _is_full(b: Builder, group: Word) -> Word:
    """Whether as many cards are bound to a group as it has places; -1 is none."""
    desk = b.layout.desk
    safe = pick(group < 0, 0, group)
    return (group >= 0) & item(desk.members, safe).eq(item(desk.marked, safe))


def plan_classes(b: Builder, f: Func) -> None:
    """(places): the class of each place; how many, -1 if there are too many."""
    w, desk = Writer(f), b.layout.desk
    places, = w.params()
    w.do(b.runtime("zero_words"), desk.told, len(b.program.cards))
    with each_open(b, w) as card:
        tied = w.var(item(desk.tied, card))
        with w.when(tied.eq(APART) | tied.eq(FULL)):
            put_item(w, desk.told, item(desk.group, card), 1)
    classes, spot, group, takes, k = w.var(0), w.var(), w.var(), w.var(), w.var()
    with w.count(0, places) as n:
        spot.set(item(desk.spots, n))
        takes.set(item(desk.takes, spot))
        group.set(item(desk.group, spot))
        with w.when(group >= 0):
            group.set(pick(item(desk.told, group), group, -1))
        k.set(0)
        with w.repeat(both(k < classes, item(desk.class_group, k).ne(group) | item(desk.class_takes, k).ne(takes))):
            k.add(1)
        with w.when(k.eq(classes)):
            with w.when(classes.eq(MOST_CLASSES)):
                w.give(-1)
            put_item(w, desk.class_group, k, group)
            put_item(w, desk.class_takes, k, takes)
            put_item(w, desk.class_full, k, _is_full(b, group))
            put_item(w, desk.sizes, k, 0)
            classes.add(1)
        put_item(w, desk.classes, n, k)
        put_item(w, desk.sizes, k, item(desk.sizes, k) + 1)
    w.push(classes)


def plan_piles(b: Builder, f: Func) -> None:
    """The piles in their order, and the cards that are laid down first; how many piles, -1 for too many.

    Each pile's cards lie together in `cards`, ascending.
    """
    w, desk = Writer(f), b.layout.desk
    piles, bound, tied, spot = w.var(0), w.var(0), w.var(), w.var()
    with each_open(b, w) as card:
        tied.set(item(desk.tied, card))
        with w.when(tied.eq(NEAR)):
            put_item(w, desk.bound, bound, card)
            bound.add(1)
            spot.set(0)
            with w.repeat(item(desk.group, item(desk.spots, spot)).ne(item(desk.group, card))):
                spot.add(1)
            spot.set(item(desk.classes, spot))
            put_item(w, desk.sizes, spot, item(desk.sizes, spot) - 1)
            w.f.otherwise()
            piles.set(call(b.runtime("note_pile"), piles, card))
            with w.when(piles < 0):
                w.give(-1)
    w.store(desk.plan, bound, 12)
    at = w.var(0)
    with w.count(0, piles) as p:
        put_item(w, desk.pile_at, p, at)
        at.add(item(desk.pile_size, p))
        put_item(w, desk.left, p, 0)
    with each_open(b, w) as card, w.when(item(desk.tied, card).ne(NEAR)):
        pile = w.var(call(b.runtime("pile_of"), piles, card))
        put_item(w, desk.cards, item(desk.pile_at, pile) + item(desk.left, pile), card)
        put_item(w, desk.left, pile, item(desk.left, pile) + 1)
    w.push(piles)


def _group_of_pile(b: Builder, card: Word) -> Word:
    tied = item(b.layout.desk.tied, card)
    return pick(tied.eq(APART) | tied.eq(FULL), item(b.layout.desk.group, card), -1)


def pile_of(b: Builder, f: Func) -> None:
    """(piles, card): the place of its pile; how many piles there are if it has none."""
    w, desk = Writer(f), b.layout.desk
    piles, card = w.params()
    group, kind = w.var(_group_of_pile(b, card)), w.var(kind_of_card(b, card))
    with w.count(0, piles) as p, w.when(item(desk.pile_group, p).eq(group) & item(desk.pile_kind, p).eq(kind)):
        w.give(p)
    w.push(piles)


def note_pile(b: Builder, f: Func) -> None:
    """(piles, card): count it in its pile, a new one if it must be; how many there are then, -1 for too many."""
    w, desk = Writer(f), b.layout.desk
    piles, card = w.params()
    spot = w.var(call(b.runtime("pile_of"), piles, card))
    with w.when(spot < piles):
        put_item(w, desk.pile_size, spot, item(desk.pile_size, spot) + 1)
        w.give(piles)
    with w.when(piles.eq(MOST_PILES)):
        w.give(-1)
    group, kind = w.var(_group_of_pile(b, card)), w.var(kind_of_card(b, card))
    with w.repeat(spot > 0) as out:
        opposite(_comes_first(b, w, group, kind, spot - 1)).write(f)
        f.br_if(out)
        for area in (desk.pile_group, desk.pile_kind, desk.pile_size):
            put_item(w, area, spot, item(area, spot - 1))
        spot.add(-1)
    for area, value in ((desk.pile_group, group), (desk.pile_kind, kind), (desk.pile_size, word(1))):
        put_item(w, area, spot, value)
    w.push(piles + 1)


def _comes_first(b: Builder, w: Writer, group: Var, kind: Var, other: Word) -> Word:
    """Whether a pile comes before another: free cards first, then by what the group looks like, then by kind."""
    desk = b.layout.desk
    theirs = w.var(item(desk.pile_group, other))
    mine_rank, their_rank = w.var(-1), w.var(-1)
    for rank, which in ((mine_rank, group), (their_rank, theirs)):
        with w.when(which >= 0):
            rank.set(item(desk.signs, which) >> 1)
    behind = pick(group.ne(theirs), group < theirs, kind < item(desk.pile_kind, other))
    return pick(mine_rank.ne(their_rank), mine_rank < their_rank, behind)


def plan_shares(b: Builder, f: Func) -> None:
    """(classes, piles): how many cards of each pile each class gets; whether the numbers leave no choice."""
    w, desk = Writer(f), b.layout.desk
    classes, piles = w.params()
    more, count, found = w.var(1), w.var(), w.var()
    with w.count(0, classes) as c:
        put_item(w, desk.rooms, c, item(desk.sizes, c))
    w.do(b.runtime("zero_words"), desk.shares, piles * MOST_CLASSES)
    with w.repeat(more):
        more.set(0)
        with w.count(0, classes) as c, w.when(item(desk.rooms, c)):
            count.set(0)
            with w.count(0, piles) as p, w.when(_fits(b, p, c)):
                count.add(1)
                found.set(p)
            with w.when(count.eq(1)):
                w.do(b.runtime("give_share"), found, c, item(desk.rooms, c))
                more.set(1)
        with w.count(0, piles) as p, w.when(item(desk.left, p)):
            count.set(0)
            with w.count(0, classes) as c, w.when(_fits(b, p, c)):
                count.add(1)
                found.set(c)
            with w.when(count.eq(1)):
                w.do(b.runtime("give_share"), p, found, item(desk.left, p))
                more.set(1)
    with w.count(0, classes) as c, w.when(item(desk.rooms, c)):
        w.give(0)
    with w.count(0, piles) as p, w.when(item(desk.left, p)):
        w.give(0)
    w.push(1)


def _fits(b: Builder, pile: Word, number: Word) -> Word:
    """Whether cards are left in a pile, and room for them in a class."""
    desk = b.layout.desk
    group = item(desk.pile_group, pile)
    return (item(desk.left, pile).ne(0) & item(desk.rooms, number).ne(0)
            & (item(desk.class_takes, number) >> item(desk.pile_kind, pile))
            & ((group.eq(-1) & opposite(item(desk.class_full, number)))
               | group.eq(item(desk.class_group, number))))


def give_share(b: Builder, f: Func) -> None:
    """(pile, class, count): so many cards of the pile go there."""
    w, desk = Writer(f), b.layout.desk
    pile, number, count = w.params()
    put_item(w, desk.shares, pile * MOST_CLASSES + number, count)
    put_item(w, desk.left, pile, item(desk.left, pile) - count)
    put_item(w, desk.rooms, number, item(desk.rooms, number) - count)


RUNTIME = {
    "plan_deal": (plan_deal, 2, 1), "plan_all": (plan_all, 1, 1), "plan_kinds": (plan_kinds, 1, 0),
    "plan_tied": (plan_tied, 2, 0), "plan_classes": (plan_classes, 1, 1), "plan_piles": (plan_piles, 0, 1),
    "pile_of": (pile_of, 2, 1), "note_pile": (note_pile, 2, 1), "plan_shares": (plan_shares, 2, 1),
    "give_share": (give_share, 3, 0),
}
