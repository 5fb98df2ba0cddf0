"""Fixed functions that step through many games, an answer to each at a time, and show what can be answered next.

The position that is played is the one at STATE; those of a batch lie behind the tables, where the arena begins without
one. `Areas` says what lies there. Of a blind position only cells before knowledge are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from rulelang.ir.program import ADJUDICATED, ANSWER_BOUND, ANSWERS, FAULT, HEADER, OVER, SEAT, STATUS, Program
from rulelang.wasm.encode import Func
from rulelang.wasm.layout import STATE
from rulelang.wasm.runtime_options import ANSWER
from rulelang.wasm.runtime_play import cell
from rulelang.wasm.words import Var, Word, Writer, both, call, glob, load, load8, opposite, pick, word

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

# Behind the answers.
RULES = HEADER + ANSWER_BOUND

# How a game stands: values of `ends`.
RUNNING, ENDED, LIMITED, CAPPED, FAULTY = range(5)


class Areas(NamedTuple):
    """Where the parts of a batch begin, counted from its first byte, and how many bytes they take together."""

    actions: int        # an int for each game: what is answered, -1 for nothing
    players: int        # an int for each game: the seat to act, 0 for none
    rewards: int        # an int for each game and seat
    seeds: int          # two ints for each game
    states: int         # `kept_cells` ints for each game
    keys: int           # two ints for each game: the information key of the seat to act; nothing of blind games
    ends: int           # a byte for each game
    masks: int          # a byte for each game and action
    size: int


def kept_cells(program: Program, knowledge: bool) -> int:
    """Ints of a position that a batch keeps."""
    return program.size if knowledge else program.knowledge


def areas(program: Program, games: int, actions: int, knowledge: bool) -> Areas:
    """Where everything lies for so many games."""
    found = [0]
    for size in sizes(program, actions, knowledge):
        found.append(found[-1] + -(-size * games // 16) * 16)
    return Areas(*found)


def sizes(program: Program, actions: int, knowledge: bool) -> tuple[int, ...]:
    """Bytes of one game in each area."""
    return 4, 4, 4 * program.players, 8, 4 * kept_cells(program, knowledge), 8 * knowledge, 1, actions


def make_room(b: Builder, f: Func) -> None:
    """(bytes): make room behind the tables; where it begins."""
    w = Writer(f)
    size, = w.params()
    start = w.var(glob(b.arena))
    w.gset(b.arena, start + size)
    w.gset(b.mask, start)
    w.push(start)


# ---------------------------------------------------------------- many positions


class Slots:
    """The addresses of the game at a place, as formulas over the globals of a batch."""

    def __init__(self, b: Builder, w: Writer, place: Var) -> None:
        """Writes nothing yet. `place`: the number of the game."""
        self.b, self.place = b, place
        self.sizes = sizes(b.program, len(b.action_space), b.knowledge)

    def at(self, name: str) -> Word:
        """Where what belongs to the game begins in an area."""
        number = Areas._fields.index(name)
        start = glob(self.b.batch[number])
        return start + self.place * self.sizes[number]


def hold(b: Builder, f: Func) -> None:
    """(at, games): games lie there from now on."""
    w = Writer(f)
    at, games = w.params()
    w.gset(b.games, games)
    start = w.var(at)
    for number, size in enumerate(sizes(b.program, len(b.action_space), b.knowledge)):
        w.gset(b.batch[number], start)
        start.set(start + (((games * size) + 15) & -16))


def _copy(w: Writer, target: Word, source: Word, size: Word) -> None:
    for each in (target, source, size):
        each.write(w.f)
    w.f.copy()


def swap_in(b: Builder, f: Func) -> None:
    """(at): the position that is kept there becomes the one that is played."""
    w = Writer(f)
    at, = w.params()
    _copy(w, word(STATE), at, (load(at, 4 * ANSWERS) + HEADER) << 2)
    _copy(w, word(STATE + 4 * RULES), at + 4 * RULES, word(4 * (kept_cells(b.program, b.knowledge) - RULES)))
    if b.knowledge:
        w.gset(b.tape, b.layout.tape)       # nobody reads it


def fetch(b: Builder, f: Func) -> None:
    """(at): read the position there, so that it is near when its turn comes; something of it."""
    w = Writer(f)
    at, = w.params()
    w.push(load(at))
    for line in range(4 * RULES, 4 * b.program.knowledge, 64):
        load(at, line).write(f)
        f.op("i32.xor")


def swap_out(b: Builder, f: Func) -> None:
    """(at): keep the position there; no answers are left behind."""
    w = Writer(f)
    at, = w.params()
    _copy(w, at, word(STATE), (cell(ANSWERS) + HEADER) << 2)
    _copy(w, at + 4 * RULES, word(STATE + 4 * RULES), word(4 * (kept_cells(b.program, b.knowledge) - RULES)))
    w.do(b.runtime("zero_words"), ANSWER, cell(ANSWERS))


def start_game(b: Builder, f: Func) -> None:
    """(place): the game of its seed begins."""
    w = Writer(f)
    place, = w.params()
    seed = w.var(Slots(b, w, place).at("seeds"))
    w.do(b.runtime("zero_words"), ANSWER, cell(ANSWERS))
    w.do(b.runtime("begin"), load(seed), load(seed, 4), -0x80000000)
    w.do(b.runtime("offer"))


def next_seed(b: Builder, f: Func) -> None:
    """(place): the seed of the next game is as far on as there are games; when nothing can go wrong any more."""
    w = Writer(f)
    seed = w.var(Slots(b, w, w.params()[0]).at("seeds"))
    low = w.var(load(seed) + glob(b.games))
    w.store(seed, low)
    with w.when(low.under(glob(b.games))):
        w.store(seed, load(seed, 4) + 1, 4)


def show(b: Builder, f: Func) -> None:
    """(place): who is to act, how the game stands, what each seat has got."""
    w = Writer(f)
    place, = w.params()
    slots = Slots(b, w, place)
    _show_seat(b, w, slots)
    slots.at("ends").write(f)
    over = cell(STATUS).eq(OVER)
    pick(over, pick(cell(FAULT), FAULTY, cell(ADJUDICATED) + ENDED), RUNNING).write(f)
    f.store8()
    with w.when(over):
        w.do(b.runtime("returns"), slots.at("rewards"))


def _show_seat(b: Builder, w: Writer, slots: Slots) -> None:
    """Who is to act; in full modules what that seat was told, as two words."""
    w.store(slots.at("players"), cell(SEAT))
    if b.knowledge:
        key = w.var((cell(SEAT) << 3) + (STATE + 4 * b.program.info_keys - 8))
        for half in (0, 4):
            w.store(slots.at("keys"), pick(cell(SEAT), load(key, half), 0), half)


def place_now(b: Builder, f: Func) -> None:
    """The game that was begun or stepped last."""
    Writer(f).push(glob(b.place))


def start_batch(b: Builder, f: Func) -> None:
    """(first): all games of a batch begin, from one on."""
    w = Writer(f)
    with w.count(w.params()[0], glob(b.games)) as place:
        w.gset(b.place, place)
        slots = Slots(b, w, place)
        w.gset(b.mask, slots.at("masks"))
        w.do(b.runtime("start_game"), place)
        _no_rewards(b, w, slots)
        w.do(b.runtime("show"), place)
        w.do(b.runtime("next_seed"), place)
        w.do(b.runtime("swap_out"), slots.at("states"))


def _no_rewards(b: Builder, w: Writer, slots: Slots) -> None:
    for seat in range(b.program.players):
        w.store(slots.at("rewards"), 0, 4 * seat)


def first_wrong(b: Builder, f: Func) -> None:
    """The first game whose action is not offered to it, -1 if there is none."""
    w = Writer(f)
    with w.count(0, glob(b.games)) as place:
        slots = Slots(b, w, place)
        action = w.var(load(slots.at("actions")))
        with w.when(action.ne(-1)):
            offered = load8(slots.at("masks") + action)
            with w.when(opposite(both(action.under(len(b.action_space)), offered))):
                w.give(place)
    w.push(-1)


def step_batch(b: Builder, f: Func) -> None:
    """(first, again): an action for each game from one on; with `again` games that are over begin anew with their next
    seed.
    """
    w = Writer(f)
    first, again = w.params()
    w.gset(b.trouble, 0)
    with w.count(first, glob(b.games)) as place:
        slots = Slots(b, w, place)
        action = w.var(load(slots.at("actions")))
        _no_rewards(b, w, slots)
        with w.when(action >= 0):
            w.gset(b.place, place)
            w.gset(b.mask, slots.at("masks"))
            w.do(b.runtime("swap_in"), slots.at("states"))
            w.gset(b.fetched, call(b.runtime("fetch"), slots.at("states") + 4 * kept_cells(b.program, b.knowledge)))
            w.do(b.runtime("answer"), action)
            w.do(b.runtime("show"), place)
            with w.when(both(again, cell(STATUS).eq(OVER))):
                w.do(b.runtime("start_game"), place)
                _show_seat(b, w, slots)
                w.do(b.runtime("next_seed"), place)
            w.do(b.runtime("swap_out"), slots.at("states"))
            f.otherwise()
            with w.when(again):
                slots.at("ends").write(f)
                f.const(RUNNING)
                f.store8()


def draw_actions(b: Builder, f: Func) -> None:
    """Write an action for each game: one that is offered, each equally likely; -1 where there is none. The counter."""
    w = Writer(f)
    with w.count(0, glob(b.games)) as place:
        slots = Slots(b, w, place)
        w.store(slots.at("actions"), call(b.runtime("draw_action"), slots.at("masks")))
    w.push(glob(b.play_counter))


def draw_action(b: Builder, f: Func) -> None:
    """(mask): one of the actions marked, -1 for none."""
    w = Writer(f)
    mask, = w.params()
    whole = len(b.action_space) & -8
    n, left, found = w.var(0), w.var(0), w.var()
    end, last = mask + whole, mask + len(b.action_space)

    def marks(at: Var) -> Word:
        def write(f: Func) -> None:
            at.write(f)
            f.load64()
            f.op("i64.popcnt", "i32.wrap_i64")
        return Word(write)
    with _each(w, mask, end, 8) as at:
        n.add(marks(at))
    with _each(w, end, last, 1) as at:
        n.add(load8(at))
    with w.when(n.eq(0)):
        w.give(-1)
    with w.when(n > 1):
        left.set(call(b.runtime("play_below"), n))
    spot = w.var(mask)
    found.set(marks(spot) if whole else 0)
    with w.repeat((spot < end) & (found <= left)):
        left.set(left - found)
        spot.add(8)
        found.set(marks(spot))
    with w.repeat(load8(spot) <= left):
        left.set(left - load8(spot))
        spot.add(1)
    w.push(spot - mask)


@contextmanager
def _each(w: Writer, start: Word, end: Word, step: int) -> Iterator[Var]:
    """A loop over addresses."""
    at, last = w.var(start), w.var(end)
    with w.repeat(at.under(last)):
        yield at
        at.add(step)


RUNTIME = {
    "make_room": (make_room, 1, 1), "hold": (hold, 2, 0), "swap_in": (swap_in, 1, 0), "swap_out": (swap_out, 1, 0),
    "fetch": (fetch, 1, 1), "start_game": (start_game, 1, 0), "show": (show, 1, 0), "start_batch": (start_batch, 1, 0),
    "first_wrong": (first_wrong, 0, 1), "step_batch": (step_batch, 2, 0), "draw_actions": (draw_actions, 0, 1),
    "draw_action": (draw_action, 1, 1), "place": (place_now, 0, 1),
    "next_seed": (next_seed, 1, 0),
}

EXPORTS = ("make_room", "hold", "start_batch", "first_wrong", "step_batch", "draw_actions", "set_play_seed", "place")
