"""The arithmetic of gates: medians, ranges, verdicts, whether two samples can be of one game."""

import math

import pytest

from benchmarks.figures import Gate, Line, Sample, agreement, differences, errors_apart, shown
from benchmarks.report import document, line_text

AT_LEAST_TWO = Gate("ours / theirs", 2)


@pytest.mark.parametrize(("values", "verdict"), [
    ((1.9, 2.0, 2.1), "pass"),
    ((1.9, 1.99, 2.5), "miss"),
    ((1.0, 2.0, 2.0, 3.0), "pass"),
    ((1.0, 1.9, 2.0, 3.0), "miss"),     # of an even number of rounds the median lies between the two in the middle
])
def test_the_median_decides(values, verdict):
    assert Line(AT_LEAST_TWO, values).verdict == verdict


def test_some_gates_ask_for_little():
    gate = Gate("cold start", 1, " s", at_most=True)
    assert Line(gate, (0.9, 1.0, 3.0)).verdict == "pass"
    assert Line(gate, (0.9, 1.01, 3.0)).verdict == "miss"
    assert (AT_LEAST_TWO.asked, gate.asked) == (">= 2x", "<= 1 s")


def test_a_line_says_median_range_and_verdict():
    assert line_text(Line(AT_LEAST_TWO, (2.345, 2.0, 31.0))).split() == \
        ["ours", "/", "theirs", ">=", "2x", "2.35x", "(2..31)", "pass"]


def test_what_was_not_measured_says_why():
    line = Line(AT_LEAST_TWO, skipped="no C compiler")
    assert line.verdict == "skipped: no C compiler"
    assert line_text(line).endswith("skipped: no C compiler")
    assert "median" not in document({}, [line], [])["gates"][0]


def test_fast_is_no_pass_if_the_games_differ():
    assert Line(AT_LEAST_TWO, (3.0,), differs="decisions 1 against 2").verdict == "differs"


def test_means_and_their_errors():
    sample = Sample.of([1, 2, 3, 4])
    assert sample.mean == 2.5
    assert sample.error == pytest.approx(math.sqrt(1.25 / 4))


def test_means_differ_beyond_four_standard_errors_of_their_difference():
    a, near, far = Sample(100, 0, 100), Sample(100, 55, 130), Sample(100, 60, 136)
    assert errors_apart(a, near) == pytest.approx(0.55 / math.sqrt(0.01 + (1.3 - 0.55 ** 2) / 100))
    assert differences({"score": a}, {"score": near}) == ""
    assert differences({"score": a}, {"score": far}) == "score 0.000 against 0.600"
    assert agreement({"score": a}, {"score": a}) == {"score": "0.000 | 0.000 (0.0 se)"}


def test_what_never_varies_must_be_equal():
    two, three = Sample.of([2, 2]), Sample.of([3, 3])
    assert errors_apart(two, two) == 0
    assert errors_apart(two, three) == math.inf


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (0.07281, "0.0728"), (6.614, "6.61"), (43_664.2, "43,664")])
def test_three_digits_count(value, text):
    assert shown(value) == text
