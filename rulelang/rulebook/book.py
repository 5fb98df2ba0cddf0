"""A checked game in, its rulebook out: chapter by chapter, the author's texts before what the rules do."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.diagnostics import numbers
from rulelang.rulebook.components import components, params, tables
from rulelang.rulebook.document import Book, Heading, Item, Paragraph, Part, Ruling, Steps
from rulelang.rulebook.heads import head_items
from rulelang.rulebook.places import places, variables
from rulelang.rulebook.results import result, scores
from rulelang.rulebook.speaker import Speaker
from rulelang.rulebook.steps import steps
from rulelang.rulebook.words import article, capital, listed, plural, sentence
from rulelang.syntax import ast
from rulelang.syntax.walk import walk


class Sayings:
    """What the author says about declarations: texts above them, rulings behind them."""

    def __init__(self, rules: ast.Rules) -> None:
        self.texts: dict[int, str] = {}
        self.rulings: dict[int, list[str]] = {}
        self.first: list[str] = []
        last: ast.Declaration | None = None
        for item in rules.items:
            if isinstance(item.declaration, ast.Note):
                behind = self.first if last is None else self.rulings.setdefault(id(last), [])
                behind.append(item.declaration.text.value)
            else:
                self.texts[id(item.declaration)] = " ".join(item.doc).strip()
                last = last if isinstance(item.declaration, ast.Example) else item.declaration

    def text(self, node: ast.Node) -> list[Part]:
        """The author's text."""
        return [Paragraph(self.texts[id(node)])] if self.texts.get(id(node)) else []

    def ruled(self, node: ast.Node) -> list[Part]:
        """The author's rulings."""
        return [Ruling(text) for text in self.rulings.get(id(node), ())]


def rulebook(model: m.GameModel) -> Book:
    """The whole book."""
    say, said = Speaker(model), Sayings(model.merged)
    parts = [*_opening(say, said), *_components(say, said), *_table(say, said), *_course(say, said),
             *_actions(say, said), *_effects(say, said), *_terms(say, said), *_end(say, said)]
    return Book(model.title, tuple(parts))


def _of(model: m.GameModel, *kinds: type) -> list[ast.Declaration]:
    return [item.declaration for item in model.merged.items if isinstance(item.declaration, kinds)]


def _around(said: Sayings, nodes: list[ast.Declaration], parts: list[Part]) -> list[Part]:
    """Parts with everything the author says about what they are made of."""
    texts = [part for node in nodes for part in said.text(node)]
    return [*texts, *parts, *(part for node in nodes for part in said.ruled(node))]


def _opening(say: Speaker, said: Sayings) -> Iterator[Part]:
    model = say.model
    number = numbers(model.low, model.high)
    teams = ""
    if model.teams:
        pairs = [listed([f"player {seat}" for seat in team]) for team in model.teams]
        teams = f" Partners are {'; '.join(pairs)}."
    yield Paragraph(f"For {number} player{'' if number == '1' else 's'}.{teams}")
    yield from (Ruling(text) for text in said.first)
    yield from _around(said, _of(model, ast.Players, ast.Teams), [])


def _components(say: Speaker, said: Sayings) -> Iterator[Part]:
    yield Heading(2, "Components")
    yield from _around(said, _of(say.model, ast.Cards, ast.Enum, ast.Tokens, ast.Pots), components(say))
    if say.model.tables:
        yield from _around(said, _of(say.model, ast.Table), [Steps(tuple(tables(say)))])
    if say.model.params:
        yield Heading(2, "To agree on before play")
        yield Paragraph("This book tells the usual game:")
        yield from _around(said, _of(say.model, ast.Param), [Steps(tuple(params(say)))])


def _table(say: Speaker, said: Sayings) -> Iterator[Part]:
    yield Heading(2, "On the table")
    yield from _around(said, _of(say.model, ast.Zones), [Steps(tuple(places(say)))])
    if say.model.vars:
        yield Paragraph("To remember or write down:")
        yield from _around(said, _of(say.model, ast.Vars), [Steps(tuple(variables(say)))])


# ---------------------------------------------------------------- course


def _course(say: Speaker, said: Sayings) -> Iterator[Part]:
    yield Heading(2, "Course of play")
    for phase in _in_order(say.model):
        yield Heading(3, "The whole game" if phase.name == "play" else capital(say.words(phase.name)), phase.name)
        node = phase.node
        say.afresh()
        yield from said.text(node)
        yield from _hooks(say, said, "before", phase.name)
        yield Steps(steps(say, node.body), numbered=True)
        yield from _hooks(say, said, "after", phase.name)
        yield from said.ruled(node)


def _in_order(model: m.GameModel) -> list[m.PhaseSymbol]:
    """The phases as one meets them from `play` on."""
    found: dict[str, m.PhaseSymbol] = {}
    waiting = ["play"]
    while waiting:
        name = waiting.pop(0)
        if name in found or name not in model.phases:
            continue
        found[name] = model.phases[name]
        runs = [node.name.text for node in walk(model.phases[name].node) if isinstance(node, ast.Run)]
        waiting = [*runs, *waiting]
    rest = (phase for name, phase in model.phases.items() if name not in found)
    return [*found.values(), *rest]


def _hooks(say: Speaker, said: Sayings, when: str, name: str) -> Iterator[Part]:
    for hook in say.model.hooks:
        if hook.when == when and hook.name.text == name:
            yield Paragraph("Before all this:" if when == "before" else "After all this:")
            yield from said.text(hook)
            yield Steps(steps(say, hook.body), numbered=True)
            yield from said.ruled(hook)


# ---------------------------------------------------------------- actions and effects


def _actions(say: Speaker, said: Sayings) -> Iterator[Part]:
    if not say.model.actions:
        return
    yield Heading(2, "Actions")
    loose = [action for action in say.model.actions.values() if action.group is None]
    for action in loose:
        yield from _action(say, said, action, 3)
    for group in say.model.groups.values():
        yield Heading(3, f"{capital(say.words(group.name))} actions")
        for action in group.actions:
            yield from _action(say, said, action, 4)


def _action(say: Speaker, said: Sayings, action: m.ActionSymbol, level: int) -> Iterator[Part]:
    node = action.node
    say.afresh()
    yield Heading(level, action.label or capital(say.words(action.name)))
    yield from said.text(node)
    yield from _hooks(say, said, "before", action.name)
    head = head_items(say, node.head)
    body = steps(say, node.body) if node.body is not None else ()
    yield Steps((*head, *body), numbered=True)
    yield from _hooks(say, said, "after", action.name)
    yield from said.ruled(node)


def _effects(say: Speaker, said: Sayings) -> Iterator[Part]:
    if not say.model.effects:
        return
    yield Heading(2, "What cards and values do")
    for effect in say.model.effects.values():
        say.afresh()
        name = effect.key if isinstance(effect.key, str) else say.model.enums[effect.key[0]].values[effect.key[1]]
        yield Heading(3, capital(say.words(name) if not isinstance(effect.key, str) else name))
        yield from said.text(effect.node)
        if effect.node.body is not None:
            yield Steps(steps(say, effect.node.body), numbered=True)
        else:
            yield Paragraph("Nothing happens.")
        yield from said.ruled(effect.node)


# ---------------------------------------------------------------- terms, end


def _terms(say: Speaker, said: Sayings) -> Iterator[Part]:
    defines, melds = list(say.model.defines.values()), list(say.model.melds.values())
    if not defines and not melds:
        return
    yield Heading(2, "What the words mean")
    yield Steps(tuple(_define(say, said, define) for define in defines) + tuple(
        _meld(say, said, meld) for meld in melds))
    yield from (part for define in defines for part in said.ruled(define.node))
    yield from (part for meld in melds for part in said.ruled(meld.node))


def _define(say: Speaker, said: Sayings, define: m.DefineSymbol) -> Item:
    body = define.node.body
    say.afresh()
    names = [say.bind(local) for local in define.parameters]
    told = say.clause(body) if isinstance(define.type, t.Flag) else say.noun(body)
    of = f" of {listed(names)}" if names else ""
    text = said.texts.get(id(define.node), "")
    name = capital(say.words(define.name).removesuffix(" of"))
    return Item((f"{text} " if text else "") + sentence(told), strong=f"{name}{of}:")


def _meld(say: Speaker, said: Sayings, meld: m.MeldSymbol) -> Item:
    say.afresh()
    parts = [_part(say, part, local) for part, local in zip(meld.node.parts, meld.parts, strict=True)]
    options = [_option(say, option) for option in meld.node.options]
    text = said.texts.get(id(meld.node), "")
    told = sentence(listed(parts) + "".join(f", {option}" for option in options))
    return Item(told + (f" {text}" if text else ""), strong=f"{capital(say.words(meld.name))}:")


def _part(say: Speaker, part: ast.MeldPart, local: m.Local) -> str:
    say.bind(local)
    plain = t.plain(local.type)
    kind = say.kind(plain.of if isinstance(plain, t.Collection) else plain)
    if part.low == part.high:
        return article(kind) if part.low == 1 else f"{part.low} {plural(kind)}"
    return f"{numbers(part.low, part.high)} {plural(kind)}"


def _option(say: Speaker, option: ast.MeldOption) -> str:
    match option.word.text, option.value:
        case "same" | "different" | "consecutive" as word, ast.Name(text=name):
            return f"{'all of ' if word == 'same' else ''}{word} {say.words(name)}"
        case "adjacent", _:
            return "side by side"
        case "each", ast.Name(text=name):
            return f"each of which is {say.words(name)}"
        case "worth", value if value is not None:
            return f"worth {say.noun(value)}"
        case "where", value if value is not None:
            return f"if {say.clause(value)}"
    return option.word.text


def _end(say: Speaker, said: Sayings) -> Iterator[Part]:
    told = scores(say)
    if told:
        yield Heading(2, "Scoring")
        yield from _around(said, _of(say.model, ast.Score), told)
    yield Heading(2, "End of the game")
    yield from _around(said, _of(say.model, ast.Win, ast.Payoff, ast.Limit), [Steps(tuple(result(say)))])
    if say.model.examples:
        yield Heading(2, "What follows from the rules")
        yield Paragraph("Each of these is played through by a test of the rules:")
        yield Steps(tuple(Item(f"{sentence(example.title.value)} {said.texts[id(example)]}".strip())
                          for example in say.model.examples))
