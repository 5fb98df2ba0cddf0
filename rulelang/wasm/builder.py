"""A program in, the bytes of its module out: every function is declared when it is first called and written later."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cached_property
from typing import Any

import rulelang.wasm.emit_decides
import rulelang.wasm.emit_folds
import rulelang.wasm.emit_forks
import rulelang.wasm.emit_lists
import rulelang.wasm.emit_movement
import rulelang.wasm.emit_picks
import rulelang.wasm.emit_stores
import rulelang.wasm.emit_walks  # noqa: F401 - these complete the tables of emitters
from rulelang.engine.action_space import ActionSpace
from rulelang.engine.code import MOST_TRIES
from rulelang.ir import nodes as ir
from rulelang.ir.flow import block_owners
from rulelang.ir.parts import parts
from rulelang.ir.program import Program
from rulelang.wasm import (
    emit_bodies,
    emit_chance,
    emit_known,
    emit_melds,
    runtime_adjacent,
    runtime_batch,
    runtime_bots,
    runtime_explicit,
    runtime_gather,
    runtime_meld_parts,
    runtime_melds,
    runtime_options,
    runtime_packing,
    runtime_play,
    runtime_zones,
)
from rulelang.wasm.counts import Counts
from rulelang.wasm.emit_commits import write_commit, write_nothing
from rulelang.wasm.emit_endings import entries, write_procedure
from rulelang.wasm.emit_finding import multiplies
from rulelang.wasm.emit_notes import NOTE_WORDS, note_words, pays_cards
from rulelang.wasm.emit_statements import STATEMENTS
from rulelang.wasm.emit_steps import (
    Site,
)
from rulelang.wasm.emit_told import KNOWN, TOLD
from rulelang.wasm.encode import I32, Func, Module
from rulelang.wasm.fixed import RUNTIME
from rulelang.wasm.inline import inlined
from rulelang.wasm.layout import ARGUMENTS, MOST_MOVES, Layout
from rulelang.wasm.open_scores import Reads
from rulelang.wasm.opening import Opening, opening
from rulelang.wasm.ranges import Ranges
from rulelang.wasm.reach import Reach, reach, zones_face_down
from rulelang.wasm.registers import formula_size, list_parameters
from rulelang.wasm.simplify import simplified
from rulelang.wasm.unit import Unit
from rulelang.wasm.variables import Variables
from rulelang.wasm.words import Number, Word, call
from rulelang.wasm.work import GIVEN_UP, Weights

MOST_PAGES = 1 << 15        # of a module that holds many games: 2 GB

# Cards of a zone whose places are written one by one.
FEW_CARDS = 6

# Nodes of a formula that is written in place.
SMALL = 24

PATTERN = {**runtime_melds.PATTERN, **runtime_meld_parts.PATTERN, **runtime_adjacent.PATTERN,
           "path": (emit_melds.path, 5, 1)}


class Builder(Variables):
    """Puts the module of one program together. `listing`: walks note the keys of all completions for the host.

    `knowledge`: what each seat knows and the course of the game are kept; else the module plays blind. `tells`: events
    are written too. `stepping`: decisions can be answered step by step, chance by the host, and many games be held at
    once. `counting`: what happens in a game is counted (`counts.py`). `bots`: knowledge is kept, but no course; `blind`
    writes everything a second time, blind, into the same module: there bots try their moves.
    """

    def __init__(self, program: Program, *, listing: bool = False, knowledge: bool = False, tells: bool = True,
                 stepping: bool = False, counting: bool = False, bots: bool = False) -> None:
        self.source = program
        self.program = program = simplified(program)
        self.listing = listing
        self.bots = bots
        self.knowledge = knowledge or bots
        self.course = knowledge
        self.tells = knowledge and tells
        self.stepping = stepping
        self.statements = {**STATEMENTS, **(KNOWN if self.knowledge else {})}
        if self.knowledge:
            self.statements |= TOLD if self.tells else emit_known.KNOWN
        self.module = Module()
        if knowledge:
            self.drain = self.module.imported("drain", [I32] * 2)           # (from, to): what the tape holds
        if self.tells:
            self.readers = self.module.imported("readers", [I32] * 3)       # (score, player, where masks go)
        self.reads = Reads(program)
        self.counts = Counts(program) if counting else None
        self.layout = Layout(program, knowledge=knowledge, bots=bots, counters=self.counts.size if self.counts else 0)
        self.ranges = Ranges(self)
        self.owners = block_owners(program)
        self.asked = {block.ending.decision for block in program.blocks if isinstance(block.ending, ir.Decide)}
        self.sites: dict[tuple[str, int], list[Site]] = {}      # by walk and decision
        self._reach: dict[int, Reach] = {}
        self._made: dict[tuple[Any, ...], Func] = {}
        self._waiting: list[Callable[[], None]] = []
        self._later: list[Callable[[], None]] = []      # what is written when nothing else waits
        self.declare(self.module)
        if stepping:
            self.batch = [self.module.variable() for _ in runtime_batch.Areas._fields]
            self.place = self.module.variable()         # the game of a batch that is begun or stepped
        self.table_base = 0             # where its functions begin in the table
        self.blind: Builder | None = self._beside() if bots else None

    def _beside(self) -> Builder:
        """What writes blind functions into the same module, for the same memory and variables."""
        other = copy(self)
        other.knowledge, other.statements, other.counts, other.blind = False, STATEMENTS, None, None
        other.ranges = Ranges(other)
        other.sites, other._made, other._waiting, other._later = {}, {}, [], []
        other.table_base = len(self.program.procedures) + len(self._kinds()) * len(self.program.decisions)
        return other

    def build(self) -> bytes:
        """The whole module. Raises `Unsupported`."""
        for name in runtime_bots.EXPORTS if self.blind else runtime_play.EXPORTS:
            if self.listing or name != "list_moves":
                self._export(name, self.runtime(name))
        if self.stepping:
            for part in (runtime_options, runtime_batch, runtime_explicit):
                for name in part.EXPORTS:
                    self._export(name, self.runtime(name))
            self.module.most_pages = MOST_PAGES
        for name in ("tape_end", "reset_tape") if self.course else ():
            self._export(name, self.runtime(name))
        self._fill_table()
        self.layout.words(self.blank)
        module, layout = self.module, self.layout
        module.globals[self.arena] = (I32, layout.arena)
        module.globals[self.work] = (I32, GIVEN_UP)
        module.globals[self.tape] = (I32, layout.tape)
        module.globals[self.next_counter] = (I32, -1)       # nothing lies ready
        module.pages = layout.pages
        module.data = [(layout.tables, bytes(layout.blob))]
        module.funcs = inlined(module, [*dict.fromkeys(f for _, f in module.exports), *dict.fromkeys(module.table)])
        return module.encode()

    def _export(self, name: str, func: Func) -> None:
        """A function for the host, which finds its parameters at ARGUMENTS: wasmtime's Python takes longer to look a
        parameter over than many a function runs.
        """
        made = self.module.func((), func.result)
        for n in range(len(func.params)):
            made.load_at(ARGUMENTS + 4 * n)
        made.call(func)
        self.module.exports.append((name, made))

    @cached_property
    def counts_work(self) -> bool:
        """Whether what queries go through is counted."""
        return Weights(self).heavy()

    @cached_property
    def given(self) -> dict[int, tuple[ir.IntExpr, ...]]:
        """What statements put into cells, by cell."""
        found: dict[int, dict[ir.IntExpr, None]] = {}
        for node in parts(self.program.blocks):
            if isinstance(node, ir.SetCellTo):
                found.setdefault(node.at, {})[node.value] = None
        return {at: tuple(values) for at, values in found.items()}

    @cached_property
    def action_space(self) -> ActionSpace:
        """The single choices of the program by number. Raises `NoActionSpace`."""
        return ActionSpace(self.source)

    @cached_property
    def blank(self) -> list[int]:
        """The ints of a game before anything has happened."""
        from rulelang.engine.game import blank_state
        from rulelang.engine.knowledge import Knowledge

        return blank_state(self.program, Knowledge(self.program))

    @cached_property
    def opening(self) -> Opening | None:
        """What games that are played through begin with; where more than ints is kept, it is played."""
        return None if self.knowledge or self.counts else opening(self.source, self.blank)

    @cached_property
    def face_down(self) -> frozenset[int]:
        """The zones in which cards may lie face down."""
        return zones_face_down(self)

    # ------------------------------------------------------------ functions by name

    def _declare(self, name: tuple[Any, ...], params: int, results: int, write: Callable[[Func], None]) -> Func:
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = self.module.func([I32] * params, [I32] * results)
            made = found
            self._waiting.append(lambda: write(made))
        return found

    def made(self, name: tuple[Any, ...], params: int, results: int, write: Callable[[Func], None]) -> Func:
        """A function that is written when it is first asked for by this name."""
        return self._declare(name, params, results, write)

    def runtime(self, name: str) -> Func:
        """A fixed function."""
        write, params, results = RUNTIME[name]
        return self._declare(("runtime", name), params, results, lambda f: write(self, f))

    @cached_property
    def _list_parameters(self) -> list[tuple[bool, ...]]:
        return list_parameters(self)

    def parameter_kinds(self, number: int) -> tuple[bool, ...]:
        """For each parameter of a function of the program whether it is a list."""
        return self._list_parameters[number]

    def function(self, number: int) -> Func:
        """A function of the program: sp, then its parameters, lists as address and length."""
        node = self.program.functions[number]
        kinds = self.parameter_kinds(number)
        return self._declare(("function", number), 1 + len(kinds) + sum(kinds), 2 if node.returns_list else 1,
                             lambda f: emit_bodies.write_function(self, node, kinds, f))

    def is_small(self, number: int) -> bool:
        """Whether a function is a formula that is shorter in place than its call is slow.

        Its parameters keep their values, so they may share locals with what is handed over.
        """
        function = self.program.functions[number]
        return not function.body and not function.returns_list and self._sizes[number] <= SMALL

    @cached_property
    def _sizes(self) -> list[int]:
        return [formula_size(function.result, function.parameters) for function in self.program.functions]

    def calling(self, number: int, sp: Number, *args: Number) -> Word:
        """What a function of the program gives for its first parameters; the others are 0 or empty."""
        func = self.function(number)
        return call(func, sp, *args, *[0] * (len(func.params) - 1 - len(args)))

    def head(self, action: int, *, free: bool = False) -> Func:
        """(sp, seat, menu): whether the head of an action can be completed; `free`: what is tried does not count."""
        return self._declare(("free head" if free else "head", action), 3, 1,
                             lambda f: emit_bodies.write_head(self, action, f, free))

    def walk(self, decision: int) -> Func:
        """(sp, seat): the walk over the completions of a decision."""
        return self._declare(("walk", decision), 2, 0, lambda f: emit_bodies.write_walk(self, decision, f))

    def played(self, decision: int, *, through: bool) -> Func:
        """(sp, seat): a uniformly drawn move, committed; whether the game is over because it was too much."""
        def write(f: Func) -> None:
            f.hot = through
            runtime_play.played(self, decision, f)
        return self._declare(("played through" if through else "played", decision), 2, 1, write)

    def commit(self, decision: int, walk: str = "walk") -> Func:
        """(note, seat): commit a completion as its note says. It is written when all walks are: they say how.

        `walk`: which one has noted it, "options" where only the answers of a full module are looked at.
        """
        (self.walk if walk == "walk" else self.options)(decision)
        if walk == "walk" and self.folded(decision):
            self.find(decision)
        name = ("commit" if walk == "walk" else "answer", decision)
        if name not in self._made:
            f = self._made[name] = self.module.func([I32] * 2)
            self._later.append(lambda: write_commit(self, decision, walk, f))
        return self._made[name]

    def find(self, decision: int) -> Func:
        """(sp, seat): keep the completion whose number is in `target`, or note it; whether it is only noted.

        For decisions whose completions are counted, not listed, and were counted just now.
        """
        return self._declare(("find", decision), 2, 1, lambda f: emit_bodies.write_finding(self, decision, f))

    def folded(self, decision: int) -> bool:
        """Whether completions of a decision are only counted, and one of them is found by its number.

        That takes two functions. It pays where many completions are counted at once. Bots go back to their notes.
        """
        if self.listing or self.bots or decision not in self.asked or self.mixed(decision):
            return False
        if not multiplies(self, self.program.decisions[decision].steps):
            return False
        found = self.reach(decision)
        return found.tries <= MOST_TRIES and found.ends <= MOST_MOVES

    def reach(self, decision: int) -> Reach:
        """How far a decision reaches."""
        if decision not in self._reach:
            self._reach[decision] = reach(self, self.program.decisions[decision].steps)
        return self._reach[decision]

    def options(self, decision: int) -> Func:
        """(sp, seat): the walk over the options of the next step of a decision."""
        return self._declare(("options", decision), 2, 0, lambda f: emit_bodies.write_options(self, decision, f))

    def nothing(self, decision: int) -> Func:
        """(sp, seat): what is written where nothing can be picked."""
        return self._declare(("nothing", decision), 2, 0, lambda f: write_nothing(self, decision, f))

    def chance(self, decision: int) -> Func:
        """(sp): chance decides."""
        return self._declare(("chance", decision), 1, 0, lambda f: emit_chance.write_chance(self, decision, f))

    def meld_part(self, name: str, number: int) -> Func:
        """A fixed function of one meld pattern."""
        write, params, results = PATTERN[name]
        return self._declare((name, number), params, results, lambda f: write(self, number, f))

    def gather(self, cards: tuple[int, ...], zone: int, *, shuffled: bool) -> Func:
        """(sp, face): all these cards to the end of a zone, which may be shuffled then."""
        return self._declare(("gather", (cards, zone, shuffled)), 2, 0,
                             lambda f: runtime_gather.gather(self, cards, zone, f, shuffled=shuffled))

    def settle(self, zone: int) -> Func:
        """(base): settle a card of a zone that has some without order."""
        room = self.layout.zones.room[zone]
        if room > FEW_CARDS:
            return self.runtime("settle")
        return self._declare(("settle", room), 1, 0, lambda f: runtime_zones.settle_few(self, room, f))

    def find_melds(self, number: int) -> Func:
        """(sp, at, length): the records of all melds of a pattern in a list, from and to."""
        return self.meld_part("find_adjacent" if self.program.melds[number].adjacent else "find_scattered", number)

    def best_melds(self, numbers: tuple[int, ...]) -> Func:
        """(sp, at, length): the largest total worth of disjoint melds."""
        return self._declare(("best", numbers), 3, 1, lambda f: runtime_packing.best(self, numbers, f))

    def procedure(self, number: int, *, through: bool = False) -> Func:
        """(sp, start): a procedure from one of its entries; gives the next block or HALT. `through`: see `Chain`."""
        return self._declare(("through" if through else "procedure", number), 2, 1,
                             lambda f: self._write_procedure(number, f, through))

    def procedure_places(self) -> int:
        """For each block its procedure and its place among the entries, 0 where it is none."""
        found = [0] * (2 * len(self.program.blocks))
        for number in range(len(self.program.procedures)):
            for place, block in enumerate(entries(self.program, number, self.stepping)):
                if self.owners.get(block) == number:
                    found[2 * block:2 * block + 2] = self.table_base + number, place
        return self.layout.words(found)

    def several(self, decision: int) -> Func:
        """(sp): pose a decision to chance; whether more than one thing can come of it: then the host is asked."""
        return self._declare(("several", decision), 1, 1, lambda f: runtime_explicit.write_several(self, decision, f))

    # ------------------------------------------------------------ bodies

    def mixed(self, decision: int) -> bool:
        """Whether completions of a decision must be walked to again, to be kept: notes have no room for them."""
        nodes = self.program.decisions[decision].steps
        asks = runtime_play.asks(self.program, nodes)
        return not asks or note_words(self.program, nodes, int(self.tells)) > NOTE_WORDS - 2

    def noted(self, decision: int) -> bool:
        """Whether completions that must be walked to again are kept from a note all the same, which does what it says
        once more: events are told before, cards are paid while knowledge follows.
        """
        nodes = self.program.decisions[decision].steps
        return self.knowledge and self.mixed(decision) and (self.tells or pays_cards(self.program, nodes))

    def _write_procedure(self, number: int, f: Func, through: bool) -> None:
        f.hot = through
        write_procedure(Unit(self, f, f.local(), spent=f.local()), number, through=through)
        f.op("unreachable")

    def count_step(self, u: Unit, span: int) -> None:
        """One more step between two stops; past the limit the game is over."""
        f = u.f
        f.get(u.spent)
        f.const(1)
        f.op("i32.add")
        f.tee(u.spent)
        f.gget(self.left)
        f.op("i32.gt_s")
        if span < 0:
            f.br_if(u.limit)
            return
        with f.when():
            f.const(span)
            f.gset(self.span)
            f.br(u.limit)

    # ------------------------------------------------------------ the table of functions

    def _fill_table(self) -> None:
        """Procedures by their numbers, then walks and what nothing writes; nobody calls what is not there."""
        builders = [self, self.blind] if self.blind else [self]
        for b in builders:
            b._ask()
        while waiting := next((each for b in builders for each in (b._waiting, b._later) if each), None):
            waiting.pop()()
        self.module.table = [f for b in builders for f in b._table()]

    def _ask(self) -> None:
        """Declare what is reached by the table alone."""
        self.runtime("nobody")
        if self.table_base:             # nothing begins a game in it, but games go on
            self.procedure(self.program.start)
        for decision in sorted(self.asked):
            self.commit(decision)
            if self.stepping:
                self.options(decision)
            if self.stepping and self.knowledge:
                self.commit(decision, "options")

    def _kinds(self) -> tuple[str, ...]:
        return ("walk", "nothing", "commit", "options", "find", "answer")[:6 if self.knowledge else 5]

    def _table(self) -> list[Func]:
        program, nobody = self.program, self.runtime("nobody")
        names: list[tuple[str, int]] = [("procedure", n) for n in range(len(program.procedures))]
        names += [(kind, n) for kind in self._kinds() for n in range(len(program.decisions))]
        return [self._made.get(name, nobody) for name in names]


def build(program: Program, *, listing: bool = False, knowledge: bool = False, tells: bool = True,
          stepping: bool = False, counting: bool = False, bots: bool = False) -> bytes:
    """The module of a program. Raises `Unsupported` for one that uses what modules cannot do."""
    return Builder(program, listing=listing, knowledge=knowledge, tells=tells, stepping=stepping,
                   counting=counting, bots=bots).build()
