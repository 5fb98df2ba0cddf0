"""`--only` names gates by words of theirs."""

import subprocess
import sys

from benchmarks.gates import names
from tests.support.project import ROOT


def test_words_find_the_gates_that_have_them_in_their_names():
    found = names("KUHN")
    assert found
    assert all("Kuhn" in name for name in found)
    assert set(found) < set(names())
    assert names("no such gate") == []


def test_words_that_name_no_gate_are_wrong_usage_and_the_gates_are_listed():
    done = subprocess.run([sys.executable, "-m", "benchmarks", "--only", "kuhm"], cwd=ROOT, capture_output=True,
                          text=True)
    assert done.returncode == 2
    assert "no gate has `kuhm` in its name" in done.stderr
    assert all(name in done.stderr for name in names())
    assert done.stdout == ""
