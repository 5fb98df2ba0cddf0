"""The abstract syntax tree: one frozen dataclass per construct of a rules file, each with its span.

Equality ignores spans, documentation places and comments' positions: two texts that say the same have equal trees. No
node has behaviour; `walk.py` visits them.
"""

from __future__ import annotations

from dataclasses import field

from rulelang.records import dataclass
from rulelang.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything written in a rules file."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name as written where something is declared or referred to outside expressions."""

    text: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A quoted text, without its quotes."""

    value: str


# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`suit`, `player`, `card?`; `name` is a declared type or one of player team flag face zone link."""

    name: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`1..10`: whole numbers between two constants. `optional` when a `?` follows."""

    low: Expr
    high: Expr
    optional: bool = False


@dataclass(frozen=True, slots=True)
class CollectionType(Node):
    """`set of suit`, `bag of letter`, `list of card`; kind is set, bag or list."""

    kind: str
    of: Ident


Type = NamedType | RangeType | CollectionType

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A bare word in an expression."""

    text: str


@dataclass(frozen=True, slots=True)
class Int(Node):
    """A number literal (never negative; `-` is `Negate`)."""

    value: int


@dataclass(frozen=True, slots=True)
class Str(Node):
    """A printed card name or a label."""

    value: str


@dataclass(frozen=True, slots=True)
class Your(Node):
    """`your hand`."""

    name: str


@dataclass(frozen=True, slots=True)
class All(Node):
    """`all beast`: all cards of a type, of the zones of a family; values of an enum, teams, faces."""

    type: str


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`a..b` as a source of a query, a loop or a choice."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class FaceLiteral(Node):
    """`face up` after `is`, or the face given to a movement: `value` is any expression of faces."""

    value: Expr


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """`[a, b, c]`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Query(Node):
    """A query over `source`.

    `kind` is `list` for brackets, else the function: count first sum max min set bag any all highest lowest. `each`
    is the expression before `for` (None in the filter form), `by` the criteria of highest and lowest, the first first.
    """

    kind: str
    name: Ident
    source: Expr
    each: Expr | None = None
    where: Expr | None = None
    by: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`size(hand)`, `good(c)`: a built-in function or a define with arguments."""

    name: Ident
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`then if condition else other`."""

    condition: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Default(Node):
    """`value else other`: the other where the value is none, or an empty collection."""

    value: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Preference(Node):
    """`a else where b [else any]` behind the `where` of a choice or query.

    Those for which the first of these conditions holds that holds for some; `or_any`: all, if none holds for any.
    """

    conditions: tuple[Expr, ...]
    or_any: bool


@dataclass(frozen=True, slots=True)
class And(Node):
    """Two or more operands, from left to right."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """Two or more operands, from left to right."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not x`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`op` is one of < <= > >=."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Is(Node):
    """`x is y`, `x is not y`; `right` may be a FaceLiteral, a type, a define or a value."""

    left: Expr
    right: Expr
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Has(Node):
    """`S has x`."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Can(Node):
    """`p can NAME`."""

    player: Expr
    action: Ident


@dataclass(frozen=True, slots=True)
class Knows(Node):
    """`p knows c`."""

    player: Expr
    card: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`op` is + - or *."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Divide(Node):
    """`left / right rounded up` or `rounded down`."""

    left: Expr
    right: Expr
    up: bool


@dataclass(frozen=True, slots=True)
class Negate(Node):
    """`- x`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class At(Node):
    """`Z at n`: a card, or a place to move to."""

    zone: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Top(Node):
    """`top of Z`."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Bottom(Node):
    """`bottom of Z`."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`card.base`, `m.worth`."""

    value: Expr
    name: Ident


@dataclass(frozen=True, slots=True)
class Owned(Node):
    """`p's hand`."""

    value: Expr
    name: Ident


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`beats[x]`, `fireworks[red]`, `your laid[2]`."""

    value: Expr
    key: Expr


Expr = (Name | Int | Str | Your | All | Range | FaceLiteral | ListOf | Query | Call | Conditional | Default | Preference
        | And | Or | Not | Compare | Is | Has | Can | Knows | Arithmetic | Divide | Negate | At | Top | Bottom
        | Attribute | Owned | Index)

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Statements that belong together by indentation, or the one statement behind a colon."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`move C to P [face F]`."""

    cards: Expr
    place: Expr
    face: Expr | None = None


@dataclass(frozen=True, slots=True)
class Draw(Node):
    """`draw n from Z to P [face F] [as x]`."""

    amount: Expr
    source: Expr
    place: Expr
    face: Expr | None = None
    name: Ident | None = None


@dataclass(frozen=True, slots=True)
class Deal(Node):
    """`deal n from Z to zones [face F] [from p]`: to the zone of each player; without an amount, `all`."""

    amount: Expr | None
    source: Expr
    zone: Ident
    face: Expr | None = None
    start: Expr | None = None


@dataclass(frozen=True, slots=True)
class Discard(Node):
    """`discard C [face F]`."""

    cards: Expr
    face: Expr | None = None


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    """`shuffle Z`, `shuffle C into Z`."""

    zone: Expr
    cards: Expr | None = None


@dataclass(frozen=True, slots=True)
class Flip(Node):
    """`flip C face F`."""

    cards: Expr
    face: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Node):
    """`reveal E [to p]`."""

    value: Expr
    to: Expr | None = None


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let x = E`, in a body or a head."""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`v = E`, `v += E`, `v -= E`; `op` is = += or -=."""

    target: Expr
    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`[n | n..m] name ["Prompt"] from S [where P]`. Without an amount one is picked."""

    name: Ident
    source: Expr
    low: Expr | None = None
    high: Expr | None = None
    prompt: Text | None = None
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose ...` (decider None: you) or `p chooses ...`; in a body or a head."""

    binders: tuple[Binder, ...]
    decider: Expr | None = None


@dataclass(frozen=True, slots=True)
class Random(Node):
    """`random ...`: chance binds."""

    binder: Binder


@dataclass(frozen=True, slots=True)
class MenuItem(Node):
    """`quota` is exactly, up_to or any; `amount` is None for any; `name` an action or a group."""

    quota: str
    amount: Expr | None
    name: Ident


@dataclass(frozen=True, slots=True)
class Menu(Node):
    """`do 1 primary, up to 1 secondary, any trade`."""

    items: tuple[MenuItem, ...]


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """One `"Label" [when C]: ...` of an `either` in a body."""

    label: Text
    when: Expr | None = None
    body: Block | None = None


@dataclass(frozen=True, slots=True)
class Either(Node):
    """`either "A": ... or "B": ...` in a body."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if C: ... else ...`; `other` is a Block, a further If, or None."""

    condition: Expr
    then: Block
    other: Block | If | None = None


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat n times:`."""

    times: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class RepeatUntil(Node):
    """`repeat until C:`; tested before each pass."""

    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class RepeatForever(Node):
    """`repeat:` until an `end`."""

    body: Block


@dataclass(frozen=True, slots=True)
class EachPlayer(Node):
    """`each player [from p] [where C]:`."""

    body: Block
    start: Expr | None = None
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class AtOnce(Node):
    """`each player at once [where C]:`."""

    body: Block
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Turns(Node):
    """`turns from P [where C] [until D]:`."""

    start: Expr
    body: Block
    where: Expr | None = None
    until: Expr | None = None


@dataclass(frozen=True, slots=True)
class Each(Node):
    """`each x in S [where C]:`."""

    name: Ident
    source: Expr
    body: Block
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class As(Node):
    """`as p:`."""

    player: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Run(Node):
    """The name of a phase as a statement."""

    name: Ident


@dataclass(frozen=True, slots=True)
class Resolve(Node):
    """`resolve E`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class End(Node):
    """`end NAME`."""

    name: Ident


Simple = (Move | Draw | Deal | Discard | Shuffle | Flip | Reveal | Let | Assign | Choose | Random | Menu | Run | Resolve
          | End)
"""Statements without a block."""
Compound = Either | If | Repeat | RepeatUntil | RepeatForever | EachPlayer | AtOnce | Turns | Each | As
"""Statements with a block of their own, or several."""
Statement = Simple | Compound

# ---------------------------------------------------------------- heads of actions


@dataclass(frozen=True, slots=True)
class When(Node):
    """`when C [else "reason"]`."""

    condition: Expr
    reason: Text | None = None


@dataclass(frozen=True, slots=True)
class Pay(Node):
    """`pay n TOKEN [to POT]` (token set) or `pay CARDS` (token None, `value` the cards)."""

    value: Expr
    token: Ident | None = None
    to: Expr | None = None


@dataclass(frozen=True, slots=True)
class HeadBranch(Node):
    """One `"Label": head` of an `either` in a head."""

    label: Text
    head: tuple[HeadStep, ...]


@dataclass(frozen=True, slots=True)
class HeadEither(Node):
    """`either "A": head or "B": head`."""

    branches: tuple[HeadBranch, ...]


HeadStep = When | Choose | Pay | Let | HeadEither

# ---------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class Players(Node):
    """`players 2..5` or `players 4` (high equals low)."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Teams(Node):
    """`teams 1 and 3, 2 and 4`."""

    teams: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Limit(Node):
    """`limit PHASE n times`."""

    phase: Ident
    times: Expr


@dataclass(frozen=True, slots=True)
class Param(Node):
    """`param rounds: 1..12 = 4 "Rounds in a game"`."""

    name: Ident
    type: Type
    value: Expr
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class EnumNumbers(Node):
    """`2..10` (or a single number: high equals low) among the values of an enum."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Enum(Node):
    """`enum rank: 2..10, jack, queen`."""

    name: Ident
    values: tuple[Ident | EnumNumbers, ...]


@dataclass(frozen=True, slots=True)
class Entry(Node):
    """`key -> value` of a table."""

    key: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Table(Node):
    """`table beats: sun -> moon, moon -> star`."""

    name: Ident
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Tokens(Node):
    """`tokens coin: 32 [, seen by VIEWER]`."""

    name: Ident
    supply: Expr
    seen_by: Ident | None = None


@dataclass(frozen=True, slots=True)
class Pot(Node):
    """One `name [per TYPE]...: TOKEN` of `pots:`."""

    name: Ident
    per: tuple[Type, ...]
    token: Ident


@dataclass(frozen=True, slots=True)
class Pots(Node):
    """`pots: pot: chip, offer per card: chip`."""

    pots: tuple[Pot, ...]


@dataclass(frozen=True, slots=True)
class CardAttribute(Node):
    """`base: symbol?` of a cards declaration."""

    name: Ident
    type: Type


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`base sun` of a row."""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Row(Node):
    """`2 "Fox": base sun, wild yes`."""

    copies: Expr
    name: Text
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class ProductRow(Node):
    """`1 each rank, suit [where C] [named "{rank} of {suit}"]`."""

    copies: Expr
    attributes: tuple[Ident, ...]
    where: Expr | None = None
    pattern: Text | None = None


@dataclass(frozen=True, slots=True)
class Cards(Node):
    """`cards NAME [from "cards/x.csv"]:` with attributes and rows in the order written."""

    name: Ident
    table: Text | None
    attributes: tuple[CardAttribute, ...]
    rows: tuple[Row | ProductRow, ...]


@dataclass(frozen=True, slots=True)
class SeenBy(Node):
    """`seen by V`, or `face down seen by V` when `down`."""

    viewer: Ident
    down: bool = False


@dataclass(frozen=True, slots=True)
class RefillSource(Node):
    """One zone of `refill A, B where c is T keep 1`; `where` may use the name `c`."""

    zone: Expr
    where: Expr | None = None
    keep: Expr | None = None


@dataclass(frozen=True, slots=True)
class Refill(Node):
    """`refill A, B ...`, tried in this order. An older `keep n` option is the keep of the last source."""

    sources: tuple[RefillSource, ...]


@dataclass(frozen=True, slots=True)
class ZoneOption(Node):
    """`discards`, `capacity n`, `count hidden`; also any unknown word, for the checker to refuse."""

    word: Ident
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Zone(Node):
    """`name [per TYPE]...: KIND of TYPE [or TYPE], options`."""

    name: Ident
    per: tuple[Type, ...]
    kind: Ident
    holds: tuple[Ident, ...]
    options: tuple[SeenBy | Refill | ZoneOption, ...]


@dataclass(frozen=True, slots=True)
class Zones(Node):
    """`zones:` with its lines."""

    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class Var(Node):
    """`name [per TYPE]...: TYPE [= initial]`."""

    name: Ident
    per: tuple[Type, ...]
    type: Type
    initial: Expr | None = None


@dataclass(frozen=True, slots=True)
class Vars(Node):
    """`vars:` with its lines."""

    vars: tuple[Var, ...]


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`c: beast` of a define."""

    name: Ident
    type: Type


@dataclass(frozen=True, slots=True)
class Define(Node):
    """`define good(c: beast) = E`."""

    name: Ident
    parameters: tuple[Parameter, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class MeldPart(Node):
    """`n TYPE name` or `n..m TYPE name` (high equals low for a single number)."""

    low: int
    high: int
    type: Ident
    name: Ident


@dataclass(frozen=True, slots=True)
class MeldOption(Node):
    """`adjacent`, `same A`, `different A`, `consecutive A`, `each P`, `worth E`, `where P`."""

    word: Ident
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Meld(Node):
    """`meld run: 3..13 card c, same suit, consecutive rank, worth E`."""

    name: Ident
    parts: tuple[MeldPart, ...]
    options: tuple[MeldOption, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine(Node):
    """`"Label": E`."""

    label: Text
    value: Expr


@dataclass(frozen=True, slots=True)
class Score(Node):
    """`score NAME:` with its lines."""

    name: Ident
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Criterion(Node):
    """`highest E` or `lowest E`."""

    order: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Win(Node):
    """`win: highest E, lowest E2`."""

    criteria: tuple[Criterion, ...]


@dataclass(frozen=True, slots=True)
class Payoff(Node):
    """`payoff: E`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Estimate(Node):
    """`estimate: E`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Phase(Node):
    """`phase NAME:`."""

    name: Ident
    body: Block


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """`effect "Printed name": ...` or `effect value: ...`; `body` None does nothing."""

    target: Ident | Text
    body: Block | None


@dataclass(frozen=True, slots=True)
class Hook(Node):
    """`before NAME:` or `after NAME:`; `when` is before or after."""

    when: str
    name: Ident
    body: Block


@dataclass(frozen=True, slots=True)
class Action(Node):
    """`action NAME "Label" [in GROUP]:` with head and body."""

    name: Ident
    label: Text | None
    group: Ident | None
    head: tuple[HeadStep, ...]
    body: Block | None


@dataclass(frozen=True, slots=True)
class Note(Node):
    """`note "..."`."""

    text: Text


# ---------------------------------------------------------------- examples


@dataclass(frozen=True, slots=True)
class Copies(Node):
    """`2 "Fox" face down` or a single value with a face, in `given`."""

    count: int
    value: Expr
    face: Expr | None = None


@dataclass(frozen=True, slots=True)
class Given(Node):
    """`given TARGET = A, 2 B face down`."""

    target: Expr
    things: tuple[Copies, ...]


@dataclass(frozen=True, slots=True)
class Answer(Node):
    """`x = E` (name set) or `"Label"` (name None, value a Str)."""

    name: Ident | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Does(Node):
    """`p1 does ACTION [with answers]`."""

    seat: Ident
    action: Ident
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Picks(Node):
    """`p2 picks answers`."""

    seat: Ident
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class WhenDoes(Node):
    """`when p1 does ACTION with ...` as a step of an example."""

    does: Does


@dataclass(frozen=True, slots=True)
class WhenRuns(Node):
    """`when PHASE [as p2][: script]`."""

    phase: Ident
    seat: Ident | None
    script: tuple[Does | Picks, ...]


@dataclass(frozen=True, slots=True)
class Expect(Node):
    """`expect E`, or with `with` behind a `can` (then `value` is a Can or a Not of one)."""

    value: Expr
    answers: tuple[Answer, ...] = ()


ExampleStep = Given | WhenDoes | WhenRuns | Expect


@dataclass(frozen=True, slots=True)
class Example(Node):
    """`example "text" [for n players]:`."""

    title: Text
    players: int | None
    steps: tuple[ExampleStep, ...]


# ---------------------------------------------------------------- variants


@dataclass(frozen=True, slots=True)
class Change(Node):
    """`change X to E`."""

    target: Ident | Text
    value: Expr


@dataclass(frozen=True, slots=True)
class ChangeCards(Node):
    """`change cards T:`."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Remove(Node):
    """`remove X`; `what` is empty, or one of effect, limit, before, after, teams, estimate.

    `target` is None for teams and estimate.
    """

    what: str
    target: Ident | Text | None


@dataclass(frozen=True, slots=True)
class Replace(Node):
    """`replace DECLARATION`."""

    declaration: Declaration


Declaration = (Players | Teams | Limit | Param | Enum | Table | Tokens | Pots | Cards | Zones | Vars | Define | Meld
               | Score | Win | Payoff | Estimate | Phase | Effect | Hook | Action | Note | Example | Change
               | ChangeCards | Remove | Replace)

# ---------------------------------------------------------------- the file


@dataclass(frozen=True, slots=True)
class Item(Node):
    """A top-level declaration with the `>` lines above it (each without its `>` and one space)."""

    doc: tuple[str, ...]
    declaration: Declaration


@dataclass(frozen=True, slots=True)
class Header(Node):
    """`game "Name"` (base None) or `variant "Name" of "base"`."""

    name: Text
    base: Text | None = None


@dataclass(frozen=True, slots=True)
class Comment(Node):
    """`# ...` with its place; `text` starts with `#`. `own_line` when nothing stands before it."""

    text: str
    own_line: bool


@dataclass(frozen=True, slots=True)
class Rules(Node):
    """A whole rules file. `language` is the number of the `language` line, if there is one."""

    header: Header
    language: int | None
    items: tuple[Item, ...]
    comments: tuple[Comment, ...] = field(default=(), compare=False)
