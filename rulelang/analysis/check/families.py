"""Possession and brackets in, the instance meant and its type out: `your hand`, `p's mate`, `laid[2]`, `beats[x]`."""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.check.missing import attribute_names, need_you, unknown
from rulelang.analysis.check.relations import is_unknown, number_of, with_none
from rulelang.analysis.check.scopes import Scope, Work
from rulelang.analysis.check.wanted import expect
from rulelang.analysis.check.words import a, both, either
from rulelang.analysis.constants import NotConstant, Setting, is_player_count, whole
from rulelang.diagnostics import Label
from rulelang.ir.numbers import HIGHEST
from rulelang.records import dataclass
from rulelang.syntax import ast
from rulelang.syntax.walk import walk

Family = m.ZoneSymbol | m.VarSymbol | m.TokenSymbol | m.PotSymbol | m.ScoreSymbol
FAMILIES = (m.ZoneSymbol, m.VarSymbol, m.TokenSymbol, m.PotSymbol, m.ScoreSymbol)


@dataclass(slots=True)
class Reading:
    """A family as it is written: its name, whose it is, the keys in brackets."""

    node: ast.Expr
    word: str
    owner: ast.Expr | m.You | None
    brackets: list[ast.Expr]


def family(work: Work, node: ast.Expr, scope: Scope) -> t.Type:
    """`hand`, `your hand`, `p's hand`, `fireworks[red]`, `your laid[2]`, and `beats[x]` of a table."""
    reading = _read(node)
    if reading is None:
        return _wrong_brackets(work, node, scope)
    if isinstance(node, ast.Index) and reading.owner is None and reading.word not in scope.names:
        symbol = work.declared.get(reading.word, ("", None))[1]
        if isinstance(symbol, m.TableSymbol):
            return _table(work, node, symbol, reading, scope)
    owner = work.type(reading.owner, scope) if isinstance(reading.owner, ast.Node) else t.Player()
    symbol = _family_symbol(work, reading, owner, scope)
    if symbol is None:
        for key in reading.brackets:
            work.type(key, scope)
        return t.Unknown()
    return _instance(work, reading, symbol, owner, scope)


def _read(node: ast.Expr) -> Reading | None:
    brackets: list[ast.Expr] = []
    inner = node
    while isinstance(inner, ast.Index):
        brackets.insert(0, inner.key)
        inner = inner.value
    match inner:
        case ast.Name(text=word):
            return Reading(node, word, None, brackets)
        case ast.Your(name=word):
            return Reading(node, word, m.You(), brackets)
        case ast.Owned(value=value, name=ast.Ident(text=word)):
            return Reading(node, word, value, brackets)
    return None


def _wrong_brackets(work: Work, node: ast.Expr, scope: Scope) -> t.Type:
    assert isinstance(node, ast.Index)
    kind = work.type(node.value, scope)
    work.type(node.key, scope)
    if is_unknown(kind):
        return t.Unknown()
    return work.error(
        "RL304",
        f"`{node.value.span.text}` has no keys in brackets",
        node,
        allowed="Brackets read a table or something kept for each value of a type.",
        hint=f"For a position write `({node.value.span.text} at {node.key.span.text})`.",
    )


def _table(work: Work, node: ast.Index, table: m.TableSymbol, reading: Reading, scope: Scope) -> t.Type:
    kind = expect(work, reading.brackets[0], table.key, scope, f"a key of `{table.name}`")
    if len(reading.brackets) > 1:
        return work.error("RL304", f"`{table.name}` has one key", node)
    work.refs[node] = m.TableRead(table)
    keys = {key for key, _ in table.entries}
    if is_unknown(kind):
        return t.Unknown()
    missing = _missing_keys(work, kind, keys)
    key = reading.brackets[0]
    by_count = _by_player_count(work, key)
    if by_count is not None:
        missing = [number for number in by_count if number not in keys]
    if by_count and missing:
        plural = "s" if missing[0] != 1 else ""
        count = f"{missing[0]} player{plural}" if is_player_count(key) else f"`{key.span.text}` = {missing[0]}"
        work.error(
            "RL312",
            f"`{table.name}` has no entry for {count}",
            node,
            "nothing here for that many",
            others=(Label(table.node.span, "the table"),),
            hint=f"Add `{missing[0]} -> ...` to the table, or change `players`.",
        )
        return t.plain(table.value)
    return table.value if not missing and not t.may_be_none(kind) else t.optional(table.value)


def _by_player_count(work: Work, key: ast.Expr) -> list[int] | None:
    """What a key is for each number of players, if it depends on nothing else; None for any other key."""
    if not any(is_player_count(part) for part in walk(key) if isinstance(part, ast.Name | ast.Call)):
        return None
    try:
        return [whole(work.model, key, Setting(players=n)) for n in range(work.model.low, work.model.high + 1)]
    except NotConstant:
        return None


def _missing_keys(work: Work, kind: t.Type, keys: set[int]) -> list[int]:
    """Values of a key type without an entry, at most a few; sparse number ranges count as missing."""
    match t.plain(kind):
        case t.Number(low, high):
            return [n for n in range(low, min(high, low + 10_000) + 1) if n not in keys][:3]
        case t.EnumValue(enum):
            return [n for n in range(len(work.model.enums[enum].values)) if n not in keys][:3]
        case t.Player():
            return [n for n in range(1, work.model.high + 1) if n not in keys][:3]
        case t.Flag() | t.Face():
            return [n for n in (0, 1) if n not in keys]
    return [0]


def _family_symbol(work: Work, reading: Reading, owner: t.Type, scope: Scope) -> Family | None:
    """What is owned or indexed; a finding, and None, if nothing can be."""
    symbol = work.declared.get(reading.word, ("", None))[1]
    if isinstance(symbol, FAMILIES) and reading.word not in scope.names:
        return symbol
    if isinstance(reading.node, ast.Index) and reading.word in scope.names:
        hint = f"For a position write `({reading.word} at n)`."
        work.error("RL304", f"`{reading.word}` has no keys in brackets", reading.node, hint=hint)
    elif reading.word in work.lost:
        return None
    elif isinstance(symbol, m.DefineSymbol):
        hint = f"Write `{reading.word}({owned_text(reading)})`."
        work.error("RL304", f"`{reading.word}` is a define, nobody's", reading.node, hint=hint)
    elif reading.word in attribute_names(work) and reading.owner is not None:
        hint = f"What is printed is read with a dot: `c.{reading.word}`."
        work.error("RL304", f"`{reading.word}` is printed on cards", reading.node, hint=hint)
    elif symbol is not None:
        what = work.declared[reading.word][0]
        work.error("RL304", f"`{reading.word}` is {what}: it belongs to nobody and has no keys", reading.node)
    elif not is_unknown(owner):
        unknown(work, reading.node, reading.word, scope)
    return None


def keys_of(symbol: Family) -> tuple[t.Type, ...]:
    """What there is one of this for: the types of its keys."""
    return symbol.per if isinstance(symbol, m.ZoneSymbol | m.VarSymbol | m.PotSymbol) else (t.Player(),)


def _instance(work: Work, reading: Reading, symbol: Family, owner: t.Type, scope: Scope) -> t.Type:
    per = list(keys_of(symbol))
    keys: dict[int, m.Key] = {}
    kinds: list[t.Type] = []
    if reading.owner is not None:
        place = _owner_key(work, reading, symbol, owner, scope)
        if place is None:
            for key in reading.brackets:
                work.type(key, scope)
            return t.Unknown()
        keys[place] = m.TeamOf(reading.owner) if isinstance(per[place], t.Team) and _is_player(owner) else reading.owner
        kinds.append(owner)
    left = [place for place in range(len(per)) if place not in keys]
    if not _enough_keys(work, reading, symbol, left, scope):
        return t.Unknown()
    for place, key in zip(left, reading.brackets, strict=True):
        keys[place] = key
        kinds.append(_bracket(work, key, per[place], symbol, scope))
    if is_unknown(*kinds):
        return t.Unknown()
    work.refs[reading.node] = m.Instance(symbol, tuple(keys[place] for place in range(len(per))))
    if isinstance(symbol, m.ScoreSymbol):
        work.call("look", ("score", symbol.name), reading.node, scope)
    return with_none(value_type(symbol), *kinds)


def _is_player(kind: t.Type) -> bool:
    return isinstance(t.plain(kind), t.Player)


def _bracket(work: Work, key: ast.Expr, wanted: t.Type, symbol: Family, scope: Scope) -> t.Type:
    """The type of a key in brackets; numbers that may lie outside the range make the whole optional."""
    if isinstance(wanted, t.Player | t.Team | t.Card):
        if is_unknown(work.type(key, scope)):
            return t.Unknown()
        title = f"Whose `{symbol.name}` is said with `'s`, not in brackets"
        return work.error("RL304", title, key, hint=f"Write `{key.span.text}'s {symbol.name}`.")
    kind = expect(work, key, wanted, scope, f"a key of `{symbol.name}`")
    numbers = number_of(kind)
    if (
        isinstance(wanted, t.Number)
        and numbers is not None
        and not (wanted.low <= numbers.low and numbers.high <= wanted.high)
    ):
        return t.optional(kind)
    return kind


def _owner_key(work: Work, reading: Reading, symbol: Family, owner: t.Type, scope: Scope) -> int | None:
    """The place of the key that a possession gives."""
    if isinstance(reading.owner, m.You) and not need_you(work, reading.node, scope):
        return None
    mine = t.plain(owner)
    if isinstance(mine, t.Unknown | t.NoneValue):
        return None
    per = keys_of(symbol)
    for wanted in (t.Player, t.Team) if isinstance(mine, t.Player) else (type(mine),):
        for place, kind in enumerate(per):
            if type(kind) is wanted and isinstance(kind, t.Player | t.Team):
                return place
    if isinstance(mine, t.Card):
        return _card_key(work, reading, symbol, mine)
    _nobodys(work, reading, symbol, owner)
    return None


def _card_key(work: Work, reading: Reading, symbol: Family, card: t.Card) -> int | None:
    have = work.counts.all_types(card.of)
    for place, kind in enumerate(keys_of(symbol)):
        if isinstance(kind, t.Card) and have & kind.of:
            if have <= kind.of:
                return place
            not_all_types(work, reading.node, symbol.name, have, kind.of, owned_text(reading))
            return None
    _nobodys(work, reading, symbol, card)
    return None


def owned_text(reading: Reading) -> str:
    """Whose, as written."""
    return reading.owner.span.text if isinstance(reading.owner, ast.Node) else "you"


def not_all_types(
    work: Work, node: ast.Node, name: str, have: frozenset[str], with_it: frozenset[str], card: str
) -> None:
    """Something exists on some of the types that a card may have."""
    others = sorted(have - with_it)
    work.error(
        "RL313",
        f"`{name}` exists on {either(with_it)} only; `{card}` may also be {a(t.Card(frozenset(others)))}",
        node,
        hint=f"Test `{card} is {sorted(with_it & have)[0]}` first.",
    )


def _nobodys(work: Work, reading: Reading, symbol: Family, owner: t.Type) -> None:
    per = keys_of(symbol)
    whose = owned_text(reading)
    if not per:
        title, hint = f"There is one `{symbol.name}` for all", f"Write `{symbol.name}`."
    elif any(isinstance(kind, t.Player | t.Team | t.Card) for kind in per):
        title = f"`{symbol.name}` exists for each {both([_per(kind) for kind in per])}; `{whose}` is {a(owner)}"
        hint = ""
    else:
        title, hint = f"`{symbol.name}` exists for each {_per(per[0])}", f"Name it in brackets: `{symbol.name}[...]`."
    work.error("RL304", title, reading.node, hint=hint)


def _per(kind: t.Type) -> str:
    match kind:
        case t.Number(low, high):
            return f"number from {low} to {high}"
        case t.EnumValue(enum):
            return enum
        case t.Card(of):
            return either(of)
    return type(kind).__name__.lower()


def _enough_keys(work: Work, reading: Reading, symbol: Family, left: list[int], scope: Scope) -> bool:
    given = len(reading.brackets)
    if given == len(left):
        return True
    for key in reading.brackets:
        work.type(key, scope)
    per = keys_of(symbol)
    if reading.owner is None and any(isinstance(per[place], t.Player | t.Team | t.Card) for place in left):
        missing_owner(work, reading.node, symbol, per)
    elif given < len(left):
        names = both([_per(per[place]) for place in left[given:]])
        work.error(
            "RL304",
            f"`{symbol.name}` exists for each {names}: say which",
            reading.node,
            hint=f"Write `{reading.node.span.text}[...]`.",
        )
    else:
        hint = f"For a position write `{reading.node.span.text.split('[')[0]} at {reading.brackets[-1].span.text}`."
        work.error(
            "RL304", f"`{symbol.name}` has no key for `{reading.brackets[-1].span.text}`", reading.node, hint=hint
        )
    return False


def missing_owner(work: Work, node: ast.Node, symbol: Family, per: tuple[t.Type, ...]) -> None:
    """A family is named without saying whose."""
    first = next(kind for kind in per if isinstance(kind, t.Player | t.Team | t.Card))
    word = symbol.name
    if isinstance(first, t.Card):
        work.error("RL309", f"Every {either(first.of)} has a `{word}`", node, "whose?", hint=f"Write `c's {word}`.")
    else:
        who = "player" if isinstance(first, t.Player) else "team"
        work.error(
            "RL309",
            f"Every {who} has {'an' if word[0] in 'aeiou' else 'a'} `{word}`. Whose: `your {word}`, `p's {word}`?",
            node,
            "whose?",
        )


def value_type(symbol: Family) -> t.Type:
    """The type of one instance."""
    match symbol:
        case m.ZoneSymbol(holds=holds):
            return t.Zone(frozenset(holds))
        case m.VarSymbol(link=True, per=per):
            return t.Optional(per[0])
        case m.VarSymbol(type=kind):
            return kind
        case m.ScoreSymbol():
            return t.Number()
    return t.Number(0, HIGHEST)
