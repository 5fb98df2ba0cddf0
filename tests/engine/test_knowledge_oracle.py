"""Knowledge against oracles that know nothing of its words: all worlds a seat must think possible, and twin games."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.desk import ALL, DOWN, NOBODY, UP, Desk, Layout

DECK = ("Apple", "Banana", "Cherry")
COPIES = (3, 2, 1)
SEATS = 3
BUSY = (3, 3, 4, 4, 4, 6, 7, 0, 2)         # hands and lines of the first two seats are where most things happen


def desk() -> Desk:
    layout = Layout(SEATS, DECK, COPIES)
    layout.zone("deck", "stack", NOBODY)
    layout.zone("heap", "stack", ALL)
    layout.zone("chest", "set", ALL, NOBODY)
    layout.zone("hand", "set", "owner", per="player")
    layout.zone("line", "row", ALL, "owner", per="player")
    return Desk(layout.program())


@dataclass(frozen=True)
class Op:
    """Something done at a table, as everybody sees it: out of which zone, which face, which place, where to."""

    kind: str
    source: int
    old_face: int
    index: int          # the place in rows and stacks, passed over in sets
    target: int = -1
    face: int = UP
    at: int = 0
    seats: int = 0


def candidates(table: Desk, op: Op) -> list[int]:
    """The cards that the one who acts may take: any card of a set that lies with this face, the one at a place."""
    cards = table.cards(op.source)
    if table.is_set(op.source):
        return [c for c in cards if table.face(c) == op.old_face]
    return cards[op.index:op.index + 1]


def seen_by(table: Desk, op: Op, seat: int) -> bool:
    """Whether the seat sees the face of the card before, while or after it is moved, flipped or shown."""
    sight, bit = table.knowledge.sight, 1 << (seat - 1)
    ends = [(op.source, op.old_face)]
    if op.kind in ("move", "named"):
        ends.append((op.target, op.face))
    if op.kind == "flip":
        ends.append((op.source, 1 - op.old_face))
    everybody = op.kind == "named" or (op.kind == "reveal" and op.seats == 0b111)
    return everybody or bool(op.seats & bit) or any(sight.mask(table.s, z, f) & bit for z, f in ends)


def perform(table: Desk, op: Op, card: int, rng: random.Random) -> None:
    if op.kind == "shuffle":
        table.shuffle(op.source, rng)
    elif op.kind == "flip":
        table.flip(card)
    elif op.kind == "reveal":
        table.reveal(card, op.seats)
    else:
        size = len(table.cards(op.target)) - (op.source == op.target)
        table.move(card, op.target, face=op.face, index=min(op.at, size), picked=table.is_set(op.source),
                   named=op.kind == "named")


@st.composite
def ops(draw: st.DrawFn, table: Desk) -> Op:
    """Something that can be done now. What is drawn looks at open facts only."""
    filled = [z for z in (*BUSY, *range(len(table.program.zones))) if table.cards(z)]
    source = draw(st.sampled_from(filled))
    kind = draw(st.sampled_from(["move"] * 9 + ["shuffle", "flip", "reveal", "named"]))
    index = draw(st.integers(0, len(table.cards(source)) - 1))
    faces = sorted({table.face(c) for c in table.cards(source)})
    old_face = draw(st.sampled_from(faces)) if table.is_set(source) else table.face(table.cards(source)[index])
    target = draw(st.sampled_from((*BUSY, *range(len(table.program.zones)))))
    face = draw(st.sampled_from([UP, DOWN]))
    seats = draw(st.integers(1, 0b111)) if kind == "reveal" else 0
    return Op(kind, source, old_face, index, target, face, draw(st.integers(0, 3)), seats)


def start(order: list[int], spots: list[tuple[int, int]]) -> Desk:
    """A table at which the cards, in this order, lie at these places (zone, face)."""
    table = desk()
    for zone in range(len(table.program.zones)):
        for card, (spot, face) in zip(order, spots, strict=True):
            if spot == zone:
                table._put(card, zone, None, face)
        table.knowledge.given(table.s, zone)
    return table


spots_drawn = st.lists(st.tuples(st.sampled_from(BUSY), st.sampled_from([UP, DOWN])), min_size=6, max_size=6)
orders = st.permutations(range(6))


# ------------------------------------------------------------ all worlds

World = tuple[tuple[tuple[str, int], ...], ...]


def settled(zones: list[list[tuple[str, int]]], table: Desk) -> World:
    return tuple(tuple(sorted(z)) if table.is_set(n) else tuple(z) for n, z in enumerate(zones))


def truth(table: Desk) -> World:
    return settled([[(table.name(c), table.face(c)) for c in table.cards(z)] for z in
                    range(len(table.program.zones))], table)


def first_worlds(table: Desk, seat: int) -> set[World]:
    """Every way to lay the deck out over the places that the seat does not see."""
    real = truth(table)
    bit = 1 << (seat - 1)
    spots = [(z, i, face) for z, zone in enumerate(real) for i, (_, face) in enumerate(zone)
             if not table.knowledge.sight.mask(table.s, z, face) & bit]
    names = [real[z][i][0] for z, i, _ in spots]
    found: set[World] = set()
    for mixed in set(permutations(names)):
        zones = [list(zone) for zone in real]
        for (z, i, face), name in zip(spots, mixed, strict=True):
            zones[z][i] = (name, face)
        found.add(settled(zones, table))
    return found


def next_worlds(worlds: set[World], table: Desk, op: Op, seen: str | None) -> set[World]:
    """The worlds after an operation in which the seat saw this print (None: a back)."""
    found: set[World] = set()
    for world in worlds:
        if op.kind == "shuffle":
            found |= shuffled_worlds(world, table, op.source)
            continue
        zone = world[op.source]
        places = [i for i, (_, face) in enumerate(zone) if face == op.old_face] if table.is_set(op.source) \
            else [op.index]
        for i in places:
            if seen is None or zone[i][0] == seen:
                found.add(moved_world(world, table, op, i))
    return found


def moved_world(world: World, table: Desk, op: Op, i: int) -> World:
    zones = [list(zone) for zone in world]
    name, face = zones[op.source].pop(i)
    if op.kind in ("move", "named"):
        zones[op.target].insert(min(op.at, len(zones[op.target])), (name, op.face))
    else:
        zones[op.source].insert(i, (name, 1 - face if op.kind == "flip" else face))
    return settled(zones, table)


def shuffled_worlds(world: World, table: Desk, source: int) -> set[World]:
    cards = world[source]
    hidden = [i for i, (_, face) in enumerate(cards) if not table.knowledge.sight.mask(table.s, source, face)]
    found: set[World] = set()
    for mixed in set(permutations(cards[i] for i in hidden)):
        zone = list(cards)
        for i, card in zip(hidden, mixed, strict=True):
            zone[i] = (card[0], cards[i][1])
        found.add(settled([zone if n == source else list(z) for n, z in enumerate(world)], table))
    return found


def claims_hold(table: Desk, seat: int, world: World) -> bool:
    """Whether what the seat's view prints is so in this world."""
    for zone, cards in enumerate(world):
        shown = table.shown(seat, zone)
        if table.is_set(zone):
            left = list(cards)
            for card in shown:
                if card[0] != "?":
                    if card not in left:
                        return False
                    left.remove(card)
        elif any(name not in ("?", there) for (name, _), (there, _) in zip(shown, cards, strict=True)):
            return False
    return True


@settings(max_examples=120)
@given(data=st.data(), order=orders, spots=spots_drawn, seat=st.integers(1, SEATS))
def test_a_face_is_printed_only_if_it_is_so_in_every_world_the_seat_must_think_possible(
        data: st.DataObject, order: list[int], spots: list[tuple[int, int]], seat: int) -> None:
    table = start(order, spots)
    worlds = first_worlds(table, seat)
    rng = random.Random(7)
    for _ in range(data.draw(st.integers(2, 14))):
        op = data.draw(ops(table))
        card = candidates(table, op)[data.draw(st.integers(0, 5)) % len(candidates(table, op))]
        if op.kind == "named" and COPIES[table.program.cards[card]] > 1:
            continue
        seen = table.name(card) if op.kind != "shuffle" and seen_by(table, op, seat) else None
        worlds = next_worlds(worlds, table, op, seen)
        perform(table, op, card, rng)
        assert truth(table) in worlds
        assert all(claims_hold(table, seat, world) for world in worlds)


# ------------------------------------------------------------ twins


def signature(table: Desk, seat: int) -> object:
    who = None if seat == table.public else seat
    key = table.key(seat) if who else ()
    return table.everything(seat), table.log(who), key


@settings(max_examples=250)
@given(data=st.data(), order=orders, spots=spots_drawn, mix=st.randoms(use_true_random=False),
       seat=st.integers(1, SEATS + 1))
def test_games_that_differ_only_in_what_a_seat_cannot_see_show_it_the_same(
        data: st.DataObject, order: list[int], spots: list[tuple[int, int]], mix: random.Random, seat: int) -> None:
    table = start(order, spots)
    hidden = [i for i, c in enumerate(order) if not table.knowledge.sees(table.s, seat, c)]
    other = list(order)
    for i, j in zip(hidden, mix.sample(hidden, len(hidden)), strict=True):
        other[i] = order[j]
    twin = start(other, spots)
    assert signature(table, seat) == signature(twin, seat)
    for step in range(data.draw(st.integers(2, 14))):
        op = data.draw(ops(table))
        card = candidates(table, op)[data.draw(st.integers(0, 5)) % len(candidates(table, op))]
        if op.kind == "named" and COPIES[table.program.cards[card]] > 1:
            continue
        choices = candidates(twin, op)
        if op.kind != "shuffle" and seen_by(table, op, seat):
            choices = [c for c in choices if twin.name(c) == table.name(card)]
        if not choices:
            return
        perform(table, op, card, random.Random(step))
        perform(twin, op, mix.choice(choices), random.Random(step + 100))
        assert signature(table, seat) == signature(twin, seat)


@settings(max_examples=60)
@given(data=st.data(), order=orders, spots=spots_drawn)
def test_whoever_sees_a_card_knows_it_and_it_alone_in_its_group(
        data: st.DataObject, order: list[int], spots: list[tuple[int, int]]) -> None:
    table = start(order, spots)
    for step in range(data.draw(st.integers(2, 14))):
        op = data.draw(ops(table))
        card = candidates(table, op)[0]
        perform(table, op if op.kind != "named" else Op("move", *list(vars(op).values())[1:]), card,
                random.Random(step))
        cards = len(order)
        for row in range(SEATS + 1):
            words = table.s[table.program.knowledge + row * cards:][:cards]
            assert all(min(c for c in range(cards) if words[c] >> 1 == w >> 1) == w >> 1 for w in words)
            for c in range(cards):
                if table.knowledge.sees(table.s, row + 1, c):
                    assert words[c] == 2 * c + 1
                    assert sum(w >> 1 == c for w in words) == 1


def test_the_oracle_notices_a_claim_that_is_true_by_chance_only() -> None:
    table = start(list(range(6)), [(3, UP)] * 6)
    worlds = first_worlds(table, 2)
    table.move(5, table.at("line", 2), face=DOWN)
    table.s[table.program.knowledge + 5] = 11
    op = Op("move", 3, UP, 0, table.at("line", 2), DOWN)
    assert all(claims_hold(table, 1, world) for world in next_worlds({truth(start(list(range(6)), [(3, UP)] * 6))},
                                                                     table, op, "Cherry"))
    table.s[table.program.knowledge + 2 * 6 + 5] = 11
    assert not all(claims_hold(table, 3, world) for world in next_worlds(worlds, table, op, None))
