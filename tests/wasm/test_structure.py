"""Ways between blocks become loops and labels that lie in an order which only goes forward."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.wasm.structure import Region, labels, regions


def nested(entry, ways, *others):
    """Regions as lists of labels, a loop as a list inside."""
    def plain(region):
        return [plain(item) if isinstance(item, Region) else item for item in region.items]
    return plain(regions(entry, labels(entry, others, lambda block: ways.get(block, ()))))


@pytest.mark.parametrize(("ways", "expected"), [
    ({0: (1,), 1: (2,)}, [0]),                                              # each written behind the other
    ({0: (1, 2), 1: (3,), 2: (3,)}, [0, 3]),                                # two ways meet
    ({0: (1,), 1: (2, 3), 2: (1,)}, [0, [1]]),                              # a loop
    ({0: (1,), 1: (2, 5), 2: (3, 4), 3: (2,), 4: (1,)}, [0, [1, [2]]]),     # a loop in a loop
    ({0: (1,), 1: (2, 3), 2: (1, 4), 3: (4,)}, [0, [1], 4]),                # two ways out of a loop
    ({0: (1, 1)}, [0, 1]),                                                  # one way twice
])
def test_what_becomes_a_label_and_what_a_loop(ways, expected):
    assert nested(0, ways) == expected


def test_entries_are_labels_where_they_lie():
    assert nested(0, {0: (1,), 1: (2, 3), 2: (1,), 3: (4,)}, 2, 4) == [0, [1, 2], 4]


@given(st.dictionaries(st.integers(0, 12), st.lists(st.integers(0, 12), max_size=3), max_size=13),
       st.sets(st.integers(0, 12), max_size=3))
def test_every_label_has_one_place(ways, others):
    after = labels(0, sorted(others), lambda block: ways.get(block, ()))
    region = regions(0, after)
    assert sorted(region.labels()) == sorted(after)
    assert region.head == 0 or region.items[0] != 0


@given(st.lists(st.sampled_from(["seq", "if", "loop"]), min_size=1, max_size=8), st.data())
def test_ways_of_nested_statements_go_forward_or_to_a_loop_around(kinds, data):
    """Sequences, branches and loops inside each other need no other way: no label is entered from the side."""
    ways, fresh = {}, iter(range(1, 1000))

    def statement(start, depth):
        """Blocks of one statement; the block where it ends."""
        kind, end = data.draw(st.sampled_from(kinds)), next(fresh)
        inner = next(fresh)
        behind = statement(inner, depth + 1) if depth < 3 else inner
        if kind == "loop":
            ways[start], ways[behind] = (inner, end), (start,)
        else:
            ways[start] = (inner, end) if kind == "if" else (inner,)
            ways[behind] = (end,)
        return statement(end, depth + 1) if depth < 2 else end
    statement(0, 0)
    after = labels(0, (), lambda block: ways.get(block, ()))

    def check(region, ahead, around):
        heads = [item if isinstance(item, int) else item.head for item in region.items]
        for n, item in enumerate(region.items):
            open_ = {*ahead, *heads[n + 1:]}
            if isinstance(item, Region):
                check(item, open_, {*around, item.head})
            else:
                assert set(after[item]) <= open_ | around
    check(regions(0, after), set(), set())
