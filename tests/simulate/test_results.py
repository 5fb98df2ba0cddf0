"""Results are kept, gone on with and joined, byte for byte; what does not belong together is refused by name."""

import json

import pytest

from rulelang.simulate.keeping import keep
from rulelang.simulate.table import Table


@pytest.fixture
def simulate(command, files):
    def run(*arguments, game="lines", **more):
        return command("simulate", f"{game}.rules", "--plain", *arguments, **more)
    return run


@pytest.fixture
def results(simulate, files):
    """The text of 30 games."""
    assert simulate("--games", 30, "--out", "whole.jsonl").code == 0
    return (files / "whole.jsonl").read_bytes()


def interrupt_at(monkeypatch, game):
    """Press ctrl-C while a game is played, once."""
    played, pressed = Table.line, []

    def line(self, n):
        if n == game and not pressed:
            pressed.append(n)
            raise KeyboardInterrupt
        return played(self, n)
    monkeypatch.setattr(Table, "line", line)


def test_an_interrupted_run_keeps_its_games_and_goes_on(simulate, files, results, monkeypatch):
    interrupt_at(monkeypatch, 11)
    done = simulate("--games", 30, "--out", "part.jsonl")
    assert done.code == 130
    assert "Lines: 11 games" in done.out
    assert "The games are in part.jsonl; the same command goes on." in done.err
    assert results.startswith((files / "part.jsonl").read_bytes())
    again = simulate("--games", 30, "--out", "part.jsonl")
    assert again.code == 0
    assert "11 games are in part.jsonl already; 19 to go." in again.err
    assert (files / "part.jsonl").read_bytes() == results


@pytest.mark.parametrize("cut", [1, 40, 300])
def test_a_last_line_that_was_cut_off_is_played_again(simulate, files, results, cut):
    (files / "torn.jsonl").write_bytes(results[:-cut])
    done = simulate("--games", 30, "--out", "torn.jsonl")
    assert done.code == 0
    assert "was cut off" in done.err
    assert (files / "torn.jsonl").read_bytes() == results


@pytest.mark.parametrize("length", [0, 1, 100])
def test_a_header_that_was_cut_off_is_written_again(simulate, files, results, length):
    (files / "torn.jsonl").write_bytes(results[:length])
    assert simulate("--games", 30, "--out", "torn.jsonl").code == 0
    assert (files / "torn.jsonl").read_bytes() == results


@pytest.mark.parametrize(("arguments", "quoted", "said"), [
    (("--seed", 2), '"seed":1', "1 there and 2 here"),
    (("--set", "rounds=3"), '"rounds":2', "rounds is 2 there and 3 here"),
    (("--seats", "greedy"), '"seats":["random","random"]', "random, random there and greedy, greedy here"),
    (("--players", 3), '"players":2', "the number of players"),
])
def test_results_of_something_else_are_not_gone_on_with(simulate, files, results, arguments, quoted, said):
    done = simulate("--games", 40, "--out", "whole.jsonl", *arguments)
    assert done.code == 1
    assert "RL772" in done.err
    assert said in done.err
    assert f"1 │ {quoted}\n" in done.err
    assert (files / "whole.jsonl").read_bytes() == results


def test_other_rules_are_named(simulate, files, results):
    rules = files / "lines.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("0..99", "0..98"), encoding="utf-8")
    done = simulate("--games", 40, "--out", "whole.jsonl")
    assert (done.code, "the rules differ" in done.err) == (1, True)


def test_a_file_with_other_games_is_not_gone_on_with(simulate, results):
    done = simulate("--games", 40, "--from", 5, "--out", "whole.jsonl")
    assert done.code == 1
    assert "Game 0 stands in `whole.jsonl` where game 5 should stand" in done.err


@pytest.mark.parametrize(("change", "said"), [
    (lambda game: game | {"seed": game["seed"] + 1}, "`seed` cannot be this"),
    (lambda game: {key: value for key, value in game.items() if key != "moves"}, "no `moves`"),
    (lambda game: game | {"returns": [1]}, "`returns` cannot be this"),
    (lambda game: game | {"end": "tired"}, "`end` cannot be this"),
    (lambda game: game | {"points": [1, "2"]}, "`points` cannot be this"),
    (lambda game: game | {"scores": [[[1, 2]]]}, "`scores` cannot be this"),
    (lambda game: game | {"n": True}, "`n` cannot be this"),
    (lambda game: game | {"actions": [1]}, "`actions` cannot be this"),
    (lambda game: game | {"reached": "1" + game["reached"] + "0"}, "`reached` cannot be this"),
    (lambda game: game | {"range": [[1, 14, "points", 1]]}, "`range` cannot be this"),
], ids=lambda value: value.strip("`") if isinstance(value, str) else "")
def test_a_damaged_line_is_named(simulate, command, files, results, change, said):
    lines = results.decode().splitlines()
    lines[4] = json.dumps(change(json.loads(lines[4])))
    (files / "whole.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for done in (simulate("--games", 30, "--out", "whole.jsonl"), command("merge", "whole.jsonl")):
        assert done.code == 1
        assert "RL773" in done.err
        assert "whole.jsonl:5:1" in done.err
        assert said in done.err


@pytest.mark.parametrize("text", ["", "x\n", '{"format":"rulelang-log"}\n', "\x00\xff" * 50, "[" * 5000])
def test_other_files_are_no_results(command, files, text):
    (files / "other.jsonl").write_text(text, encoding="utf-8")
    done = command("merge", "other.jsonl")
    assert (done.code, "RL770" in done.err) == (1, True)


def test_a_later_format_is_named(command, files, results):
    (files / "later.jsonl").write_bytes(results.replace(b'"version":3', b'"version":4', 1))
    assert "RL771" in command("merge", "later.jsonl").err


def test_it_does_not_matter_where_the_rules_lie(command, files):
    (files / "elsewhere").mkdir()
    (files / "elsewhere" / "lines.rules").write_bytes((files / "lines.rules").read_bytes())
    for name, rules in (("a.jsonl", "lines.rules"), ("b.jsonl", "elsewhere/lines.rules")):
        assert command("simulate", rules, "--games", 2, "--out", name).code == 0
    assert (files / "a.jsonl").read_bytes() == (files / "b.jsonl").read_bytes()


# ---------------------------------------------------------------- merge


def shard(simulate, name, first, games):
    assert simulate("--from", first, "--games", games, "--out", name).code == 0
    return name


def test_shards_in_any_order_give_the_bytes_of_one_run(simulate, command, files, results):
    shards = [shard(simulate, "b.jsonl", 20, 10), shard(simulate, "a.jsonl", 0, 12), shard(simulate, "c.jsonl", 10, 15)]
    done = command("merge", *shards, "-o", "joined.jsonl")
    assert done.code == 0
    assert "Lines: 30 games" in done.out
    assert (files / "joined.jsonl").read_bytes() == results
    assert done.out == command("merge", "whole.jsonl").out


def test_a_gap_is_named_and_nothing_is_written(simulate, command, files):
    shards = [shard(simulate, "a.jsonl", 0, 5), shard(simulate, "b.jsonl", 8, 2), shard(simulate, "c.jsonl", 11, 2)]
    done = command("merge", *shards, "-o", "joined.jsonl")
    assert done.code == 1
    assert "Between the results, games 5 to 7, game 10 are missing" in done.err
    assert "simulate with --from 5 --games 3" in done.err
    assert not list(files.glob("joined*"))


def test_a_conflict_is_named_with_both_lines(simulate, command, files, results):
    lines = results.decode().splitlines()
    lines[6] = lines[6].replace('"returns":[', '"returns":[9') if '"returns":[0' in lines[6] else \
        lines[6].replace('"returns":[1', '"returns":[0')
    (files / "other.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = command("merge", "whole.jsonl", "other.jsonl", "-o", "joined.jsonl")
    assert done.code == 1
    assert "Two files say different things about game 5" in done.err
    assert "other.jsonl:7:1" in done.err
    assert "not the same as line 7 of whole.jsonl" in done.err
    assert not list(files.glob("joined*"))


def test_two_runs_do_not_write_one_file(simulate, files, results):
    pytest.importorskip("fcntl")
    header = json.loads(results.splitlines()[0])
    kept = keep(files / "whole.jsonl", header, 0, lambda game: None)
    done = simulate("--games", 40, "--out", "whole.jsonl")
    kept.close()
    assert (done.code, done.err) == (2, "rulelang: `whole.jsonl` cannot be written: another run is writing it.\n")
    assert (files / "whole.jsonl").read_bytes() == results
    assert simulate("--games", 40, "--out", "whole.jsonl").code == 0


def test_results_of_different_runs_are_not_joined(simulate, command, results):
    simulate("--games", 3, "--seed", 2, "--out", "other.jsonl")
    done = command("merge", "whole.jsonl", "other.jsonl")
    assert (done.code, "RL772" in done.err) == (1, True)


def test_merged_results_overwrite_nothing(simulate, command, files, results):
    done = command("merge", "whole.jsonl", "-o", "whole.jsonl")
    assert done.code == 2
    assert (files / "whole.jsonl").read_bytes() == results


def test_a_merged_file_can_be_gone_on_with(simulate, command, files, results):
    shards = [shard(simulate, "a.jsonl", 0, 10), shard(simulate, "b.jsonl", 10, 10)]
    command("merge", *shards, "-o", "joined.jsonl")
    assert simulate("--games", 30, "--out", "joined.jsonl").code == 0
    assert (files / "joined.jsonl").read_bytes() == results


def changed(results, number, **fields):
    """The results with other fields in a line, 0 for the header."""
    lines = results.decode("ascii").splitlines()
    lines[number] = json.dumps(json.loads(lines[number]) | fields)
    return "\n".join([*lines, ""]).encode("ascii")


@pytest.mark.parametrize("fields", [
    {"asked": 2**63}, {"moves": 10**400}, {"decisions": 10**400}, {"returns": [10**400, 0]},
    {"asked": 3, "forced": 4, "options": [4, 1]}, {"asked": 3, "forced": 1, "options": [4, 2]},
    {"asked": 3, "forced": 1, "options": [6, 2]}, {"asked": 3, "forced": 3, "options": [3, 4]},
    {"asked": 0, "forced": 0, "options": [0, 1]}, {"asked": 1, "forced": 0, "options": [1, 1]},
    {"turns": 0}, {"turns": 5}], ids=str)
def test_numbers_that_no_game_has_are_damage(command, files, results, fields):
    (files / "odd.jsonl").write_bytes(changed(results, 1, **fields))
    done = command("merge", "odd.jsonl")
    assert (done.code, done.out) == (1, "")
    assert "error[RL773]: Line 2" in done.err


@pytest.mark.parametrize(("asked", "forced", "options"), [
    (0, 0, [0, 0]), (2, 2, [2, 1]), (3, 1, [5, 2]), (3, 1, [7, 3])])
def test_numbers_that_a_game_may_have_are_none(command, files, results, asked, forced, options):
    (files / "odd.jsonl").write_bytes(changed(results, 1, asked=asked, forced=forced, options=options, turns=asked))
    assert command("merge", "odd.jsonl").code == 0


@pytest.mark.parametrize("places", [10**9, -1])
def test_a_header_asks_for_no_more_than_a_line_can_hold(command, files, results, places):
    sheets = [{"score": "total", "into": "", "lines": ["Line"], "places": places}]
    (files / "odd.jsonl").write_bytes(changed(results, 0, scores=sheets))
    assert "error[RL773]: Line 1" in command("merge", "odd.jsonl").err


@pytest.mark.parametrize("version", [1, 2, 4, 3.0, True, None])
def test_other_editions_are_refused_alone_and_beside_this_one(command, files, results, version):
    (files / "whole.jsonl").write_bytes(results)
    (files / "other.jsonl").write_bytes(changed(results, 0, version=version))
    for names in (("other.jsonl",), ("whole.jsonl", "other.jsonl"), ("other.jsonl", "whole.jsonl")):
        done = command("merge", *names)
        assert (done.code, done.out) == (1, "")
        assert "error[RL771]" in done.err
