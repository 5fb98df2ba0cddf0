"""Fixed functions that play whole games with a bot in each seat, as `simulate/table.py` and `agents/greedy.py` do.

The real game is played with knowledge. A greedy bot's tables are imagined from it (`runtime_imagine.py`), and its moves
tried in them by blind functions of the same module, in the same memory; then the real position is put back. Where
tables cannot be imagined here, play stops and the host is asked for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.bot_bounds import FEWEST_TABLES, MOST_FORCED, MOST_MOVES, MOST_TABLES, UNIT, WORK
from rulelang.ir.program import DECIDING, FAULT, OVER, SEAT, STATUS
from rulelang.wasm.desk import NOTE_BYTES, SEAT_WORDS, item, put_item
from rulelang.wasm.emit_counts import clear_counts
from rulelang.wasm.encode import I64, Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_play import cell, note_offer
from rulelang.wasm.runtime_results import number
from rulelang.wasm.runtime_rollouts import copy_state
from rulelang.wasm.words import Var, Word, Writer, both, call, glob, load, one, opposite, pick, two, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

OVER_NOW, MORE, ASKS = range(3)     # why play stops: the game is over, enough for one call, the host must imagine
RANDOM, GREEDY = range(2)


def blind_of(b: Builder) -> Builder:
    """What writes the functions that try moves."""
    assert b.blind is not None
    return b.blind


def begin_with_bots(b: Builder, f: Func) -> None:
    """(seed low, seed high, first player): a new game, run to its first stop; the bots are on the desk already."""
    w = Writer(f)
    low, high, first = w.params()
    generator = b.runtime("seldom_word")
    clear_counts(b, w)
    for counter in (b.offers, b.offered, b.offered_most, b.single):
        w.gset(counter, 0)
    for seat in range(1, b.program.players + 1):
        at = b.layout.desk.seats + 4 * SEAT_WORDS * (seat - 1)
        w.store(at, call(generator, low, high, -1 - 2 * seat), 4)
        w.store(at, call(generator, low, high, -2 - 2 * seat), 8)
        w.store(at, 0, 12)
    w.do(b.runtime("begin"), low, high, first)


def play_with_bots(b: Builder, f: Func) -> None:
    """(decisions): play on, for so many decisions at most; why it stopped."""
    w = Writer(f)
    decisions, = w.params()
    n, at, k = w.var(), w.var(), w.var()
    with w.repeat(cell(STATUS).eq(DECIDING)):
        with w.when(decisions.eq(0)):
            w.give(MORE)
        decisions.add(-1)
        n.set(call(b.runtime("count_moves")))
        with w.when(cell(STATUS).ne(DECIDING)):
            w.give(OVER_NOW)
        note_offer(b, w, n, cell(SEAT))
        k.set(0)
        with w.when(n > 1):
            at.set(_seat(b))
            w.do(b.runtime("set_play_seed"), load(at, 4), load(at, 8), load(at, 12))
            with w.when(load(at).eq(GREEDY)):
                with w.when(opposite(call(b.runtime("look_around"), n))):
                    w.give(ASKS)
                k.set(call(b.runtime("choose_best")))
                f.otherwise()
                k.set(call(b.runtime("play_below"), n))
                w.store(at, glob(b.play_counter), 12)
        w.do(b.runtime("choose"), k, n)
    w.push(OVER_NOW)


def tell_offers(b: Builder, f: Func) -> None:
    """Write into OUT how many decisions there were, their moves in all, the most of one, how many had one only."""
    w = Writer(f)
    for n, counter in enumerate((b.offers, b.offered, b.offered_most, b.single)):
        w.store(b.layout.out, glob(counter), 4 * n)


def _seat(b: Builder) -> Word:
    return cell(SEAT) * (4 * SEAT_WORDS) + (b.layout.desk.seats - 4 * SEAT_WORDS)


def go_on_with_tables(b: Builder, f: Func) -> None:
    """The host has imagined the tables: decide."""
    w = Writer(f)
    k = w.var(call(b.runtime("choose_best")))
    w.do(b.runtime("choose"), k, load(b.layout.desk.moves))


def look_around(b: Builder, f: Func) -> None:
    """(moves): note the moves to look at, seeds and the real position, and imagine tables; whether a module can."""
    w, desk = Writer(f), b.layout.desk
    moves, = w.params()
    looked = w.var(call(b.runtime("look_at"), moves))
    w.store(desk.moves, moves)
    w.store(desk.looked, looked)
    tables = w.var(two("i32.div_u", word(WORK), looked))
    tables.set(pick(tables < FEWEST_TABLES, FEWEST_TABLES, pick(tables > MOST_TABLES, MOST_TABLES, tables)))
    w.store(desk.tables, tables)
    with w.count(0, tables << 1) as n:
        put_item(w, desk.seeds, n, call(b.runtime("play_word")))
    w.store(_seat(b), glob(b.play_counter), 12)
    copy_state(b, w, word(desk.real), word(STATE))
    w.push(call(b.runtime("imagine_all"), cell(SEAT)))


def look_at(b: Builder, f: Func) -> None:
    """(moves): the places of the moves that are looked at, as `greedy.looked_at`; how many."""
    w, places = Writer(f), b.layout.desk.places
    moves, = w.params()
    with w.when(moves <= MOST_MOVES):
        with w.count(0, moves) as n:
            put_item(w, places, n, n)
        w.give(moves)
    place, n = w.var(), w.var(0)
    with w.count(moves - MOST_MOVES, moves) as last:
        place.set(call(b.runtime("draw_below"), last + 1))
        with w.when(call(b.runtime("place_of"), places, n, place) >= 0):
            place.set(last)
        put_item(w, places, n, place)
        n.add(1)
    w.do(b.runtime("sort"), places, n)
    w.push(n)


# ---------------------------------------------------------------- trying


def choose_best(b: Builder, f: Func) -> None:
    """Try the moves in the tables; the place of the best, of equal ones any. The position is the real one again, its
    moves counted.
    """
    w, desk = Writer(f), b.layout.desk
    w.do(b.runtime("try_moves"))
    stake = w.var(_load64(word(0), desk.stake), I64)
    copy_state(b, w, word(STATE), word(desk.real))
    best, value, ties = w.var(kind=I64), w.var(kind=I64), w.var(0)
    with w.count(0, load(desk.looked)) as n:
        value.set(_value(desk.sums, n, stake))
        with w.when(opposite(n) | two("i64.gt_s", value, best)):
            best.set(value)
            ties.set(0)
        ties.set(ties + two("i64.eq", value, best))
    seat = w.var(_seat(b))
    w.do(b.runtime("set_play_seed"), load(seat, 4), load(seat, 8), load(seat, 12))
    ties.set(call(b.runtime("draw_below"), ties))
    w.store(seat, glob(b.play_counter), 12)
    w.do(b.runtime("count_moves"))
    with w.count(0, load(desk.looked)) as n, w.when(two("i64.eq", _value(desk.sums, n, stake), best)):
        with w.when(opposite(ties)):
            w.give(item(desk.places, n))
        ties.add(-1)
    w.push(0)


def _load64(address: Word, offset: int) -> Word:
    def write(f: Func) -> None:
        address.write(f)
        f.load64(offset)
    return Word(write)


def _value(sums: int, n: Word, stake: Word) -> Word:
    """By what moves are compared: the estimates, and the results times what is at stake."""
    estimates, results = _load64(n << 4, sums), _load64(n << 4, sums + 8)
    unit = Word(lambda f: f.const64(UNIT))
    return two("i64.add", two("i64.mul", estimates, unit), two("i64.mul", results, stake))


def _add64(w: Writer, address: Word, offset: int, value: Word) -> None:
    address.write(w.f)
    two("i64.add", _load64(address, offset), one("i64.extend_i32_s", value)).write(w.f)
    w.f.store64(offset)


def try_moves(b: Builder, f: Func) -> None:
    """Each move in each table: sums of estimates and results on the desk; what a result is worth in estimates."""
    w, desk, blind = Writer(f), b.layout.desk, blind_of(b)
    low, high, seat = w.var(0x7FFFFFFF), w.var(-0x80000000), w.var(cell(SEAT))
    table, place, estimate = w.var(desk.imagined), w.var(), w.var()
    w.do(b.runtime("zero_words"), desk.sums, load(desk.looked) << 2)
    with w.count(0, load(desk.tables)):
        copy_state(b, w, word(STATE), table, desk.kept)
        w.gset(b.trouble, 0)
        count = w.var(call(blind.runtime("count_moves")))
        with w.when(both(cell(STATUS).eq(DECIDING), count.eq(load(desk.moves)))):
            with w.count(0, load(desk.looked)) as n:
                _copy_note(b, w, (n << 6) + desk.notes, (item(desk.places, n) << 6) + b.layout.notes)
            with w.count(0, load(desk.looked)) as n:
                place.set(item(desk.places, n))
                copy_state(b, w, word(STATE), table, desk.kept)
                _copy_note(b, w, (place << 6) + b.layout.notes, (n << 6) + desk.notes)
                w.do(blind.runtime("choose"), place, count)
                w.do(blind.runtime("play_forced"), seat, MOST_FORCED)
                estimate.set(_estimate(blind, w, seat))
                low.set(pick(estimate < low, estimate, low))
                high.set(pick(estimate > high, estimate, high))
                _add64(w, n << 4, desk.sums, estimate)
                if b.program.payoff < 0:
                    _add64(w, n << 4, desk.sums + 8, w.var(call(blind.runtime("result_for"), seat)))
        table.add(4 * desk.kept)
    f.const(0)
    one("i64.extend_i32_s", high).write(f)
    one("i64.extend_i32_s", low).write(f)
    f.op("i64.sub")
    f.const64(1)
    f.op("i64.add")
    f.store64(desk.stake)


def _copy_note(b: Builder, w: Writer, target: Word, source: Word) -> None:
    to, at = w.var(target), w.var(source)
    for offset in range(0, NOTE_BYTES, 8):
        to.write(w.f)
        _load64(at, offset).write(w.f)
        w.f.store64(offset)


def _estimate(b: Builder, w: Writer, seat: Var) -> Word:
    """As `results.estimate`."""
    program, sp = b.program, glob(b.arena)
    for function in (program.estimate, program.payoff):
        if function >= 0:
            return number(w, b.calling(function, sp, seat))
    if not program.criteria:
        return word(0)
    highest, function = program.criteria[0]
    value = number(w, b.calling(function, sp, seat))
    return value if highest else word(0) - value


def result_for(b: Builder, f: Func) -> None:
    """(seat): what a game that is won or lost is worth to it, as `greedy.py` has it; 0 before the end."""
    w, got, players = Writer(f), b.layout.desk.got, b.program.players
    seat, = w.params()
    with w.when(cell(STATUS).ne(OVER) | cell(FAULT)):
        w.give(0)
    w.do(b.runtime("returns"), got)
    winners = w.var(load(got))
    for n in range(1, players):
        winners.add(load(got, 4 * n))
    with w.when(opposite(item(got, seat - 1))):
        w.give(-UNIT)
    w.push(two("i32.div_u", (word(players) - winners) * UNIT, winners * (players - 1)) if players > 1 else 0)


def play_forced(b: Builder, f: Func) -> None:
    """(seat, most): as long as the seat has one move and no other, it takes it, so many times at most."""
    w = Writer(f)
    seat, most = w.params()
    with w.count(0, most):
        with w.when(cell(STATUS).ne(DECIDING) | cell(SEAT).ne(seat)):
            w.give()
        w.do(b.runtime("select_some"), 2)
        with w.when(glob(b.trouble)):
            w.gset(b.trouble, 0)
            w.give()
        with w.when(glob(b.count) > 1):
            w.give()
        w.do(b.runtime("choose"), 0, glob(b.count))


RUNTIME = {
    "begin_with_bots": (begin_with_bots, 3, 0), "play_with_bots": (play_with_bots, 1, 1),
    "go_on_with_tables": (go_on_with_tables, 0, 0), "look_around": (look_around, 1, 1),
    "try_moves": (try_moves, 0, 0), "look_at": (look_at, 1, 1),
    "choose_best": (choose_best, 0, 1), "result_for": (result_for, 1, 1), "play_forced": (play_forced, 2, 0),
    "tell_offers": (tell_offers, 0, 0),
}

EXPORTS = ("set_limits", "fault_kind", "begin_with_bots", "play_with_bots", "go_on_with_tables", "tell_offers",
           "imagine_for")
