"""The checked game: what every name of a rules file means and the type of every expression. Lowering reads nothing
else.

The tree itself stays the syntax tree (of the merged declarations, bases first). Meaning is kept beside it, by node
identity: `types` for every expression, `refs` for every name and every node that needs a decision the syntax left
open, `locals` for every node that binds a name.
"""

from __future__ import annotations

from dataclasses import field
from typing import Generic, TypeVar

from rulelang.analysis.types import Type
from rulelang.records import dataclass
from rulelang.source import Source, Span
from rulelang.syntax import ast

V = TypeVar("V")


class NodeMap(Generic[V]):
    """Facts about syntax nodes, by identity (equal nodes at two places have two entries)."""

    def __init__(self) -> None:
        self._values: dict[int, V] = {}
        self._alive: list[ast.Node] = []

    def __setitem__(self, node: ast.Node, value: V) -> None:
        if id(node) not in self._values:
            self._alive.append(node)
        self._values[id(node)] = value

    def __getitem__(self, node: ast.Node) -> V:
        return self._values[id(node)]

    def get(self, node: ast.Node) -> V | None:
        """The fact, or None."""
        return self._values.get(id(node))

    def __contains__(self, node: ast.Node) -> bool:
        return id(node) in self._values


# ---------------------------------------------------------------- declared things (identity is meaning: eq=False)


@dataclass(eq=False, slots=True)
class EnumSymbol:
    """Values in order; `numbers[i]` is number(value i); `words` says the values are words only (no numbers given)."""

    name: str
    values: tuple[str, ...]
    numbers: tuple[int, ...]
    words: bool
    node: ast.Node


@dataclass(eq=False, slots=True)
class TableSymbol:
    """A constant map; keys and values are constants (see `Constant`)."""

    name: str
    entries: tuple[tuple[int, int], ...]
    key: Type
    value: Type
    total: bool
    node: ast.Node


@dataclass(eq=False, slots=True)
class ParamSymbol:
    """A parameter: type, default (an int: number, enum place, 0/1), label."""

    name: str
    type: Type
    default: int
    label: str
    node: ast.Node


@dataclass(eq=False, slots=True)
class AttributeSymbol:
    """`base: symbol?` of a cards type."""

    name: str
    type: Type
    node: ast.CardAttribute


@dataclass(eq=False, slots=True)
class PrintSymbol:
    """A printed card of a cards type, as its row states it.

    `copies` is an expression or a number (fixed when a game is loaded); attribute values are ints (NONE for none), or
    tuples of ints for collections (sorted: sets without repeats, bags with them).
    """

    name: str
    type: str
    copies: ast.Expr | int
    values: dict[str, int | tuple[int, ...]]
    text: str
    span: Span


@dataclass(eq=False, slots=True)
class ProductSymbol:
    """`1 each rank, suit where ... named ...`: prints that depend on params; `analysis.deck` expands it."""

    type: str
    node: ast.ProductRow


@dataclass(eq=False, slots=True)
class CardsSymbol:
    """A cards type with attributes (variants included) and what its rows say, in order."""

    name: str
    attributes: dict[str, AttributeSymbol]
    rows: list[PrintSymbol | ProductSymbol]
    node: ast.Node


@dataclass(eq=False, slots=True)
class TokenSymbol:
    """A token: supply (constant of params), who sees players' counts."""

    name: str
    supply: ast.Expr
    seen_by: str
    node: ast.Node


@dataclass(eq=False, slots=True)
class PotSymbol:
    """Counts of tokens on the table."""

    name: str
    per: tuple[Type, ...]
    token: TokenSymbol
    node: ast.Node


@dataclass(eq=False, slots=True)
class RefillSymbol:
    """One refill source; `where` reads local `c`."""

    zone: ast.Expr
    where: ast.Expr | None
    keep: int
    local: Local | None


@dataclass(eq=False, slots=True)
class ZoneSymbol:
    """A declared zone (a family if `per` is not empty). kind: stack row set. Viewers: all owner others team nobody."""

    name: str
    per: tuple[Type, ...]
    kind: str
    holds: tuple[str, ...]
    seen: str
    down_seen: str
    refill: tuple[RefillSymbol, ...]
    discards: bool
    capacity: int | None
    count_hidden: bool
    node: ast.Zone
    doc: str = ""


@dataclass(eq=False, slots=True)
class VarSymbol:
    """A declared variable. `link` for symmetric relations (then `per` is one cards type)."""

    name: str
    per: tuple[Type, ...]
    type: Type
    link: bool
    initial: ast.Expr | None
    node: ast.Var


@dataclass(eq=False, slots=True)
class DefineSymbol:
    """A define: parameters as locals, type of the result; `reads_done` if it (transitively) reads the running menu."""

    name: str
    parameters: tuple[Local, ...]
    type: Type
    node: ast.Define
    reads_done: bool = False


@dataclass(eq=False, slots=True)
class MeldSymbol:
    """A pattern; parts as locals (a card where the part is exactly 1, else a list)."""

    name: str
    parts: tuple[Local, ...]
    node: ast.Meld


@dataclass(eq=False, slots=True)
class ScoreSymbol:
    """A score, read as `p's NAME`."""

    name: str
    node: ast.Score


@dataclass(eq=False, slots=True)
class PhaseSymbol:
    """A phase."""

    name: str
    node: ast.Phase
    doc: str = ""


@dataclass(eq=False, slots=True)
class ActionSymbol:
    """An action."""

    name: str
    label: str
    group: str | None
    node: ast.Action
    doc: str = ""


@dataclass(eq=False, slots=True)
class GroupSymbol:
    """All actions `in GROUP`, in file order."""

    name: str
    actions: list[ActionSymbol] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class EffectSymbol:
    """`effect "Printed name"` (key is the name) or `effect value` (key is enum name and place)."""

    key: str | tuple[str, int]
    node: ast.Effect
    doc: str = ""


@dataclass(eq=False, slots=True)
class Local:
    """A name bound in a place. origin: let choose random draw each query parameter meld refill."""

    name: str
    type: Type
    origin: str
    node: ast.Node


# ---------------------------------------------------------------- what nodes mean


@dataclass(frozen=True, slots=True)
class Constant:
    """A name or literal with a fixed value: yes no none up down, enum values, p1.. in examples. `value` as in the IR.
    """

    value: int
    type: Type


@dataclass(frozen=True, slots=True)
class Builtin:
    """you, players, opponents, player_count, first_player, or a built-in function of a Call."""

    name: str


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed name: as a value the one card of that name, after `is`, `has` and in `given` the name itself."""

    name: str


@dataclass(frozen=True, slots=True)
class You:
    """A family key: the player who acts."""


@dataclass(frozen=True, slots=True)
class TeamOf:
    """A family key: the team of a player."""

    player: ast.Expr | You


Key = ast.Expr | You | TeamOf


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of something `per` keys (zone, variable, token count, pot, score): all keys in declared order.

    Set on the outermost node (`your laid[2]` on the Index; on a bare Name for things without keys).
    """

    of: ZoneSymbol | VarSymbol | TokenSymbol | PotSymbol | ScoreSymbol
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class TableRead:
    """`beats[x]` on an Index."""

    table: TableSymbol


@dataclass(frozen=True, slots=True)
class CardAttribute:
    """`card.base` on an Attribute."""

    name: str


@dataclass(frozen=True, slots=True)
class MeldField:
    """`m.worth` or `m.head` on an Attribute."""

    name: str


@dataclass(frozen=True, slots=True)
class IsDefine:
    """On an Is: the right side is a one-argument define."""

    define: DefineSymbol


@dataclass(frozen=True, slots=True)
class IsCards:
    """On an Is: the right side is a cards type."""

    cards: str


@dataclass(frozen=True, slots=True)
class IsPrinted:
    """On an Is: the right side is a printed name (or a value of that type)."""

    name: str


@dataclass(frozen=True, slots=True)
class IsFace:
    """On an Is: `x is face up` (the left side is a card)."""


@dataclass(frozen=True, slots=True)
class IsValue:
    """On an Is: equality. `number` says an enum value is compared with a number literal by its number."""

    number: bool = False


Ref = (Constant | Builtin | Printed | Instance | TableRead | CardAttribute | MeldField | IsDefine | IsCards | IsPrinted
       | IsFace | IsValue | Local | ParamSymbol | DefineSymbol | PhaseSymbol | ActionSymbol | GroupSymbol | ZoneSymbol
       | VarSymbol | TokenSymbol | EnumSymbol | CardsSymbol | TableSymbol | ScoreSymbol | MeldSymbol)


@dataclass(eq=False, slots=True)
class GameModel:
    """A whole checked game. Dicts keep declaration order. `merged` is the rules after variants, without `remove`d
    parts.
    """

    title: str
    language: int
    low: int
    high: int
    merged: ast.Rules
    sources: list[tuple[Source, str]]           # every file of the bundle with its role: rules, base, cards
    teams: tuple[tuple[int, ...], ...]
    enums: dict[str, EnumSymbol] = field(default_factory=dict)
    tables: dict[str, TableSymbol] = field(default_factory=dict)
    params: dict[str, ParamSymbol] = field(default_factory=dict)
    cards: dict[str, CardsSymbol] = field(default_factory=dict)
    tokens: dict[str, TokenSymbol] = field(default_factory=dict)
    pots: dict[str, PotSymbol] = field(default_factory=dict)
    zones: dict[str, ZoneSymbol] = field(default_factory=dict)
    vars: dict[str, VarSymbol] = field(default_factory=dict)
    defines: dict[str, DefineSymbol] = field(default_factory=dict)
    melds: dict[str, MeldSymbol] = field(default_factory=dict)
    scores: dict[str, ScoreSymbol] = field(default_factory=dict)
    phases: dict[str, PhaseSymbol] = field(default_factory=dict)
    actions: dict[str, ActionSymbol] = field(default_factory=dict)
    groups: dict[str, GroupSymbol] = field(default_factory=dict)
    effects: dict[str | tuple[str, int], EffectSymbol] = field(default_factory=dict)
    hooks: list[ast.Hook] = field(default_factory=list)
    limits: dict[str, ast.Limit] = field(default_factory=dict)
    win: ast.Win | None = None
    payoff: ast.Payoff | None = None
    estimate: ast.Estimate | None = None
    examples: list[ast.Example] = field(default_factory=list)
    notes: list[ast.Note] = field(default_factory=list)
    lost: frozenset[str] = frozenset()          # names declared wrongly: nothing is known about what they mean
    types: NodeMap[Type] = field(default_factory=NodeMap)
    refs: NodeMap[Ref] = field(default_factory=NodeMap)
    locals: NodeMap[Local] = field(default_factory=NodeMap)
    public: NodeMap[bool] = field(default_factory=NodeMap)      # Either: others may see the label
