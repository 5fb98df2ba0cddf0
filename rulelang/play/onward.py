"""A checked game and one of its examples in, ways for `phase play` out to go on from the example's position.

An example says what happens from a position, not what comes next. The last phase or action in front of its first
`expect` says most: what play does behind that phase, or the phase with that action for one player after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulelang.syntax import ast
from rulelang.syntax.walk import walk

if TYPE_CHECKING:
    from rulelang.analysis.model import GameModel

ROUNDS = 100                # then the game is evaluated as it stands
STEP = "    "


def ways_on(model: GameModel, example: ast.Example) -> Iterator[str]:
    """Declarations of a variant that replace `phase play`, the most fitting first."""
    run = _last_step(example)
    seat = _seat(run)
    if isinstance(run, ast.WhenRuns):
        if run.seat is None:
            yield from _behind(model, run.phase.text)
        if _asks(model, run.phase.text):
            yield from _phase(model, run.phase.text, seat if run.seat is not None else "")
    if isinstance(run, ast.WhenDoes):
        yield from _with_action(model, run.does.action.text, seat)
    for name, phase in model.phases.items():
        if name != "play" and any(isinstance(node, ast.Menu | ast.Choose) for node in walk(phase.node)):
            yield from _phase(model, name, seat)
            yield from _phase(model, name, "")
    for group in model.groups:
        yield _play(_loop(f"do 1 {group}", seat))


def _last_step(example: ast.Example) -> ast.WhenDoes | ast.WhenRuns | None:
    """The last step that does something in front of the first expectation, else the first behind it."""
    first = next((n for n, step in enumerate(example.steps) if isinstance(step, ast.Expect)), len(example.steps))
    before = [step for step in example.steps[:first] if isinstance(step, ast.WhenDoes | ast.WhenRuns)]
    behind = [step for step in example.steps[first:] if isinstance(step, ast.WhenDoes | ast.WhenRuns)]
    return before[-1] if before else behind[0] if behind else None


def _seat(run: ast.WhenDoes | ast.WhenRuns | None) -> str:
    """The player who comes next: whoever the example is about began, so the one to the left."""
    if isinstance(run, ast.WhenDoes):
        return f"left(seat({run.does.seat.text[1:]}))"
    if isinstance(run, ast.WhenRuns) and run.seat is not None:
        return f"left(seat({run.seat.text[1:]}))"
    return "first_player"


def _play(body: str) -> str:
    return f"replace phase play:\n{body}"


def _loop(statement: str, seat: str) -> str:
    """A statement over and over: for every player in turn from a seat on, or (no seat) by itself."""
    inside = f"each player from {seat}: {statement}" if seat else statement
    return f"{STEP}repeat {ROUNDS} times:\n{STEP}{STEP}{inside}\n"


def _phase(model: GameModel, name: str, seat: str) -> Iterator[str]:
    """A phase over and over, inside the phases that play runs it in: what ends them still does."""
    around = _around(model, name)
    if not around:
        yield _play(_loop(name, seat))
        return
    first, *others = around
    inside = "".join(f"\nreplace phase {outer}:\n{STEP}{inner}\n" for outer, inner in zip(around, others, strict=False))
    inside += f"\nreplace phase {around[-1]}:\n{_loop(name, seat)}"
    behind = next(_behind(model, first), "").partition("\n")[2]
    yield _play(f"{STEP}{first}\n{behind}") + inside


def _around(model: GameModel, name: str) -> list[str]:
    """The phases, from one that play runs itself, that lead to the run of a phase; the shortest way."""
    ways: list[list[str]] = [[name]]
    seen = {name}
    while ways:
        way = ways.pop(0)
        for outer, phase in model.phases.items():
            if any(isinstance(node, ast.Run) and node.name.text == way[0] for node in walk(phase.node)):
                if outer == "play":
                    return way[:-1]
                if outer not in seen:
                    seen.add(outer)
                    ways.append([outer, *way])
    return []


def _with_action(model: GameModel, action: str, seat: str) -> Iterator[str]:
    """The phase whose menu offers an action, for one player after the other; else the action's group by itself."""
    symbol = model.actions.get(action)
    group = symbol.node.group.text if symbol is not None and symbol.node.group is not None else ""
    for name, phase in model.phases.items():
        items = [item.name.text for node in walk(phase.node) if isinstance(node, ast.Menu) for item in node.items]
        if name != "play" and (action in items or (group and group in items)):
            yield from _phase(model, name, seat)
            yield from _phase(model, name, "")
    yield _play(_loop(f"do 1 {group or action}", seat))


def _asks(model: GameModel, phase: str, depth: int = 8) -> bool:
    """Whether a phase, or one that it runs, asks anybody for anything."""
    if phase not in model.phases or not depth:
        return False
    nodes = list(walk(model.phases[phase].node))
    return any(isinstance(node, ast.Menu | ast.Choose | ast.Either) for node in nodes) or any(
        _asks(model, node.name.text, depth - 1) for node in nodes if isinstance(node, ast.Run))


# ---------------------------------------------------------------- behind a phase of play


def _behind(model: GameModel, phase: str) -> Iterator[str]:
    """What play does behind a phase that it runs: the rest of its block, then the loops around it once more."""
    play = model.phases["play"].node
    path = _path(play.body, phase)
    if path is None:
        return
    lines: list[str] = []
    for block, place in reversed(path):
        statement = block.statements[place]
        if not (isinstance(statement, ast.Run) and statement.name.text == phase):
            lines += _source(statement)
        for following in block.statements[place + 1:]:
            lines += _source(following)
    if lines:
        yield _play("".join(f"{STEP}{line}\n" for line in lines))


def _path(block: ast.Block, phase: str) -> list[tuple[ast.Block, int]] | None:
    """The blocks, from the outermost, and the places in them that lead to the run of a phase."""
    for place, statement in enumerate(block.statements):
        if isinstance(statement, ast.Run) and statement.name.text == phase:
            return [(block, place)]
        body = getattr(statement, "body", None)
        if isinstance(statement, ast.Repeat | ast.RepeatUntil | ast.RepeatForever) and isinstance(body, ast.Block):
            inside = _path(body, phase)
            if inside is not None:
                return [(block, place), *inside]
    return None


def _source(statement: ast.Node) -> list[str]:
    """The lines of a statement as they stand in the rules, the first without its indent."""
    span = statement.span
    indent = span.column - 1
    first, *more = span.text.rstrip().split("\n")
    return [first, *(line[indent:] if not line[:indent].strip() else line.lstrip() for line in more if line.strip())]
