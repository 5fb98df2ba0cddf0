"""A fault of the rules at run time in, a finding with the lines of the rules out."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic, Label
from rulelang.engine.errors import Fault
from rulelang.ir.program import Program
from rulelang.source import Source, Span

LINES_SHOWN = 6


def fault_finding(program: Program, fault: Fault) -> Diagnostic:
    """What to tell the designer: where the rules were when they reached the limit, and the lines that took turns."""
    cycle = list(dict.fromkeys(fault.cycle))[:LINES_SHOWN]
    others = tuple(Label(_span(program, number), "again and again") for number in cycle if number != fault.span)
    if fault.limit == "work":
        return Diagnostic("RL703", "There is more to count through here than can be worked out",
                          _span(program, fault.span), "this was to be worked out", others=others,
                          allowed="The game stops without a result.",
                          hint="Ask of fewer elements, or name what is the same for all of them with `let` before.")
    if fault.limit != "steps":
        return Diagnostic("RL702", "There are more ways to choose here than can be worked out",
                          _span(program, fault.span), "this was to be worked out", others=others,
                          allowed="The game stops without a result.",
                          hint="Ask for less at once, or in several steps.")
    return Diagnostic("RL701", "The rules never come to the next choice here", _span(program, fault.span),
                      "this ran when the limit was reached", others=others,
                      allowed="So much was done since the last choice that the game stops without a result.",
                      hint="Give the loop an end that must come, or let it stop when nothing changes.")


def _span(program: Program, number: int) -> Span:
    if not 0 <= number < len(program.spans):
        return Span(Source(program.title, ""), 0, 0)
    info = program.spans[number]
    file = program.sources[info.source]
    return Span(Source(file.name, file.text), info.start, info.end)
