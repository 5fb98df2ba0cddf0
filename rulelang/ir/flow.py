"""Blocks of a program in, the procedures they belong to and the ways between them out."""

from __future__ import annotations

from rulelang.ir import nodes as ir
from rulelang.ir.program import Program


def following(ending: ir.Ending) -> list[int]:
    """The blocks of the same procedure that can come after an ending."""
    match ending:
        case ir.Fork2():
            return [ending.yes, ending.no]
        case ir.Switch():
            return [*(block for _, block in ending.cases), ending.other]
        case ir.Goto() | ir.CallProcedure() | ir.Decide() | ir.Chance() | ir.Settle():
            return [ending.next]
        case _:
            return []


def block_owners(program: Program) -> dict[int, int]:
    """The procedure of each block that can be reached from the entry of one (the first, should there be several)."""
    found: dict[int, int] = {}
    for number, procedure in enumerate(program.procedures):
        waiting = [procedure.entry]
        while waiting:
            block = waiting.pop()
            if block not in found:
                found[block] = number
                waiting += following(program.blocks[block].ending)
    return found
