"""A line of results: the same from every executor, for every game; what it says is what happened."""

import json

import pytest

from rulelang.agents import agent_named
from rulelang.compiler import load
from rulelang.ir.program import EXPLICIT
from rulelang.match.match import play_match
from rulelang.simulate.lines import Scribe
from rulelang.simulate.plan import Plan
from rulelang.simulate.reading import wrong_in, wrong_in_header
from rulelang.simulate.seeds import MOST_GAMES, game_seed
from rulelang.simulate.table import Table, play_bots
from rulelang.simulate.watching import Watch, WatchedBlocks, watched_state
from tests.support.games import PLAYABLE, checked, game
from tests.support.project import relative
from tests.support.small_games import ENDLESS, FORCED, LINES


def plan(where, *seats, players=None, **params):
    made = where if not isinstance(where, str) else load(where, players, **params)
    return Plan(made, seats or ("random",) * made.players, 7)


# Variants play as the games they change do; they wait for `make check-slow`.
FILES = [pytest.param(path, id=relative(path), marks=pytest.mark.slow if path.parent.name == "variants" else ())
         for path in PLAYABLE]


@pytest.mark.parametrize("path", FILES)
def test_modules_and_the_interpreter_write_the_same_bytes(path):
    pytest.importorskip("wasmtime")
    played = plan(load(path))
    module, interpreter = Table(played), Table(played, modules=False)
    assert module.slow_because == ""
    assert module.line(9) == interpreter.line(9)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES)
def test_modules_and_the_interpreter_write_the_same_bytes_at_a_full_table(path):
    played = plan(full_table(path))
    module, interpreter = Table(played), Table(played, modules=False)
    assert [module.line(n) for n in range(5)] == [interpreter.line(n) for n in range(5)]


def full_table(path):
    """The game with as many players as it allows."""
    return game(path, checked(path).model.high)


def test_what_is_written_can_be_read():
    played = plan(LINES)
    assert wrong_in_header(played.header) == ""
    assert wrong_in(json.loads(Table(played).line(0)), played.header) == ""


@pytest.mark.parametrize("seats", [("greedy", "random"), ("random", "greedy")])
def test_bots_play_the_game_of_play_auto_with_the_seed_of_the_line(seats):
    played = plan(LINES, *seats)
    line = json.loads(Table(played).line(4))
    bots = [agent_named(kind) for kind in seats]
    match = play_match(played.game, bots, seed=line["seed"])
    state = played.game.new_state(line["seed"])
    play_bots(state, seats, line["seed"], Watch([]))
    assert list(state.returns()) == line["returns"]
    assert list(match.ending.returns) == line["returns"]
    assert sum(entry.seat > 0 for entry in match.entries) == line["moves"]
    assert state.s[EXPLICIT] == 0


def test_a_bot_is_never_given_a_state():
    seen = []

    class Curious:
        name, imagines = "curious", False

        def choose(self, perspective, draws):
            seen.append(type(perspective).__name__)
            return perspective.moves[0]

    play_match(load(LINES), [Curious(), Curious()], seed=1)
    assert set(seen) == {"Perspective"}


def test_scores_are_told_line_by_line_and_seat_by_seat():
    played = plan(LINES, rounds=2)
    assert played.header["scores"] == [
        {"score": "worth", "into": "points", "lines": ["Face up", "Face down"], "places": 2}]
    line = json.loads(Table(played).line(0))
    up, down = line["scores"][0]
    assert line["points"] == [up[k] + down[k] for k in (0, 1)]
    assert max(line["points"]) == max(p for p, won in zip(line["points"], line["returns"], strict=True) if won)


def test_a_fault_is_told_with_its_line_and_nothing_else_of_it_counts():
    line = json.loads(Table(plan(ENDLESS)).line(0))
    assert line["end"].startswith("fault:")
    assert line["end"].rsplit(":", 1)[1] in ("8", "9", "10")
    assert (line["points"], line["scores"], line["returns"]) == (None, None, [0, 0])


def test_the_phase_that_ended_a_game_is_named(files):
    assert json.loads(Table(plan(load(files / "limited.rules"))).line(0))["end"] == "limit:rounds"


def test_numbers_out_of_range_are_counted_by_line_and_variable(files):
    line = json.loads(Table(plan(load(files / "coins.rules"))).line(0))
    assert line["range"] == [[0, 14, "pot", 1]]


def test_forced_moves_options_and_turns_are_counted():
    line = json.loads(Table(plan(FORCED)).line(0))
    assert (line["asked"], line["forced"], line["options"], line["turns"]) == (4, 2, [6, 2], 4)


def test_actions_are_counted_when_they_are_done():
    played = plan(LINES, rounds=5)
    line = json.loads(Table(played).line(0))
    assert played.header["actions"] == ["lay", "fetch"]
    assert sum(line["actions"]) == 10


def test_places_that_ran_are_told_statement_by_statement():
    body = "    do: draw 1 from deck to your hand"
    text = LINES.replace(body, "    when size(deck) > 99\n" + body)
    played = plan(text)
    line = json.loads(Table(played).line(0))
    never = [place.line for bit, place in enumerate(played.places) if not int(line["reached"], 16) >> bit & 1]
    assert [text.splitlines()[line - 1] for line in never] == [
        'action fetch "Fetch a card" in turn:', body]


def test_watching_changes_nothing():
    made = load(LINES)
    blocks = WatchedBlocks(made)
    watched, plain = watched_state(made, blocks, 5, record=True), made.new_state(5)
    assert watched.s == plain.s
    watched.apply(watched.moves()[0])
    plain.apply(plain.moves()[0])
    assert watched.s == plain.s
    before = set(blocks.watch.spans)
    watched.clone().apply(watched.moves()[-1])
    assert blocks.watch.spans == before


def test_a_line_can_be_made_of_any_position():
    played = plan(LINES)
    assert Scribe(played).fields(0, 1, played.game.new_state(1), Watch([]))["end"] == "over"


def test_seeds_of_games_follow_one_another_and_those_of_runs_do_not():
    assert game_seed(1, 5) == game_seed(1, 0) + 5
    starts = {game_seed(seed, 0) >> 32 for seed in range(200)}
    assert len(starts) > 199
    assert all(0 <= game_seed(seed, MOST_GAMES - 1) < 2**63 for seed in (0, 1, 2**63 - 1))
    assert game_seed(1, 0) == 1679843216662251136
