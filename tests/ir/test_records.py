"""Classes made by `rulelang.records` against the same classes made by the standard library."""

import copy
import dataclasses
import inspect
import pickle
from dataclasses import field
from typing import Any

import pytest

from rulelang import records


def _classes(dataclass: Any) -> tuple[type, type, type]:
    @dataclass(frozen=True, slots=True)
    class Place:
        """Where."""

        span: int = field(compare=False, repr=False)

    @dataclass(frozen=True, slots=True)
    class Pair(Place):
        """Two values, one of them usual."""

        left: Any
        right: Any = 7

        @property
        def total(self) -> Any:
            """Both."""
            return self.left + self.right

    @dataclass(frozen=True, slots=True)
    class Holding(Place):
        """A list of its own unless one is given."""

        held: list[int] = field(default_factory=list)

        def __repr__(self) -> str:
            return f"<{len(self.held)} held>"
    return Place, Pair, Holding


OURS, THEIRS = _classes(records.dataclass), _classes(dataclasses.dataclass)
Pair = OURS[1]


@records.dataclass(frozen=True, slots=True)
class Point:
    """Found by pickle."""

    x: int
    y: Any = None


@records.dataclass(frozen=True, slots=True)
class Nothing:
    """No fields."""


VALUES: tuple[tuple[Any, ...], ...] = ((3,), (3, 4, [5]), (3, [4]))


def test_representation_and_derived_values_are_those_of_the_standard_library() -> None:
    for ours, theirs, values in zip(OURS, THEIRS, VALUES, strict=True):
        assert repr(ours(*values)) == repr(theirs(*values))
    assert OURS[1](3, 4).total == THEIRS[1](3, 4).total == 11
    assert repr(Nothing()) == "Nothing()"


def test_fields_slots_and_patterns_are_those_of_the_standard_library() -> None:
    for ours, theirs, values in zip(OURS, THEIRS, VALUES, strict=True):
        made: Any = ours(*values)
        assert ours.__match_args__ == theirs.__match_args__
        assert ours.__slots__ == theirs.__slots__
        assert [f.name for f in dataclasses.fields(ours)] == [f.name for f in dataclasses.fields(theirs)]
        assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)
        assert not hasattr(made, "__dict__")
    match Pair(1, 2, 3):
        case Pair(_, left, right=right):
            assert (left, right) == (2, 3)
        case _:
            raise AssertionError


def test_equality_and_hash_leave_out_what_is_not_compared() -> None:
    assert Pair(1, 2) == Pair(9, 2, 7)
    assert hash(Pair(1, 2)) == hash(Pair(9, 2, 7))
    assert Pair(1, 2) != Pair(1, 3)
    assert Point(1, 7) != Pair(0, 1, 7)
    assert Nothing() == Nothing()
    assert Nothing() not in (Point(1), ())
    assert len({Point(1), Point(1), Point(1, 2), Nothing(), Nothing()}) == 3
    with pytest.raises(TypeError, match="unhashable"):
        hash(Point(1, []))


def test_nothing_can_be_assigned_added_or_deleted() -> None:
    point = Point(1)
    for name in ("x", "z"):
        with pytest.raises(dataclasses.FrozenInstanceError, match=f"cannot assign to field '{name}'"):
            setattr(point, name, 2)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'x'"):
        del point.x
    assert point == Point(1)


def test_wrong_arguments_are_refused_the_first_time_and_later() -> None:
    place = _classes(records.dataclass)[1]
    for _ in range(2):
        for values, named in (((), {}), ((1, 2, 3, 4), {}), ((1, 2), {"nowhere": 3}), ((1, 2), {"left": 2})):
            with pytest.raises(TypeError, match="__init__"):
                place(*values, **named)
    assert place(1, left=2) == place(1, 2, 7)


def test_copies_replacements_and_pickles() -> None:
    point = Point(1, Point(2, (3,)))
    assert pickle.loads(pickle.dumps(point)) == copy.deepcopy(point) == copy.copy(point) == point
    assert dataclasses.replace(point, x=5) == Point(5, point.y)
    assert dataclasses.asdict(point) == {"x": 1, "y": {"x": 2, "y": (3,)}}
    first, second = OURS[2](1), OURS[2](1)
    assert first.held is not second.held


def _changing(dataclass: Any) -> tuple[type, type]:
    @dataclass(slots=True)
    class Counter:
        """Can be changed."""

        n: int = 0
        seen: list[int] = field(default_factory=list)

    @dataclass(eq=False, slots=True)
    class Place:
        """Equal to itself only."""

        n: int
        later: int = field(init=False, repr=False)
    return Counter, Place


@pytest.mark.parametrize("dataclass", [records.dataclass, dataclasses.dataclass])
def test_what_is_not_frozen_changes_and_has_no_hash_unless_it_is_equal_to_itself_only(dataclass: Any) -> None:
    counter, place = _changing(dataclass)
    one, here = counter(), place(1)
    one.n += 1
    one.seen.append(4)
    here.n = 5
    assert one == counter(1, [4]) != counter(2)
    assert repr((one, here)).replace("_changing.<locals>.", "") == "(Counter(n=1, seen=[4]), Place(n=5))"
    assert here != place(5)
    assert hash(here) == hash(here)
    assert copy.deepcopy(one) == one
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)
    with pytest.raises(AttributeError):
        one.other = 1


def test_other_options_are_the_standard_library_itself() -> None:
    @records.dataclass(slots=True, order=True)
    class Counter:
        """Can be compared."""

        n: int = 0
    assert Counter(1) > Counter()


def test_what_is_left_out_is_refused() -> None:
    class Later:
        n: int

        def __post_init__(self) -> None:
            """Not called."""

    class Apart:
        n: int = field(kw_only=True)

    class Hidden:
        n: int = field(init=False, default=3)
    for cls in (Later, Apart, Hidden):
        with pytest.raises(TypeError, match="the standard library's dataclass"):
            records.dataclass(frozen=True, slots=True)(cls)
