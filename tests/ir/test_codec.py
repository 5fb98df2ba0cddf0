"""Programs as JSON: there and back, and nothing but programs."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.ir.codec import CodecError, from_json, to_json
from tests.ir.programs import sample

PROGRAM = sample()
TEXT = json.dumps(to_json(PROGRAM))


def test_there_and_back():
    assert from_json(json.loads(TEXT)) == PROGRAM


def places(data, path=()):
    """The paths of all values inside JSON data."""
    yield path
    if isinstance(data, list):
        for n, item in enumerate(data):
            yield from places(item, (*path, n))


PLACES = list(places(json.loads(TEXT)["program"]))[1:]


WRONG = [None, "x", 1.5, True, [], [[]], {}, ["Const"], ["Const", "1"], ["Nope", 1]]


@given(st.sampled_from(PLACES), st.sampled_from(WRONG))
def test_anything_else_is_refused_or_reads_as_written(path, wrong):
    data = json.loads(TEXT)
    inner = data["program"]
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = wrong
    try:
        program = from_json(data)
    except CodecError:
        return
    assert to_json(program) == data


@pytest.mark.parametrize("wrong", [None, [], {}, {"format": 1}, {"format": 2, "program": []},
                                   {"format": 1, "program": 3}])
def test_other_data_is_no_program(wrong):
    with pytest.raises(CodecError):
        from_json(wrong)


def test_deep_nesting_ends_in_an_error():
    node = ["Const", 1]
    for _ in range(1000):
        node = ["Unary", "not", node]
    data = json.loads(TEXT)
    place = next(n for n, part in enumerate(data["program"]) if isinstance(part, list) and part
                 and isinstance(part[0], list) and part[0][:1] == ["Function"])
    data["program"][place][0][5] = node
    with pytest.raises(CodecError, match="deeply"):
        from_json(data)
