"""A program in, its single choices numbered densely out: the fixed action space that learning environments expect.

An action is a decision point and a key (see `ir/nodes.py`): one answer to one step of a question. Whole moves cannot be
numbered so: a meld or a set of cards would need a number for every combination. Action 0 answers where nothing can be
picked; then come the decision points in the order of the rules, each with its keys ascending. The numbers hold for one
compiled program; the names of actions hold as long as the words in them do, whatever else of a text is edited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulelang.engine.bounds import Bounds
from rulelang.engine.keys import UNSEEN, ZONE, one_zone
from rulelang.engine.zones import Zones
from rulelang.ir import nodes as ir
from rulelang.ir.nodes import DONE, NOTHING
from rulelang.ir.program import Program
from rulelang.records import dataclass

MOST_ACTIONS = 65_536


class NoActionSpace(ValueError):
    """There is no bound, or none that is low enough, to what can be chosen at a decision point."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Keys from `low` to `high` of a decision point are the actions from `first` on."""

    low: int
    high: int
    first: int


class ActionSpace:
    """The actions of a program. `stretches` holds for each decision point that players answer its keys."""

    def __init__(self, program: Program) -> None:
        """Raises `NoActionSpace`."""
        self.program = program
        self._zones = Zones(program)
        self._bounds = Bounds(program)
        self.keys: list[int] = [NOTHING]
        self.points: list[int] = [-1]
        self.stretches: dict[int, tuple[Stretch, ...]] = {}
        self._steps = _steps_by_point(program)
        for point in sorted(self._steps):
            self._add(point)

    def __len__(self) -> int:
        """How many actions there are."""
        return len(self.keys)

    def number(self, point: int, key: int) -> int:
        """The action of a key at a decision point. Raises KeyError for one that is none."""
        for stretch in self.stretches[point]:
            if stretch.low <= key <= stretch.high:
                return stretch.first + key - stretch.low
        raise KeyError((point, key))

    def _add(self, point: int) -> None:
        keys: set[int] = set()
        for step in self._steps[point]:
            found = self._keys(step)
            if len(self.keys) + sum(map(len, found)) > MOST_ACTIONS:
                raise NoActionSpace(f"More than {MOST_ACTIONS:,} actions, or any number, could be chosen at "
                                    f"`{self.program.points[point].name}`.")
            keys.update(key for part in found for key in part)
        stretches: list[Stretch] = []
        for key in sorted(keys):
            if stretches and stretches[-1].high == key - 1:
                stretches[-1] = Stretch(stretches[-1].low, key, stretches[-1].first)
            else:
                stretches.append(Stretch(key, key, len(self.keys)))
            self.keys.append(key)
            self.points.append(point)
        self.stretches[point] = tuple(stretches)

    # ------------------------------------------------------------ keys of a step

    def _keys(self, step: ir.Step) -> list[Sequence[int]]:
        match step:
            case ir.Fork(ways=ways):
                return [[way.key for way in ways]]
            case ir.PickMeld(cards=cards, melds=melds):
                return [[DONE], list(melds) if len(melds) > 1 else [], *self._cards(cards)]
            case ir.Pick(source=source, kind=kind):
                return self._cards(source) if self._is_card(kind) else [self._values(source, kind)]
            case ir.PickSome(source=source, kind=kind):
                if self._is_card(kind):
                    return [[DONE], *self._cards(source)]
                values = self._values(source, kind)
                below = range(values.start - 2, min(0, values.stop) - 2) if values.start < 0 else range(0)
                return [[DONE], below, range(max(0, values.start), max(0, values.stop))]
        return []

    def _is_card(self, kind: int) -> bool:
        return self.program.kinds[kind].what == "card"

    def _values(self, source: ir.ListExpr, kind: int) -> range:
        """The values that are no cards: their own keys."""
        program, info = self.program, self.program.kinds[kind]
        low, high = {"player": (1, program.players), "team": (1, max(program.teams, default=1)),
                     "enum": (0, len(info.names) - 1), "flag": (0, 1), "face": (0, 1),
                     "print": (0, len(program.prints) - 1), "zone": (0, len(program.zones) - 1),
                     }.get(info.what, self._bounds.elements(source))
        return range(low, max(low, high + 1))

    def _cards(self, source: ir.ListExpr) -> list[Sequence[int]]:
        """The keys of cards by where they can lie."""
        homes, outside = self._bounds.homes(source)
        several = not one_zone(source)
        found: list[Sequence[int]] = [range(len(self.program.prints))] if outside else []
        for zone in sorted(homes):
            start = (zone + 1) * ZONE if several else 0
            found += [[start + key for key in part] for part in self._in_zone(zone)]
        return found

    def _in_zone(self, zone: int) -> Iterator[Sequence[int]]:
        """The keys of cards in a zone: prints and places of unseen cards in a set, else positions."""
        info, room = self.program.zones[zone], self._zones.room[zone]
        if not self._zones.is_set[zone]:
            yield range(1, room + 1)
            return
        holds = self.program.families[info.family].holds
        yield [n for n, printed in enumerate(self.program.prints) if printed.type in holds]
        everyone = (1 << self.program.players) - 1
        if info.host_seen or info.host_down_seen or info.seen & info.down_seen & everyone != everyone:
            yield range(UNSEEN + 1, UNSEEN + room + 1)

    # ------------------------------------------------------------ names

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each action, by number: the decision point and the value, as in the ids of options."""
        return tuple(self.name(number) for number in range(len(self.keys)))

    def name(self, action: int) -> str:
        """The name of an action: as the id of its option, but that the zone is always told where there are several."""
        if not action:
            return "nothing"
        point, key = self.points[action], self.keys[action]
        words = dict.fromkeys(self._word(step, key) for step in self._steps[point])
        known = [each for each in words if each]
        return f"{self.program.points[point].name}:{' or '.join(known)}"

    def _word(self, step: ir.Step, key: int) -> str:
        if key == DONE and not isinstance(step, ir.Pick):
            return "done"
        match step:
            case ir.Fork(ways=ways):
                return next((self._way(way) for way in ways if way.key == key), "")
            case ir.PickMeld(cards=cards, melds=melds):
                named = self.program.melds[key].name if len(melds) > 1 and key in melds else ""
                card = self._card(cards, key)
                return f"{named} or {card}" if named and card else named or card
            case ir.Pick(source=source, kind=kind) | ir.PickSome(source=source, kind=kind):
                if self._is_card(kind):
                    return self._card(source, key)
                value = key + 2 if isinstance(step, ir.PickSome) and key < 0 else key
                return self._value(kind, value)
        return ""

    def _way(self, way: ir.Way) -> str:
        if way.steps and isinstance(way.steps[0], ir.Act):
            return self.program.actions[way.steps[0].action].name
        return self.program.texts[way.label]

    def _value(self, kind: int, value: int) -> str:
        info = self.program.kinds[kind]
        match info.what:
            case "player":
                return f"p{value}"
            case "enum" if 0 <= value < len(info.names):
                return info.names[value]
            case "flag":
                return "yes" if value else "no"
            case "face":
                return "down" if value else "up"
            case "print" if 0 <= value < len(self.program.prints):
                return self.program.prints[value].name
            case "zone" if 0 <= value < len(self.program.zones):
                return self._zone(value)
        return str(value)

    def _card(self, source: ir.ListExpr, key: int) -> str:
        zone, place = key // ZONE - 1, key % ZONE
        homes, outside = self._bounds.homes(source)
        lying = frozenset({zone}) & homes if zone >= 0 else homes if one_zone(source) else frozenset()
        words = [str(place)] if any(not self._zones.is_set[z] for z in lying) and place < UNSEEN else []
        if place > UNSEEN:
            words.append(f"#{place - UNSEEN}")
        elif place < len(self.program.prints) and ((outside and zone < 0) or any(
                self._zones.is_set[z] for z in lying)):
            words.append(self.program.prints[place].name)
        told = " or ".join(words)
        return f"{told}@{self._zone(zone)}" if zone >= 0 and told else told

    def _zone(self, zone: int) -> str:
        info, words = self.program.zones[zone], []
        for key, value in zip(self.program.families[info.family].keys, info.keys, strict=True):
            words.append(f"p{value}" if key.what == "player" else key.names[value - key.low] if key.what == "enum"
                         else str(value))
        return f"{info.name}[{','.join(words)}]" if words else info.name


def _steps_by_point(program: Program) -> dict[int, list[ir.Step]]:
    """The steps by which players choose, by their decision points."""
    found: dict[int, list[ir.Step]] = {}
    asked = sorted({block.ending.decision for block in program.blocks if isinstance(block.ending, ir.Decide)})
    for number in asked:
        for step in _choosing(program, program.decisions[number].steps):
            steps = found.setdefault(step.point, [])
            if step not in steps:
                steps.append(step)
    return found


Choosing = ir.Pick | ir.PickSome | ir.PickMeld | ir.Fork


def _choosing(program: Program, steps: Iterable[ir.Step]) -> Iterator[Choosing]:
    """These steps and all inside them that ask for something."""
    for step in steps:
        if isinstance(step, Choosing):
            yield step
        if isinstance(step, ir.Fork):
            for way in step.ways:
                yield from _choosing(program, way.steps)
        elif isinstance(step, ir.Act):
            yield from _choosing(program, program.actions[step.action].steps)
