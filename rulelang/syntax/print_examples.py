"""An example in, its lines out."""

from __future__ import annotations

from typing import assert_never

from rulelang.syntax import ast
from rulelang.syntax.print_expressions import COMMA, expression, operand, postfix, quoted
from rulelang.syntax.print_lines import STEP
from rulelang.syntax.print_statements import StatementPrinter, face_text


class ExamplePrinter(StatementPrinter):
    """Prints examples into lines."""

    def example(self, node: ast.Example) -> None:
        """An example and its steps."""
        players = "" if node.players is None else f" for {node.players} players"
        self.lines.add(0, f"example {quoted(node.title.value)}{players}:", node.span.start, node.span.start + 1)
        for step in node.steps:
            self.step(step)

    def step(self, node: ast.ExampleStep) -> None:
        """A step; a scripted phase has its answers below it."""
        script = node.script if isinstance(node, ast.WhenRuns) else ()
        end = self.line_end_above(script[0].span.start) if script else node.span.end
        self.lines.add(STEP, step_text(node), node.span.start, end)
        if script:
            for line in script:
                self.lines.add(2 * STEP, script_text(line), line.span.start, line.span.end)


def step_text(node: ast.ExampleStep) -> str:
    """The line of a step."""
    match node:
        case ast.Given(target=target, things=things):
            return f"given {postfix(target)} = " + COMMA.join(_thing(thing) for thing in things)
        case ast.WhenDoes(does=does):
            return f"when {script_text(does)}"
        case ast.WhenRuns(phase=phase, seat=seat, script=script):
            return f"when {phase.text}" + (f" as {seat.text}" if seat else "") + (":" if script else "")
        case ast.Expect(value=value, answers=answers):
            return f"expect {operand(value)}" + _with(answers)
        case _:
            assert_never(node)


def script_text(node: ast.Does | ast.Picks) -> str:
    """`p1 does lay with card = "Fox"` or `p2 picks "Done"`."""
    if isinstance(node, ast.Does):
        return f"{node.seat.text} does {node.action.text}" + _with(node.answers)
    return f"{node.seat.text} picks " + COMMA.join(_answer(answer) for answer in node.answers)


def _with(answers: tuple[ast.Answer, ...]) -> str:
    return " with " + COMMA.join(_answer(answer) for answer in answers) if answers else ""


def _answer(node: ast.Answer) -> str:
    return expression(node.value) if node.name is None else f"{node.name.text} = {expression(node.value)}"


def _thing(node: ast.Copies) -> str:
    count = "" if node.count == 1 else f"{node.count} "
    return f"{count}{expression(node.value)}{face_text(node.face)}"
