"""A program in, everything that is compiled from it once out: closures of functions, heads, decisions and blocks.

Closures of expressions are called `f(s, r)`: s the state's ints, r the registers of the unit they belong to. Functions
and heads are compiled when they are first needed; calls cannot recurse, so each is complete before it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulelang.engine.errors import LimitReached
from rulelang.engine.zones import Zones
from rulelang.ir.flow import block_owners
from rulelang.ir.nodes import Function
from rulelang.ir.numbers import NONE
from rulelang.ir.program import Program

if TYPE_CHECKING:
    from rulelang.engine.machine import Machine
    from rulelang.engine.search import Question, Visit

Ints = list[int]
Registers = list[Any]
IntCode = Callable[[Ints, Registers], int]
ListCode = Callable[[Ints, Registers], Ints]
ExprCode = Callable[[Ints, Registers], Any]
StatementCode = Callable[["Machine", Ints, Registers], None]
EndingCode = Callable[["Machine", Ints, Registers], int]
FunctionCode = Callable[[Ints, Registers], Any]

# Candidates tried for one question, or between two stops, at most.
MOST_TRIES = 500_000
# Elements that queries go through for one question, or between two stops, at most.
MOST_WORK = 3_000_000
# A call of a function that leads to more calls than this counts as so many elements.
MANY_CALLS = 20
# What a While inside a function may do at most: functions always come to an end.
FUNCTION_PASSES = 100_000
# What costly statements count as, in blind play too, so that rules that run in circles are stopped soon.
CARD_STEPS = 2
SCORE_STEPS = 50


class Code:
    """The compiled parts of one program, shared by all its states.

    `tries` counts down what `Search` may still try, `work` what queries may still go through.
    """

    def __init__(self, program: Program) -> None:
        import rulelang.engine.lists  # noqa: F401 - completes the tables of compilers

        self.program = program
        self.zones = Zones(program)
        self.most_tries = self.tries = MOST_TRIES
        self.most_work = self.work = MOST_WORK
        self.owners = block_owners(program)
        self._heads: dict[int, Visit] = {}
        self._questions: dict[int, Question] = {}
        self._functions: dict[int, FunctionCode] = {}
        self._calls: dict[int, int] = {}
        self._calling = 0

    def refresh(self) -> None:
        """Let as much be tried and gone through as one question may need."""
        self.tries, self.work = self.most_tries, self.most_work

    def go_through(self, elements: int) -> None:
        """Count elements of a query. Raises `LimitReached` past the limit."""
        self.work -= elements
        if self.work < 0:
            raise LimitReached("work")

    def function(self, number: int) -> FunctionCode:
        """Function `number` as a closure over registers whose first ones hold the arguments."""
        found = self._functions.get(number)
        if found is None:
            outer, self._calling = self._calling, 1
            found = self._functions[number] = self._compile_function(self.program.functions[number])
            self._calls[number], self._calling = self._calling, outer
        return found

    def callee(self, number: int) -> FunctionCode:
        """A function that is called by what is being compiled. Where calls multiply, each counts as work."""
        function = self.function(number)
        self._calling += self._calls[number]
        if self._calls[number] <= MANY_CALLS:
            return function

        def run(s: Ints, r: Registers) -> Any:
            self.go_through(MANY_CALLS)
            return function(s, r)
        return run

    def head(self, action: int) -> Visit:
        """The head of an action as a visit."""
        found = self._heads.get(action)
        if found is None:
            from rulelang.engine.search import finish
            from rulelang.engine.steps import compile_steps

            found = self._heads[action] = compile_steps(self, self.program.actions[action].steps, finish, 0)
        return found

    def question(self, number: int) -> Question:
        """A decision of the program, compiled."""
        found = self._questions.get(number)
        if found is None:
            from rulelang.engine.search import Question

            found = self._questions[number] = Question(self, number, self.program.decisions[number])
        return found

    def call(self, number: int, s: Ints, *args: Any) -> Any:
        """The result of a function for these arguments."""
        registers = [*args, *([0] * (self.program.functions[number].registers - len(args)))]
        return self.function(number)(s, registers)

    def outside(self, number: int, s: Ints, *args: Any) -> Any:
        """The result of a function outside of play; NONE where that is too much to work out."""
        self.tries, self.work = self.most_tries, self.most_work // 10
        try:
            return self.call(number, s, *args)
        except LimitReached:
            return NONE

    def _compile_function(self, function: Function) -> FunctionCode:
        from rulelang.engine.expressions import any_expr
        from rulelang.engine.registers import pure_statements

        result = any_expr(self, function.result)
        if not function.body:
            return result
        body = pure_statements(self, function.body)

        def run(s: Ints, r: Registers) -> Any:
            for statement in body:
                statement(s, r)
            return result(s, r)
        return run
