"""Ends of paths in, instructions out that count completions and note what was written on the way, to repeat it.

Most modules keep what does not fit into a note by walking there again; those that write events note it where there is
room, since what is kept is told before it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.ir import nodes as ir
from rulelang.ir.program import Program
from rulelang.wasm.emit_steps import Asked, Event, Length, Site, Walk, Written, WrittenCells, WrittenList, push_length
from rulelang.wasm.layout import STATE

# Words of a note: the number of its site, the length of the path, then values; as the number -1: walk there again.
NOTE_WORDS = 16


def complete(walk: Walk, length: Length) -> None:
    """A completion: stop at the one that is looked for and keep it, or count it and note how to come here again."""
    f, b, count = walk.u.f, walk.u.b, walk.u.f.local()
    if walk.bounded:
        _counted(walk, length)
        return
    f.gget(b.count)
    f.set(count)
    if walk.mixed:
        _stop_at_target(walk, length, count)
    if walk.sites is not None and not walk.chance:
        f.get(count)
        f.const(6)
        f.op("i32.shl")
        f.set(walk.note)
        note(walk, length, walk.sites)
    f.get(count)
    f.const(1)
    f.op("i32.add")
    f.tee(count)
    f.gset(b.count)
    if b.listing and not walk.chance:
        push_length(walk, length)
        f.call(b.runtime("note_path"))
    f.get(count)
    f.gget(b.most)
    f.op("i32.ge_s")
    with f.when():
        walk.stop()


def _stop_at_target(walk: Walk, length: Length, count: int) -> None:
    """Stop at the completion that is looked for."""
    f, b = walk.u.f, walk.u.b
    f.get(count)
    f.gget(b.target)
    f.op("i32.eq")
    with f.when():
        if walk.told and walk.chance:
            f.gget(b.raw)
            f.op("i32.eqz")
            with f.when():
                note_kept(walk, length)
        elif walk.told:
            note_kept(walk, length)
        else:
            if walk.chance:
                f.gget(b.raw)
                f.op("i32.eqz")
            else:
                f.const(1)
            f.gset(b.keep)
        push_length(walk, length)
        f.gset(b.kept)
        walk.stop()


def _counted(walk: Walk, length: Length) -> None:
    """A completion of a walk that cannot have too many; `note` says where its note goes."""
    f, b = walk.u.f, walk.u.b
    assert walk.sites is not None
    note(walk, length, walk.sites)
    f.get(walk.note)
    if walk.passed >= 0:
        f.get(walk.passed)
        f.const((4 * NOTE_WORDS).bit_length() - 1)
        f.op("i32.shl")
    else:
        f.const(4 * NOTE_WORDS)
    f.op("i32.add")
    f.set(walk.note)
    if b.listing:
        push_length(walk, length)
        f.call(b.runtime("note_path"))


def note(walk: Walk, length: Length, sites: list[Site]) -> None:
    """Write the note of this completion: its site, the length of its path, what cells were given."""
    if walk.mixed:
        _note_word(walk, 0, lambda: walk.u.f.const(-1))
    else:
        _note_trail(walk, length, sites)


def note_kept(walk: Walk, length: Length) -> None:
    """Note the completion that was looked for where there is room for all that it wrote; then it is undone."""
    layout = walk.u.b.layout
    walk.u.f.const(layout.kept - layout.notes)
    walk.u.f.set(walk.note)
    assert walk.sites is not None
    _note_trail(walk, length, walk.sites)


def _note_trail(walk: Walk, length: Length, sites: list[Site]) -> None:
    f, number = walk.u.f, len(sites)
    events: list[tuple[Event, int]] = []
    place = 2
    _note_word(walk, 0, lambda: f.const(number))
    if length.local >= 0 or walk.told:
        _note_word(walk, 1, lambda: push_length(walk, length))
    for event in walk.trail:
        events.append((event, place))
        if isinstance(event, Asked):
            place = _note_ended(walk, event, place)
        elif isinstance(event, tuple):
            place = _note_written(walk, event, place)
    assert not walk.told or place <= walk.u.b.layout.kept_words
    sites.append(Site(tuple(events), -1 if length.local >= 0 or walk.told else length.plus))


def _note_ended(walk: Walk, asked: Asked, place: int) -> int:
    """Note how many a pick of several allowed; the next free word."""
    if asked.most < 0 or not walk.u.b.tells:
        return place
    _note_word(walk, place, lambda: walk.u.f.get(asked.most))
    return place + 1


def _note_word(walk: Walk, n: int, value: Callable[[], None]) -> None:
    """Write word n of the note of this completion."""
    f, b = walk.u.f, walk.u.b
    f.get(walk.note)
    value()
    f.store(b.layout.notes + 4 * n)


def _note_written(walk: Walk, event: tuple[int, Written | WrittenList | WrittenCells], place: int) -> int:
    """Note what was written, where it is no constant; the next free word. Who decides need not be noted."""
    f, (at, written) = walk.u.f, event
    if isinstance(written, WrittenCells):
        _note_words(walk, place, lambda: f.const(STATE + 4 * at), lambda: f.const(written.bound + 1))
        return place + 1 + written.bound
    if isinstance(written, Written):
        if written.number is not None or written.local == walk.seat:
            return place
        _note_word(walk, place, lambda: f.get(written.local))
        return place + 1
    if written.values:
        _note_word(walk, place, lambda: f.const(len(written.values)))
        for n, value in enumerate(written.values):
            _note_word(walk, place + 1 + n, lambda value=value: f.get(value))                # type: ignore[misc]
        return place + 1 + written.bound
    _note_word(walk, place, lambda: f.get(written.length))
    if walk.told:
        _note_words(walk, place + 1, lambda: f.get(written.at), lambda: f.get(written.length))
        return place + 1 + written.bound
    for n in range(written.bound):
        _note_word(walk, place + 1 + n, lambda n=n: _element(walk, written.at, n))       # type: ignore[misc]
    return place + 1 + written.bound


def _note_words(walk: Walk, n: int, at: Callable[[], None], length: Callable[[], None]) -> None:
    """Copy words into the note of this completion, from word n on."""
    f, b = walk.u.f, walk.u.b
    f.get(walk.note)
    f.const(b.layout.notes + 4 * n)
    f.op("i32.add")
    at()
    length()
    f.call(b.runtime("copy_words"))


def _element(walk: Walk, at: int, n: int) -> None:
    walk.u.f.get(at)
    walk.u.f.load(4 * n)


def pays_cards(program: Program, nodes: Sequence[ir.Step]) -> bool:
    """Whether some way through steps pays with cards."""
    return any(isinstance(node, ir.PayCards)
               or (isinstance(node, ir.Act) and pays_cards(program, program.actions[node.action].steps))
               or (isinstance(node, ir.Fork) and any(pays_cards(program, way.steps) for way in node.ways))
               for node in nodes)


def note_words(program: Program, nodes: Sequence[ir.Step], extra: int = 0) -> int:
    """How many words the notes of steps need at most; more than there are, if they cannot be repeated from a note.

    `extra`: words beside those of each pick of several.
    """
    total = 0
    for node in nodes:
        match node:
            case ir.Pick() | ir.Bind(bound=0):
                total += 1
            case ir.PickSome(bound=bound):
                total += 1 + bound + extra
            case ir.Act(action=action):
                total += 1 + note_words(program, program.actions[action].steps, extra)
            case ir.Fork(ways=ways):
                total += max((note_words(program, way.steps, extra) for way in ways), default=0)
            case ir.Bind() | ir.PickMeld():
                return NOTE_WORDS
    return total
