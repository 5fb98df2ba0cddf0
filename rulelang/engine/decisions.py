"""A pending decision and the answers so far in, its next options and whole completions out; and answers committed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulelang.engine.code import Code, Ints
from rulelang.engine.search import GO_ON, KEEP, NOTHING_ROLE, STOP, Question, Role, Search
from rulelang.engine.statements import write_list
from rulelang.ir.nodes import NOTHING
from rulelang.ir.numbers import NONE
from rulelang.ir.program import ANSWERS, HEADER, SEAT, STEPS, TURN
from rulelang.records import dataclass

if TYPE_CHECKING:
    from rulelang.engine.events import Event
    from rulelang.engine.machine import Machine

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer one step: its key, the value it stands for, what it is."""

    key: int
    value: int
    role: Role


NOTHING_OPTION = Option(NOTHING, NONE, NOTHING_ROLE)


def answers(s: Ints) -> Path:
    """The keys given to the pending decision so far."""
    return tuple(s[HEADER:HEADER + s[ANSWERS]])


def options(code: Code, s: Ints, question: Question, given: Path) -> list[Option]:
    """The options of the step behind the answers given, ascending by key; empty if the answers are complete.

    Every option can be completed. If nothing can be picked at all the one option is NOTHING.
    """
    place = len(given)
    found: dict[int, Option] = {}
    ended = False

    def complete(length: int) -> int:
        nonlocal ended
        if length <= place:
            ended = True
            return STOP
        key = search.path[place]
        found[key] = Option(key, search.values[place], search.roles[place])
        return place

    search = Search(s[SEAT], complete, given)
    question.walk(code, s, search)
    if found or ended or place:
        return [found[key] for key in sorted(found)]
    return [NOTHING_OPTION]


def is_complete(code: Code, s: Ints, question: Question, path: Path) -> bool | None:
    """Whether a path is a whole completion; None if no completion begins so."""
    length = -1

    def complete(n: int) -> int:
        nonlocal length
        length = n
        return STOP

    question.walk(code, s, Search(s[SEAT], complete, path))
    if length < 0:
        return True if path == (NOTHING,) and options(code, s, question, ()) == [NOTHING_OPTION] else None
    return length == len(path) if length >= len(path) else None


def completions(code: Code, s: Ints, question: Question, given: Path, limit: int,
                use: Callable[[Search, int], None]) -> bool:
    """Call `use(search, length)` for completions that begin with the answers given; no for more than `limit`."""
    count = 0

    def complete(length: int) -> int:
        nonlocal count
        count += 1
        if count > limit:
            return STOP
        use(search, length)
        return GO_ON

    search = Search(s[SEAT], complete, given)
    code.refresh()
    question.walk(code, s, search)
    return count <= limit


def paths(code: Code, s: Ints, question: Question, given: Path, limit: int) -> list[Path] | None:
    """All completions that begin with the answers given, or None for more than `limit`."""
    found: list[Path] = []

    def complete(length: int) -> int:
        found.append(tuple(path[:length]))
        return GO_ON if len(found) <= limit else STOP

    search = Search(s[SEAT], complete, given)
    path = search.path
    question.walk(code, s, search)
    if len(found) > limit:
        return None
    return found if found or given else [(NOTHING,)]


def first_paths(code: Code, s: Ints, question: Question, limit: int) -> list[Path]:
    """The first `limit` completions of a decision without answers so far."""
    found: list[Path] = []

    def complete(length: int) -> int:
        found.append(tuple(search.path[:length]))
        return GO_ON if len(found) < limit else STOP

    search = Search(s[SEAT], complete)
    question.walk(code, s, search)
    return found or [(NOTHING,)]


# ---------------------------------------------------------------- committing


def commit(m: Machine, s: Ints, question: Question, path: Path) -> None:
    """Make the answers of a complete path hold: cells, payments, record. The caller goes on with the next block."""
    seat = s[SEAT]
    if m.events is not None and question.number < len(m.code.program.decisions):
        _tell(m, s, question, path, seat)
    if path == (NOTHING,) and question.walk(m.code, s, Search(seat, lambda n: KEEP, path, machine=m)) != KEEP:
        for at, bound in question.node.nothing or ():
            if bound:
                write_list(s, at, bound, [])
            else:
                s[at] = NONE
    elif path != (NOTHING,):
        question.walk(m.code, s, Search(seat, lambda n: KEEP, path, machine=m))
    if seat:
        s[STEPS] += len(path) - s[ANSWERS]
        s[TURN] += 1
        if m.record is not None:
            m.record.move_done()
    s[HEADER:HEADER + s[ANSWERS]] = [0] * s[ANSWERS]
    s[ANSWERS] = 0


def picked(code: Code, s: Ints, question: Question, path: Sequence[int]) -> list[Option]:
    """The options along a path, up to its end or as far as it goes."""
    found: list[Option] = []

    def complete(length: int) -> int:
        for i in range(min(length, len(path))):
            found.append(Option(search.path[i], search.values[i], search.roles[i]))
        return STOP

    search = Search(s[SEAT], complete, path)
    question.walk(code, s, search)
    return found or ([NOTHING_OPTION] if tuple(path) == (NOTHING,) else [])


def _tell(m: Machine, s: Ints, question: Question, path: Path, seat: int) -> None:
    """Record what was answered, as it is before anything is paid."""
    assert m.events is not None
    parts = [_part(m, s, seat, option) for option in picked(m.code, s, question, path)]
    if seat:
        m.note(s, m.events.decision(question.number, seat, parts))
    else:
        m.note(s, m.events.chance(parts))


def _part(m: Machine, s: Ints, seat: int, option: Option) -> Event:
    from rulelang.ir import nodes as ir

    assert m.events is not None
    step = option.role.step
    match option.role.what:
        case "done":
            return m.events.done(seat)
        case "nothing":
            return m.events.nothing(seat)
        case "way":
            assert isinstance(step, ir.Fork)
            label = next(way.label for way in step.ways if way.key == option.key)
            return m.events.label(seat, label, step.public)
        case "meld":
            return m.events.done(seat)
    if isinstance(step, ir.Pick | ir.PickSome):
        return m.events.part(s, seat, step.kind, option.value)
    return m.events.part(s, seat, card_kind(m.code), option.value)


def card_kind(code: Code) -> int:
    """The number of the kind of cards."""
    return next(n for n, kind in enumerate(code.program.kinds) if kind.what == "card")
