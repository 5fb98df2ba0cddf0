"""The instructions of a compiled game: typed trees of frozen dataclasses. No behaviour lives here.

The machine
===========
**State.** One flat list of signed 32-bit ints whose size is known before play (`Program.size`). Everything that
survives a stop is in it, at an address ("cell") known at compile time: header, variables, params, tokens, zones,
cards, frames, the pending decision, knowledge. `program.py` lists the sections. `NONE` (-2^31) is "no value".

**Procedures and blocks.** Each phase, action body and effect is a `Procedure`: blocks of straight code. A `Block` is
statements without stops, then one `Ending`. Calls cannot recurse, so each procedure owns one fixed *frame* of cells:
its return block plus 1 (0: it does not run, -1: nothing to return to), `you`, `menu` (address of the counters of the
innermost running menu, 0 for none), and the names it binds. A call writes the first three and leaves the names as
they are, since a head may have bound them. `Return` and `EndProcedure` zero the frames they leave, so that equal
positions are equal states. Where there is nothing to return to the run ends with status RETURNED.

**Stops.** `Decide` (a player chooses), `Chance` (a random pick) and `Settle` (the order of shuffled cards is needed).
Nothing else stops. At a stop the block number is in the header (0 otherwise): copying the ints copies the game. A run
counts a step for every block it enters and every pass of a Loop or While of a block; past the limit the game is over
with a fault.

**Values.** An expression is an int or a list of ints. Numbers are themselves; `no`/`yes` are 0/1; enum values their
place from 0; seats and teams count from 1; faces up 0, down 1; cards and zones their number in the program's tables;
printed names their print's number. Sets are ascending lists without repeats, bags ascending lists. Expressions are
pure and total. A truth is 1; everything else, NONE too, counts as no. Zones and cards below 0 count as NONE.
Arithmetic takes NONE for the number -2^31: lowering wraps what may be none in `or_zero`. Registers hold ints or lists
and live as long as one block, decision or function is evaluated; each numbers its own from 0.

**Decisions.** A `Decision` is a tree of steps, read from the top like the head of an action. A *completion* is a way
through: its *path* is the list of option keys picked. Picks write into cells, so later steps, bodies and views read
bound names at one address; enumeration restores what it wrote, payments included. Options of the next step are the
distinct next keys over the completions that extend the answers so far. When a path is complete it is committed: cells
keep the answers, payments are made, the block in `Decide.next` goes on (menus and eithers `Switch` on the cell of
their `Fork`). A path has at most ANSWER_BOUND - 1 keys; at most `MOST_TRIES` candidates are tried for one question
(else a fault).

**Keys.** A value that is no card is its own key. A card is keyed by its print if it lies in a set and the decider
(chance: everybody) sees it there now; by 16,384 + n as the n-th card of a set that the decider does not see, in the
order of `mix(salt ^ mix(card + 1))` with `salt = mix(mix(seed low) ^ seed high) ^ mix(TURN)`; by its position from 1
in a row or stack; by its print outside all zones. Where candidates may lie in several zones (the source is not the
cards of one zone, filtered, sorted or chosen between) a card in zone z adds 32,768 * (z + 1). Of the candidates with
one key the first for which `where` holds stands for the option. NONE is no candidate.

**Order in zones.** Cards of a zone are stored in reading order reversed for stacks (bottom first) and in reading
order for rows and sets; sets are ascending by card. Cells behind the last card are 0. The `u` lowest cards of a stack
(first of a row) have no order yet; they are kept ascending by card, and `Settle` moves one after another, uniformly
drawn, to their upper end and lowers `u`. Of equal prints the lowest card is taken. `u` is never 1: a single card has
its place. A card that leaves that part lowers `u`; a card put inside it makes everything above it ordered as it lies
(lowering settles before).

**Chance.** In seeded mode a draw among n > 1 takes `below(n)` from the generator at once; in explicit mode the
machine stops. Among n = 1 nothing is drawn and nothing stops. For `Settle` n is u. For a decision n counts
completions with every card for itself; drawn is a number in their order. A lone `PickSome` without `where` is drawn
without listing: first the size (if there are several, weighted by the number of combinations), then one candidate
after another, `below` what is left.
"""

from __future__ import annotations

from dataclasses import field

from rulelang.records import dataclass

# ---------------------------------------------------------------- expressions: ints


@dataclass(frozen=True, slots=True)
class Const:
    """A number, or NONE."""

    value: int


@dataclass(frozen=True, slots=True)
class Reg:
    """A register holding an int."""

    number: int


@dataclass(frozen=True, slots=True)
class Cell:
    """The state's int at a fixed address."""

    at: int


@dataclass(frozen=True, slots=True)
class CellIn:
    """The int at `base + index`; NONE unless 0 <= index < count (NONE is outside)."""

    base: int
    index: IntExpr
    count: int


@dataclass(frozen=True, slots=True)
class MenuCount:
    """How often the menu at address `menu` (0: none, counts 0) has performed action or group number `name`."""

    menu: IntExpr
    name: int


@dataclass(frozen=True, slots=True)
class FamilyIndex:
    """Index of a family instance: sum of (key - low) * stride; NONE if a key is NONE or outside low..low+size-1.

    `keys` holds (key, low, size, stride) each. Added to `base`: with base 0 it indexes variables, with the first
    zone's number it is a zone.
    """

    base: int
    keys: tuple[tuple[IntExpr, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Lookup:
    """Entry `index` of constant table number `table`; NONE outside."""

    table: int
    index: IntExpr


@dataclass(frozen=True, slots=True)
class Unary:
    """op: neg (saturating), not (0/1; NONE counts as no), or_zero (NONE becomes 0), is_none."""

    op: str
    value: IntExpr


@dataclass(frozen=True, slots=True)
class Binary:
    """op: add sub mul (saturating) div_up div_down mod (see `numbers.py`) min max; eq ne (NONE equals NONE); lt le (no
    if either is NONE). min and max take NONE for the least number.
    """

    op: str
    left: IntExpr
    right: IntExpr


@dataclass(frozen=True, slots=True)
class All:
    """1 if every part is 1, read from the left, stopping at the first that is not (NONE counts as no)."""

    parts: tuple[IntExpr, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """1 if some part is 1, read from the left, stopping there (NONE counts as no)."""

    parts: tuple[IntExpr, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """`then` if condition is 1, else `other`; both ints or both lists; only one is evaluated."""

    condition: IntExpr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class ZoneSize:
    """How many cards a zone holds; 0 for NONE."""

    zone: IntExpr


@dataclass(frozen=True, slots=True)
class CardAt:
    """The card at position n from 1 in reading order (top or left first); NONE outside."""

    zone: IntExpr
    position: IntExpr


@dataclass(frozen=True, slots=True)
class CardInfo:
    """what: zone (NONE outside every zone), position (from 1, NONE outside; sets count by card), face, print, owner.

    The owner is the seat of the zone's player key, else the owner of the card it lies with (a zone per card), else
    NONE.
    """

    what: str
    card: IntExpr


@dataclass(frozen=True, slots=True)
class Available:
    """How many cards can be drawn from a zone: those in it and every card that some refill source could give now."""

    zone: IntExpr


@dataclass(frozen=True, slots=True)
class Size:
    """Length of a list."""

    of: ListExpr


@dataclass(frozen=True, slots=True)
class Element:
    """Element n from 1 of a list; NONE outside."""

    of: ListExpr
    position: IntExpr


@dataclass(frozen=True, slots=True)
class Member:
    """1 if the list has the value."""

    of: ListExpr
    value: IntExpr


@dataclass(frozen=True, slots=True)
class SameList:
    """1 if two lists are equal element by element."""

    left: ListExpr
    right: ListExpr


@dataclass(frozen=True, slots=True)
class Fold:
    """Over `source`, with `reg` the element, those where `where` is 1 (None: all).

    op: count; sum (saturating, NONE counts 0); max, min (NONE elements passed over, NONE if nothing is left); any,
    all (of `each`); first (the element itself, NONE if there is none).
    """

    op: str
    reg: int
    source: ListExpr
    where: IntExpr | None
    each: IntExpr | None


@dataclass(frozen=True, slots=True)
class CallFunction:
    """The result of function number `function` (int or list); arguments fill its registers from 0."""

    function: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Can:
    """1 if the head of one of these actions can be completed for `player` with the counters of `menu`."""

    actions: tuple[int, ...]
    player: IntExpr
    menu: IntExpr


@dataclass(frozen=True, slots=True)
class Knows:
    """1 if the view of `player` prints the face of the card."""

    player: IntExpr
    card: IntExpr


@dataclass(frozen=True, slots=True)
class BestMelds:
    """Largest total worth of disjoint melds of these meld numbers within a list of cards (each card counts once).

    In a meld `same` cards share a value of each table, `different` ones have distinct values, `consecutive` ones
    distinct values without a gap; NONE never fits. Parts of an `adjacent` meld lie side by side from the left at
    consecutive positions of one row or stack, in the order of the pattern. Elsewhere cards of one print that fit the
    same parts stand for each other. More than 100,000 melds of a pattern, or 200,000 rests of a packing, are a fault.
    """

    cards: ListExpr
    melds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IsMeld:
    """1 if all cards of the list together form one of these melds."""

    cards: ListExpr
    melds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FoldMelds:
    """Like `Fold` over all melds of these meld numbers in a list of cards; list register `reg` holds the meld as
    `PickMeld` stores it.
    """

    op: str
    reg: int
    cards: ListExpr
    melds: tuple[int, ...]
    where: IntExpr | None
    each: IntExpr | None


# ---------------------------------------------------------------- expressions: lists


@dataclass(frozen=True, slots=True)
class MeldCards:
    """The cards of part number `part` (from 0) of a meld stored as `PickMeld` stores it; empty if there is no such
    part.
    """

    of: ListExpr
    part: int


@dataclass(frozen=True, slots=True)
class Items:
    """The values of ints, in order. `drop_none` leaves out NONE."""

    items: tuple[IntExpr, ...]
    drop_none: bool = False


@dataclass(frozen=True, slots=True)
class ConstList:
    """A list known at compile time."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ListReg:
    """A register holding a list."""

    number: int


@dataclass(frozen=True, slots=True)
class ListCell:
    """A list in cells: its length at `at`, its elements behind it."""

    at: int


@dataclass(frozen=True, slots=True)
class SetCell:
    """A set of small numbers stored as bits (bit i is value `low + i`) in ceil(count/32) cells per instance.

    The instance is `base + index * words`; a NONE or outside index (0 <= index < instances) is the empty set.
    """

    base: int
    index: IntExpr
    instances: int
    low: int
    count: int


@dataclass(frozen=True, slots=True)
class ZoneCards:
    """The cards of a zone in reading order; empty for NONE. Cards without order come as they are stored."""

    zone: IntExpr


@dataclass(frozen=True, slots=True)
class Between:
    """low, low+1, ... high; empty if high is below low; at most 10,000 long."""

    low: IntExpr
    high: IntExpr


@dataclass(frozen=True, slots=True)
class Seats:
    """All seats clockwise from a seat (empty for NONE); `skip` leaves the seat itself out."""

    start: IntExpr
    skip: bool = False


@dataclass(frozen=True, slots=True)
class ListLookup:
    """Entry `index` of constant list table number `table`; empty outside."""

    table: int
    index: IntExpr


@dataclass(frozen=True, slots=True)
class Joined:
    """One list behind the other."""

    left: ListExpr
    right: ListExpr


@dataclass(frozen=True, slots=True)
class Without:
    """Left without the elements of right; `once`: each element of right removes one only (bags)."""

    left: ListExpr
    right: ListExpr
    once: bool


@dataclass(frozen=True, slots=True)
class Sorted:
    """Ascending; `unique` drops repeats (a set), else a bag. NONE elements are dropped."""

    of: ListExpr
    unique: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """Elements for which `where` is 1, `reg` being the element."""

    reg: int
    source: ListExpr
    where: IntExpr


@dataclass(frozen=True, slots=True)
class Mapped:
    """`each` for every element for which `where` is 1 (None: all); NONE results are kept."""

    reg: int
    source: ListExpr
    where: IntExpr | None
    each: IntExpr


@dataclass(frozen=True, slots=True)
class Extreme:
    """All elements whose `by` is greatest (or least), in order; elements whose `by` is NONE never count."""

    greatest: bool
    reg: int
    source: ListExpr
    by: IntExpr


IntExpr = (Const | Reg | Cell | CellIn | MenuCount | FamilyIndex | Lookup | Unary | Binary | All | Any | Choice |
ZoneSize
           | CardAt | CardInfo | Available | Size | Element | Member | SameList | Fold | CallFunction | Can | Knows
           | BestMelds | IsMeld | FoldMelds)
ListExpr = (Items | ConstList | ListReg | ListCell | SetCell | ZoneCards | Between | Seats | ListLookup | Joined |
Without
            | Sorted | Filter | Mapped | Extreme | MeldCards | Choice | CallFunction)
Expr = IntExpr | ListExpr

# ---------------------------------------------------------------- statements (no stops inside)


@dataclass(frozen=True, slots=True)
class Place:
    """Where cards go: `how` is arrive (top of a stack, right end of a row, into a set), top, bottom or at (position
    n).
    """

    zone: IntExpr
    how: str = "arrive"
    position: IntExpr | None = None


@dataclass(frozen=True, slots=True)
class SetReg:
    """Put an int or a list into a register."""

    number: int
    value: Expr
    span: int = -1


@dataclass(frozen=True, slots=True)
class SetCellTo:
    """Put an int into a fixed cell, as it is."""

    at: int
    value: IntExpr
    span: int = -1


@dataclass(frozen=True, slots=True)
class SetListTo:
    """Put a list into cells (length first, zeros behind it up to `bound` elements; longer lists are cut)."""

    at: int
    bound: int
    value: ListExpr
    span: int = -1


@dataclass(frozen=True, slots=True)
class Store:
    """Change instance `index` of variable number `var` (NONE: nothing happens).

    A number outside the variable's range stores the nearest bound and records a range event; NONE changes only
    optional variables. Setting a link also sets the other side and frees former partners; a partner of another type
    changes nothing. A set variable takes a list; values it cannot hold are left out.
    """

    var: int
    index: IntExpr
    value: Expr
    span: int = -1


@dataclass(frozen=True, slots=True)
class AddLines:
    """Add the lines of score number `score` of `player`, times `sign`, to the record of instance `index` of variable
    `var`.
    """

    var: int
    index: IntExpr
    score: int
    player: IntExpr
    sign: int
    span: int = -1


@dataclass(frozen=True, slots=True)
class MoveTokens:
    """Move up to `amount` (none if below 1) tokens from one cell to another; addresses may be NONE (nothing happens).
    """

    token: int
    source: IntExpr
    target: IntExpr
    amount: IntExpr
    span: int = -1


@dataclass(frozen=True, slots=True)
class MoveCards:
    """Move cards one after another in order.

    `picked`: a hidden choice took them out of their zones (knowledge joins what cannot be told apart); else everybody
    can point at them (places, whole zones). `named`: they were named by their unique print, everybody learns it.
    Several cards keep their order: to `at` as a block, to top and arrive one after another, to the bottom of a stack
    likewise. The position of `at` counts the cards of the zone that do not move, clipped to 1..their number + 1; NONE
    moves nothing. Top is the left end of a row, bottom its right end. Of cards that would exceed the zone's limit the
    first that fit move; those that lie there already always do. NONE cards are passed over. `why` is move, draw,
    discard or pay, for the log.
    """

    cards: ListExpr
    place: Place
    face: IntExpr
    picked: bool
    named: bool = False
    why: str = "move"
    span: int = -1


@dataclass(frozen=True, slots=True)
class DiscardCards:
    """Move each card to the zone that constant table `zones` names for it; else like MoveCards."""

    cards: ListExpr
    zones: int
    face: IntExpr
    picked: bool
    why: str = "discard"
    span: int = -1


@dataclass(frozen=True, slots=True)
class Refill:
    """If the zone is empty, bring in (face up) the cards of the first refill source that has any and shuffle them.

    A source gives what lies behind its first `keep` cards in reading order and passes `where`.
    """

    zone: IntExpr
    span: int = -1


@dataclass(frozen=True, slots=True)
class Shuffle:
    """All cards of a stack lose their order; rows and sets: see `Settle` (rows are put in a drawn order)."""

    zone: IntExpr
    span: int = -1


@dataclass(frozen=True, slots=True)
class FlipCards:
    """Turn cards to a face where they lie; cards outside all zones stay as they are."""

    cards: ListExpr
    face: IntExpr
    span: int = -1


@dataclass(frozen=True, slots=True)
class RevealCards:
    """Everybody (`to` None) or one seat and the one who acts (`by`) learn these cards' faces."""

    cards: ListExpr
    to: IntExpr | None
    by: IntExpr
    span: int = -1


@dataclass(frozen=True, slots=True)
class RevealValue:
    """Tell a value (or list) of kind number `kind` to everybody or to one seat and the one who acts."""

    value: Expr
    kind: int
    to: IntExpr | None
    by: IntExpr
    span: int = -1


@dataclass(frozen=True, slots=True)
class Announce:
    """Record that something begins or happens: what is phase, turn, action or skip; `name` a text number."""

    what: str
    name: int
    player: IntExpr
    span: int = -1


@dataclass(frozen=True, slots=True)
class If:
    """One of two statement lists."""

    condition: IntExpr
    then: tuple[Statement, ...]
    other: tuple[Statement, ...] = ()
    span: int = -1


@dataclass(frozen=True, slots=True)
class Loop:
    """The body for each element of a list evaluated once, the element in `reg`."""

    reg: int
    source: ListExpr
    body: tuple[Statement, ...]
    span: int = -1


@dataclass(frozen=True, slots=True)
class While:
    """The body as long as the condition is 1 (counted against the step limit)."""

    condition: IntExpr
    body: tuple[Statement, ...]
    span: int = -1


@dataclass(frozen=True, slots=True)
class Append:
    """Add an int at the end of a list register."""

    number: int
    value: IntExpr
    span: int = -1


@dataclass(frozen=True, slots=True)
class SetItem:
    """Replace element `position` (from 1) of a list register; outside nothing happens."""

    number: int
    position: IntExpr
    value: IntExpr
    span: int = -1


Statement = (SetReg | SetCellTo | SetListTo | Store | AddLines | MoveTokens | MoveCards | DiscardCards | Refill |
Shuffle
             | FlipCards | RevealCards | RevealValue | Announce | If | Loop | While | Append | SetItem)

# ---------------------------------------------------------------- endings of blocks


@dataclass(frozen=True, slots=True)
class Goto:
    """Go on with a block."""

    next: int


@dataclass(frozen=True, slots=True)
class Fork2:
    """Go on with `yes` if the condition is 1, else with `no`."""

    condition: IntExpr
    yes: int
    no: int
    span: int = -1


@dataclass(frozen=True, slots=True)
class Switch:
    """Go on with the block of the value, or with `other`."""

    value: IntExpr
    cases: tuple[tuple[int, int], ...]
    other: int


@dataclass(frozen=True, slots=True)
class CallProcedure:
    """Run a procedure with its `you` and `menu`, then go on with `next`."""

    procedure: int
    you: IntExpr
    menu: IntExpr
    next: int
    span: int = -1


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the procedure: zero its frame, go on where it was called."""


@dataclass(frozen=True, slots=True)
class EndProcedure:
    """Leave the running procedure `procedure` and everything inside it; `clears` are the procedures whose frames to
    zero.
    """

    procedure: int
    clears: tuple[int, ...]
    span: int = -1


@dataclass(frozen=True, slots=True)
class Decide:
    """Stop until the decision is answered; then go on with `next`."""

    decision: int
    next: int
    span: int = -1


@dataclass(frozen=True, slots=True)
class Chance:
    """Stop until chance has answered the decision: each completion equally likely; then go on with `next`."""

    decision: int
    next: int
    span: int = -1


@dataclass(frozen=True, slots=True)
class Settle:
    """Stop until the top `depth` cards (NONE: all) of a zone have an order; then go on with `next`."""

    zone: IntExpr
    depth: IntExpr
    next: int
    span: int = -1


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over; `adjudicated` when a stated limit ended it."""

    adjudicated: bool = False
    span: int = -1


Ending = Goto | Fork2 | Switch | CallProcedure | Return | EndProcedure | Decide | Chance | Settle | Finish

# ---------------------------------------------------------------- steps of decisions


@dataclass(frozen=True, slots=True)
class Guard:
    """Completions end here unless the condition is 1; `reason` (a text number or -1) is shown for an illegal action."""

    condition: IntExpr
    reason: int
    span: int = -1


@dataclass(frozen=True, slots=True)
class Bind:
    """A `let` in a head: cell `at` (or, with a bound, a list there) takes the value."""

    at: int
    value: Expr
    bound: int = 0
    span: int = -1


@dataclass(frozen=True, slots=True)
class Pick:
    """Pick one element of `source` into cell `at`, where `where` (which reads that cell) is 1.

    `point` is the decision point's number (its name and prompt are in the program), `kind` the value kind's number.
    """

    point: int
    at: int
    source: ListExpr
    where: IntExpr | None
    kind: int
    span: int = -1


@dataclass(frozen=True, slots=True)
class PickSome:
    """Pick low..high different elements (high cut to what there is) into a list at `at`, one by one in the order of
    the source.

    Candidates with one key stand together where the key comes up first and are taken in order, so each combination
    has one path. `where` is about the whole pick. Once low is met, key DONE (-1) ends it; it also answers where
    nothing can be picked; after `high` picks nothing is asked. Keys below 0 are lowered by 2 to make room for DONE.
    """

    point: int
    at: int
    bound: int
    low: IntExpr
    high: IntExpr
    source: ListExpr
    where: IntExpr | None
    kind: int
    span: int = -1


@dataclass(frozen=True, slots=True)
class PickMeld:
    """Pick one meld among the given meld numbers in a list of cards, part by part, into a list at `at`.

    The list holds the meld's number, its worth, then for each part its count and its cards. The path: the meld's
    number if there are several patterns, then for each part its cards' keys ascending, and DONE if the part could
    hold more.
    """

    point: int
    at: int
    bound: int
    cards: ListExpr
    melds: tuple[int, ...]
    where: IntExpr | None
    span: int = -1


@dataclass(frozen=True, slots=True)
class PayTokens:
    """Completions end here unless cell `source` has `amount`; then that many go (none if below 1) to `target`."""

    token: int
    source: IntExpr
    target: IntExpr
    amount: IntExpr
    span: int = -1


@dataclass(frozen=True, slots=True)
class PayCards:
    """The cards go (face up) to the zone that constant table `zones` names for each; later steps see them gone.

    Completions end here if a card is NONE, has no such zone, or finds no room.
    """

    cards: ListExpr
    zones: int
    picked: bool
    span: int = -1


@dataclass(frozen=True, slots=True)
class Act:
    """The head of action number `action` for the decider: its frame gets `you` and `menu`, then its steps follow."""

    action: int
    menu: IntExpr


@dataclass(frozen=True, slots=True)
class Way:
    """One branch: key, label (a text number), condition (None: open), further steps."""

    key: int
    label: int
    condition: IntExpr | None
    steps: tuple[Step, ...] = ()
    span: int = -1


@dataclass(frozen=True, slots=True)
class Fork:
    """Pick an open branch whose steps can be completed; its key goes into cell `at`.

    `public`: others may see the label picked. In a menu the ways are actions and, with key `DONE`, leaving.
    """

    point: int
    at: int
    ways: tuple[Way, ...]
    public: bool
    span: int = -1


Step = Guard | Bind | Pick | PickSome | PickMeld | PayTokens | PayCards | Act | Fork

DONE = -1
NOTHING = -2


@dataclass(frozen=True, slots=True)
class Decision:
    """A question. `kind` is choose, either, menu or chance; `decider` a seat (Const(0) for chance).

    `nothing`: (cell, bound) pairs set to NONE, or to the empty list where bound > 0, if nothing can be picked (then
    the one option is NOTHING); None where the steps always have a completion (menus). `secret`: answers are shown to
    nobody else before the block of simultaneous choices is over. `registers` is how many registers its expressions
    use.
    """

    name: str
    kind: str
    decider: IntExpr
    steps: tuple[Step, ...]
    nothing: tuple[tuple[int, int], ...] | None
    registers: int
    secret: bool = False
    span: int = -1


# ---------------------------------------------------------------- procedures and functions


@dataclass(frozen=True, slots=True)
class Block:
    """Statements without stops, then an ending."""

    statements: tuple[Statement, ...]
    ending: Ending
    registers: int


@dataclass(frozen=True, slots=True)
class Procedure:
    """A phase, action body or effect. Frame: cells `frame` .. `frame + size - 1`: return block, you, menu, then
    names.
    """

    name: str
    kind: str
    entry: int
    frame: int
    size: int
    inside: tuple[int, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Action:
    """An action's head. Its names live in the frame of its procedure, which exists even without a body."""

    name: str
    label: int
    procedure: int
    steps: tuple[Step, ...]
    registers: int
    doc: str = ""
    span: int = -1


@dataclass(frozen=True, slots=True)
class Function:
    """A pure function: arguments in registers from 0, statements on registers only, then the result.

    A While in a function makes at most 100,000 passes.
    """

    name: str
    parameters: int
    registers: int
    body: tuple[Statement, ...]
    result: Expr
    returns_list: bool = False
    span: int = -1
