"""Answers of a decision in, instructions out that tell them: from the note of what is kept, before anything is paid.

Where an answer has a fixed number of parts (names, numbers, cards) its event is a shape; else it is written part by
part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulelang.engine.events import CARD_PART, CHANCE, DECISION, DONE_PART, LABEL_PART, NOTHING_PART, VALUE_PART
from rulelang.engine.keys import one_zone
from rulelang.ir import nodes as ir
from rulelang.wasm.emit_events import event, everyone
from rulelang.wasm.emit_steps import Asked, Event, Site, Written, WrittenCells, WrittenList
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_events import plain_zones, what_of
from rulelang.wasm.runtime_tape import Pen
from rulelang.wasm.runtime_zones import print_of, zone_of
from rulelang.wasm.shapes import COVERED, LEFT_OUT, TUPLE, Masked, Node, Num, Omitted, Shape
from rulelang.wasm.words import Number, Var, Word, Writer, call, glob, load, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder


class Answer(NamedTuple):
    """A step that was answered: what was written into the note (or, of chance, cells) at an address, unless it is
    `known` before play; of a pick of several, how many it allowed.
    """

    step: ir.Pick | ir.PickSome | ir.PickMeld | ir.Fork
    at: Number
    most: Number = 0
    known: int | None = None

    @property
    def value(self) -> Number:
        """What one value was written."""
        return load(self.at) if self.known is None else self.known


def tell_kept(b: Builder, w: Writer, decision: int, site: Site, what: tuple[Var, Var, Var]) -> None:
    """Tell the answers of a completion: `what` are sp, the address of its note, and the seat."""
    sp, note, seat = what
    found = list(_answers(site, note))
    shaped = all(_is_shaped(b, answer.step) for answer in found)
    if shaped and len(found) <= MOST_SHAPED:
        _tell_shaped(b, w, decision, found, seat)
    else:
        _tell_parts(b, w, decision, found, (sp, seat))


# An answer of more parts than this is written part by part.
MOST_SHAPED = 4


def _answers(site: Site, note: Var) -> list[Answer]:
    found, asked = [], None
    most: Number = 0
    for happened, place in site.events:
        if isinstance(happened, Asked):
            asked, most = happened.step, load(note, 4 * place)
        elif asked is not None:
            found.append(_answer(asked, happened, note + 4 * place, most))
            asked = None
    return found


def _answer(step: ir.Pick | ir.PickSome | ir.PickMeld | ir.Fork, happened: Event, at: Word, most: Number) -> Answer:
    assert isinstance(happened, tuple)
    written = happened[1]
    assert isinstance(written, Written | WrittenList | WrittenCells)
    if isinstance(written, Written) and written.number is not None:
        return Answer(step, at, most, written.number)
    return Answer(step, at, most)


def _is_shaped(b: Builder, step: ir.Step) -> bool:
    if isinstance(step, ir.Fork):
        return True
    return isinstance(step, ir.Pick) and (plain_zones(b) or what_of(b, step.kind) == 0)


def label_of(step: ir.Fork, key: int | None) -> int:
    """The text of a branch."""
    return next(way.label for way in step.ways if way.key == key)


# ---------------------------------------------------------------- shapes


def _tell_shaped(b: Builder, w: Writer, decision: int, found: Sequence[Answer], seat: Var) -> None:
    """Call the function of this shape: decisions whose answers look alike share it."""
    chance = decision not in b.asked
    secret = b.program.decisions[decision].secret and not chance
    kinds: list[tuple[object, ...]] = []
    numbers: list[Number] = []
    for answer in found:
        if isinstance(answer.step, ir.Fork):
            kinds.append(("label", answer.step.public))
            numbers.append(label_of(answer.step, answer.known))
        else:
            assert isinstance(answer.step, ir.Pick)
            kinds.append(("card" if what_of(b, answer.step.kind) == 1 else "value", answer.step.kind))
            numbers.append(answer.value)

    def shape(w: Writer, p: list[Var]) -> Shape:
        own = w.var(word(0) if chance else word(1) << (p[1] - 1))
        cover: Number = own if secret else everyone(b)
        parts: list[Node] = []
        for (what, of), value in zip(kinds, p[2:], strict=True):
            if what == "label":
                told: Number = cover if of else own
                cover = cover if chance else told
                parts.append(Omitted((LABEL_PART, Num(value, small=True)), told))
            elif what == "card":
                assert isinstance(of, int)
                parts.append(_card(b, w, value, of, own, cover))
            else:
                assert isinstance(of, int)
                parts.append(Omitted((VALUE_PART, of, Num(value)), cover))
        if chance:
            return (CHANCE, everyone(b), tuple(parts))
        return (DECISION, everyone(b), Num(p[1], small=True), Masked(Num(p[0], small=True), own), tuple(parts))
    w.do(event(b, ("answer", chance, secret, tuple(kinds)), 2 + len(found), shape), decision, seat, *numbers)


def _card(b: Builder, w: Writer, card: Var, kind: int, own: Var, cover: Number) -> Node:
    seen = w.var(call(b.runtime("card_mask"), card))
    known = w.var(seen | (call(b.runtime("known_mask"), card, seen) & own))
    place = w.var(call(b.runtime("pointed_place"), card))
    zone = w.var(zone_of(b, card))
    mask = own if cover is own else w.var(seen | own)
    return Omitted((CARD_PART, Masked(Num(w.var(print_of(b, card)), small=True), known), Num(zone),
                    Num(place, small=True)), mask)


# ---------------------------------------------------------------- part by part


def _tell_parts(b: Builder, w: Writer, decision: int, found: Sequence[Answer], what: tuple[Var, Var]) -> None:
    """A DECISION event; of chance (seat 0) a CHANCE event."""
    sp, seat = what
    chance = decision not in b.asked
    own = w.var(word(0) if chance else word(1) << (seat - 1))
    cover: Number = own if b.program.decisions[decision].secret and not chance else everyone(b)
    to = w.var(call(b.runtime("begin_event")))
    start, pen, count = w.var(to), Pen(w, to), w.var(0)
    _begin(b, pen, decision, chance, (seat, own))
    header = w.var(to)
    pen.several(TUPLE, 0)
    told = Told(b, w, pen, count, (sp, seat, own), chance=chance)
    for answer in found:
        cover = told.answer(answer, cover)
    w.store(header, (count << 3) | TUPLE)
    w.do(b.runtime("end_event"), sp, start, to)


def _begin(b: Builder, pen: Pen, decision: int, chance: bool, whose: tuple[Word, Word]) -> None:
    """The event of an answer up to its parts; `whose`: the seat, and the mask of those who know where it decides."""
    if chance:
        pen.several(TUPLE, 3)
        pen.words(CHANCE << 3, everyone(b) << 3)
    else:
        seat, own = whose
        pen.several(TUPLE, 5)
        pen.words(DECISION << 3, everyone(b) << 3, seat << 3, COVERED, own, decision << 3)


def tell_nothing(b: Builder, w: Writer, decision: int, sp: Word, seat: Word) -> None:
    """Tell that nothing could be picked, which only the one who was asked knows."""
    chance = decision not in b.asked
    own = w.var(word(0) if chance else word(1) << (seat - 1))
    to = w.var(call(b.runtime("begin_event")))
    start, pen = w.var(to), Pen(w, to)
    _begin(b, pen, decision, chance, (seat, own))
    pen.several(TUPLE, 1)
    pen.words(LEFT_OUT, own, 1 << 3 | TUPLE, NOTHING_PART << 3)
    w.do(b.runtime("end_event"), sp, start, to)


class Told:
    """Writes the parts of one answer."""

    def __init__(self, b: Builder, w: Writer, pen: Pen, count: Var, what: tuple[Word, Word, Var], *,
                 chance: bool) -> None:
        self.b = b
        self.w = w
        self.pen = pen
        self.count = count
        self.sp, self.seat, self.own = what
        self.chance = chance

    def answer(self, answer: Answer, cover: Number) -> Number:
        """The parts of the answer of one step; the cover of those behind it."""
        step, w = answer.step, self.w
        match step:
            case ir.Fork():
                told = cover if step.public else self.own
                self._part(told, 2, LABEL_PART, label_of(step, answer.known))
                cover = cover if self.chance else told
            case ir.Pick():
                self._value(step.kind, word(answer.value), cover)
            case ir.PickSome():
                at = w.var(answer.at)
                n = w.var(load(at))
                with w.count(0, n) as place:
                    self._value(step.kind, load(at + (place << 2), 4), cover)
                most = w.var(answer.most)
                with w.when((n < most) | most.eq(0)):
                    self._done(cover)
            case ir.PickMeld():
                self._meld(step, answer.at, cover)
        return cover

    def _part(self, mask: Number, length: int, *numbers: Number) -> None:
        self.pen.words(LEFT_OUT, mask)
        self.pen.several(TUPLE, length)
        self.pen.words(*(word(number) << 3 for number in numbers))
        self.count.add(1)

    def _done(self, cover: Number) -> None:
        self._part(self.own & cover, 1, DONE_PART)

    def _value(self, kind: int, value: Word, cover: Number) -> None:
        if what_of(self.b, kind) == 1:
            self._card(value, cover)
            return
        self._part(cover, 3, VALUE_PART, kind)
        self.pen.to.set(call(self.b.runtime("write_covered"), self.pen.to, value, what_of(self.b, kind)))

    def _card(self, value: Word, cover: Number) -> None:
        b, w, pen = self.b, self.w, self.pen
        card = w.var(value)
        seen = w.var(call(b.runtime("card_mask"), card))
        self._part((seen | self.own) & cover, 4, CARD_PART)
        pen.words(COVERED, seen | (call(b.runtime("known_mask"), card, seen) & self.own), print_of(b, card) << 3)
        pen.to.set(call(b.runtime("write_zone"), pen.to, zone_of(b, card)))
        pen.words(call(b.runtime("pointed_place"), card) << 3)

    def _meld(self, step: ir.PickMeld, at: Number, cover: Number) -> None:
        """The pattern, if there are several, then part by part its cards by their keys, each part ended if more could
        have followed.
        """
        b, w = self.b, self.w
        cell = w.var(word(at) + 4)
        number = w.var(load(cell))
        cell.add(8)
        if len(step.melds) > 1:
            self._done(cover)
        several = int(not one_zone(step.cards))
        for meld in step.melds:
            with w.when(number.eq(meld)):
                for part in b.program.melds[meld].parts:
                    size = w.var(load(cell))
                    pairs = w.var(word(self.sp))
                    with w.count(0, size) as n:
                        card = w.var(load(cell + (n << 2), 4))
                        w.store(pairs + (n << 3), call(b.runtime("card_key"), card, self.seat, several))
                        w.store(pairs + (n << 3), card, 4)
                    w.do(b.runtime("sort_by_key"), pairs, size)
                    with w.count(0, size) as n:
                        self._card(load(pairs + (n << 3), 4), cover)
                    with w.when(size < part.high):
                        self._done(cover)
                    cell.add((size << 2) + 4)


def sort_by_key(b: Builder, f: Func) -> None:
    """(at, length): pairs ascending by their first ints; those with equal ones stay in order."""
    w = Writer(f)
    at, length = w.params()
    key, other, spot = w.var(), w.var(), w.var()
    with w.count(1, length) as n:
        key.set(load(at + (n << 3)))
        other.set(load(at + (n << 3), 4))
        spot.set(at + (n << 3))
        with w.repeat(spot > at) as out:
            (load(spot - 8) <= key).write(f)
            f.br_if(out)
            w.store(spot, load(spot - 8))
            w.store(spot, load(spot - 4), 4)
            spot.add(-8)
        w.store(spot, key)
        w.store(spot, other, 4)


def tell_some(b: Builder, w: Writer, decision: int, step: ir.PickSome, most: Word) -> None:
    """Tell which of several chance has drawn, from the cells where they are now; `most`: how many it could have drawn.
    """
    _tell_parts(b, w, decision, [Answer(step, word(STATE + 4 * step.at), most)], (w.var(glob(b.arena)), w.var(0)))


RUNTIME = {"sort_by_key": (sort_by_key, 2, 0)}
