"""A program in, the places of its statements in the rules out: what it means that a line was reached."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir import nodes as ir
from rulelang.ir.flow import block_owners
from rulelang.ir.program import Program
from rulelang.records import dataclass

# These note no place when they run.
_QUIET = (ir.SetReg, ir.Append, ir.SetItem)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a statement begins: number of the file, line and column from 1."""

    file: int
    line: int
    column: int


def places_of(program: Program) -> tuple[Place, ...]:
    """Where statements begin, in the order of the text, each place once."""
    return tuple(sorted({place_of(program, span) for span in _spans(program)}))


def place_of(program: Program, span: int) -> Place:
    """Where a span begins."""
    info = program.spans[span]
    return Place(info.source, info.line, info.column)


def _spans(program: Program) -> Iterator[int]:
    for number in block_owners(program):
        block = program.blocks[number]
        yield from _of_statements(block.statements)
        ending = block.ending
        # A limit that ends a game is told of as the end of that game.
        span = -1 if isinstance(ending, ir.Finish) and ending.adjudicated else getattr(ending, "span", -1)
        if span >= 0:
            yield span


def _of_statements(statements: tuple[ir.Statement, ...]) -> Iterator[int]:
    for node in statements:
        if not isinstance(node, _QUIET) and node.span >= 0:
            yield node.span
        if isinstance(node, ir.If):
            yield from _of_statements(node.then)
            yield from _of_statements(node.other)
        elif isinstance(node, ir.Loop | ir.While):
            yield from _of_statements(node.body)
