"""Commands that need no game to run: exit codes and what is printed."""

import json
import re
import subprocess
import sys

import pytest

import rulelang
from rulelang.codes import CODES
from tests.support.small_games import BIDS, LINES

WRONG = BIDS.replace("best = amount", "bst = amount")


@pytest.fixture
def rules(tmp_path):
    path = tmp_path / "bids.rules"
    path.write_text(BIDS, encoding="utf-8")
    return path


@pytest.fixture
def wrong(tmp_path):
    path = tmp_path / "wrong.rules"
    path.write_text(WRONG, encoding="utf-8")
    return path


# ---------------------------------------------------------------- the command itself


def test_without_a_command_the_commands_are_listed(command):
    done = command()
    assert done.code == 2
    for name in ("validate", "play", "replay", "test", "fmt", "games", "explain", "version"):
        assert f"  {name} " in done.out + done.err


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_is_fine(command, flag):
    done = command(flag)
    assert done.code == 0
    assert done.out.startswith("Usage: rulelang [OPTIONS] COMMAND")


@pytest.mark.parametrize("words", [
    ["nothing"], ["--nothing"], ["validate"], ["validate", "--nothing", "x"], ["play"], ["play", "a", "b"],
    ["play", "linkage", "--players", "two"], ["replay"], ["games", "linkage"], ["explain"], ["validate", "--format",
    "xml", "linkage"],
], ids=" ".join)
def test_wrong_usage_exits_2_and_says_so_on_stderr(command, words):
    done = command(*words)
    assert done.code == 2
    assert done.err
    assert "Traceback" not in done.err + done.out


def test_the_version_is_printed(command):
    done = command("version")
    assert done.code == 0
    assert done.out.startswith(f"rulelang {rulelang.__version__} (Python 3.")


@pytest.mark.parametrize("code", ["import rulelang.cli.app", "from rulelang.cli.commands import app"])
def test_the_command_line_loads_neither_the_parser_nor_the_engine(code):
    program = f"import sys; {code}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert not loaded & {"lark", "yaml", "jsonschema", "rich", "rulelang.compiler", "rulelang.engine.game"}


def test_a_reader_that_leaves_is_no_error_to_report():
    line = f"{sys.executable} -m rulelang explain RL101 | head -c 1"
    run = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True)
    assert run.stderr == ""


# ---------------------------------------------------------------- validate


def test_fine_rules_exit_0(command, rules):
    done = command("validate", rules)
    assert (done.code, done.out, done.err) == (0, "bids.rules: no findings\n", "")


def test_mistakes_exit_1_with_their_place(command, wrong):
    done = command("validate", wrong)
    assert done.code == 1
    assert "wrong.rules:12:13" in done.out
    assert "`bst`" in done.out
    assert "1 error" in done.out.splitlines()[-1]


def test_the_line_form_has_a_line_for_each_finding(command, wrong, rules):
    done = command("validate", "--format", "line", wrong, rules)
    assert done.code == 1
    assert [line.split(": ")[0] for line in done.out.splitlines()] == ["wrong.rules:12:13"]


@pytest.mark.parametrize("form", [["--json"], ["--format", "json"]])
def test_the_json_form_is_a_list_of_records(command, wrong, form):
    done = command("validate", *form, wrong)
    records = json.loads(done.out)
    assert done.code == 1
    assert [(each["severity"], each["line"]) for each in records] == [("error", 12)]
    assert json.loads(command("validate", *form, "kuhn_poker").out) == []


def test_several_files_are_checked_in_one_go(command, wrong, rules):
    done = command("validate", rules, wrong)
    assert done.code == 1
    assert done.out.endswith(": 1 error\n")


@pytest.mark.parametrize("form", [[], ["--format", "line"], ["--json"]])
def test_a_missing_file_is_wrong_usage(command, form):
    done = command("validate", *form, "none.rules")
    assert done.code == 2
    assert done.err == "rulelang: There is no file `none.rules`. `rulelang games` lists the bundled games.\n"


def test_a_bundled_game_is_found_from_any_folder_by_its_name(command):
    assert command("validate", "kuhn_poker").code == 0


def test_a_misspelt_name_gets_a_suggestion(command):
    done = command("validate", "kuhn_pokr")
    assert done.code == 2
    assert "Did you mean `kuhn_poker`?" in done.err


def test_a_folder_is_no_rules_file(command, tmp_path):
    done = command("validate", tmp_path)
    assert done.code == 2
    assert "is a folder" in done.err


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "\x1b[31mred", "con\ncat"])
def test_hostile_file_names_end_in_a_message(command, name):
    done = command("validate", name)
    assert done.code == 2
    assert "\x1b" not in done.err
    assert len(done.err) < 400


# ---------------------------------------------------------------- games, explain


def test_the_bundled_games_are_listed_with_their_players(command):
    done = command("games")
    assert done.code == 0
    names = [line.split()[0] for line in done.out.splitlines() if line]
    assert {"linkage", "linkage_six_rounds", "kuhn_poker"} <= set(names)
    assert re.search(r"^linkage_six_rounds +Linkage: six rounds +2-4 players", done.out, re.M)
    assert names.index("linkage") < names.index("linkage_six_rounds")
    assert max(map(len, done.out.splitlines())) <= 80


def test_a_code_is_explained_with_a_wrong_and_a_right_example(command):
    code, entry = next((code, entry) for code, entry in CODES.items() if entry.wrong)
    done = command("explain", code.lower())
    assert done.code == 0
    assert done.out.startswith(f"{code}: {entry.title}\n")
    assert "Wrong:\n    " in done.out
    assert "Right:\n    " in done.out


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_explanation_fits_the_page(command, code):
    done = command("explain", code)
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 100


@pytest.mark.parametrize("code", ["RL1", "", "101", "\x1b[31m"])
def test_an_unknown_code_is_wrong_usage(command, code):
    done = command("explain", code)
    assert done.code == 2
    assert "There is no code" in done.err


# ---------------------------------------------------------------- fmt


def test_fmt_writes_the_standard_layout_once(command, rules):
    rules.write_text(BIDS.replace("best: 0..3", "best:   0 .. 3"), encoding="utf-8")
    done = command("fmt", rules)
    assert (done.code, done.err) == (0, "bids.rules changed\n")
    assert "best: 0..3\n" in rules.read_text(encoding="utf-8")
    again = command("fmt", rules)
    assert (again.code, again.out, again.err) == (0, "", "")


def test_fmt_leaves_nothing_else_in_the_folder_and_keeps_permissions(command, rules, tmp_path):
    rules.write_text(LINES.replace("rank: 1..30", "rank:  1..30"), encoding="utf-8")
    rules.chmod(0o640)
    command("fmt", rules)
    assert [path.name for path in tmp_path.iterdir()] == ["bids.rules"]
    assert rules.stat().st_mode & 0o777 == 0o640


def test_fmt_check_changes_nothing_and_exits_1(command, rules):
    text = BIDS.replace("best: 0..3", "best:   0 .. 3")
    rules.write_text(text, encoding="utf-8")
    done = command("fmt", "--check", rules)
    assert (done.code, done.err) == (1, "bids.rules would change\n")
    assert rules.read_text(encoding="utf-8") == text


def test_fmt_diff_shows_the_change(command, rules):
    text = BIDS.replace("best: 0..3", "best:   0 .. 3")
    rules.write_text(text, encoding="utf-8")
    done = command("fmt", "--diff", rules)
    assert done.code == 0
    assert "-    best:   0 .. 3\n+    best: 0..3\n" in done.out
    assert rules.read_text(encoding="utf-8") == text


def test_fmt_refuses_what_it_cannot_read(command, rules):
    text = BIDS.replace("from 0..3", "frm 0..3")
    rules.write_text(text, encoding="utf-8")
    done = command("fmt", rules)
    assert done.code == 1
    assert "bids.rules:" in done.err
    assert rules.read_text(encoding="utf-8") == text


def test_fmt_refuses_text_in_another_encoding(command, rules):
    rules.write_bytes(b'game "\xff"\n')
    assert command("fmt", rules).code in (1, 2)
    assert rules.read_bytes() == b'game "\xff"\n'
