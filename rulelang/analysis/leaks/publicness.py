"""Who can know a value: `Need` and `Value` (data), how they combine, and whether a player meets a need. Pure.

A value has several sides, each with the needs of whoever wants to know it. No needs: everybody knows.

- `own`: which value it is (for cards: which card is pointed at),
- `up` and `down`: what is printed on it, while it lies face up and face down,
- `place`: where it lies, with which face,
- `size`: how many there are, or whether it is none.

A need is met by any of its viewers; one without viewers is met by nobody. Players are told apart by keys: how they are
written (`you`, a local name, `left(p)`), so that equal keys are certainly the same player.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import field, replace

from rulelang.records import dataclass
from rulelang.syntax import ast

PlayerKey = tuple[Hashable, ...]
YOU: PlayerKey = ("you",)
"""The player who acts in a piece of rules, whoever runs it."""
UNKNOWN: PlayerKey = ("somebody",)
"""A player of whom nothing is known: never the same as anybody."""
DEEPEST_KEY = 5


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who sees something: `what` is owner, others or team, of the player `key`.

    `apart` are players known to be different from that player.
    """

    what: str
    key: PlayerKey
    apart: frozenset[PlayerKey] = frozenset()


@dataclass(frozen=True, slots=True)
class Need:
    """What somebody must be to know something, and where that is read."""

    viewers: frozenset[Viewer]
    node: ast.Node = field(compare=False, hash=False)


Needs = frozenset[Need]
NOTHING: Needs = frozenset()


@dataclass(frozen=True, slots=True)
class Value:
    """What can be known of a value, side by side. `loose`: cards without positions, pointed at only by who sees them.

    `key` is the player it is, `apart` players it is not (of a list: none of its elements is); `holder` is the player
    whose zone it is or comes from.
    """

    own: Needs = NOTHING
    up: Needs = NOTHING
    down: Needs = NOTHING
    place: Needs = NOTHING
    size: Needs = NOTHING
    loose: bool = False
    key: PlayerKey | None = None
    apart: frozenset[PlayerKey] = frozenset()
    holder: PlayerKey | None = None

    @property
    def face(self) -> Needs:
        """What is needed to know the print, whatever the face."""
        return self.up | self.down

    @property
    def all(self) -> Needs:
        """What is needed to know everything about it."""
        return self.own | self.up | self.down | self.place | self.size


PUBLIC = Value()


def known(needs: Needs) -> Value:
    """A plain value with these needs."""
    return Value(own=needs, place=needs, size=needs) if needs else PUBLIC


def together(values: Iterable[Value]) -> Value:
    """Several values as the elements of one list (or one of several values)."""
    parts = list(values)
    if not parts:
        return PUBLIC
    keys, holders = {part.key for part in parts}, {part.holder for part in parts}
    return Value(
        own=frozenset().union(*(part.own for part in parts)),
        up=frozenset().union(*(part.up for part in parts)),
        down=frozenset().union(*(part.down for part in parts)),
        place=frozenset().union(*(part.place for part in parts)),
        size=frozenset().union(*(part.size for part in parts)),
        loose=any(part.loose for part in parts),
        key=keys.pop() if len(keys) == 1 else None,
        apart=frozenset.intersection(*(part.apart for part in parts)),
        holder=holders.pop() if len(holders) == 1 else None,
    )


def plus(value: Value, needs: Needs) -> Value:
    """A value that is picked or reached by something with these needs."""
    if not needs:
        return value
    return replace(value, own=value.own | needs, place=value.place | needs, size=value.size | needs)


def element(source: Value, name: PlayerKey | None = None) -> Value:
    """One element of a list or zone: a loose card is told apart by what is printed on it."""
    own = source.own | source.face if source.loose else source.own
    return replace(source, own=own, size=NOTHING, key=name)


def widened(needs: Needs, viewers: frozenset[Viewer] | None) -> Needs:
    """Needs that these viewers meet as well; None: everybody does."""
    if viewers is None:
        return NOTHING
    return frozenset(Need(need.viewers | viewers, need.node) for need in needs)


def shown(value: Value, viewers: frozenset[Viewer] | None) -> Value:
    """A value that was shown to these viewers; None: to everybody."""
    return replace(
        value,
        own=widened(value.own, viewers),
        up=widened(value.up, viewers),
        down=widened(value.down, viewers),
        place=widened(value.place, viewers),
        size=widened(value.size, viewers),
    )


def anchored(needs: Needs, node: ast.Node) -> Needs:
    """The same needs, told of where they come into this piece of rules."""
    return frozenset(Need(need.viewers, node) for need in needs)


def anchored_value(value: Value, node: ast.Node) -> Value:
    """A value whose needs are told of another place."""
    if not (value.own or value.up or value.down or value.place or value.size):
        return value
    return replace(
        value,
        own=anchored(value.own, node),
        up=anchored(value.up, node),
        down=anchored(value.down, node),
        place=anchored(value.place, node),
        size=anchored(value.size, node),
    )


# ---------------------------------------------------------------- players


def derived(word: str, key: PlayerKey | None) -> PlayerKey | None:
    """The key of `left(p)` and the like."""
    if key is None or _depth(key) >= DEEPEST_KEY:
        return None
    return (word, key)


def _depth(key: Hashable) -> int:
    return 1 + max((_depth(part) for part in key), default=0) if isinstance(key, tuple) else 0


def passing(key: PlayerKey | None) -> bool:
    """Whether a key names whoever a variable holds now, perhaps another player later."""
    return key is not None and (key[0] == "variable" or any(passing(part) for part in key if isinstance(part, tuple)))


def met(need: Need, player: PlayerKey | None, apart: frozenset[PlayerKey] = frozenset()) -> bool:
    """Whether a player certainly meets a need. `apart` are players known to be somebody else."""
    return any(_sees(viewer, player, apart) for viewer in need.viewers)


def _sees(viewer: Viewer, player: PlayerKey | None, apart: frozenset[PlayerKey]) -> bool:
    if player is None:
        return False
    if viewer.what == "others":
        return viewer.key in apart or player in viewer.apart or _different(player, viewer.key)
    return viewer.key == player and player != UNKNOWN


def _different(one: PlayerKey, other: PlayerKey) -> bool:
    """Whether two keys certainly name two players."""
    if one[0] == other[0] == "seat":
        return one != other
    return ("left", one) == other or ("right", one) == other or ("left", other) == one or ("right", other) == one


def unmet(needs: Needs, player: PlayerKey | None, apart: frozenset[PlayerKey] = frozenset()) -> list[Need]:
    """The needs that a player may not meet, in the order of their places."""
    found = [need for need in needs if not met(need, player, apart)]
    return sorted(found, key=lambda need: (need.node.span.source.name, need.node.span.start, need.node.span.end))


def instead(needs: Needs, old: PlayerKey, new: PlayerKey | None) -> Needs:
    """Needs with another player in the place of one; who is reached in too many steps is somebody unknown."""
    put = UNKNOWN if new is None else new

    def swap(key: PlayerKey) -> PlayerKey:
        made = put if key == old else tuple(swap(part) if isinstance(part, tuple) else part for part in key)
        return made if _depth(made) <= DEEPEST_KEY else UNKNOWN

    def viewer(one: Viewer) -> Viewer:
        return Viewer(one.what, swap(one.key), frozenset(swap(key) for key in one.apart))

    return frozenset(Need(frozenset(viewer(one) for one in need.viewers), need.node) for need in needs)


def with_player(value: Value, old: PlayerKey, new: PlayerKey | None) -> Value:
    """A value with another player in the place of one, wherever that one is needed."""
    return replace(
        value,
        own=instead(value.own, old, new),
        up=instead(value.up, old, new),
        down=instead(value.down, old, new),
        place=instead(value.place, old, new),
        size=instead(value.size, old, new),
    )
