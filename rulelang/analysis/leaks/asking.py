"""A checked model in, what each block asks out: whom, and how often, as far as that is certain.

Menus count as one question each: what their actions ask depends on the answer, which everybody sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import field
from typing import assert_never

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.leaks.insight import Insight, Place
from rulelang.analysis.leaks.publicness import UNKNOWN, YOU, PlayerKey
from rulelang.records import dataclass
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

Unit = tuple[str, Hashable]
Looping = (
    ast.As | ast.Repeat | ast.RepeatUntil | ast.RepeatForever | ast.EachPlayer | ast.AtOnce | ast.Turns | ast.Each
)
MOST = 40
"""Different questions that are told apart in one block."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Questions by player and kind with their numbers; not `certain`: more or fewer. `first` is one of them."""

    counts: frozenset[tuple[PlayerKey, Hashable, int]] = frozenset()
    certain: bool = True
    first: ast.Node | None = field(default=None, compare=False)

    def __bool__(self) -> bool:
        return self.first is not None


NO_QUESTION = Asked()


def _unclear(asked: Asked) -> Asked:
    return Asked(frozenset(), False, asked.first) if asked else asked


def _sum(parts: list[Asked]) -> Asked:
    asking = [part for part in parts if part]
    if not asking:
        return NO_QUESTION
    if len(asking) == 1:
        return asking[0]
    total: Counter[tuple[PlayerKey, Hashable]] = Counter()
    for part in asking:
        for key, what, number in part.counts:
            total[key, what] += number
    certain = all(part.certain for part in asking) and len(total) <= MOST
    return Asked(frozenset((*key, n) for key, n in total.items()) if certain else frozenset(), certain, asking[0].first)


def _times(asked: Asked, times: int) -> Asked:
    if times < 1 or not asked:
        return NO_QUESTION
    return Asked(frozenset((key, what, n * times) for key, what, n in asked.counts), asked.certain, asked.first)


def _of(asked: Asked, you: PlayerKey) -> Asked:
    """What a piece of rules asks if `you` is this player there."""
    if not asked or you == YOU:
        return asked
    return Asked(
        frozenset((_swap(key, you), what, n) for key, what, n in asked.counts), asked.certain, asked.first
    )


def _swap(key: PlayerKey, you: PlayerKey) -> PlayerKey:
    return you if key == YOU else tuple(_swap(part, you) if isinstance(part, tuple) else part for part in key)


class Asking:
    """What phases, actions and effects ask."""

    def __init__(self, model: m.GameModel, insight: Insight) -> None:
        self.model = model
        self.insight = insight
        self.bodies = bodies_of(model)
        self.asked: dict[Unit, Asked] = {}
        self.effects: dict[object, Asked] = {}
        for unit in _callees_first(self.bodies, self._edges):
            self.asked[unit] = _sum([self.block(body, YOU) for body in self.bodies[unit]])

    def block(self, block: ast.Block | None, you: PlayerKey) -> Asked:
        """What a block asks, with this player as `you`."""
        if block is None:
            return NO_QUESTION
        return _sum([self.statement(statement, you) for statement in block.statements])

    def statement(self, node: ast.Statement, you: PlayerKey) -> Asked:
        """What a statement asks."""
        match node:
            case ast.Choose(decider=decider):
                return self._question(node, you if decider is None else self._player(decider, you))
            case ast.Menu():
                return Asked(frozenset(((you, node, 1),)), True, node)
            case ast.Either(branches=branches):
                rest = self._one_of([self.block(branch.body, you) for branch in branches])
                return _sum([self._question(node, you), rest])
            case ast.If():
                return self._if(node, you)
            case ast.Run(name=name):
                return _of(self.asked.get(("phase", name.text), NO_QUESTION), you)
            case ast.Resolve():
                return _unclear(self.resolved(node))
            case ast.Move() | ast.Draw() | ast.Deal() | ast.Discard() | ast.Shuffle() | ast.Flip() | ast.Reveal():
                return NO_QUESTION
            case ast.Let() | ast.Assign() | ast.Random() | ast.End():
                return NO_QUESTION
            case _:
                return self._inner(node, you)

    def _inner(self, node: Looping, you: PlayerKey) -> Asked:
        match node:
            case ast.As(player=player, body=body):
                return self.block(body, self._player(player, you))
            case ast.Repeat(times=times, body=body):
                asked = self.block(body, you)
                return _times(asked, times.value) if isinstance(times, ast.Int) else _unclear(asked)
            case ast.EachPlayer(where=where, body=body) | ast.AtOnce(where=where, body=body):
                asked = self.block(body, ("each player",))
                return asked if where is None else _unclear(asked)
            case ast.RepeatUntil(body=body) | ast.RepeatForever(body=body) | ast.Each(body=body) | ast.Turns(body=body):
                return _unclear(self.block(body, UNKNOWN))
            case _:
                assert_never(node)

    def _question(self, node: ast.Node, player: PlayerKey) -> Asked:
        return Asked(frozenset(((player, "question", 1),)), player != UNKNOWN, node)

    def _player(self, node: ast.Expr, you: PlayerKey) -> PlayerKey:
        return self.insight.value(node, Place(you=you)).key or UNKNOWN

    def _if(self, node: ast.If, you: PlayerKey) -> Asked:
        """An `if` with all its `else if`s: certain only if every way asks the same."""
        ways: list[Asked] = []
        here: ast.If | ast.Block | None = node
        while isinstance(here, ast.If):
            ways.append(self.block(here.then, you))
            here = here.other
        ways.append(self.block(here, you))
        return self._one_of(ways)

    def _one_of(self, ways: list[Asked]) -> Asked:
        asking = next((way for way in ways if way), NO_QUESTION)
        return asking if all(way == asking and way.certain for way in ways) else _unclear(asking)

    def resolved(self, node: ast.Resolve) -> Asked:
        """What the effects that may run ask, all together."""
        group = kind_of_effect(self.model, node)
        if group not in self.effects:
            self.effects[group] = _sum([self.asked.get(unit, NO_QUESTION) for unit in effects_of(self.model, group)])
        return self.effects[group]

    def _edges(self, unit: Unit) -> Iterator[Unit]:
        """What a piece of rules runs; effects by way of a group, so that many of them cost no more than once."""
        if unit[0] == "effects":
            yield from effects_of(self.model, unit[1])
            return
        for body in self.bodies[unit]:
            for node in walk(body):
                if isinstance(node, ast.Run):
                    yield ("phase", node.name.text)
                elif isinstance(node, ast.Resolve):
                    yield ("effects", kind_of_effect(self.model, node))


def bodies_of(model: m.GameModel) -> dict[Unit, list[ast.Block]]:
    """What runs in each phase, action and effect, with its hooks."""
    found: dict[Unit, list[ast.Block]] = {}
    for phase in model.phases.values():
        found["phase", phase.name] = [phase.node.body]
    for action in model.actions.values():
        found["action", action.name] = [] if action.node.body is None else [action.node.body]
    for key, effect in model.effects.items():
        found["effect", key] = [] if effect.node.body is None else [effect.node.body]
    for hook in model.hooks:
        kind = "phase" if hook.name.text in model.phases else "action"
        found.setdefault((kind, hook.name.text), []).append(hook.body)
    return found


def kind_of_effect(model: m.GameModel, node: ast.Resolve) -> Hashable:
    """Which effects may run: a name for all of one enum, or the cards types."""
    kind = t.plain(model.types.get(node.value) or t.Unknown())
    if isinstance(kind, t.EnumValue):
        return kind.enum
    return kind.of if isinstance(kind, t.Card | t.PrintedName) else frozenset()


def effects_of(model: m.GameModel, group: Hashable) -> Iterator[Unit]:
    """The effects that a `resolve` of this kind may run."""
    names: set[str] | None = None
    if isinstance(group, frozenset) and group:
        names = {row.name for of in group for row in model.cards[of].rows if isinstance(row, m.PrintSymbol)}
        if any(isinstance(row, m.ProductSymbol) for of in group for row in model.cards[of].rows):
            names = None
    for key in model.effects:
        if isinstance(group, str):
            if isinstance(key, tuple) and key[0] == group:
                yield ("effect", key)
        elif isinstance(key, str) and (names is None or key in names):
            yield ("effect", key)


def _callees_first(
    bodies: dict[Unit, list[ast.Block]], edges: Callable[[Unit], Iterable[Unit]]
) -> Iterator[Unit]:
    """All pieces, each behind those it runs. Nothing runs itself: that was refused before."""
    seen: set[Unit] = set()
    for first in bodies:
        waiting: list[tuple[Unit, bool]] = [(first, False)]
        while waiting:
            unit, left = waiting.pop()
            if left:
                if unit in bodies:
                    yield unit
            elif unit not in seen:
                seen.add(unit)
                waiting.append((unit, True))
                if unit in bodies or unit[0] == "effects":
                    waiting.extend((callee, False) for callee in edges(unit) if callee not in seen)
