"""A record in, the log of one seat out, in plain English: every line is made from what the seat was told, and no more.

Equal movements in a row are told as one: `Player 2 draws 2 cards`; what is dealt around likewise, for each player. So
are cards gathered for a shuffle, and what a score adds to a variable. Nothing is said twice: an answer names only what
the lines behind it do not name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.engine import events as ev
from rulelang.engine.events import HIDDEN, Event, Field
from rulelang.engine.labels import BACK, DONE, Words, cards_in_words, listed, sentence, spaced
from rulelang.engine.record import Entry
from rulelang.engine.seen import SeenEvent
from rulelang.ir.numbers import NONE
from rulelang.ir.program import Program

_VERBS = {"move": ("move", "moves"), "draw": ("draw", "draws"), "discard": ("discard", "discards"),
          "pay": ("pay", "pays")}
_MOVED = {"move": ("moves", "move"), "draw": ("is drawn", "are drawn"), "discard": ("is discarded", "are discarded"),
          "pay": ("is paid", "are paid")}


Shown = tuple[int, Field, Field]


def seen_log(program: Program, entries: Iterable[Entry], seat: int | None,
             names: Sequence[str] | None = None) -> tuple[SeenEvent, ...]:
    """The lines of a seat's log (None: the public) for these entries of a record, in order."""
    bit = 1 << (program.players if seat is None else seat - 1)
    told = [(turn, seen) for turn, event in entries if (seen := ev.told(event, bit)) is not None]
    teller = _Teller(program, Words(program, seat, names))
    lines: list[SeenEvent] = []
    at = 0
    while at < len(told):
        count = _run(program, told, at)
        turn = told[at][0]
        teller.coming = (told[n][1] for n in range(at + count, len(told)))     # read only behind answers
        lines += teller.lines(turn, [event for _, event in told[at:at + count]])
        at += count
    return tuple(lines)


def _run(program: Program, told: list[tuple[int, Event]], at: int) -> int:
    """How many entries from here are told together."""
    turn, event = told[at]
    end = at + 1
    if event[0] == ev.MOVE:
        dealt = _places_dealt(program, event)
        while end < len(told) and told[end][0] == turn and (
                _dealt(program, event, told[end][1], dealt) or _same_way(event, told[end][1])):
            end += 1
        targets = {_fields(part)[1] for part in _fields(event[4])}
        if end < len(told) and told[end][1][0] == ev.SHUFFLE and targets == {told[end][1][1]}:
            end += 1
    elif event[0] in (ev.SCORE, ev.STORE) and end < len(told) and _belong(event, told[end][1]):
        end += 1
    return end - at


def _same_way(one: Event, other: Event) -> bool:
    """Two movements out of one zone into one zone that differ only in the cards and their places."""
    if other[0] != ev.MOVE or one[1:4] != other[1:4] or len(_fields(one[4])) != 1 != len(_fields(other[4])):
        return False
    return _fields(_fields(one[4])[0])[:2] == _fields(_fields(other[4])[0])[:2] and len(_fields(other[4])) == 1


def _places_dealt(program: Program, event: Event) -> str:
    """The name of the zones, one of each player, to one of which a draw goes; empty for anything else."""
    _, target = _fields(_fields(event[4])[0])[:2]
    if ev.WHYS[_int(event[1])] != "draw" or len(_fields(event[4])) != 1 or not isinstance(target, int):
        return ""
    return program.zones[target].name if program.zones[target].owner else ""


def _dealt(program: Program, one: Event, other: Event, places: str) -> bool:
    """Two draws out of one zone into zones of this name, each of a player."""
    if not places or other[0] != ev.MOVE or one[1:4] != other[1:4] or _places_dealt(program, other) != places:
        return False
    return _fields(_fields(one[4])[0])[0] == _fields(_fields(other[4])[0])[0]


def _belong(one: Event, other: Event) -> bool:
    """The lines of a score and the variable they were added to."""
    return {one[0], other[0]} == {ev.SCORE, ev.STORE} and one[1:3] == other[1:3]


def _shown(program: Program, coming: Iterable[Event]) -> tuple[bool, set[Shown]]:
    """Whether an answer leads to anything that is told, and which cards (print, zone) and values (kind, value) are."""
    led, shown = False, set[Shown]()
    for event in coming:
        if event[0] == ev.ANNOUNCE or (event[0] == ev.DECISION and event[3]):
            break
        led = led or event[0] != ev.DECISION
        if event[0] == ev.MOVE:
            shown |= {(ev.MOVE, _fields(card)[0], source) for source, _, _, moved in map(_fields, _fields(event[4]))
                      for card in _fields(moved)}
        elif event[0] in (ev.FLIP, ev.REVEAL) and event[2] != HIDDEN:
            shown |= {(ev.MOVE, printed, zone) for printed, zone, _ in map(_fields, _fields(event[2]))}
        elif event[0] == ev.STORE:
            shown.add((ev.STORE, program.vars[_int(event[1])].kind, event[4]))
    return led, shown


class _Teller:
    """Says events, as one seat was told them, in words."""

    def __init__(self, program: Program, words: Words) -> None:
        self._program = program
        self._words = words
        self.coming: Iterable[Event] = ()       # what is told behind the events at hand

    def lines(self, turn: int, group: list[Event]) -> list[SeenEvent]:
        """The lines for events that belong together."""
        if group[0][0] == ev.MOVE:
            return self._moved(turn, group)
        line = self._line(turn, group)
        return [] if line is None else [line]

    def _line(self, turn: int, group: list[Event]) -> SeenEvent | None:
        event = group[0]
        match event[0]:
            case ev.SCORE | ev.STORE:
                return self._stored(turn, group)
            case ev.RANGE:
                return self._range(turn, event)
            case ev.ANNOUNCE:
                return self._announced(turn, event)
            case ev.DECISION:
                return self._decided(turn, event)
            case ev.CHANCE:
                return self._by_chance(turn, event)
            case ev.OVER:
                return SeenEvent(turn, "over", "The game is over.")
            case ev.REVEAL | ev.VALUE:
                return self._revealed(turn, event)
        return self._other(turn, event)

    def _other(self, turn: int, event: Event) -> SeenEvent:
        words = self._words
        if event[0] == ev.SHUFFLE:
            return SeenEvent(turn, "shuffle", sentence(f"{words.zone(event[1])} is shuffled"))
        if event[0] == ev.REFILL:
            count = _int(event[3])
            cards = "cards" if count == HIDDEN else BACK if count == 1 else f"{count} cards"
            text = f"{cards} from {words.zone(event[2])} {'is' if count == 1 else 'are'} shuffled into"
            return SeenEvent(turn, "shuffle", sentence(f"{text} {words.zone(event[1])}"))
        if event[0] == ev.FLIP:
            named, verb = self._cards_and_places(event[2]), "is" if len(_fields(event[2])) == 1 else "are"
            return SeenEvent(turn, "move", sentence(f"{named} {verb} turned face {'down' if event[1] else 'up'}"))
        return self._tokens(turn, event)

    # ------------------------------------------------------------ cards

    def _moved(self, turn: int, group: list[Event]) -> list[SeenEvent]:
        """Movements of one way, or of one statement, and the shuffle of the zone they lead to."""
        shuffle = group[-1] if group[-1][0] == ev.SHUFFLE else None
        ways: dict[tuple[Field, Field], list[int]] = {}
        for event in group[:-1] if shuffle else group:
            for source, target, _, cards in map(_fields, _fields(event[4])):
                ways.setdefault((source, target), []).extend(_int(_fields(card)[0]) for card in _fields(cards))
        if shuffle or len(ways) > 1:        # cards that stay where they lie are no news
            ways = {way: cards for way, cards in ways.items() if way[0] != way[1]}
        if shuffle and not ways:
            return [self._other(turn, shuffle)]
        _, why, actor, face, _ = group[0]
        return [self._way(turn, ev.WHYS[_int(why)], _int(actor), bool(face), way, cards, shuffle is not None)
                for way, cards in _gathered(ways)]

    def _way(self, turn: int, why: str, actor: int, down: bool, way: tuple[Field | None, Field],
             prints: list[int], shuffled: bool) -> SeenEvent:
        """`Player 2 draws a card from deck to their hand` or, without somebody who acts, `a card moves from ...`."""
        source, target = way
        words, many = self._words, len(prints) != 1
        cards = f"{len(prints)} cards" if source is None else cards_in_words([words.card(p) for p in prints])
        origin = "" if source is None or source == NONE else f" from {words.zone(source, actor)}"
        into = words.zone(target, actor or words.owner(source))
        face = " face down" if down and self._face_matters(target) else ""
        if shuffled:
            text = f"{cards}{origin} {'are' if many else 'is'} shuffled into {into}"
            return SeenEvent(turn, "shuffle", sentence(text))
        verb = _MOVED[why][many] if origin or why != "move" else ("goes", "go")[many]
        text = f"{words.does(actor, *_VERBS[why])} {cards}{face}" if actor else f"{cards} {verb}{face}"
        return SeenEvent(turn, why, sentence(f"{text}{origin} to {into}"), actor)

    def _face_matters(self, zone: Field) -> bool:
        """Whether it makes a difference to what somebody sees how a card lies there."""
        number = zone if isinstance(zone, int) else self._program.families[_int(zone[0])].first
        info = self._program.zones[number]
        return (info.seen, info.host_seen) != (info.down_seen, info.host_down_seen)

    def _revealed(self, turn: int, event: Event) -> SeenEvent:
        seats = _int(event[1])
        shown = [s for s in range(1, self._program.players + 1) if seats >> (s - 1) & 1]
        to = "everybody" if len(shown) == self._program.players else listed([self._words.who(s) for s in shown])
        content = event[-1]
        if content == HIDDEN:
            what = "something"
        elif event[0] == ev.REVEAL:
            what = self._cards_and_places(content) or "nothing"
        else:
            what = listed([self._words.value(_int(event[2]), v) for v in _fields(content)]) or "nothing"
        return SeenEvent(turn, "reveal", sentence(f"shown to {to}: {what}"))

    def _cards_and_places(self, content: Field) -> str:
        by_zone: dict[Field, list[str | None]] = {}
        for shown in _fields(content):
            printed, zone, _ = _fields(shown)
            by_zone.setdefault(zone, []).append(self._words.card(_int(printed)))
        return listed([f"{cards_in_words(cards)} in {self._words.zone(zone)}" for zone, cards in by_zone.items()])

    # ------------------------------------------------------------ values

    def _stored(self, turn: int, group: list[Event]) -> SeenEvent | None:
        score = next((event for event in group if event[0] == ev.SCORE), None)
        store = next((event for event in group if event[0] == ev.STORE), None)
        if score is not None:
            return self._scored(turn, score, store)
        assert store is not None
        _, var, keys, old, new = store
        if old == new:
            return None
        kind = self._program.vars[_int(var)].kind
        text = f"{self._words.variable(_int(var), keys)}: {self._words.value(kind, new)}"
        return SeenEvent(turn, "value", sentence(f"{text} (was {self._words.value(kind, old)})"), self._owner(store))

    def _scored(self, turn: int, score: Event, store: Event | None) -> SeenEvent:
        """`Your points: 12 (+9: Correct cards 6, Sequences 3)`."""
        _, var, keys, number, player, sign, lines, before = score
        info = self._program.scores[_int(number)]
        now = store[4] if store is not None and isinstance(store[4], int) else before
        worth = zip(info.lines, _fields(lines), strict=True)
        parts = [f"{self._program.texts[label]} {value}" for (label, _), value in worth if value not in (HIDDEN, 0)]
        values = [_int(value) for value in _fields(lines)]
        total = f"{_int(sign) * sum(values):+d}" if HIDDEN not in values else ""
        bracket = ": ".join(part for part in (total, ", ".join(parts)) if part)
        of = "" if player == self._owner(score) else f" of {self._words.who(_int(player))}"
        text = f"{self._words.variable(_int(var), keys)}: {0 if now == NONE else now}"
        return SeenEvent(turn, "score", sentence(text + (f" ({bracket}{of})" if bracket else "")), _int(player))

    def _range(self, turn: int, event: Event) -> SeenEvent:
        _, var, keys, asked, stored, span = event
        line = self._program.spans[_int(span)].line if _int(span) >= 0 else 0
        place = f" at line {line}" if line else ""
        text = f"`{self._words.variable(_int(var), keys)}` would have been {asked}{place}; stored {stored}."
        return SeenEvent(turn, "range", text, self._owner(event), line)

    def _tokens(self, turn: int, event: Event) -> SeenEvent:
        _, token, source, target, amount = event
        info = self._program.tokens[_int(token)]
        name = spaced(info.name) + ("" if amount == 1 else "s")
        ends = [self._holder(_int(token), end) for end in (source, target)]
        return SeenEvent(turn, "value", sentence(f"{amount} {name} from {ends[0]} to {ends[1]}"))

    def _holder(self, token: int, end: Field) -> str:
        what, which = (_int(part) for part in _fields(end))
        if what == ev.PLAYER:
            return self._words.who(which)
        return "the supply" if what == ev.SUPPLY else spaced(self._program.tokens[token].pots[which][0])

    def _owner(self, event: Event) -> int:
        keys = self._program.vars[_int(event[1])].keys
        values = zip(keys, _fields(event[2]), strict=True)
        return next((_int(value) for key, value in values if key.what == "player"), 0)

    # ------------------------------------------------------------ course of play

    def _announced(self, turn: int, event: Event) -> SeenEvent:
        _, what, name, player = event
        seat = _int(player) if _int(player) > 0 else 0
        title = spaced(self._program.texts[_int(name)])
        if ev.ANNOUNCEMENTS[_int(what)] == "phase":
            heading = title[:1].upper() + title[1:]
            return SeenEvent(turn, "phase", f"{heading}: {self._words.who(seat)}" if seat else heading, seat)
        if ev.ANNOUNCEMENTS[_int(what)] == "turn" and seat:
            return SeenEvent(turn, "phase", f"Turn: {self._words.who(seat)}", seat)
        return SeenEvent(turn, "action", sentence(f"{self._words.who(seat)}: {title}" if seat else title), seat)

    def _decided(self, turn: int, event: Event) -> SeenEvent | None:
        """What is chosen. Cards and faces that the next lines name are left to these."""
        _, number, _, parts = event
        seat, (led, shown) = _int(number), _shown(self._program, self.coming)
        labels = [self._program.texts[_int(p[1])] for p in map(_fields, _fields(parts)) if p[0] == ev.LABEL_PART]
        others = self._parts(parts, shown)
        if labels == [DONE]:
            return SeenEvent(turn, "action", sentence(f"{self._words.does(seat, 'are', 'is')} done"), seat)
        if labels:
            said = self._words.told(seat, ", ".join(labels))
            more = f" ({', '.join(others)})" if others else ""
            return SeenEvent(turn, "action", sentence(f"{self._words.does(seat, 'do', 'does')}: {said}{more}"), seat)
        if led and not others:
            return None
        chosen = f": {', '.join(others)}" if others else ""
        return SeenEvent(turn, "choice", sentence(f"{self._words.does(seat, 'choose', 'chooses')}{chosen}"), seat)

    def _by_chance(self, turn: int, event: Event) -> SeenEvent | None:
        """What chance picked unseen shows by what is done with it."""
        others = self._parts(event[1], _shown(self._program, self.coming)[1])
        return SeenEvent(turn, "choice", sentence(f"chance decides: {', '.join(others)}")) if others else None

    def _parts(self, parts: Field, shown: set[Shown]) -> list[str]:
        found: list[str] = []
        for part in _fields(parts):
            what, *rest = _fields(part)
            if what == ev.VALUE_PART and not self._is_shown(_int(rest[0]), rest[1], shown):
                found.append(self._words.value(_int(rest[0]), rest[1]))
            elif what == ev.CARD_PART and (ev.MOVE, rest[0], rest[1]) not in shown:
                found.append(self._card_part(rest))
            elif what == ev.NOTHING_PART:
                found.append("nothing")
        return found

    def _is_shown(self, kind: int, value: Field, shown: set[Shown]) -> bool:
        """Whether the next lines tell a value that was chosen: how cards lie, or what a variable is set to."""
        what = self._program.kinds[kind].what
        if what == "face":
            return any(told == ev.MOVE for told, _, _ in shown)
        return what in ("enum", "player", "team") and (ev.STORE, kind, value) in shown

    def _card_part(self, rest: list[Field]) -> str:
        printed, zone, position = rest
        name = self._words.card(_int(printed))
        if name is not None:
            return name
        return f"card {position} in {self._words.zone(zone)}" if position else f"{BACK} in {self._words.zone(zone)}"


def _gathered(ways: dict[tuple[Field, Field], list[int]]) -> list[tuple[tuple[Field | None, Field], list[int]]]:
    """Ways in order; cards from more than two zones to one are told as one lot (source None)."""
    found: list[tuple[tuple[Field | None, Field], list[int]]] = []
    for target in dict.fromkeys(target for _, target in ways):
        lots = [(way, cards) for way, cards in ways.items() if way[1] == target]
        if len(lots) > 2:
            found.append(((None, target), [card for _, cards in lots for card in cards]))
        else:
            found += lots
    return found


def _fields(field: Field) -> tuple[Field, ...]:
    assert isinstance(field, tuple)
    return field


def _int(field: Field) -> int:
    assert isinstance(field, int)
    return field
