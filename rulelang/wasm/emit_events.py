"""Statements that change numbers, tokens and scores, or say something, in; instructions out that tell it too."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.engine.events import (
    ANNOUNCE,
    ANNOUNCEMENTS,
    OVER,
    PLAYER,
    POT,
    SCORE,
    SUPPLY,
    TOKENS,
    VALUE,
    WHYS,
)
from rulelang.ir import nodes as ir
from rulelang.ir.numbers import NONE
from rulelang.ir.program import ADJUDICATED, FAULT, VarInfo
from rulelang.wasm.emit_readers import Unwatched, readers_of
from rulelang.wasm.emit_statements import recorded_lines
from rulelang.wasm.emit_told import TOLD, audience
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.open_scores import Read
from rulelang.wasm.runtime_events import ACTOR, what_of
from rulelang.wasm.runtime_events import audience as told_to
from rulelang.wasm.runtime_tape import Pen
from rulelang.wasm.runtime_told_moves import way
from rulelang.wasm.runtime_zones import print_of
from rulelang.wasm.shapes import COVERED, TUPLE, Masked, Node, Num, Shape, tell
from rulelang.wasm.unit import Unit, is_list, writes
from rulelang.wasm.words import Number, Var, Word, Writer, call, load, opposite, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


def event(b: Builder, name: tuple[object, ...], params: int, shape: Callable[[Writer, list[Var]], Shape]) -> Func:
    """The function that tells an event of a shape with so many numbers in it."""
    def write(f: Func) -> None:
        w = Writer(f)
        tell(b, w, shape(w, w.params()))
    return b.made(("event", name), params, 0, write)


def everyone(b: Builder) -> int:
    """The mask of all seats and the public."""
    return b.layout.sight.everyone


def printed(b: Builder, w: Writer, card: Word) -> Node:
    """A card by its print, NONE for none."""
    there = w.var(card.ne(NONE))
    safe = w.var(pick(there, card, 0))
    known = w.var(call(b.runtime("known_mask"), safe, call(b.runtime("card_mask"), safe)))
    shown = w.var(pick(there, print_of(b, safe), NONE))
    return Masked(Num(shown), pick(there, known, everyone(b)), known=True)


def index_of(b: Builder, w: Writer, info: VarInfo, index: Word) -> tuple[Node, ...]:
    """The values of a variable's keys, cards by their print."""
    found: list[Node] = []
    rest = index
    for n, key in enumerate(reversed(info.keys)):
        place = rest if n == len(info.keys) - 1 else rest % key.size
        value = w.var(place + key.low)
        found.append(printed(b, w, value) if key.what == "card" else Num(value))
        if n < len(info.keys) - 1:
            rest = w.var(two_div(rest, key.size))
    return tuple(reversed(found))


def two_div(value: Word, by: int) -> Word:
    """Divided, rounded down (of numbers that are not below 0)."""
    def write(f: Func) -> None:
        value.write(f)
        f.const(by)
        f.op("i32.div_u")
    return Word(write)


@writes(TOLD, ir.Announce)
def announce(u: Unit, node: ir.Announce) -> None:
    """Something begins. What an action is called shows by its decision, not by this."""
    b, what = u.b, ANNOUNCEMENTS.index(node.what)
    mask = 0 if node.what == "action" else everyone(b)
    u.f.const(node.name)
    u.number(node.player)
    u.f.call(event(b, ("announce", what), 2, lambda w, p: (ANNOUNCE, mask, what, Num(p[0], small=True), Num(p[1]))))


# ---------------------------------------------------------------- tokens


@writes(TOLD, ir.MoveTokens)
def move_tokens(u: Unit, node: ir.MoveTokens) -> None:
    """Tokens that are there."""
    u.number(node.source)
    u.number(node.target)
    u.number(node.amount)
    u.f.call(told_tokens(u.b, node.token))


def told_tokens(b: Builder, token: int) -> Func:
    """(source, target, amount): tokens go from cell to cell, as many as are there."""
    def write(f: Func) -> None:
        w = Writer(f)
        source, target, amount = w.params()
        with w.when((source < 0) | (target < 0)):
            w.give()
        there = w.var(load(source << 2, STATE))
        amount.set(pick(amount > there, there, amount))
        with w.when((amount < 1) | source.eq(target)):
            w.give()
        w.do(b.runtime("move_tokens"), source, target, amount)
        ends = [_holder(b, w, token, cell) for cell in (source, target)]
        mask: Number = everyone(b)
        if b.program.tokens[token].seen_by != "all":
            both = w.var(word(0))
            for what, seat in ends:
                both.set(both | pick(what.eq(PLAYER), word(1) << (seat - 1), 0))
            mask = pick(both, both, everyone(b))
        parts = [(Num(what, small=True), Num(n, small=True)) for what, n in ends]
        tell(b, w, (TOKENS, mask if isinstance(mask, int) else Num(w.var(mask), small=True), token, *parts,
                    Num(amount)))
    return b.made(("tokens", token), 3, 0, write)


def _holder(b: Builder, w: Writer, token: int, cell: Word) -> tuple[Var, Var]:
    """Who holds the tokens of a cell: what, and which of them."""
    info, players = b.program.tokens[token], b.program.players
    what, n, first = w.var(word(SUPPLY)), w.var(word(0)), info.players
    for number, (_, base, count) in reversed(list(enumerate(info.pots))):
        with w.when((cell >= base) & (cell < base + count)):
            what.set(POT)
            n.set(number)
    with w.when((cell >= first) & (cell < first + players)):
        what.set(PLAYER)
        n.set(cell - (first - 1))
    with w.when(cell.eq(info.supply)):
        what.set(SUPPLY)
        n.set(0)
    return what, n


# ---------------------------------------------------------------- scores and values


@writes(TOLD, ir.AddLines)
def add_lines(u: Unit, node: ir.AddLines) -> None:
    """Lines of a score into a record; what each was worth is told to those who could work it out."""
    with recorded_lines(u, node, told=True) as (index, player, worth):
        for local in (u.sp, index, player, *worth):
            u.f.get(local)
        u.f.call(_told_score(u.b, node))


def _told_score(b: Builder, node: ir.AddLines) -> Func:
    info, functions = b.program.vars[node.var], [function for _, function in b.program.scores[node.score].lines]

    def shape(w: Writer, p: list[Var]) -> Shape:
        sp, index, player, *worth = p
        w.do(_score_readers(b, node.score), sp, player)
        masks = [w.var(load(b.layout.masks, 4 * n)) for n in range(len(functions))]
        before = w.var(load(index << 2, STATE + 4 * info.base))
        lines = tuple(Masked(Num(value), mask) for value, mask in zip(worth, masks, strict=True))
        return (SCORE, everyone(b), node.var, index_of(b, w, info, index), node.score, Num(player, small=True),
                node.sign, lines, Num(before))
    return event(b, ("score", node.var, node.score, node.sign), 3 + len(functions), shape)


def _score_readers(b: Builder, score: int) -> Func:
    """(sp, player): who could work out the lines of a score.

    Where what they read cannot be followed: all, if all know every card that they may read; else the host says.
    """
    functions = [function for _, function in b.program.scores[score].lines]
    read = b.reads.of(functions)

    def write(f: Func) -> None:
        w = Writer(f)
        sp, player = w.params()
        try:
            found = [readers_of(b, function) for function in functions]
        except Unwatched:
            found = []
        if found:
            for n, inner in enumerate(found):
                w.store(b.layout.masks, call(inner, sp, player, *[0] * (len(inner.params) - 2)), 4 * n)
            return
        if read is not None:
            known = _all_known(b, w, read)
            with w.when(known):
                for n in range(len(functions)):
                    w.store(b.layout.masks, everyone(b), 4 * n)
                w.give()
        w.do(b.readers, score, player, b.layout.masks)
    return b.made(("readers", score), 2, 0, write)


def _all_known(b: Builder, w: Writer, read: Read) -> Var:
    """Whether all know every card that lies in some zones or is held in some cells."""
    known, card, f = w.var(1), w.var(), w.f

    def look(out: int) -> None:
        with w.when(card >= 0):
            mask = call(b.runtime("known_mask"), card, call(b.runtime("card_mask"), card))
            known.set(mask.eq(everyone(b)))
        opposite(known).write(f)
        f.br_if(out)
    with f.block() as out:
        for zone in sorted(read.zones):
            base = w.var(STATE + 4 * b.layout.zones.at[zone])
            end = w.var(base + (load(base) << 2))
            with w.repeat(base < end):
                card.set(load(base, 8))
                look(out)
                base.add(4)
        for at in sorted(read.cells):
            card.set(load(STATE + 4 * at))
            look(out)
    return known


@writes(TOLD, ir.RevealValue)
def reveal_value(u: Unit, node: ir.RevealValue) -> None:
    """A value is told to all or to two seats."""
    f, b, kinds, several = u.f, u.b, u.b.program.kinds, is_list(u.b, node.value)
    if several:
        values = u.stored(node.value)                       # type: ignore[arg-type]
    else:
        only = u.value(node.value)                          # type: ignore[arg-type]
        values = u.collected(lambda: u.push(only))
    seats = audience(u, node.to, node.by)
    for local in (u.sp, values.at, values.length, seats):
        f.get(local)
    element = kinds[node.kind].of if kinds[node.kind].what == "list" else node.kind
    f.call(b.made(("value", element, several), 4, 0, lambda f: _write_value(b, element, several, f)))


def _write_value(b: Builder, element: int, several: bool, f: Func) -> None:
    """(sp, at, length, seats): values are told to the seats of a mask."""
    w = Writer(f)
    sp, at, length, seats = w.params()
    with w.when(seats.eq(0)):
        w.give()
    to = w.var(call(b.runtime("begin_event")))
    start, pen, sight = w.var(to), Pen(w, to), b.layout.sight
    pen.several(TUPLE, 6)
    pen.words(VALUE << 3, sight.everyone << 3, (seats & sight.seats) << 3, element << 3, int(several) << 3,
              COVERED, told_to(b, seats))
    to.set(call(b.runtime("write_values"), to, at, length, what_of(b, element)))
    w.do(b.runtime("end_event"), sp, start, to)


def pay_told(u: Unit, node: ir.PayTokens | ir.PayCards, seat: int) -> None:
    """Make a payment of an answer that is kept; `seat`: the local of who pays."""
    f = u.f
    if isinstance(node, ir.PayTokens):
        for part in (node.source, node.target, node.amount):
            u.number(part)
        f.call(told_tokens(u.b, node.token))
        return
    cards = u.listed(node.cards, own=True)
    for local in (u.sp, cards.at, cards.length):
        f.get(local)
    f.const(u.b.layout.table(node.zones))
    f.const(0)
    f.get(seat)
    f.const(ACTOR)
    f.op("i32.shl")
    f.const(way(picked=node.picked, named=False, placed=False, why=WHYS.index("pay")))
    f.op("i32.or")
    f.call(u.b.runtime("tell_discard"))


def over(b: Builder, w: Writer) -> None:
    """The game is over: how it was ended and what each seat gets."""
    from rulelang.wasm.runtime_play import in_trouble

    def shape(w: Writer, p: list[Var]) -> Shape:
        w.do(b.runtime("returns"), b.layout.masks)
        in_trouble(b, w)
        with w.when(load(STATE + 4 * FAULT)):
            w.do(b.runtime("returns"), b.layout.masks)
        each = tuple(Num(w.var(load(b.layout.masks, 4 * n))) for n in range(b.program.players))
        return (OVER, everyone(b), Num(load(STATE + 4 * ADJUDICATED), small=True), each)
    w.do(event(b, ("over",), 0, shape))

