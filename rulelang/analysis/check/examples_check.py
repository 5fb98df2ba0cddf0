"""An example in, every step checked: what is given fits, what is done exists, answers answer something."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.answers import Asked, asked_by
from rulelang.analysis.check.comparisons import action_or_group, actions_of, printed
from rulelang.analysis.check.missing import no_such_print, seat
from rulelang.analysis.check.relations import element, fits, is_unknown, same_kind
from rulelang.analysis.check.scopes import Key, Scope, Work, near
from rulelang.analysis.check.wanted import expect, truth
from rulelang.analysis.check.words import a, both, either
from rulelang.diagnostics import Label
from rulelang.syntax import ast
from rulelang.syntax.words import is_seat


def check_example(work: Work, example: ast.Example) -> None:
    """Check the steps of an example in order."""
    scope = Scope(seats=example.players or work.model.low)
    for step in example.steps:
        match step:
            case ast.Given():
                _given(work, step, scope)
            case ast.WhenDoes(does=does):
                _does(work, does, scope)
            case ast.WhenRuns():
                _runs(work, step, scope)
            case ast.Expect():
                _expect(work, step, scope)


# ---------------------------------------------------------------- given


def _given(work: Work, step: ast.Given, scope: Scope) -> None:
    kind = work.type(step.target, scope)
    ref = work.refs.get(step.target)
    if isinstance(ref, m.Instance) and isinstance(ref.of, m.ZoneSymbol):
        _cards(work, step, ref.of, scope)
    elif (
        isinstance(ref, m.ParamSymbol)
        or (isinstance(ref, m.Builtin) and ref.name == "first_player")
        or (isinstance(ref, m.Instance) and not isinstance(ref.of, m.ScoreSymbol))
    ):
        _value(work, step, ref, scope)
    elif not is_unknown(kind):
        work.error(
            "RL335",
            f"`given` cannot set `{step.target.span.text}`",
            step.target,
            allowed="It sets zones, variables, counts of tokens, params and `first_player`.",
        )


def _cards(work: Work, step: ast.Given, zone: m.ZoneSymbol, scope: Scope) -> None:
    wanted: dict[str, int] = {}
    for thing in step.things:
        if thing.face is not None:
            expect(work, thing.face, t.Face(), scope, "a face")
        if isinstance(thing.value, ast.Str):
            wanted[thing.value.value] = wanted.get(thing.value.value, 0) + thing.count
            _one_card(work, thing.value, zone, wanted[thing.value.value])
        elif not (isinstance(thing.value, ast.Name) and thing.value.text == "none" and len(step.things) == 1):
            work.error(
                "RL335",
                f"`given` names the cards of `{zone.name}` in quotes",
                thing,
                hint='Write `given ... = "Name", 2 "Other name"`, or `none` for no cards.',
            )
        else:
            work.type(thing.value, scope)


def _one_card(work: Work, node: ast.Str, zone: m.ZoneSymbol, copies: int) -> None:
    fact = work.counts.prints.get(node.value)
    if fact is None:
        no_such_print(work, node, work.counts.names_of(frozenset(zone.holds)))
        return
    work.refs[node] = m.Printed(node.value)
    work.types[node] = t.PrintedName(frozenset((fact.type,)))
    if fact.type not in zone.holds:
        work.error(
            "RL326",
            f'`{zone.name}` holds {both(zone.holds)}; "{node.value}" is {a(t.Card(frozenset((fact.type,))))}',
            node,
            others=(Label(zone.node.name.span, "declared here"),),
        )
    elif fact.copies is not None and copies > fact.copies:
        have = f"is {fact.copies} card{'s' if fact.copies != 1 else ''}"
        work.error("RL336", f'"{node.value}" {have}; `{zone.name}` would need {copies}', node)


def _value(work: Work, step: ast.Given, ref: m.ParamSymbol | m.Instance | m.Builtin, scope: Scope) -> None:
    thing, declared = step.things[0], _declared(ref)
    if isinstance(t.plain(declared), t.Collection) and all(one.count == 1 and one.face is None for one in step.things):
        _several(work, step, declared, scope)
        return
    if len(step.things) > 1 or thing.count != 1 or thing.face is not None:
        work.error(
            "RL335",
            f"`{step.target.span.text}` has one value",
            step.things[-1],
            hint=f"Write `given {step.target.span.text} = ...`.",
        )
        return
    given = expect(work, thing.value, declared, scope, f"`{step.target.span.text}`")
    if (
        t.may_be_none(given)
        and not t.may_be_none(declared)
        and not isinstance(declared, t.Flag | t.Collection | t.Unknown)
    ):
        work.error(
            "RL324", f"`{thing.value.span.text}` may be none; `{step.target.span.text}` cannot hold that", thing.value
        )


def _declared(ref: m.ParamSymbol | m.Instance | m.Builtin) -> t.Type:
    if isinstance(ref, m.ParamSymbol):
        return ref.type
    if isinstance(ref, m.Builtin):
        return t.Player()
    if isinstance(ref.of, m.VarSymbol):
        return t.Optional(ref.of.per[0]) if ref.of.link else ref.of.type
    return t.Number(0)


def _several(work: Work, step: ast.Given, declared: t.Type, scope: Scope) -> None:
    """A set: its values one by one, or one expression for all of them."""
    one = element(declared) or t.Unknown()
    for thing in step.things:
        kind = work.type(thing.value, scope)
        whole = len(step.things) == 1 and isinstance(t.plain(kind), t.Collection | t.NoneValue)
        expect(work, thing.value, declared if whole else one, scope, f"`{step.target.span.text}`")


# ---------------------------------------------------------------- when


def _does(work: Work, does: ast.Does, scope: Scope) -> None:
    seat(work, does.seat, does.seat.text, scope) if _is_seat(work, does.seat) else None
    symbol = work.model.actions.get(does.action.text)
    if symbol is None:
        found = action_or_group(work, does.action)
        if isinstance(found, m.GroupSymbol):
            work.error(
                "RL302",
                f"`{does.action.text}` is a group of actions: name one of them",
                does.action,
                allowed=f"They are {both([f'`{one.name}`' for one in found.actions])}.",
            )
        return
    work.refs[does] = symbol
    _answers(work, does.answers, asked_by(work, [("action", symbol.name)]), scope)


def _is_seat(work: Work, node: ast.Ident) -> bool:
    word = node.text
    if is_seat(word):
        return True
    work.error("RL303", f"`{word}` is no seat", node, allowed="In examples the seats are p1, p2 and so on.")
    return False


def _runs(work: Work, step: ast.WhenRuns, scope: Scope) -> None:
    if step.seat is not None and _is_seat(work, step.seat):
        seat(work, step.seat, step.seat.text, scope)
    word = step.phase.text
    phase = work.model.phases.get(word)
    if phase is None and word in work.lost:
        return
    if phase is None:
        hint = (
            f"Write `when p1 does {word}`."
            if word in work.model.actions
            else near(word, list(work.model.phases), work.declared)
        )
        title = (
            f"`{word}` is {work.declared[word][0]}, no phase"
            if word in work.declared
            else f"There is no phase called `{word}`"
        )
        work.error("RL302", title, step.phase, hint=hint)
        return
    work.refs[step] = phase
    if step.seat is None:
        _needs_seat(work, step, ("phase", word))
    asked = asked_by(work, [("phase", word)])
    for line in step.script:
        if isinstance(line, ast.Does):
            _does(work, line, scope)
        elif _is_seat(work, line.seat):
            seat(work, line.seat, line.seat.text, scope)
            _answers(work, line.answers, asked, scope)


def _needs_seat(work: Work, step: ast.WhenRuns, key: Key) -> None:
    waiting, seen = [key], {key}
    while waiting:
        unit = work.units[waiting.pop()]
        if unit.needs_you:
            work.error(
                "RL311",
                f"`{step.phase.text}` needs somebody who acts",
                step.phase,
                "nobody acts",
                others=(Label(unit.needs_you[0].span, "who is this?"),),
                hint=f"Write `when {step.phase.text} as p1`.",
            )
            return
        for call in unit.calls:
            if call.kind == "run" and not call.acting and call.target in work.units and call.target not in seen:
                seen.add(call.target)
                waiting.append(call.target)


def _expect(work: Work, step: ast.Expect, scope: Scope) -> None:
    truth(work, step.value, scope)
    if not step.answers:
        return
    value = step.value.value if isinstance(step.value, ast.Not) else step.value
    if not isinstance(value, ast.Can):
        work.error("RL335", "Only `expect p1 can X` has answers behind `with`", step.answers[0])
        return
    symbol = work.refs.get(value)
    if isinstance(symbol, m.ActionSymbol | m.GroupSymbol):
        heads: list[Key] = [("action", action.name) for action in actions_of(symbol)]
        _answers(work, step.answers, asked_by(work, heads), scope)


# ---------------------------------------------------------------- answers


def _answers(work: Work, answers: tuple[ast.Answer, ...], asked: Asked, scope: Scope) -> None:
    for answer in answers:
        if answer.name is None:
            _label(work, answer, asked)
        else:
            _named(work, answer, answer.name, asked, scope)


def _label(work: Work, answer: ast.Answer, asked: Asked) -> None:
    if not isinstance(answer.value, ast.Str) or answer.value.value in asked.labels:
        return
    label = answer.value.value
    hint = near(label, sorted(asked.labels)).replace("`", '"')
    allowed = (
        f"Labels here are {either([f'{chr(34)}{one}{chr(34)}' for one in asked.labels])}."
        if 0 < len(asked.labels) <= 6
        else ""
    )
    work.error("RL337", f'Nothing to pick here is called "{label}"', answer, allowed=allowed, hint=hint)


def _named(work: Work, answer: ast.Answer, name: ast.Ident, asked: Asked, scope: Scope) -> None:
    binders = asked.names.get(name.text)
    if binders is None:
        if not isinstance(answer.value, ast.Str):
            work.type(answer.value, scope)
        work.error("RL337", f"No choice here is called `{name.text}`", name, hint=near(name.text, sorted(asked.names)))
        return
    kinds = [kind for binder in binders if (local := work.locals.get(binder)) is not None for kind in (local.type,)]
    wanted = kinds[0] if kinds else t.Unknown()
    items = (
        answer.value.items
        if isinstance(answer.value, ast.ListOf) and isinstance(t.plain(wanted), t.Collection | t.MeldValue)
        else (answer.value,)
    )
    one = element(wanted) if isinstance(t.plain(wanted), t.Collection) else wanted
    for item in items:
        _one_answer(work, item, [one or t.Unknown(), *kinds[1:]], name, scope)
    if not items or answer.value is not items[0]:
        work.types[answer.value] = t.Collection("list", one or t.Unknown(), len(items))


def _one_answer(work: Work, item: ast.Expr, kinds: list[t.Type], name: ast.Ident, scope: Scope) -> None:
    wanted = t.plain(kinds[0])
    if isinstance(item, ast.Str):
        _printed_answer(work, item, wanted, name)
        return
    if len(kinds) == 1 and isinstance(wanted, t.EnumValue | t.Number | t.Player | t.Team | t.Face | t.Flag | t.Zone):
        expect(
            work,
            item,
            wanted if not isinstance(wanted, t.Zone) else t.Zone(frozenset(work.model.cards)),
            scope,
            f"`{name.text}`",
        )
        return
    given = work.type(item, scope)
    if not any(fits(given, kind) or same_kind(given, kind) for kind in kinds):
        work.error("RL305", f"`{name.text}` must be {a(wanted)}; `{item.span.text}` is {a(given)}", item)


def _printed_answer(work: Work, item: ast.Str, wanted: t.Type, name: ast.Ident) -> None:
    if isinstance(wanted, t.Card | t.PrintedName | t.MeldValue | t.Unknown):
        subject = ast.Name(name.span, name.text)
        printed(work, item, wanted if isinstance(wanted, t.Card | t.PrintedName) else t.Unknown(), subject)
        return
    work.error("RL305", f'`{name.text}` must be {a(wanted)}; "{item.value}" would be a card', item)
