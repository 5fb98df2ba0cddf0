"""A block and what is known where it begins in, its leaks out: names become public on the way as they are shown."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.leaks.asking import Asked, Asking
from rulelang.analysis.leaks.insight import Insight, Place, name_key
from rulelang.analysis.leaks.insight_queries import narrowed
from rulelang.analysis.leaks.learning import Learning, disturbed, joined
from rulelang.analysis.leaks.publicness import (
    UNKNOWN,
    Need,
    Needs,
    PlayerKey,
    Value,
    Viewer,
    element,
    passing,
    unmet,
)
from rulelang.analysis.leaks.report import Report
from rulelang.syntax import ast
from rulelang.syntax.walk import walk


class Flow:
    """Walks bodies statement by statement."""

    def __init__(self, model: m.GameModel, insight: Insight, asking: Asking, report: Report) -> None:
        self.model = model
        self.insight = insight
        self.asking = asking
        self.report = report
        self.learning = Learning(model, insight)

    # ------------------------------------------------------------ blocks

    def block(self, block: ast.Block, at: Place) -> Place:
        """Check a block; the place behind it."""
        for statement in block.statements:
            at = self.statement(statement, at)
        return at

    def statement(self, node: ast.Statement, at: Place) -> Place:
        """Check a statement; the place behind it."""
        match node:
            case ast.Let():
                return self.learning.let(node, at)
            case ast.Choose():
                return self._choose(node, at)
            case ast.Random(binder=binder):
                return self.learning.bind(binder, at)
            case ast.Menu():
                self._menu(node, at)
            case ast.Resolve():
                self._resolve(node, at)
            case ast.Shuffle(cards=ast.Node() as cards):
                return disturbed(self.learning.behind(ast.Move(node.span, cards, node.zone), at))
            case ast.Shuffle() | ast.Deal() | ast.Run() | ast.End():
                pass
            case ast.Reveal() | ast.Assign() | ast.Move() | ast.Draw() | ast.Discard() | ast.Flip():
                return self.learning.behind(node, at)
            case _:
                return self._inner(node, at)
        return disturbed(at)

    def _inner(self, node: ast.Compound, at: Place) -> Place:
        match node:
            case ast.If():
                return self._if(node, at)
            case ast.Either():
                return self._either(node, at)
            case ast.As(player=player, body=body):
                who = self._acting(node, player, body, at)
                inner = self.block(body, replace(at, you=who.key, apart=who.apart))
                faces = tuple(fact for fact in at.faces if fact in inner.faces)
                return replace(inner, you=at.you, apart=at.apart, faces=faces)
            case ast.AtOnce():
                self._at_once(node, at)
            case ast.Repeat(times=times, body=body):
                self._public(times, body, at, "how often")
                self.block(body, disturbed(at))
            case ast.RepeatUntil(condition=condition, body=body):
                inner = disturbed(at)
                self._public(condition, body, inner)
                self.block(body, self.insight.learn(inner, condition, False))
            case ast.RepeatForever(body=body):
                self.block(body, disturbed(at))
            case ast.EachPlayer(start=start, where=where, body=body):
                self._players(node, start, (where,), body, at)
            case ast.Turns(start=start, where=where, until=until, body=body):
                self._players(node, start, (where, until), body, at)
            case ast.Each():
                self._each(node, at)
            case _:
                assert_never(node)
        return disturbed(at)

    # ------------------------------------------------------------ control

    def _public(self, node: ast.Expr | None, body: ast.Block | Asked, at: Place, what: str = "that") -> None:
        """What decides whether a block is run must be known to everybody if the block asks."""
        if node is None:
            return
        asked = body if isinstance(body, Asked) else self.asking.block(body, at.you or UNKNOWN)
        if asked:
            self.report.asked_in_secret(node, self.insight.needs(node, at), asked.first, what)

    def _if(self, node: ast.If, at: Place) -> Place:
        ends: list[Place] = []
        here: ast.If | ast.Block | None = node
        while isinstance(here, ast.If):
            asked = self.asking.statement(here, at.you or UNKNOWN)
            if not asked.certain:
                self._public(here.condition, asked, at)
            ends += self._way(here.then, self.insight.learn(at, here.condition))
            at = self.insight.learn(at, here.condition, False)
            here = here.other
        ends += self._way(here, at) if here is not None else [at]
        return joined(at, ends)

    def _way(self, block: ast.Block, at: Place) -> list[Place]:
        """The place behind one of several blocks; none if nothing goes on behind it."""
        behind = self.block(block, at)
        leaves = bool(block.statements) and isinstance(block.statements[-1], ast.End)
        return [] if leaves else [behind]

    def _either(self, node: ast.Either, at: Place) -> Place:
        public = True
        ends: list[Place] = []
        for branch in node.branches:
            inner = at
            if branch.when is not None:
                needs = self.insight.needs(branch.when, at)
                public = public and not needs
                self.report.unknown(branch.when, needs, at.you, at.apart)
                if branch.body is not None:
                    self._public(branch.when, branch.body, at)
                inner = self.insight.learn(at, branch.when)
            ends += self._way(branch.body, inner) if branch.body is not None else [at]
        self.model.public[node] = public
        return joined(at, ends)

    def _acting(self, node: ast.As, player: ast.Expr, body: ast.Block, at: Place) -> Value:
        """Who acts in `as p`: p itself, unless p is a variable that may name another player before the block ends."""
        who = self.insight.value(player, at)
        asked = self.asking.block(body, who.key or UNKNOWN)
        if asked:
            self.report.asked_in_secret(player, who.own, asked.first, "who")
        if who.key is None or (passing(who.key) and not _quiet(body)):
            return replace(who, key=("acting", id(node)))
        return who

    def _players(
        self,
        node: ast.Statement,
        start: ast.Expr | None,
        tests: tuple[ast.Expr | None, ...],
        body: ast.Block,
        at: Place,
    ) -> None:
        asked = self.asking.block(body, at.you or UNKNOWN)
        if asked and start is not None:
            self.report.asked_in_secret(start, self.insight.needs(start, at), asked.first, "who")
        inner = replace(disturbed(at), you=("acting", id(node)), apart=frozenset())
        for test in tests:
            self._public(test, asked, inner)
        self.block(body, self.insight.learn(inner, tests[0]))

    def _each(self, node: ast.Each, at: Place) -> None:
        source = self.insight.value(node.source, at)
        asked = self.asking.block(node.body, at.you or UNKNOWN)
        if asked:
            self.report.asked_in_secret(node.source, source.size, asked.first, "how many there are in")
        local = self.model.locals[node]
        one = element(source, name_key(local))
        inner = disturbed(at).bind(local, one)
        self._public(node.where, asked, inner)
        inner = self.insight.learn(inner, node.where)
        self.block(node.body, inner.bind(local, narrowed(one, local, inner)))

    def _at_once(self, node: ast.AtOnce, at: Place) -> None:
        """Until all have chosen, an answer is known to nobody but the one who gave it."""
        you: PlayerKey = ("acting", id(node))
        inner = replace(disturbed(at), you=you, apart=frozenset())
        self._public(node.where, node.body, inner)
        inner = self.insight.learn(inner, node.where)
        given: list[tuple[m.Local, Value]] = []
        for statement in node.body.statements:
            if not isinstance(statement, ast.Choose | ast.Let) and given:
                inner = replace(inner, names={**inner.names, **dict(given)})
                given = []
            inner = self.statement(statement, inner)
            if isinstance(statement, ast.Choose):
                for binder in statement.binders:
                    local = self.model.locals[binder]
                    given.append((local, inner.names[local]))
                    inner = inner.bind(local, _private(inner.names[local], you, binder))

    # ------------------------------------------------------------ questions

    def _choose(self, node: ast.Choose, at: Place) -> Place:
        decider = Value(key=at.you, apart=at.apart)
        if node.decider is not None:
            decider = self.insight.value(node.decider, at)
            self.report.asked_in_secret(node.decider, decider.own, node, "who")
        for binder in node.binders:
            at = self.binder(binder, decider, at, body=True)
        return at

    def binder(self, node: ast.Binder, decider: Value, at: Place, *, body: bool) -> Place:
        """Check one binder of a choice; the place with its name."""
        source = self.insight.value(node.source, at)
        self.report.unknown(node.source, source.own, decider.key, decider.apart)
        self._unseen(node, source, decider)
        for amount in (node.low, node.high):
            needs = self.insight.needs(amount, at)
            if amount is not None and body:
                self.report.asked_in_secret(amount, needs, node, "how many")
            elif amount is not None:
                self.report.unknown(amount, needs, decider.key, decider.apart)
        local = self.model.locals[node]
        if node.where is not None:
            one = element(source, name_key(local))
            inner = replace(at.bind(local, one), binding=local)
            self.report.unknown(node.where, self.insight.needs(node.where, inner), decider.key, decider.apart)
        return self.learning.bind(node, at)

    def offered(self, node: ast.Binder, at: Place) -> Needs:
        """What is needed to know whether a choice in a head has options."""
        source = self.insight.value(node.source, at)
        local = self.model.locals[node]
        inner = replace(at.bind(local, element(source, name_key(local))), binding=local)
        amounts = self.insight.needs(node.low, at) | self.insight.needs(node.high, at)
        return source.own | source.size | amounts | self.insight.needs(node.where, inner)

    def _unseen(self, node: ast.Binder, source: Value, decider: Value) -> None:
        """Nobody picks among cards without positions that they do not see."""
        kind = t.plain(self.model.locals[node].type)
        if isinstance(kind, t.Collection):
            kind = t.plain(kind.of)
        if not isinstance(kind, t.Card) or not source.loose:
            return
        if unmet(source.up, decider.key, decider.apart) and (
            not source.down or unmet(source.down, decider.key, decider.apart)
        ):
            self.report.unseen(node)

    def _menu(self, node: ast.Menu, at: Place) -> None:
        for item in node.items:
            if item.amount is not None:
                self.report.asked_in_secret(item.amount, self.insight.needs(item.amount, at), node, "how many")

    def _resolve(self, node: ast.Resolve, at: Place) -> None:
        asked = self.asking.resolved(node)
        if asked:
            value = self.insight.value(node.value, at)
            self.report.asked_in_secret(node.value, value.own | value.face, asked.first, "what")


def _private(value: Value, you: PlayerKey, node: ast.Node) -> Value:
    """An answer as long as only the one who gave it knows it."""
    need = frozenset((Need(frozenset((Viewer("owner", you),)), node),))
    return replace(value, own=value.own | need, size=value.size | need)


def _quiet(body: ast.Block) -> bool:
    """Whether a block certainly changes no variable of players."""
    return not any(isinstance(node, ast.Assign | ast.Run | ast.Resolve | ast.Menu) for node in walk(body))
