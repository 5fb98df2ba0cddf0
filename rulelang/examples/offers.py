"""A game at a stop in, what it offers out: each option with the name it binds, for scripts to match."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.decisions import Option
from rulelang.engine.labels import DONE
from rulelang.engine.state import State
from rulelang.ir import nodes as ir
from rulelang.ir.program import AnswerCode
from rulelang.records import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """An option: its id and label, the name it would be bound to (empty for branches and entries), its value.

    `action` is the number of the action that an entry of a menu stands for, else -1. `ends` says the option ends a
    pick of several, or a menu; `several` says the option is one of several picks. `weight` is its chance. `is_card`
    says that the value is a card, and not a printed name or another value.
    """

    id: str
    label: str
    binds: str
    value: int
    action: int = -1
    ends: bool = False
    several: bool = False
    weight: float = 1.0
    is_card: bool = False


def offers(state: State) -> list[Offer]:
    """What the game offers at its stop, to a player or to chance."""
    options = {option.key: option for option in state.open_options()}
    if state.is_chance:
        return [_offer(state, o.id, o.label, options.get(o.key), float(o.probability)) for o in state.chance_outcomes()]
    return [_offer(state, c.id, c.label, options.get(c.key), 1.0) for c in state.choices()]


def _offer(state: State, name: str, label: str, option: Option | None, weight: float) -> Offer:
    step = option.role.step if option is not None else None
    if option is None or step is None:
        return Offer(name, label, "", ir.NOTHING, weight=weight)
    ends = option.role.what == "done" or (isinstance(step, ir.Fork) and option.key == ir.DONE)
    # Of a meld the pattern is picked first, by its name, then card by card.
    is_pattern = option.role.what == "meld"
    binds = state.game.program.points[step.point].binds if step.point >= 0 and not is_pattern else ""
    return Offer(name, label, binds, option.value, _action(step, option.key), ends,
                 isinstance(step, ir.PickSome | ir.PickMeld), weight, option.role.what == "card")


def _action(step: ir.Pick | ir.PickSome | ir.PickMeld | ir.Fork, key: int) -> int:
    if not isinstance(step, ir.Fork):
        return -1
    way = next((way for way in step.ways if way.key == key), None)
    if way is None or not way.steps or not isinstance(way.steps[0], ir.Act):
        return -1
    return way.steps[0].action


def answered(state: State, answer: AnswerCode) -> list[int]:
    """What an answer names: prints, or values."""
    if answer.prints:
        return list(answer.prints)
    value = state.call_function(answer.value)
    return list(value) if isinstance(value, list | tuple) else [value]


def as_answered(state: State, answer: AnswerCode, value: int, *, is_card: bool) -> int:
    """An option's value in the form of an answer: the print of a card where cards are named."""
    return state.game.program.cards[value] if answer.prints and is_card and value >= 0 else value


def has_completion(state: State, actions: Sequence[int], seat: int, answers: Sequence[AnswerCode]) -> bool:
    """Whether some way to do one of these actions has all of these answers."""
    trial = state.clone()
    trial.run_action(actions, seat)
    return any(_has_all(trial, completion, answers) for completion in trial.completions())


def _has_all(state: State, completion: Sequence[Option], answers: Sequence[AnswerCode]) -> bool:
    """Whether the options of a completion give every answer, each pick used once."""
    found: dict[str, list[tuple[int, bool]]] = {}
    labels: list[str] = []
    program = state.game.program
    for option in completion:
        step = option.role.step
        if isinstance(step, ir.Fork):
            labels += [program.texts[way.label] for way in step.ways if way.key == option.key]
        elif option.role.what == "done":
            labels.append(DONE)
        elif step is not None and option.role.what != "meld" and step.point >= 0:
            picked = (option.value, option.role.what == "card")
            found.setdefault(program.points[step.point].binds, []).append(picked)
    return all(_has(state, found, labels, answer) for answer in answers)


def _has(
    state: State, found: dict[str, list[tuple[int, bool]]], labels: list[str], answer: AnswerCode
) -> bool:
    if not answer.name:
        return answer.label in labels
    wanted = sorted(answered(state, answer))
    values = sorted(as_answered(state, answer, value, is_card=card) for value, card in found.get(answer.name, []))
    return values == wanted
