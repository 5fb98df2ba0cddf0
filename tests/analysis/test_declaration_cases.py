"""Declarations, good and bad, in the language itself: the case files say what is found, and where."""

import pytest

from rulelang.compiler import check
from tests.support.cases import found_in, read_cases
from tests.support.project import ROOT

FOLDER = ROOT / "tests" / "cases" / "analysis" / "declarations"
CASES = [(path.stem, case) for path in sorted(FOLDER.glob("*.rules")) for case in read_cases(path)]
OF_DECLARATIONS = "RL[0123]"


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{stem}: {case.name}") for stem, case in CASES])
def test_what_is_found(case):
    assert found_in(check(case.files), OF_DECLARATIONS) == case.expected


def test_names_of_cases_are_distinct():
    names = [(stem, case.name) for stem, case in CASES]
    assert sorted(names) == sorted(set(names))
