"""The page of figures repeats what was measured."""

import json

from benchmarks.page import MEASURED, PAGE, PART, filled


def test_the_page_is_up_to_date():
    page = PAGE.read_text(encoding="utf-8")
    assert page == filled(page, json.loads(MEASURED.read_text(encoding="utf-8"))), "run `make docs`"


def test_every_part_is_on_the_page():
    assert [found["name"] for found in PART.finditer(PAGE.read_text(encoding="utf-8"))] == \
        ["machine", "gates", "agreement", "modules"]


def test_figures_come_from_the_measurement():
    measured = json.loads(MEASURED.read_text(encoding="utf-8"))
    measured["gates"] = [{"gate": "A / B, blind", "asked": ">= 2x", "unit": "x", "verdict": "pass", "median": 2.5,
                          "range": [2.4, 2.6], "facts": {"games/s": "5 | 2", "score 1": "7 | 7"}},
                         {"gate": "C", "asked": "<= 1 s", "verdict": "skipped: no compiler", "facts": {}}]
    page = filled("<!-- measured gates -->\nold\n<!-- end -->", measured)
    assert "| A / B, blind | >= 2x | 2.5x | 2.4 to 2.6 | pass | games/s: 5 and 2 |" in page
    assert "| C | <= 1 s |  |  | skipped: no compiler |  |" in page
    assert "old" not in page
