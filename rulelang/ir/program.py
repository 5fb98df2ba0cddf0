"""A compiled game as data: code, tables and the layout of its state, for one player count and set of params.

Header cells of a state (addresses below `HEADER`): see the constants. Behind the header come, in this order and at
the addresses the tables below give: pending answers, params, variables, tokens and pots, score records, frames, zones
(length, u, cards...), cards (zone, face per card), knowledge (per seat, then for the public: one word per card),
information-set keys (two words per seat).
"""

from __future__ import annotations

from dataclasses import field

from rulelang.ir.nodes import Action, Block, Decision, Function, Procedure
from rulelang.records import dataclass

# Header cells.
STATUS = 0          # one of the statuses below
BLOCK = 1           # block whose ending has stopped, 0 while nothing has
SEAT = 2            # seat to act at a decision (from 1), 0 at chance and at the end
DECISION = 3        # number of the pending decision, -1 for none
TURN = 4            # moves completed so far
STEPS = 5           # decisions answered so far (single choices)
SEED_LOW = 6        # generator: 64-bit seed
SEED_HIGH = 7
COUNTER = 8         # generator: words used
EXPLICIT = 9        # 1: stop at chance; 0: chance is drawn from the seed
FIRST_PLAYER = 10   # NONE until known
ADJUDICATED = 11    # 0, 1 a stated limit, 2 the engine's cap on moves
FAULT = 12          # 0, or 1: a step limit was reached
FAULT_SPAN = 13     # the span that ran when it was reached
ANSWERS = 14        # number of answers given to the pending decision
SETTLING = 15       # zone whose order is being drawn (the first answer cell: how many cards still), NONE otherwise
HEADER = 16

# Statuses.
RUNNING = 0
DECIDING = 1
CHANCE = 2
OVER = 3
RETURNED = 4        # a procedure run on its own (examples) has come to its end

ANSWER_BOUND = 256  # answers of one decision at most; they lie at cells HEADER .. HEADER + ANSWER_BOUND - 1


@dataclass(frozen=True, slots=True)
class SpanInfo:
    """A place in the rules: source number, offsets, line and column from 1."""

    source: int
    start: int
    end: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """A file of the rules' bundle: the rules file itself first, then bases, then card tables."""

    name: str
    text: str
    role: str


@dataclass(frozen=True, slots=True)
class ValueKind:
    """How a value is shown and keyed. what: number flag player team face card zone print enum list none.

    `names` are an enum's words; `of` is the kind number of a list's elements.
    """

    what: str
    name: str = ""
    names: tuple[str, ...] = ()
    of: int = -1


@dataclass(frozen=True, slots=True)
class PrintInfo:
    """A printed card: its name, its cards type, shown attributes (name, words), rule text."""

    name: str
    type: str
    attributes: tuple[tuple[str, str], ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class KeyInfo:
    """One key of a family: what it ranges over (player team enum number card face flag) and its values."""

    what: str
    low: int
    size: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RefillInfo:
    """One refill source: a zone, a function of a card that says which cards go (-1: all), how many stay on top."""

    zone: int
    where: int = -1
    keep: int = 0


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """One zone instance. Its length is at `at`, u at `at + 1`, then `capacity` cells for cards.

    `keys` are the values of its family's keys. `seen` and `down_seen` are bit masks of seats (bit seat-1) that see
    cards lying face up and face down; where they depend on who owns the card `host` (NONE-like -1: no host),
    `host_seen` and `host_down_seen` say how (owner, others, team; "": the mask holds). `limit` is the stated
    capacity (-1: none). `owner` is the seat of its player key, 0 for none.
    """

    name: str
    family: int
    keys: tuple[int, ...]
    kind: str
    at: int
    capacity: int
    limit: int
    seen: int
    down_seen: int
    owner: int
    host: int = -1
    host_seen: str = ""
    host_down_seen: str = ""
    count_hidden: bool = False
    refill: tuple[RefillInfo, ...] = ()


@dataclass(frozen=True, slots=True)
class FamilyInfo:
    """A declared zone: its keys, first zone number, cards types it holds, its kind."""

    name: str
    keys: tuple[KeyInfo, ...]
    first: int
    count: int
    kind: str
    holds: tuple[str, ...]
    doc: str = ""


@dataclass(frozen=True, slots=True)
class VarInfo:
    """A declared variable: instances at `base + index * words`. `link` marks a symmetric relation of cards.

    Numbers are kept in low..high; `optional` also allows NONE. `set_count` > 0: a set of values low.. low+set_count-1
    in bits. `records` is the address of its score-line records (-1: none), `record_scores` the scores added to it.
    """

    name: str
    keys: tuple[KeyInfo, ...]
    base: int
    count: int
    words: int
    low: int
    high: int
    optional: bool
    kind: int
    link: bool = False
    set_count: int = 0
    param: bool = False
    first_card: int = 0
    span: int = -1


@dataclass(frozen=True, slots=True)
class TokenInfo:
    """A token: total, address of the supply, address of the first player's count (seat 1 first), who sees counts.

    `pots` are (name, address, instances), `pot_keys` their keys.
    """

    name: str
    total: int
    supply: int
    players: int
    seen_by: str = "all"
    pots: tuple[tuple[str, int, int], ...] = ()
    pot_keys: tuple[tuple[KeyInfo, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreInfo:
    """A score: its lines as (label text number, function of a seat)."""

    name: str
    lines: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RecordInfo:
    """Where the lines of a score that were added to a variable are counted: (line, instance) at `base + line * count
    + instance`.
    """

    var: int
    score: int
    base: int


@dataclass(frozen=True, slots=True)
class HeldInfo:
    """Cells of frames that hold cards or zones: `bound` 0 one value at `at`, else a list (its length at `at`).

    what: card, zone, or meld (a list as `PickMeld` stores it). `types` are the cards types that the cards can be of
    (empty: all); `ascending`: the list is kept in the order of the cards.
    """

    at: int
    bound: int
    what: str
    types: tuple[str, ...] = ()
    ascending: bool = False


@dataclass(frozen=True, slots=True)
class AtOnceInfo:
    """A block in which all seats choose before anything happens: what is needed to ask it again from its start.

    `entry` is the block where it begins; its decisions are `first` to `last`; `stores` are (cell of a name, bound,
    cell where the answers of seat 1 are kept; each further seat's lie `1 + bound` cells on).
    """

    entry: int
    first: int
    last: int
    stores: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class PointInfo:
    """A decision point: a stable name (`add.card`, `turn`), the name it binds, its prompt (text number or -1)."""

    name: str
    binds: str
    prompt: int = -1


@dataclass(frozen=True, slots=True)
class MeldPartInfo:
    """low..high cards; `fits` is a function of a card (type and `each` tests)."""

    name: str
    low: int
    high: int
    fits: int


@dataclass(frozen=True, slots=True)
class MeldInfo:
    """A pattern. `same`, `different`, `consecutive` hold constant table numbers by card; `worth` and `where` are
    functions of the parts' card lists in order (-1: none; without `worth` a meld is worth 1).
    """

    name: str
    parts: tuple[MeldPartInfo, ...]
    adjacent: bool
    same: tuple[int, ...] = ()
    different: tuple[int, ...] = ()
    consecutive: tuple[int, ...] = ()
    where: int = -1
    worth: int = -1


@dataclass(frozen=True, slots=True)
class ActionDoc:
    """What people are told of an action: label, group, rule text."""

    name: str
    label: str
    group: str
    doc: str


@dataclass(frozen=True, slots=True)
class Program:
    """Everything an executor needs; plain data, serialisable (`codec.py`)."""

    title: str
    players: int
    seats: tuple[int, int]
    language: int
    params: tuple[tuple[str, int], ...]
    sources: tuple[SourceInfo, ...]
    rules_hash: str
    texts: tuple[str, ...]
    spans: tuple[SpanInfo, ...]
    tables: tuple[tuple[int, ...], ...]
    list_tables: tuple[tuple[tuple[int, ...], ...], ...]
    kinds: tuple[ValueKind, ...]
    prints: tuple[PrintInfo, ...]
    cards: tuple[int, ...]                      # the print of each card
    teams: tuple[int, ...]                      # the team of each seat from 1; empty without teams
    families: tuple[FamilyInfo, ...]
    zones: tuple[ZoneInfo, ...]
    vars: tuple[VarInfo, ...]
    tokens: tuple[TokenInfo, ...]
    scores: tuple[ScoreInfo, ...]
    records: tuple[RecordInfo, ...]
    melds: tuple[MeldInfo, ...]
    criteria: tuple[tuple[bool, int], ...]      # (highest, function of a seat); empty with a payoff
    payoff: int                                 # function of a seat, or -1
    estimate: int                               # function of a seat, or -1
    actions: tuple[Action, ...]
    action_docs: tuple[ActionDoc, ...]
    menu_names: tuple[str, ...]                 # actions and groups that menus count, by number
    points: tuple[PointInfo, ...]
    decisions: tuple[Decision, ...]
    functions: tuple[Function, ...]
    blocks: tuple[Block, ...]
    procedures: tuple[Procedure, ...]
    start: int                                  # procedure that draws the first player, sets up, plays and finishes
    play_block: int                             # the block of `start` that calls `play`: examples begin before it
    card_cells: int                             # zone of card c at card_cells + 2c, face behind it
    knowledge: int                              # word of seat and card: knowledge + (seat - 1) * cards + card;
                                                # players + 1 rows, the last is what the public knows
    info_keys: int                              # two words per seat
    size: int                                   # ints in a state
    limits: tuple[tuple[str, int], ...] = ()    # phase, times: for people
    notes: tuple[str, ...] = field(default=())
    held: tuple[HeldInfo, ...] = ()             # frame cells that hold cards and zones
    at_once: tuple[AtOnceInfo, ...] = ()


# ---------------------------------------------------------------- examples, compiled beside a program


@dataclass(frozen=True, slots=True)
class GivenZone:
    """Replace the contents of a zone: (print, face) in reading order. `zone` is a function without arguments."""

    zone: int
    cards: tuple[tuple[int, int], ...]
    span: int


@dataclass(frozen=True, slots=True)
class GivenValue:
    """Run a block of statements (number) that stores values; a value out of range is a failure."""

    block: int
    span: int


@dataclass(frozen=True, slots=True)
class AnswerCode:
    """An answer: to the point that binds `name`, or (name empty) the branch or entry of that label.

    The value is what function `value` (without arguments; -1: none) gives, or cards of these `prints`.
    """

    name: str
    value: int
    label: str
    span: int
    returns_list: bool = False
    prints: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """`seat does action with answers` (action number, or -1 for `picks`)."""

    seat: int
    action: int
    answers: tuple[AnswerCode, ...]
    span: int


@dataclass(frozen=True, slots=True)
class RunAction:
    """`when p1 does ACTION with ...`."""

    line: ScriptLine
    span: int


@dataclass(frozen=True, slots=True)
class RunPhase:
    """`when PHASE [as seat]: script` (seat 0: nobody)."""

    procedure: int
    seat: int
    script: tuple[ScriptLine, ...]
    span: int


@dataclass(frozen=True, slots=True)
class ExpectPart:
    """One of the `and` parts of an expectation: its test, and for a comparison what its left gives (-1: nothing)."""

    test: int
    span: int
    left: int = -1
    kind: int = -1


@dataclass(frozen=True, slots=True)
class ExpectTrue:
    """Functions without arguments that must all give 1."""

    parts: tuple[ExpectPart, ...]
    span: int


@dataclass(frozen=True, slots=True)
class ExpectCan:
    """Some (or, negated, no) completion of one of the actions for a seat (function) has these answers."""

    seat: int
    actions: tuple[int, ...]
    answers: tuple[AnswerCode, ...]
    negated: bool
    span: int


ExampleStep = GivenZone | GivenValue | RunAction | RunPhase | ExpectTrue | ExpectCan


@dataclass(frozen=True, slots=True)
class ExampleCode:
    """A compiled example: its steps refer to functions and blocks of the `ExampleSet` it is part of."""

    title: str
    players: int
    steps: tuple[ExampleStep, ...]
    span: int


@dataclass(frozen=True, slots=True)
class ExampleSet:
    """The examples for one player count, on a program of their own. Procedure `settle` draws every order left open."""

    program: Program
    examples: tuple[ExampleCode, ...]
    settle: int
