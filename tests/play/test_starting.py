"""A game from an example's position: the example's steps up to its first expectation, then on by the rules."""

import pytest

from rulelang.compiler import check
from rulelang.diagnostics import RulesError
from rulelang.match.errors import LogError
from rulelang.match.recorder import Recorder
from rulelang.match.transcript import header_of
from rulelang.play.replaying import compile_rules
from rulelang.play.session import Session
from rulelang.play.setup import WrongSetup, seat_agents, seat_names
from rulelang.play.starting import find_example, game_from
from rulelang.resources import bundled_games
from rulelang.source import Source
from tests.support.small_games import BIDS, LINES

EXAMPLES = '''
example "a card goes up" for 2 players:
    given p1's hand = "1", "2"
    given p2's hand = "3", "4"
    given deck = "5", "6"
    when p1 does lay with card = "1", side = up
    expect size(p1's line) is 1
    when p1 does fetch

example "an open start" for 3 players:
    given p1's hand = "1", "2"
    given deck = "5", "6"
    expect size(p1's hand) is 2

example "over at once" for 2 players:
    expect size(p1's hand) is 0
'''
RULES = LINES + EXAMPLES


def started(rules, title, seed=1):
    game = game_from(rules, title)
    header = header_of(game, "0", ("human",) * game.players, seed, None)
    session = Session(game, seat_agents(header.seats), Recorder(header), seat_names(game.players))
    session.run()
    return session


def zone(session, name, owner):
    return next(each for each in session.view(None).zones if each.name == name and each.owner == owner)


def test_the_steps_up_to_the_first_expectation_are_made():
    session = started(RULES, "a card goes up")
    assert [card.name for card in zone(session, "line", 1).cards] == ["1"]
    assert zone(session, "hand", 1).count == 1


def test_the_next_player_goes_on_with_the_same_kind_of_turn():
    session = started(RULES, "a card goes up")
    assert session.to_act == 2
    assert {option.group or option.label for option in session.question().options} == {"Lay a card", "Fetch a card"}
    session.answer(session.question().options[0])
    session.run()
    assert session.to_act == 1


def test_an_example_without_a_step_is_played_on_too():
    session = started(RULES, "an open start")
    assert session.game.players == 3
    assert session.to_act in (1, 2, 3)


def test_the_rules_can_still_end_the_game():
    session = started(RULES, "a card goes up")
    for _ in range(400):
        if session.over:
            break
        session.answer(session.question().options[0])
        session.run()
    assert session.over
    assert session.fault is None


@pytest.mark.parametrize(("title", "found"), [
    ("a card goes up", "a card goes up"), ("A CARD", "a card goes up"), ("start", "an open start"),
])
def test_an_example_is_found_by_a_part_of_its_title(title, found):
    assert find_example(check(RULES).model, title).title.value == found


@pytest.mark.parametrize(("title", "message"), [
    ("nothing like it", 'There are "a card goes up", "an open start"'),
    ("a", "No one example is meant"), ("", "No one example"),
    ("a card goes op", 'Did you mean "a card goes up"?'),
])
def test_other_titles_are_answered_with_those_there_are(title, message):
    with pytest.raises(WrongSetup) as error:
        find_example(check(RULES).model, title)
    assert message in str(error.value)


def test_rules_without_examples_and_rules_with_mistakes():
    with pytest.raises(WrongSetup, match="no examples"):
        game_from(BIDS, "x")
    with pytest.raises(RulesError):
        game_from(RULES.replace("rank", "rnk", 1), "a card goes up")


def test_the_game_is_compiled_again_from_its_own_rules():
    from dataclasses import replace

    game = game_from(RULES, "a card goes up")
    header = replace(header_of(game, "0", ("human", "human"), 1, None), start=game.start)
    again = compile_rules(header, Source("s", ""))
    assert again.new_state(1, explicit=True).s == game.new_state(1, explicit=True).s
    with pytest.raises(LogError, match="cannot begin"):
        compile_rules(replace(header, start="another"), Source("s", ""))


@pytest.mark.parametrize("name", ["linkage", "peptide", "phylo"])
def test_bundled_games_start_from_their_examples(name):
    model = check(bundled_games()[name]).model
    for example in model.examples[::12]:
        assert game_from(bundled_games()[name], example.title.value).start == example.title.value
