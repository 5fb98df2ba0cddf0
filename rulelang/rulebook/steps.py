"""Statements in, the lines of a list out: what is done, in the order in which it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.rulebook.document import Item
from rulelang.rulebook.nouns import amount, at, key_noun, of_player, operand
from rulelang.rulebook.queries import definite, members, preferred, that
from rulelang.rulebook.words import article, counted, listed, plural, sentence
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

if TYPE_CHECKING:
    from rulelang.rulebook.speaker import Speaker


def steps(say: Speaker, body: ast.Block) -> tuple[Item, ...]:
    """The statements of a block, one item each."""
    return tuple(item for statement in body.statements for item in _step(say, statement))


def _step(say: Speaker, node: ast.Statement) -> list[Item]:
    match node:
        case ast.Choose(binders=binders, decider=decider):
            return [Item(sentence(chosen(say, binder, decider))) for binder in binders]
        case ast.Menu():
            return [_menu(say, node)]
        case ast.Either(branches=branches):
            return [Item("Choose one:", tuple(_branch(say, branch) for branch in branches))]
        case ast.If():
            return _if(say, node)
        case ast.Run(name=name):
            return [Item("", see=name.text)]
    found = _loop(say, node)
    return [found] if found is not None else [Item(sentence(_simple(say, node)))]


def _under(say: Speaker, text: str, body: ast.Block) -> Item:
    """A line with a block under it; a block of one plain sentence stands in the line itself."""
    inside = steps(say, body)
    if len(inside) == 1 and not inside[0].under and not inside[0].strong:
        return Item(f"{text}: {inside[0].text[:1].lower()}{inside[0].text[1:]}".strip(), see=inside[0].see)
    return Item(f"{text}:", inside)


# ---------------------------------------------------------------- simple statements


def _simple(say: Speaker, node: ast.Statement) -> str:
    match node:
        case ast.Move(cards=cards, place=place, face=face):
            return f"put {_cards(say, cards)} {_onto(say, place)}{_facing(say, face)}"
        case ast.Draw():
            return _drawn(say, node)
        case ast.Discard(cards=cards, face=face):
            return f"discard {_cards(say, cards)}{_facing(say, face)}"
        case ast.Deal():
            return _dealt(say, node)
        case ast.Shuffle(zone=zone, cards=cards):
            return f"shuffle {'' if cards is None else _cards(say, cards) + ' into '}{say.noun(zone)}"
        case ast.Flip(cards=cards, face=face):
            return f"turn {_cards(say, cards)}{_facing(say, face)}"
        case ast.Reveal(value=value, to=to):
            return f"show {_shown(say, value)} to {'everybody' if to is None else say.noun(to)}"
    return _other(say, node)


def _other(say: Speaker, node: ast.Statement) -> str:
    """What touches no cards."""
    match node:
        case ast.Let():
            return named(say, node)
        case ast.Assign():
            return _assigned(say, node)
        case ast.Random(binder=binder):
            return _random(say, binder)
        case ast.Resolve(value=value):
            return f"do what {say.noun(value)} says"
        case ast.End(name=name):
            over = say.words(name.text)
            return "the game is over" if over == "play" else f"“{over}” ends at once"
    return f"`{' '.join(node.span.text.split())}`"


def _cards(say: Speaker, cards: ast.Expr) -> str:
    kind = t.plain(say.model.types[cards])
    if isinstance(kind, t.Zone):
        return f"all {members(say, cards)}"
    return definite(say.noun(cards)) if isinstance(cards, ast.Query) else say.noun(cards)


def _onto(say: Speaker, place: ast.Expr) -> str:
    match place:
        case ast.Top(zone=zone):
            return f"on top of {say.noun(zone)}"
        case ast.Bottom(zone=zone):
            return f"under {say.noun(zone)}"
        case ast.At(zone=zone, index=index):
            return f"into {say.noun(zone)} {at(say, index)}"
    return f"into {say.noun(place)}"


def _facing(say: Speaker, face: ast.Expr | None) -> str:
    if face is None:
        return ""
    if isinstance(face, ast.FaceLiteral):
        face = face.value
    told = say.noun(face)
    return f", face {told}" if told in ("up", "down") else f", facing as {told} says"


def _drawn(say: Speaker, node: ast.Draw) -> str:
    thing, called = _kind_in(say, node.source), ""
    if node.name is not None:
        name = say.bind(say.model.locals[node])
        called = f"; call it {name}" if thing != node.name.text else ""
    told = amount(say, node.amount, thing)
    return f"draw {told} from {operand(say, node.source)}, {_onto(say, node.place)}{_facing(say, node.face)}{called}"


def _dealt(say: Speaker, node: ast.Deal) -> str:
    thing = _kind_in(say, node.source)
    told = f"all {plural(thing)}" if node.amount is None else amount(say, node.amount, thing)
    origin = "" if node.start is None else f", clockwise from {say.noun(node.start)}"
    return (f"deal {told} from {operand(say, node.source)} one at a time into each player's "
            f"{say.words(node.zone.text)}{_facing(say, node.face)}{origin}")


def _kind_in(say: Speaker, source: ast.Expr) -> str:
    """What one of the cards of a zone is called."""
    kind = t.plain(say.model.types[source])
    return say.kind(t.Card(kind.of)) if isinstance(kind, t.Zone) else "card"


def _shown(say: Speaker, value: ast.Expr) -> str:
    kind = t.plain(say.model.types[value])
    return f"all {members(say, value)}" if isinstance(kind, t.Zone) else say.noun(value)


def named(say: Speaker, node: ast.Let) -> str:
    """What is given a name for the rest of a block."""
    told, name = say.noun(node.value), f"the {say.words(node.name.text)}"
    say.called[say.model.locals[node]] = name
    return f"let “{name}” be {told}"


def _assigned(say: Speaker, node: ast.Assign) -> str:
    target, value = say.noun(node.target), node.value
    ref = say.model.refs.get(node.target)
    if isinstance(ref, m.Instance) and isinstance(ref.of, m.TokenSymbol | m.PotSymbol):
        return _tokens(say, node, target)
    flag = isinstance(t.plain(say.model.types[node.target]), t.Flag)
    if flag and isinstance(ref, m.Instance) and of_player(say, ref):
        return _state(say, ref, node.value)
    match node.op, flag:
        case "+=", _:
            return f"add {say.noun(value)} to {target}"
        case "-=", _:
            return f"take {say.noun(value)} off {target}"
        case _, True:
            return _flagged(say, target, value)
    none = isinstance(say.model.types[value], t.NoneValue)
    return f"there is no {target.removeprefix('the ')} any more" if none else f"{target} is now {say.noun(value)}"


def _state(say: Speaker, ref: m.Instance, value: ast.Expr) -> str:
    """`you are now out`, for a flag of a player."""
    who, told = key_noun(say, ref.keys[0]), say.noun(value)
    are = "are" if who in ("you", "they") else "is"
    word = say.words(ref.of.name)
    if told in ("yes", "no"):
        return f"{who} {are} now {word}" if told == "yes" else f"{who} {are} no longer {word}"
    return f"{who} {are} now {word} exactly if {say.clause(value)}"


def _flagged(say: Speaker, target: str, value: ast.Expr) -> str:
    """`“broken” now holds`, for a flag of nobody."""
    told, name = say.noun(value), f"“{target.removeprefix('the ')}”"
    if told in ("yes", "no"):
        return f"{name} now holds" if told == "yes" else f"{name} does not hold any more"
    return f"{name} now holds exactly if {say.clause(value)}"


def _tokens(say: Speaker, node: ast.Assign, target: str) -> str:
    match node.op:
        case "+=":
            return f"{say.noun(node.value)} more for {target}"
        case "-=":
            return f"{say.noun(node.value)} less of {target}"
    return f"{target} are now {say.noun(node.value)}"


# ---------------------------------------------------------------- choices


def chosen(say: Speaker, binder: ast.Binder, decider: ast.Expr | None = None) -> str:
    """What is chosen, by whom, from what, and for which it must hold."""
    who = "choose" if decider is None else f"{say.noun(decider)} chooses"
    return f"{who} {_bound(say, binder)}"


def _bound(say: Speaker, binder: ast.Binder) -> str:
    local = say.model.locals[binder]
    source = _source(say, binder.source)
    plain = t.plain(local.type)
    kind = say.kind(plain.of if isinstance(plain, t.Collection) else plain)
    thing = _quantity(say, binder, kind)
    name = say.bind(local)
    prompt = f" (“{binder.prompt.value}”)" if binder.prompt is not None else ""
    called = "" if name in (f"the {kind}", f"the {plural(kind)}") else f", {name},"
    told = f"{thing}{prompt}{called} {source}"
    if isinstance(binder.where, ast.Preference):
        return f"{told}, {preferred(say, binder.where, local, 'one')}"
    where = _telling(say, binder.where, local)
    if where is None:
        return told
    return f"{told}, only {'one' if _one(binder) else 'those'} {that(say, where, local)}"


def _telling(say: Speaker, where: ast.Expr | None, local: m.Local) -> ast.Expr | None:
    """A condition without what the kind of the thing says already."""
    parts = where.parts if isinstance(where, ast.And) else () if where is None else (where,)
    left = tuple(part for part in parts if not _says_kind(say, part, local))
    if not left or len(left) == len(parts):
        return where if left else None
    assert where is not None
    return left[0] if len(left) == 1 else ast.And(where.span, left)


def _says_kind(say: Speaker, node: ast.Expr, local: m.Local) -> bool:
    ref = say.model.refs.get(node)
    return (isinstance(node, ast.Is) and not node.negated and isinstance(ref, m.IsCards)
            and say.model.refs.get(node.left) is local and t.plain(local.type) == t.Card(frozenset((ref.cards,))))


def _one(binder: ast.Binder) -> bool:
    return binder.high is None and (binder.low is None or binder.low == ast.Int(binder.low.span, 1))


def _quantity(say: Speaker, binder: ast.Binder, kind: str) -> str:
    if binder.low is None and binder.high is None:
        return article(kind)
    assert binder.low is not None
    if binder.high is None:
        return amount(say, binder.low, kind)
    return f"{say.noun(binder.low)} to {say.noun(binder.high)} {plural(kind)}"


def _source(say: Speaker, source: ast.Expr) -> str:
    match source:
        case ast.Range(low=low, high=high):
            return f"from {say.noun(low)} to {say.noun(high)}"
        case ast.ListOf(items=items):
            return f"from {listed([say.noun(item) for item in items], 'or')}"
    return f"from {say.noun(source)}"


def _random(say: Speaker, binder: ast.Binder) -> str:
    return f"let chance pick {_bound(say, binder)}"


# ---------------------------------------------------------------- menus and branches


def _menu(say: Speaker, node: ast.Menu) -> Item:
    """What may be done now, how often."""
    if len(node.items) == 1:
        return Item(sentence(_quota(say, node.items[0])))
    return Item("In any order:", tuple(Item(sentence(_quota(say, item))) for item in node.items))


def _quota(say: Speaker, item: ast.MenuItem) -> str:
    many, one = _action_names(say, item.name.text)
    match item.quota:
        case "any":
            return f"you may do any number of {many}"
        case "up_to":
            return f"you may do up to {_times(say, item.amount, one, many)}"
    return f"do {_times(say, item.amount, one, many)}"


def _times(say: Speaker, number: ast.Expr | None, one: str, many: str) -> str:
    told = say.noun(number) if number is not None else "1"
    if not told.isdigit():
        return f"{many}, as often as this says: {told}"
    return f"{counted(int(told))} {one if told == '1' else many}"


def _action_names(say: Speaker, name: str) -> tuple[str, str]:
    """What an action or a group is called: many of it, and one."""
    action = say.model.actions.get(name)
    if action is not None:
        label = f"“{action.label or say.words(name)}”"
        return label, label
    words = say.words(name)
    return f"{words} actions", f"{words} action"


def _branch(say: Speaker, branch: ast.Branch) -> Item:
    when = "" if branch.when is None else f"(only if {say.clause(branch.when)}) "
    inside = steps(say, branch.body) if branch.body is not None else ()
    if len(inside) == 1 and not inside[0].under and not inside[0].see:
        return Item(f"{when}{inside[0].text}", strong=f"{branch.label.value}:")
    return Item(when.strip(), inside, strong=f"{branch.label.value}:")


# ---------------------------------------------------------------- conditions and loops


def _if(say: Speaker, node: ast.If) -> list[Item]:
    found = [_under(say, f"If {say.clause(node.condition)}", node.then)]
    other = node.other
    while isinstance(other, ast.If):
        found.append(_under(say, f"Otherwise, if {say.clause(other.condition)}", other.then))
        other = other.other
    if other is not None:
        found.append(_under(say, "Otherwise", other))
    return found


def _loop(say: Speaker, node: ast.Statement) -> Item | None:
    match node:
        case ast.Repeat(times=times, body=body):
            told = say.noun(times)
            return _under(say, "Once" if told == "1" else f"Do this {_number(told)} times", body)
        case ast.RepeatUntil(condition=condition, body=body):
            return _under(say, f"Repeat until {say.clause(condition)}", body)
        case ast.RepeatForever(body=body):
            return _under(say, "Repeat until something below ends it", body)
        case ast.EachPlayer(start=start, where=where, body=body):
            return _under(say, f"Each player in turn{_origin(say, start, body)}{_if_true(say, where)}", body)
        case ast.AtOnce(where=where, body=body):
            return _under(say, f"All players{_if_true(say, where)} choose in secret and show at once", body)
        case ast.Turns(start=start, where=where, until=until, body=body):
            stop = "" if until is None else f", until {say.clause(until)}"
            origin = say.noun(start)
            return _under(say, f"The players take turns clockwise from {origin}{_if_true(say, where)}{stop}", body)
        case ast.Each():
            return _each(say, node)
        case ast.As(player=player, body=body):
            return _under(say, f"For {say.noun(player)}, called “you” here", body)
    return None


def _number(told: str) -> str:
    return counted(int(told)) if told.isdigit() else f"({told})"


def _origin(say: Speaker, start: ast.Expr | None, body: ast.Block) -> str:
    """Where a round of all players begins, if it is said or matters because they are asked something."""
    if start is not None:
        return f", clockwise from {say.noun(start)}"
    asks = any(isinstance(node, ast.Choose | ast.Menu | ast.Either | ast.Run) for node in walk(body))
    return ", beginning with player 1" if asks and say.model.high > 1 else ""


def _if_true(say: Speaker, where: ast.Expr | None) -> str:
    return "" if where is None else f" (only if {say.clause(where)})"


def _each(say: Speaker, node: ast.Each) -> Item:
    local = say.model.locals[node]
    source = members(say, node.source)
    where = "" if node.where is None else f" {that(say, node.where, local)}"
    name = say.bind(local)
    return _under(say, f"For each of {source}{where} ({name})", node.body)
