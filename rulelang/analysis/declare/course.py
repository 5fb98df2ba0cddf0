"""Defines, melds, scores, phases, actions, effects, hooks as written in, their symbols out; bodies come later."""

from __future__ import annotations

from rulelang.analysis.constants import enum_value
from rulelang.analysis.deck import Deck
from rulelang.analysis.declare.names import Declaring, listed
from rulelang.analysis.declare.types import cards_of, resolve
from rulelang.analysis.model import (
    ActionSymbol,
    DefineSymbol,
    EffectSymbol,
    GroupSymbol,
    Local,
    MeldSymbol,
    PhaseSymbol,
    ScoreSymbol,
)
from rulelang.analysis.types import Card, Collection, EnumValue, Type, Unknown
from rulelang.diagnostics import Label, suggestion
from rulelang.source import Span
from rulelang.syntax import ast

MELD_WORDS = {
    "adjacent": False,
    "same": True,
    "different": True,
    "consecutive": True,
    "each": True,
    "where": True,
    "worth": True,
}
"""Options of a meld, and whether something stands behind the word."""
MOST_IN_PART = 100


def declare_define(context: Declaring, node: ast.Define) -> None:
    """A define with its parameters; the type of its body is found when it is checked."""
    if context.claim_called(node.name, "a define"):
        parameters = tuple(_parameter(context, parameter) for parameter in node.parameters)
        _distinct(context, [parameter.name for parameter in node.parameters], "parameters")
        context.model.defines[node.name.text] = DefineSymbol(node.name.text, parameters, Unknown(), node)


def declare_meld(context: Declaring, node: ast.Meld) -> None:
    """A pattern with its parts."""
    if not context.claim(node.name, "a meld"):
        return
    parts = tuple(_part(context, part) for part in node.parts)
    _distinct(context, [part.name for part in node.parts], "parts")
    said: dict[str, Span] = {}
    for option in node.options:
        _meld_option(context, option, said)
    context.model.melds[node.name.text] = MeldSymbol(node.name.text, parts, node)


def declare_score(context: Declaring, node: ast.Score) -> None:
    """A score with its lines."""
    if not context.claim(node.name, "a score"):
        return
    labels: dict[str, Span] = {}
    for line in node.lines:
        before = labels.setdefault(line.label.value, line.label.span)
        if before is not line.label.span:
            context.found.error(
                "RL211",
                f'Two lines of `{node.name.text}` are called "{line.label.value}"',
                line.label.span,
                "the second one",
                others=[Label(before, "the first")],
                hint="Give them different labels.",
            )
    context.model.scores[node.name.text] = ScoreSymbol(node.name.text, node)


def declare_phase(context: Declaring, node: ast.Phase, doc: str) -> None:
    """A phase."""
    if context.claim(node.name, "a phase"):
        context.model.phases[node.name.text] = PhaseSymbol(node.name.text, node, doc)


def declare_action(context: Declaring, node: ast.Action, doc: str) -> None:
    """An action, shown by its label, else its name in words."""
    if not context.claim(node.name, "an action"):
        return
    name = node.name.text
    label = node.label.value if node.label else name.replace("_", " ").capitalize()
    context.model.actions[name] = ActionSymbol(name, label, node.group.text if node.group else None, node, doc)


def join_groups(context: Declaring) -> None:
    """The groups that actions name, once every other name is declared."""
    refused: set[str] = set()
    for action in context.model.actions.values():
        group = action.node.group
        if group is None:
            continue
        if group.text not in context.model.groups and group.text not in refused:
            if context.claim(group, "a group of actions"):
                context.model.groups[group.text] = GroupSymbol(group.text)
            else:
                refused.add(group.text)
        if group.text in refused:
            action.group = None
        else:
            context.model.groups[group.text].actions.append(action)


def declare_effect(context: Declaring, node: ast.Effect, doc: str, deck: Deck) -> None:
    """The effect of a printed card or of an enum value."""
    key = _effect_key(context, node.target, deck)
    if key is None:
        return
    before = context.model.effects.get(key)
    if before is not None:
        context.found.error(
            "RL211",
            f"{_target(node.target)} has two effects",
            node.target.span,
            "the second one",
            others=[Label(before.node.target.span, "the first")],
            hint="Put both into one.",
        )
        return
    context.model.effects[key] = EffectSymbol(key, node, doc)


def declare_hook(context: Declaring, node: ast.Hook) -> None:
    """Something that runs before or after a phase or an action."""
    model = context.model
    name = node.name.text
    if name in model.phases or name in model.actions:
        model.hooks.append(node)
        return
    context.found.error(
        "RL254",
        f"There is no phase or action called `{name}`",
        node.name.span,
        hint=suggestion(name, [*model.phases, *model.actions]),
    )


def declare_limit(context: Declaring, node: ast.Limit) -> None:
    """How often a phase may begin."""
    model = context.model
    name = node.phase.text
    if name not in model.phases:
        context.found.error(
            "RL254",
            f"There is no phase called `{name}`",
            node.phase.span,
            allowed=f"The phases are {listed(list(model.phases))}." if model.phases else "",
            hint=suggestion(name, model.phases),
        )
    elif context.once(f"`limit {name}`", node.span):
        model.limits[name] = node


def _parameter(context: Declaring, node: ast.Parameter) -> Local:
    local = Local(node.name.text, resolve(context, node.type), "parameter", node)
    context.model.locals[node] = local
    return local


def _part(context: Declaring, node: ast.MeldPart) -> Local:
    if not 1 <= node.low <= node.high <= MOST_IN_PART:
        context.found.error(
            "RL256",
            f"A part of a meld cannot have {node.low}..{node.high} cards",
            node.span,
            allowed=f"A part has 1 to {MOST_IN_PART} cards, the smaller number first.",
        )
    of = cards_of(context, node.type)
    single: Type = Card(of) if of else Unknown()
    bound = min(max(node.high, 1), MOST_IN_PART)
    local = Local(node.name.text, single if node.high == 1 else Collection("list", single, bound), "meld", node)
    context.model.locals[node] = local
    return local


def _distinct(context: Declaring, names: list[ast.Ident], what: str) -> None:
    seen: dict[str, Span] = {}
    for name in names:
        before = seen.setdefault(name.text, name.span)
        if before is not name.span:
            context.found.error(
                "RL201",
                f"Two {what} are called `{name.text}`",
                name.span,
                "the second one",
                others=[Label(before, "the first")],
                allowed="Every name means one thing.",
            )


def _meld_option(context: Declaring, option: ast.MeldOption, said: dict[str, Span]) -> None:
    word = option.word.text
    if word not in MELD_WORDS:
        context.found.error(
            "RL256",
            f"`{word}` says nothing about a meld",
            option.word.span,
            allowed=f"A meld has {listed(list(MELD_WORDS))}.",
            hint=suggestion(word, MELD_WORDS),
        )
    elif MELD_WORDS[word] != (option.value is not None):
        title = (
            f"Nothing stands behind `{word}`" if option.value is None else f"Nothing stands behind `{word}` in a meld"
        )
        context.found.error(
            "RL256",
            title,
            option.span,
            hint="Write what it is about, as in `same suit` or `worth 3`."
            if option.value is None
            else f"Write `{word}` alone.",
        )
    elif word in ("adjacent", "worth"):
        before = said.setdefault(word, option.span)
        if before is not option.span:
            context.found.error(
                "RL256", f"`{word}` is said twice", option.span, "the second time", others=[Label(before, "the first")]
            )


def _effect_key(context: Declaring, target: ast.Ident | ast.Text, deck: Deck) -> str | tuple[str, int] | None:
    if isinstance(target, ast.Text):
        names = [card.name for card in deck.prints]
        if target.value in names:
            return target.value
        context.found.error(
            "RL253", f'No card is called "{target.value}"', target.span, hint=suggestion(target.value, names, '"')
        )
        return None
    value = enum_value(context.model, target.text)
    if value is not None and isinstance(value.type, EnumValue):
        return value.type.enum, value.value
    words = [word for enum in context.model.enums.values() for word in enum.values]
    context.found.error(
        "RL253",
        f"`{target.text}` is no value of an enum",
        target.span,
        allowed='An effect belongs to a card, as in `effect "Fox"`, or to a value of an enum.',
        hint=suggestion(target.text, words),
    )
    return None


def _target(target: ast.Ident | ast.Text) -> str:
    return f'"{target.value}"' if isinstance(target, ast.Text) else f"`{target.text}`"
