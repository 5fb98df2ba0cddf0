"""Games with bots in a module are the interpreter's games, and tables imagined there are those it imagines."""


import pytest

import rulelang
from rulelang.engine.game import Game
from rulelang.engine.resample import Sampler
from rulelang.ir.draws import Draws
from rulelang.simulate.plan import Plan
from rulelang.simulate.table import Table, play_bots
from rulelang.simulate.watching import Watch
from rulelang.wasm.bots import BotGames, Bots
from rulelang.wasm.instance import ModuleError
from tests.support.games import every_table, game, sampled
from tests.support.project import ROOT
from tests.support.small_games import ENDLESS

pytest.importorskip("wasmtime")
GAMES = ROOT / "games"
SMALL = [("classics/kuhn_poker", "greedy,greedy"), ("classics/crazy_eights", "greedy,random"),
         ("classics/love_letter", "random,greedy"), ("classics/golf_six", "greedy,random")]


def seated(path, players, bots):
    kinds = bots.split(",")
    return game(path, players), tuple(kinds[n % len(kinds)] for n in range(players))


def same_games(played, seats, seeds):
    """Play games both ways; how often the interpreter had to imagine."""
    games, helped, end = BotGames(played, seats), 0, played.program.knowledge
    for seed in seeds:
        state, watch = played.new_state(seed), Watch([])
        play_bots(state, seats, seed, watch)
        found = games.play(seed)
        assert found.state.s[:end] == state.s[:end]
        assert (found.asked, found.options, found.most_options, found.forced) == (
            watch.asked, watch.options, watch.most, watch.forced)
        helped += found.helped
    return helped


@pytest.mark.parametrize(("rules", "bots"), SMALL)
def test_whole_games_are_those_of_the_interpreter(rules, bots):
    assert same_games(*seated(GAMES / f"{rules}.rules", 2, bots), range(2)) == 0


def test_what_all_have_answered_at_once_is_imagined_by_the_interpreter():
    assert same_games(*seated(GAMES / "classics/goofspiel.rules", 2, "greedy,random"), [1]) > 5


@pytest.mark.slow
@every_table
def test_whole_games_are_those_of_the_interpreter_in_every_game(path, players):
    played, seats = seated(path, players, "greedy,random")
    same_games(played, seats, [3] if len(played.program.cards) > 60 else [3, 4, 5])


def imagined_alike(played, seed, about):
    """Compare imagined tables in about so many positions; for each whether a module could imagine."""
    games, inside = BotGames(played, ("random",) * played.players), []
    for state, chance in sampled(played.new_state(seed), seed, about):
        if state.current_player < 1:
            continue
        seat = state.current_player
        seeds = [(chance.getrandbits(31), chance.getrandbits(31)) for _ in range(3)]
        found = games.imagined(state, seat, [Draws(*each) for each in seeds])
        inside.append(found is not None)
        if found is None:
            continue
        sampler = Sampler(state, seat)
        assert found == [sampler.imagine(Draws(*each)).s[:played.program.knowledge] for each in seeds]
        assert sampler.is_plain
    return inside


@pytest.mark.parametrize(("rules", "players"), [("games/classics/euchre", 4), ("tests/specimens/greenhouse", 2)])
def test_tables_imagined_in_a_module_are_those_of_the_interpreter(rules, players):
    imagined_alike(game(ROOT / f"{rules}.rules", players), 0, 4)


@pytest.mark.slow
@every_table
def test_tables_imagined_in_a_module_are_those_of_the_interpreter_in_every_game(path, players):
    imagined_alike(game(path, players), 0, 4)
    imagined_alike(game(path, players), 3, 8)


@pytest.mark.parametrize(("rules", "players"), [("linkage", 4), ("phylo", 5), ("peptide", 3)])
def test_large_games_need_no_help_with_imagining(rules, players):
    inside = imagined_alike(game(GAMES / f"{rules}.rules", players), 0, 6)
    assert len(inside) > 2
    assert all(inside)


@pytest.mark.parametrize("bots", ["greedy,random", "random,greedy"])
def test_lines_are_the_same_with_modules_and_without(bots):
    played, seats = seated(GAMES / "classics/crazy_eights.rules", 2, bots)
    plan = Plan(played, seats, 7)
    fast, slow = Table(plan), Table(plan, modules=False)
    assert fast.slow_because == ""
    assert [fast.line(n) for n in range(2)] == [slow.line(n) for n in range(2)]


LONG_BEHIND = '''game "Long behind"
players 2
vars:
    worth per player: 0..9
win: highest your worth
phase play:
    each player:
        choose n from 1..3
        your worth = n
        if n is 2:
            repeat until your worth is 9:
                your worth = 4
                your worth = 5
'''


def test_moves_that_never_end_are_tried_too_and_end_the_game_where_they_are_chosen():
    played = Game(rulelang.load(LONG_BEHIND, players=2).program, step_limit=300)
    assert same_games(played, ("greedy", "random"), range(3)) == 0


def test_rules_that_never_stop_end_with_the_interpreters_fault():
    played = Game(rulelang.load(ENDLESS, players=2).program, step_limit=300)
    state = played.new_state(1)
    play_bots(state, ("greedy", "greedy"), 1, Watch([]))
    found = BotGames(played, ("greedy", "greedy")).play(1).state
    assert found.fault is not None
    assert state.fault is not None
    assert found.fault.span == state.fault.span


HIDDEN = '''game "Purses"
players 3
tokens coin: 12, seen by owner
vars:
    worth per player: 0..99
win: highest your worth
phase play:
    each player: your coin += 3
    each player:
        choose n from 1..3
        your coin -= n
        your worth += n * n + seat(1)'s coin
'''


def test_where_tokens_are_hidden_the_interpreter_imagines():
    played = rulelang.load(HIDDEN, players=3)
    assert same_games(played, ("greedy", "random", "greedy"), [1]) == 2


STALE = '''game "Stale"
players 2
cards card:
    1 "Fox"
    1 "Owl"
    1 "Hen"
    1 "Cow"
zones:
    deck: stack of card, seen by nobody
    hand per player: set of card, seen by owner
    stall: row of card, seen by all
vars:
    worth per player: 0..9000
    weight per card: 0..9
win: highest your worth
phase play:
    move all card to deck
    shuffle deck
    each player: draw 1 from deck to your hand
    repeat 4 times:
        each player:
            choose card from your hand
            card's weight = 3 + size(deck)
            move card to stall
            move stall to deck
            shuffle deck
            draw 1 from deck to your hand
            your worth += sum(c's weight for c in your hand)
'''


def test_what_is_counted_by_unknown_cards_is_dealt_with_them():
    played = rulelang.load(STALE, players=2)
    assert same_games(played, ("greedy", "random"), range(4)) == 0


def test_where_the_module_gives_up_the_interpreter_plays_that_game_and_the_module_the_next(monkeypatch):
    plan = Plan(game(GAMES / "classics/kuhn_poker.rules", 2), ("greedy", "random"), 7)
    fast, slow, calls = Table(plan), Table(plan, modules=False), []
    call = fast._bots.runner.runner.call

    def gives_up_once(name, *args):
        calls.append(name)
        if calls.count("play_with_bots") == 2 and name == "play_with_bots":
            raise ModuleError("gave up")
        return call(name, *args)
    monkeypatch.setattr(fast._bots.runner.runner, "call", gives_up_once)
    assert [fast.line(n) for n in range(4)] == [slow.line(n) for n in range(4)]
    assert calls.count("begin_with_bots") == 4
    assert calls.count("set_limits") == 1


def test_bots_are_there_for_every_seat():
    played = game(GAMES / "classics/kuhn_poker.rules", 2)
    with pytest.raises(ValueError, match="2 seats need 2 bots, not 1"):
        BotGames(played, ("greedy",))


def test_without_wasmtime_it_is_said_why(monkeypatch):
    def missing(*_args, **_options):
        raise ImportError
    monkeypatch.setattr("rulelang.wasm.bots.Runner", missing)
    bots = Bots(game(GAMES / "classics/kuhn_poker.rules", 2), ("greedy", "greedy"))
    assert bots.runner is None
    assert bots.slow_because == "wasmtime is not installed"
