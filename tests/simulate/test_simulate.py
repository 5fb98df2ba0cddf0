"""`rulelang simulate`: summaries, exit codes, usage; results independent of processes and hash seeds."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulelang.cli.progress import Interrupts, about
from rulelang.resources import bundled_games
from rulelang.simulate.jobs import LARGEST_CHUNK, Jobs, following_size
from rulelang.simulate.keeping import Kept
from rulelang.simulate.tally import Tally, winning
from tests.support.games import checked
from tests.support.project import ROOT


def simulate(command, *arguments, game="lines.rules"):
    return command("simulate", game, "--plain", *arguments)


def test_a_summary_says_what_happened(command, files):
    done = simulate(command, "--games", 50)
    assert done.code == 0
    assert done.out.startswith("Lines: 50 games\n2 players (2 x random), seed 1, rules ")
    for part in ("Who wins  (n = 50)", "How games end  (n = 50)", "Length  (n = 50)", "Score: worth, into points",
                 "Face down", "Actions  (n = 50)", "Statements of the rules that never ran",
                 "50 games are too few to tell a difference of 2 percentage", "Bots are not people"):
        assert part in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_the_json_has_the_numbers_of_the_lines(command, files):
    done = simulate(command, "--games", 40, "--json", "--out", "r.jsonl")
    data = json.loads(done.out)
    games = [json.loads(line) for line in (files / "r.jsonl").read_text().splitlines()[1:]]
    alone = sum(game["returns"] == [1, 0] for game in games)
    shared = sum(game["returns"] == [1, 1] for game in games)
    first = data["seats_results"][0]
    assert (first["alone"], first["shared"], data["draws"]["games"]) == (alone, shared, shared)
    assert first["wins"]["share"] == round((alone + shared / 2) / 40, 6)
    assert data["length"]["moves"]["mean"] == round(sum(game["moves"] for game in games) / 40, 6)
    assert data["precision"] == {"difference": 0.02, "n": 40, "needed": data["precision"]["needed"], "enough": False}


def test_the_summary_of_a_file_is_that_of_its_run(command, files):
    run = simulate(command, "--games", 20, "--json", "--out", "r.jsonl")
    assert command("merge", "r.jsonl", "--json").out == run.out
    again = simulate(command, "--games", 20, "--json", "--out", "r.jsonl")
    assert again.out == run.out


def test_each_number_says_of_how_many_it_is(command, files):
    data = json.loads(simulate(command, "--games", 30, "--json").out)
    parts, waiting = [], [data]
    while waiting:
        part = waiting.pop()
        waiting += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        parts += [part] if isinstance(part, dict) else []
    counted = [part for part in parts if {"share", "mean", "forced", "over", "never_used", "never_reached"} & set(part)]
    assert len(counted) > 20
    assert all(part["n"] >= 30 for part in counted)


def test_what_never_happens_is_named(command, files):
    rules = files / "lines.rules"
    rules.write_text(rules.read_text().replace("    do: draw 1", "    when size(deck) > 99\n    do: draw 1"))
    done = simulate(command, "--games", 5, "--json")
    data = json.loads(done.out)
    assert data["actions"]["never_used"] == ["fetch"]
    assert [place["line"] for place in data["places"]["never_reached"]] == [33, 35]
    assert "fetch" in simulate(command, "--games", 5).out.split("never")[0].splitlines()[-1]


def test_numbers_out_of_range_are_shown(command, files):
    done = simulate(command, "--games", 5, game="coins.rules")
    assert "coins.rules:14: pot, 5 times." in done.out


def test_faults_are_found_and_kept_apart(command, files):
    done = simulate(command, "--games", 3, game="endless.rules")
    assert done.code == 1
    assert "FAULT at " in done.out
    assert "Who wins" not in done.out
    assert "No game has a result, so nothing is known of who wins." in done.out
    assert "In 3 games the rules came to no result" in done.out


def test_a_stated_limit_is_told_by_its_phase(command, files):
    done = simulate(command, "--games", 4, "--json", game="limited.rules")
    ends = json.loads(done.out)["ends"]
    assert (ends["over"], ends["limits"], ends["adjudicated"]["share"]) == (0, {"rounds": 4}, 1.0)


@pytest.mark.parametrize(("arguments", "said"), [
    (("--seats", "gredy"), "Nobody called `gredy` can sit in a seat; there are random, greedy. Did you mean `greedy`?"),
    (("--seats", "human"), "Nobody can be asked here"),
    (("--seats", "random,random,greedy"), "3 seats were named, but 2 play."),
    (("--games", 0), "--games is a number from 1"),
    (("--jobs", 0), "--jobs is a number from 1"), (("--from", -1), "--from is a number"), (("--seed", -1), "--seed is"),
    (("--games", 2**32, "--from", 1), "numbered from 0"), (("--set", "rounds"), "name=value"),
    (("--set", "rounds=99"), "setting"), (("--players", 9), "players"),
    (("--out", "no/such/folder.jsonl"), "cannot be written"),
    (("--out", "."), "`.` cannot be written: it is no file."),
    (("--out", "/dev/zero"), "`/dev/zero` cannot be written: it is no file."),
], ids=str)
def test_wrong_usage_is_explained(command, files, arguments, said):
    done = simulate(command, *arguments)
    assert done.code in (1, 2)
    assert said in done.err
    assert "Traceback" not in done.err
    assert done.out == ""


def test_broken_rules_are_shown(command, files):
    (files / "lines.rules").write_text("game\n")
    assert simulate(command).code == 1


def test_the_interpreter_is_named_once_where_there_is_no_module(command, files, monkeypatch):
    monkeypatch.setattr(Jobs, "slow_because", "wasmtime is not installed")
    done = simulate(command, "--games", 5)
    assert done.err.count("which takes longer: wasmtime is not installed.") == 1


# ---------------------------------------------------------------- the same everywhere


def lines_of(files, name, *arguments, hash_seed="0", game="lines.rules"):
    """The results that another process writes."""
    subprocess.run([sys.executable, "-m", "rulelang", "simulate", game, "--plain", "--out", name, *arguments],
                   cwd=files, env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}, check=True,
                   capture_output=True)
    return (files / name).read_bytes()


def test_processes_and_hash_seeds_make_no_difference(files):
    arguments = ("--games", "24", "--seats", "random,greedy", "--set", "rounds=1")
    one = lines_of(files, "one.jsonl", *arguments, hash_seed="1")
    three = lines_of(files, "three.jsonl", *arguments, "--jobs", "3", hash_seed="77")
    assert one == three
    assert one.count(b"\n") == 25


TABLES = [pytest.param(name, players, id=f"{name}-{players}",
                       marks=() if players == 2 and path.parent.name != "variants" else pytest.mark.slow)
          for name, path in bundled_games().items() if (model := checked(path).model) is not None
          for players in range(model.low, min(model.high, 6) + 1)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_can_be_simulated_at_every_table(command, name, players):
    done = simulate(command, "--games", 2, "--players", players, game=name)
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel", pytest.param("phylo", marks=pytest.mark.slow),
                                  pytest.param("linkage", marks=pytest.mark.slow),
                                  pytest.param("peptide", marks=pytest.mark.slow)])
def test_bots_of_several_kinds_play_the_shipped_games(command, name):
    done = simulate(command, "--games", 1, "--seats", "greedy,random", game=name)
    assert done.code == 0
    assert "greedy" in done.out


# ---------------------------------------------------------------- parts


def test_a_full_disk_is_told(command, files, monkeypatch):
    def add(self, line):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(Kept, "add", add)
    done = simulate(command, "--games", 3, "--out", "r.jsonl")
    assert done.code == 2
    assert "`r.jsonl` cannot be written: No space left on device." in done.err


def runs(process):
    """Whether a process has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_processes_end_with_the_one_that_began_them(files):
    done = subprocess.Popen([sys.executable, "-m", "rulelang", "simulate", "lines.rules", "--plain", "--jobs", "2",
                             "--games", "4000000", "--out", "r.jsonl"], cwd=files, stderr=subprocess.DEVNULL,
                            env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL)
    while not (files / "r.jsonl").exists() or (files / "r.jsonl").stat().st_size < 5000:
        time.sleep(0.05)
    children = Path(f"/proc/{done.pid}/task/{done.pid}/children").read_text().split()
    done.kill()
    done.wait()
    assert len(children) >= 2
    for _ in range(1200):
        if not any(map(runs, children)):
            return
        time.sleep(0.05)
    pytest.fail("they run on")


def test_ctrl_c_waits_until_a_game_is_written():
    written, interrupts = [], Interrupts()
    with interrupts.listening(), pytest.raises(KeyboardInterrupt):  # noqa: PT012
        with interrupts.whole():
            os.kill(os.getpid(), signal.SIGINT)
            written.append(1)
        written.append(2)
    assert written == [1]
    with interrupts.listening(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(("games", "seconds", "following"), [
    (1, 3.0, 1), (1, 0.1, 4), (10, 1.0, 5), (1000, 0.01, LARGEST_CHUNK), (0, 0.0, 1),
])
def test_processes_hand_over_what_they_play_in_a_moment(games, seconds, following):
    assert following_size(games, seconds) == following


@pytest.mark.parametrize(("returns", "payoff", "winners"), [
    ([1, 0, 0], False, [1]), ([1, 0, 1], False, [1, 3]), ([0, 0], False, []), ([1, 1], False, [1, 2]),
    ([-3, 3], True, [2]), ([0, 0], True, []), ([-5, -5, -9], True, [1, 2]), ([4, 4], True, []),
])
def test_who_has_won(returns, payoff, winners):
    assert winning(returns, payoff=payoff) == winners


def test_the_order_of_games_makes_no_difference(command, files):
    simulate(command, "--games", 12, "--out", "r.jsonl")
    header, *games = map(json.loads, (files / "r.jsonl").read_text().splitlines())
    from rulelang.simulate.summary import summary

    def summed(order):
        tally = Tally(header)
        for game in order:
            tally.add(game)
        return json.dumps(summary(tally))
    assert summed(games) == summed(games[::-1])


@pytest.mark.parametrize(("done", "total", "seconds", "said"), [
    (50, 100, 1.0, "50 a second, 0:01 left"), (1, 4000, 1.0, "1.0 a second, 1:06:39 left"),
    (1, 2, 60.0, "1.0 a minute, 1:00 left"), (0, 10, 0.0, "0.0 a minute, 0:00 left"),
])
def test_rate_and_time_left(done, total, seconds, said):
    assert about(done, total, seconds) == said
