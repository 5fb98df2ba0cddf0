"""A checked model in, what its course cannot reach or may never leave out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulelang.analysis import model as m
from rulelang.analysis.leaks.asking import Unit, bodies_of, effects_of, kind_of_effect
from rulelang.analysis.leaks.report import shortened
from rulelang.analysis.lints.words import target_of, word_of
from rulelang.diagnostics import Diagnostics, Label
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

FARTHEST = 150
"""Pieces of rules looked into for one loop; behind that it gets the benefit of the doubt."""
PATIENCE = 300_000
"""Nodes looked at for all loops and menus of a game together; behind that nothing is said any more."""

Loop = ast.RepeatForever | ast.RepeatUntil | ast.Turns

# ---------------------------------------------------------------- what is never reached


def find_unreachable(parts: list[ast.Node], found: Diagnostics) -> None:
    """Warn of statements behind one that never goes on."""
    for node in parts:
        if isinstance(node, ast.Block):
            _behind_the_end(node, found)


def _behind_the_end(block: ast.Block, found: Diagnostics) -> None:
    for at, statement in enumerate(block.statements[:-1]):
        if _leaves(statement):
            found.warning(
                "RL503",
                "This line is never reached",
                block.statements[at + 1].span,
                others=(Label(_last_word(statement).span, "nothing goes on behind this"),),
                hint="Put it before, or remove it.",
            )
            return


def _leaves(statement: ast.Statement) -> bool:
    """Whether nothing goes on behind a statement."""
    match statement:
        case ast.End() | ast.RepeatForever():
            return True
        case ast.If():
            ways: list[ast.Block] = []
            here: ast.If | ast.Block | None = statement
            while isinstance(here, ast.If):
                ways.append(here.then)
                here = here.other
            return here is not None and all(_block_leaves(way) for way in [*ways, here])
        case ast.Either(branches=branches):
            return all(branch.body is not None and _block_leaves(branch.body) for branch in branches)
        case ast.As(body=body):
            return _block_leaves(body)
        case ast.Repeat() | ast.RepeatUntil() | ast.EachPlayer() | ast.AtOnce() | ast.Turns() | ast.Each():
            return False
        case _:
            return False if isinstance(statement, ast.Simple) else assert_never(statement)


def _block_leaves(block: ast.Block) -> bool:
    return bool(block.statements) and _leaves(block.statements[-1])


def _last_word(statement: ast.Statement) -> ast.Node:
    if isinstance(statement, ast.If):
        return statement.condition
    return statement


# ---------------------------------------------------------------- what may never end


def find_endless(model: m.GameModel, parts: list[ast.Node], found: Diagnostics) -> None:
    """Warn of loops that nothing can end, and of menus that can repeat without cost."""
    course = _Course(model)
    for node in parts:
        if isinstance(node, ast.RepeatForever | ast.RepeatUntil | ast.Turns):
            _loop(course, node, found)
        elif isinstance(node, ast.Menu):
            _menu(course, node, found)


def _loop(course: _Course, node: Loop, found: Diagnostics) -> None:
    tests = _tests(node)
    if any(course.always(test) for test in tests):
        return
    reads = [course.reads(test) for test in tests]
    for inner in course.inside([node.body]):
        if inner is None or _may_end(course, inner, reads):
            return
    if isinstance(node, ast.RepeatUntil):
        found.warning(
            "RL504",
            f"Nothing inside this loop changes `{shortened(node.condition)}`: it may never end",
            node.condition.span,
            "stays as it is",
            hint="Change what it reads inside the loop, leave it with `end`, or add a `limit`.",
        )
    else:
        found.warning(
            "RL504",
            "Nothing makes this end: add a `limit`, or leave it with `end`",
            node.span,
            "goes on for ever",
        )


def _tests(node: Loop) -> list[ast.Expr]:
    """The conditions that may end a loop."""
    match node:
        case ast.RepeatUntil(condition=condition):
            return [condition]
        case ast.Turns(where=where, until=until):
            return [test for test in (where, until) if test is not None]
    return []


def _may_end(course: _Course, node: ast.Node, reads: list[frozenset[str] | None]) -> bool:
    """Whether a statement inside a loop may end it, or change what its conditions read (None: anything)."""
    if isinstance(node, ast.End) or (isinstance(node, ast.Run) and node.name.text in course.model.limits):
        return True
    changed = course.changed(node)
    if changed is None:
        return False
    return any(read is None or (changed in read if changed else "" in read) for read in reads)


def _menu(course: _Course, node: ast.Menu, found: Diagnostics) -> None:
    """A menu of only `any` items with an action that costs and changes nothing."""
    if any(item.quota != "any" for item in node.items):
        return
    for item in node.items:
        ref = course.model.refs.get(item)
        actions = [ref] if isinstance(ref, m.ActionSymbol) else ref.actions if isinstance(ref, m.GroupSymbol) else []
        for action in actions:
            if not course.costs(action):
                found.warning(
                    "RL505",
                    "This menu can repeat without cost",
                    node.span,
                    others=(Label(action.node.name.span, "costs nothing and changes nothing"),),
                    hint=f"Write `up to 1 {item.name.text}`, or let `{action.name}` cost something.",
                )
                return


class _Course:
    """What runs inside what, and what it changes. A changed thing is its word; cards that move are the empty word."""

    def __init__(self, model: m.GameModel) -> None:
        self.model = model
        self.bodies = bodies_of(model)
        self.patience = PATIENCE

    def inside(self, roots: list[ast.Block]) -> Iterator[ast.Node | None]:
        """All nodes of these blocks and of what they run; None if that is too much to look through."""
        seen: set[Unit] = set()
        waiting: list[ast.Node] = list(roots)
        while waiting:
            if len(seen) > FARTHEST or self.patience < 0:
                yield None
                return
            for node in walk(waiting.pop()):
                yield node
                self.patience -= 1
                for unit in self._runs(node):
                    if unit not in seen:
                        seen.add(unit)
                        waiting.extend(self.bodies.get(unit, ()))
                        if unit[0] == "action":
                            waiting.extend(self.model.actions[str(unit[1])].node.head)

    def _runs(self, node: ast.Node) -> Iterator[Unit]:
        match node:
            case ast.Run(name=name):
                yield ("phase", name.text)
            case ast.Resolve():
                yield from effects_of(self.model, kind_of_effect(self.model, node))
            case ast.MenuItem(name=name):
                group = self.model.groups.get(name.text)
                for action in group.actions if group is not None else [self.model.actions[name.text]]:
                    yield ("action", action.name)

    def changed(self, node: ast.Node) -> str | None:
        """What a node changes: a word, the empty word for cards, None for nothing."""
        if not isinstance(node, ast.Simple | ast.Pay):
            return None
        match node:
            case ast.Assign(target=target):
                return word_of(target_of(target))
            case ast.Pay(token=token):
                return "" if token is None else token.text
            case ast.Move() | ast.Draw() | ast.Deal() | ast.Discard() | ast.Shuffle() | ast.Flip():
                return ""
            case ast.Reveal() | ast.Let() | ast.Choose() | ast.Random() | ast.Menu() | ast.Run() | ast.Resolve():
                return None
            case ast.End():
                return None
            case _:
                assert_never(node)

    def costs(self, action: m.ActionSymbol) -> bool:
        """Whether an action costs or changes anything, or may end something."""
        roots: list[ast.Block] = list(self.bodies.get(("action", action.name), ()))
        if any(isinstance(part, ast.Pay) for step in action.node.head for part in walk(step)):
            return True
        return any(
            node is None or isinstance(node, ast.End) or self.changed(node) is not None for node in self.inside(roots)
        )

    # ------------------------------------------------------------ conditions

    def always(self, test: ast.Expr) -> bool:
        """Whether a condition is the word `yes`: the loop is never begun."""
        return isinstance(test, ast.Name) and test.text == "yes"

    def reads(self, test: ast.Expr) -> frozenset[str] | None:
        """What a condition depends on that may change: words, the empty word for cards; None: perhaps anything."""
        found: set[str] = set()
        seen: set[str] = set()
        waiting: list[ast.Node] = [test]
        while waiting:
            for node in walk(waiting.pop()):
                if isinstance(node, ast.Can) or (isinstance(node, ast.Call) and node.name.text == "done"):
                    return None
                word = word_of(node)
                if isinstance(node, ast.All) and node.type in self.model.zones:
                    found.add("")
                if word is not None and word not in seen:
                    seen.add(word)
                    waiting.extend(self._declared(word, found))
                if _about_cards(node):
                    found.add("")
        return frozenset(found)

    def _declared(self, word: str, found: set[str]) -> list[ast.Node]:
        """Note what a word means; the nodes that it stands for."""
        model = self.model
        if word in model.zones:
            found.add("")
        elif word in model.vars or word in model.tokens or word in model.pots:
            found |= {word, *model.tokens, *model.pots} if word not in model.vars else {word}
        elif word in model.defines:
            return [model.defines[word].node.body]
        elif word in model.scores:
            return [line.value for line in model.scores[word].node.lines]
        elif word in model.melds:
            return list(model.melds[word].node.options)
        return []


def _about_cards(node: ast.Node) -> bool:
    """Whether a node depends on where cards lie."""
    match node:
        case ast.Call(name=name):
            return name.text in ("owner", "position", "available", "supply")
        case ast.FaceLiteral() | ast.At() | ast.Top() | ast.Bottom():
            return True
    return False
