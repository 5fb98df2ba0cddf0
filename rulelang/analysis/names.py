"""A name, a possession or brackets in, what it means and its type out (`your hand`, `p's mate`, `laid[2]`, `beats[x]`)."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.analysis.relations import fits, is_unknown, number_of, with_none
from rulelang.analysis.scopes import CONSTANTS, FUNCTIONS, Scope, Work, near
from rulelang.analysis.words import a, both, either
from rulelang.diagnostics import Label
from rulelang.ir.numbers import HIGHEST, NONE
from rulelang.syntax import ast

Family = m.ZoneSymbol | m.VarSymbol | m.TokenSymbol | m.PotSymbol | m.ScoreSymbol
FAMILIES = (m.ZoneSymbol, m.VarSymbol, m.TokenSymbol, m.PotSymbol, m.ScoreSymbol)
FIXED: dict[str, tuple[int, t.Type]] = {
    "yes": (1, t.Flag()), "no": (0, t.Flag()), "none": (NONE, t.NoneValue()), "up": (0, t.Face()), "down": (1, t.Face()),
}


# ---------------------------------------------------------------- bare words


def name(work: Work, node: ast.Name, scope: Scope) -> t.Type:
    """A bare word: a local name, a word with a fixed meaning, a seat of an example, or something declared."""
    word = node.text
    if word in scope.names:
        work.refs[node] = scope.names[word]
        return scope.names[word].type
    if word in FIXED:
        work.refs[node] = m.Constant(*FIXED[word])
        return FIXED[word][1]
    if word in CONSTANTS:
        return _builtin(work, node, scope)
    if word[0] == "p" and word[1:].isdigit() and word not in work.declared:
        return seat(work, node, word, scope)
    if word not in work.declared:
        return unknown(work, node, word, scope)
    return _declared(work, node, work.declared[word][1], scope)


def _builtin(work: Work, node: ast.Name, scope: Scope) -> t.Type:
    word = node.text
    work.refs[node] = m.Builtin(word)
    if word in ("you", "opponents") and not need_you(work, node, scope):
        return t.Unknown()
    most = work.model.high
    kinds: dict[str, t.Type] = {
        "players": t.Collection("list", t.Player(), most), "opponents": t.Collection("list", t.Player(), most - 1),
        "player_count": t.Number(work.model.low, most),
    }
    return kinds.get(word, t.Player())


def seat(work: Work, node: ast.Node, word: str, scope: Scope) -> t.Type:
    """`p1` of an example."""
    number = int(word[1:]) if len(word) < 6 else 0
    if scope.seats == 0:
        return work.error("RL303", f"`{word}` names a seat only in examples", node, hint=f"Write `seat({word[1:]})`.")
    if not 1 <= number <= scope.seats:
        return work.error("RL303", f"This example has no seat `{word}`", node,
                          allowed=f"It has the seats p1 to p{scope.seats}.")
    if isinstance(node, ast.Name):
        work.refs[node] = m.Constant(number, t.Player())
    return t.Player()


def _declared(work: Work, node: ast.Name, symbol: object, scope: Scope) -> t.Type:
    match symbol:
        case m.ZoneSymbol() | m.VarSymbol() | m.TokenSymbol() | m.PotSymbol() | m.ScoreSymbol():
            return family(work, node, scope)
        case m.ParamSymbol():
            work.refs[node] = symbol
            return symbol.type
        case m.EnumSymbol():
            kind = t.EnumValue(symbol.name)
            work.refs[node] = m.Constant(symbol.values.index(node.text), kind)
            return kind
        case m.DefineSymbol():
            return _define(work, node, symbol, scope)
        case m.TableSymbol():
            return work.error("RL304", f"`{symbol.name}` is a table: name a key", node, hint=f"Write `{symbol.name}[key]`.")
    return _no_value(work, node, symbol)


def _define(work: Work, node: ast.Name, symbol: m.DefineSymbol, scope: Scope) -> t.Type:
    if symbol.parameters:
        wanted = ", ".join(local.name for local in symbol.parameters)
        return work.error("RL304", f"`{symbol.name}` needs {_counted(len(symbol.parameters))} in brackets", node,
                          hint=f"Write `{symbol.name}({wanted})` with values of your own.")
    work.refs[node] = symbol
    work.call("look", ("define", symbol.name), node, scope)
    return symbol.type


def _counted(n: int) -> str:
    return "one value" if n == 1 else f"{n} values"


def _no_value(work: Work, node: ast.Name, symbol: object) -> t.Type:
    what = work.declared[node.text][0]
    hints = {m.ActionSymbol: f"Ask whether it is possible: `p can {node.text}`.",
             m.GroupSymbol: f"Ask whether it is possible: `p can {node.text}`.",
             m.MeldSymbol: f"Write `best_melds(S, {node.text})` or choose from `melds(S, {node.text})`."}
    return work.error("RL304", f"`{node.text}` is {what} and has no value", node, hint=hints.get(type(symbol), ""))


def unknown(work: Work, node: ast.Node, word: str, scope: Scope) -> t.Unknown:
    """A word that means nothing here."""
    if word in work.model.cards or word in ("player", "team", "face") or word in work.model.enums:
        return work.error("RL302", f"`{word}` is a type, not a value", node, hint=f"Write `all {word}` for all of them.")
    if word in FUNCTIONS:
        return work.error("RL302", f"`{word}` is a function: it needs brackets", node, hint=f"Write `{word}(...)`.")
    if word in attribute_names(work):
        return work.error("RL302", f"`{word}` is printed on cards: say of which card", node, hint=f"Write `c.{word}`.")
    return work.error("RL302", f"There is no zone, variable or define called `{word}`", node,
                      hint=near(word, work.known_words(scope), work.declared))


def attribute_names(work: Work) -> set[str]:
    """Every attribute of every cards type."""
    return {name for cards in work.model.cards.values() for name in cards.attributes}


def need_you(work: Work, node: ast.Node, scope: Scope) -> bool:
    """Whether a player acts here; if whoever runs this must say, that is noted for later."""
    if scope.you == "caller" and work.unit is not None and not work.silent:
        work.unit.needs_you.append(node)
    if scope.you in ("set", "caller"):
        return True
    if scope.you in ("define", "meld"):
        work.error("RL310", f"A {scope.you} does not know who `you` are", node,
                   hint="Add a parameter `p: player` and write `p's ...`." if scope.you == "define" else
                   "A meld is about its cards alone.")
    else:
        work.error("RL311", "`you` is not set here", node, "nobody acts",
                   hint="Put this inside `each player:` or `as p:`." if not scope.seats else "Name a seat: `p1`.")
    return False


# ---------------------------------------------------------------- families


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
    return work.error("RL304", f"`{node.value.span.text}` has no keys in brackets", node,
                      allowed="Brackets read a table or something kept for each value of a type.",
                      hint=f"For a position write `({node.value.span.text} at {node.key.span.text})`.")


def _table(work: Work, node: ast.Index, table: m.TableSymbol, reading: Reading, scope: Scope) -> t.Type:
    kind = expect(work, reading.brackets[0], table.key, scope, f"a key of `{table.name}`")
    if len(reading.brackets) > 1:
        return work.error("RL304", f"`{table.name}` has one key", node)
    work.refs[node] = m.TableRead(table)
    keys = {key for key, _ in table.entries}
    if is_unknown(kind):
        return t.Unknown()
    missing = _missing_keys(work, kind, keys)
    is_count = isinstance(reading.brackets[0], ast.Name) and reading.brackets[0].text == "player_count"
    if is_count and missing:
        count = f"{missing[0]} player{'s' if missing[0] != 1 else ''}"
        work.error("RL312", f"`{table.name}` has no entry for {count}", node, "nothing here for that many",
                   others=(Label(table.node.span, "the table"),),
                   hint=f"Add `{missing[0]} -> ...` to the table, or change `players`.")
        return t.plain(table.value)
    return table.value if not missing and not t.may_be_none(kind) else t.optional(table.value)


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
        return _misused(work, reading, f"`{reading.word}` has no keys in brackets",
                        f"For a position write `({reading.word} at n)`.")
    if isinstance(symbol, m.DefineSymbol):
        whose = "you" if isinstance(reading.owner, m.You) else reading.owner.span.text if reading.owner else "..."
        return _misused(work, reading, f"`{reading.word}` is a define, nobody's", f"Write `{reading.word}({whose})`.")
    if reading.word in attribute_names(work) and reading.owner is not None:
        return _misused(work, reading, f"`{reading.word}` is printed on cards", "What is printed is read with a dot: "
                        f"`c.{reading.word}`.")
    if symbol is not None:
        what = work.declared[reading.word][0]
        return _misused(work, reading, f"`{reading.word}` is {what}: it belongs to nobody and has no keys", "")
    if not is_unknown(owner):
        unknown(work, reading.node, reading.word, scope)
    return None


def _misused(work: Work, reading: Reading, title: str, hint: str) -> None:
    work.error("RL304", title, reading.node, hint=hint)


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
    return with_none(value_type(work, symbol), *kinds)


def _is_player(kind: t.Type) -> bool:
    return isinstance(t.plain(kind), t.Player)


def _bracket(work: Work, key: ast.Expr, wanted: t.Type, symbol: Family, scope: Scope) -> t.Type:
    """The type of a key in brackets; numbers that may lie outside the range make the whole optional."""
    if isinstance(wanted, t.Player | t.Team | t.Card) and not is_unknown(work.type(key, scope)):
        work.error("RL304", f"Whose `{symbol.name}` is said with `'s`, not in brackets", key,
                   hint=f"Write `{key.span.text}'s {symbol.name}`.")
        return t.Unknown()
    kind = expect(work, key, wanted, scope, f"a key of `{symbol.name}`")
    numbers = number_of(kind)
    if isinstance(wanted, t.Number) and numbers is not None and not (wanted.low <= numbers.low and numbers.high <= wanted.high):
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
    for wanted in ((t.Player, t.Team) if isinstance(mine, t.Player) else (type(mine),)):
        for place, kind in enumerate(per):
            if type(kind) is wanted and isinstance(kind, t.Player | t.Team):
                return place
    if isinstance(mine, t.Card):
        return _card_key(work, reading, symbol, mine)
    return _nobodys(work, reading, symbol, owner)


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


def not_all_types(work: Work, node: ast.Node, name: str, have: frozenset[str], with_it: frozenset[str], card: str) -> None:
    """Something exists on some of the types that a card may have."""
    others = sorted(have - with_it)
    work.error("RL313", f"`{name}` exists on {either(with_it)} only; `{card}` may also be {a(t.Card(frozenset(others)))}", node,
               hint=f"Test `{card} is {sorted(with_it & have)[0]}` first.")


def _nobodys(work: Work, reading: Reading, symbol: Family, owner: t.Type) -> None:
    per = keys_of(symbol)
    whose = "you" if isinstance(reading.owner, m.You) else reading.owner.span.text if reading.owner else ""
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
        work.error("RL304", f"`{symbol.name}` exists for each {names}: say which", reading.node,
                   hint=f"Write `{reading.node.span.text}[...]`.")
    else:
        hint = f"For a position write `{reading.node.span.text.split('[')[0]} at {reading.brackets[-1].span.text}`."
        work.error("RL304", f"`{symbol.name}` has no key for `{reading.brackets[-1].span.text}`", reading.node, hint=hint)
    return False


def missing_owner(work: Work, node: ast.Node, symbol: Family, per: tuple[t.Type, ...]) -> None:
    """A family is named without saying whose."""
    first = next(kind for kind in per if isinstance(kind, t.Player | t.Team | t.Card))
    word = symbol.name
    if isinstance(first, t.Card):
        work.error("RL309", f"Every {either(first.of)} has a `{word}`", node, "whose?", hint=f"Write `c's {word}`.")
    else:
        who = "player" if isinstance(first, t.Player) else "team"
        work.error("RL309", f"Every {who} has {'an' if word[0] in 'aeiou' else 'a'} `{word}`. Whose: `your {word}`, "
                   f"`p's {word}`?", node, "whose?")


def value_type(work: Work, symbol: Family) -> t.Type:
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


# ---------------------------------------------------------------- values of a wanted type


def expect(work: Work, node: ast.Expr, wanted: t.Type, scope: Scope, what: str) -> t.Type:
    """The type of an expression that must fit; beside an enum a number literal is the value with that number."""
    kind = work.type(node, scope)
    inner = t.plain(wanted)
    if isinstance(inner, t.EnumValue) and isinstance(node, ast.Int):
        return enum_number(work, node, inner, keep=True)
    if fits(kind, wanted):
        return kind
    title = f"{what[:1].upper()}{what[1:]} must be {a(inner)}; `{node.span.text}` is {a(kind)}"
    return work.error("RL305", title, node, hint=_made_to_fit(node, t.plain(kind), inner))


def _made_to_fit(node: ast.Expr, kind: t.Type, wanted: t.Type) -> str:
    if isinstance(wanted, t.EnumValue) and isinstance(kind, t.Number):
        return f"Write a value of `{wanted.enum}`."
    if isinstance(wanted, t.Number) and isinstance(kind, t.EnumValue):
        return f"Write `number({node.span.text})` for its number."
    if isinstance(wanted, t.Card) and isinstance(kind, t.Zone | t.Collection):
        return f"Write `first({node.span.text})` for one of them."
    if isinstance(wanted, t.Card) and isinstance(kind, t.Card):
        return f"Test `{node.span.text} is {sorted(wanted.of)[0]}` first." if kind.of & wanted.of else ""
    if isinstance(wanted, t.Collection) and fits(kind, wanted.of):
        return f"Write `[{node.span.text}]`."
    return ""


def enum_number(work: Work, node: ast.Int, kind: t.EnumValue, keep: bool) -> t.Type:
    """A number literal beside an enum value; with `keep` the literal becomes that value."""
    enum = work.model.enums[kind.enum]
    if node.value not in enum.numbers or enum.words:
        have = "Its values are words." if enum.words else f"Its numbers are {enum.numbers[0]} to {enum.numbers[-1]}."
        return work.error("RL314", f"No `{enum.name}` has the number {node.value}", node, allowed=have)
    if keep:
        work.types[node] = kind
        work.refs[node] = m.Constant(enum.numbers.index(node.value), kind)
        return kind
    return t.Number(node.value, node.value)
