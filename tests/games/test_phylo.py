"""Phylo: what its examples cannot show, because it takes whole games, another deck, or a look at every turn."""

import random
from collections import Counter
from functools import cache

import pytest

import rulelang
from rulelang.examples.run import run_examples
from tests.games.table import counts, load, look, value, zone

PROJECTS = {"project_pile", "active", "completed"}
RESOURCES = {"resource_pile", "burn_pile", "staff", "beside", "look", "in_play"}
WORK = {"start_project", "add_resource", "complete", "collaborate", "use_modifier", "mend", "done"}
CONSENT = {"Agree to the collaboration", "Refuse"}

# Other projects: one that needs a resource twice, and a pair that has one need in common.
OTHER_PROJECTS = """variant "Other projects" of "phylo"
change cards project:
    1 "Cell Cycle Control": needs [yeast, yeast, genetic_screen]
    1 "Telomere Maintenance": needs [yeast, genetic_screen, genetic_screen]
    1 "Gene Silencing": needs [genetic_screen, microscopy]

example "fly, screen and sequencing with screen and microscopy: four resources" for 2 players:
    given p1's active = "Circadian Clock"
    given p2's active = "Gene Silencing"
    given "Circadian Clock"'s mate = "Gene Silencing"
    expect size(missing("Circadian Clock")) is 4 and size(missing("Gene Silencing")) is 4

example "of each resource as many as the project that needs more of it" for 2 players:
    given p1's active = "Cell Cycle Control"
    given p2's active = "Telomere Maintenance"
    expect size(missing("Cell Cycle Control")) is 3 and value("Cell Cycle Control") is 3
    given "Cell Cycle Control"'s mate = "Telomere Maintenance"
    expect size(missing("Cell Cycle Control")) is 4
    given "Telomere Maintenance"'s beside = "Yeast", "Genetic Screen"
    given p1's hand = "Yeast", "Genetic Screen"
    when p1 does add_resource with r = "Yeast"
    expect not p1 can add_resource with r = "Yeast"
    expect not p1 can complete
    when p1 does add_resource with r = "Genetic Screen"
    when p1 does complete
    expect p1's total is 3 and p2's total is 3
"""


@cache
def phylo(players=2, **params):
    return load("phylo.rules", players, **params)


def word(view, name):
    """The value of a variable in words."""
    (found,) = [seen.words for seen in view.values if (seen.name, seen.owner) == (name, 0)]
    return found


def turn_of(view):
    return view.names.index(word(view, "current")) + 1


def pairs(view):
    """The pairs of projects that are in a collaboration."""
    return {frozenset((*seen.keys, seen.words)) for seen in view.values if seen.name == "mate" and seen.words != "none"}


def owners(view):
    """Project in progress -> the seat it belongs to."""
    return {card.name: one.owner for one in view.zones if one.name == "active" for card in one.cards}


def asks(choice, name):
    """Whether a choice answers this question of the rules."""
    return choice is not None and choice.id.partition(":")[0].endswith(name)


def any_choice(choices, rng):
    return rng.choice(choices)


def resources_first(choices, rng):
    """A random choice, but cards are drawn from the resource pile while it is offered."""
    return next((choice for choice in choices if value(choice) == "resource_pile"), None) or rng.choice(choices)


def decisions(game, seed, policy=any_choice, **start):
    """Each choice of a random game, one answer at a time, with the position it was made in; at last the end, None."""
    state, rng = game.new_state(seed=seed, knowledge=False, **start), random.Random(seed)
    while not state.is_terminal:
        assert state.fault is None
        choice = policy(state.choices(), rng)
        yield state, choice
        state.apply(choice.id)
    yield state, None


# ---------------------------------------------------------------- setup


def test_two_to_five_players_can_play():
    for players in (2, 3, 4, 5):
        assert phylo(players).players == players
    for players in (1, 6):
        with pytest.raises(rulelang.RulesError):
            load("phylo.rules", players)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_is_dealt_two_resources_and_a_project(players):
    found = counts(look(phylo(players).new_state(seed=2)))
    assert (found["resource_pile"], found["project_pile"]) == (58 - 2 * players, 16 - players)
    assert found["hand"] == 3 * players


def test_everybody_begins_equally_often_and_may_be_named():
    found = Counter(phylo(3).new_state(seed=seed, knowledge=False).current_player for seed in range(300))
    assert all(70 <= found[seat] <= 130 for seat in (1, 2, 3)), found
    assert {phylo(3).new_state(seed=seed, first_player=2).current_player for seed in range(5)} == {2}


# ---------------------------------------------------------------- the cards


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_card_is_ever_lost(players):
    for step, (state, _) in enumerate(decisions(phylo(players), 1)):
        if step % 4 and not state.is_terminal:
            continue
        found = counts(look(state))
        assert sum(found.values()) == 74
        assert sum(found[name] for name in PROJECTS) <= 16
        assert sum(found[name] for name in RESOURCES) <= 58


def test_the_burn_pile_becomes_the_resource_pile_only_when_that_has_run_out():
    refills = 0
    for seed in range(2):
        before = None
        for state, _ in decisions(phylo(2, most_turns=60), seed, resources_first):
            found = counts(look(state))
            if before and found["resource_pile"] > before["resource_pile"] and found["look"] >= before["look"]:
                refills += 1
                # Two are drawn at the start of a turn or for a grant, four are looked at for a search.
                assert before["resource_pile"] < 4
                assert found["burn_pile"] <= 1
            assert before is None or found["project_pile"] <= before["project_pile"]
            before = found
    assert refills > 0


# ---------------------------------------------------------------- turns


@pytest.mark.parametrize("players", [2, 4])
def test_both_piles_are_named_before_a_card_is_drawn(players):
    asked = 0
    for seed in range(2):
        before = None
        for state, choice in decisions(phylo(players), seed):
            if asks(choice, "second_pile"):
                asked += 1
                assert counts(look(state)) == before
            before = counts(look(state)) if asks(choice, "first_pile") else None
    assert asked > 20


@pytest.mark.parametrize("players", [2, 3, 5])
def test_after_each_turn_nobody_holds_more_resources_than_projects_in_progress(players):
    ended = 0
    for seed in range(2):
        last = None
        for state, choice in decisions(phylo(players), seed):
            # The first decision of a turn: the player before has just discarded.
            if asks(choice, "first_pile"):
                if last is not None:
                    ended += 1
                    view = look(state, last)
                    held = [card.type for card in zone(view, "hand", last).cards]
                    limit = zone(view, "active", last).count + zone(view, "staff", last).count
                    assert held.count("resource") <= limit
                last = state.current_player
    assert ended > 20


def test_mandatory_projects_are_never_held_through_a_turn():
    game, mandatory = phylo(3), {"Teach a Genetics Course", "Annual Progress Report", "Lab Safety Training"}
    drawn = 0
    for seed in range(2):
        for state, choice in decisions(game, seed):
            if choice and choice.id.startswith("turn:"):
                view = look(state, state.current_player)
                held = {card.name for card in zone(view, "hand", view.seat).cards}
                assert not held & mandatory
                drawn += any(name in mandatory for name in owners(view))
    assert drawn > 0


def test_work_offers_nothing_but_the_actions_of_the_rules_and_never_to_take_a_card_back():
    offered = Counter()
    for seed in range(3):
        for state, choice in decisions(phylo(3), seed):
            if choice and choice.id.startswith("turn:"):
                offered.update(value(option) for option in state.choices())
    assert set(offered) == WORK


# ---------------------------------------------------------------- collaborating


@pytest.mark.parametrize("players", [2, 4])
def test_a_collaboration_needs_the_yes_of_the_partner_who_is_asked_at_once(players):
    agreed = refused = 0
    for seed in range(3):
        said_no, turn, friend = set(), None, None
        for state, choice in decisions(phylo(players), seed):
            view = look(state)
            if choice is None:
                break
            if turn_of(view) != turn:
                turn, said_no = turn_of(view), set()
            if ".friend:" in choice.id:
                friend = view.names.index(choice.label) + 1 if choice.label in view.names else int(value(choice))
                assert friend not in said_no
                assert friend != turn
            if {option.label for option in state.choices()} <= CONSENT:
                assert state.current_player == friend
                assert {option.label for option in state.choices()} == CONSENT
                after = state.clone()
                after.apply(choice.id)
                new = pairs(look(after)) - pairs(view)
                if choice.label == "Refuse":
                    refused += 1
                    said_no.add(friend)
                    assert not new
                else:
                    agreed += 1
                    ((one, other),) = new
                    assert {owners(view)[one], owners(view)[other]} == {turn, friend}
    assert agreed > 1
    assert refused > 1


@pytest.mark.parametrize("players", [2, 4])
def test_two_players_share_one_collaboration_and_a_project_is_in_one(players):
    most = 0
    for seed in range(3):
        for state, choice in decisions(phylo(players), seed):
            if asks(choice, "first_pile"):
                view = look(state)
                joined = pairs(view)
                seats = [frozenset(owners(view)[name] for name in pair) for pair in joined]
                assert len(seats) == len(set(seats))
                assert all(len(pair) == 2 for pair in seats)
                assert len(set().union(*joined)) == 2 * len(joined)
                most = max(most, len(joined))
    assert most >= (1 if players == 2 else 2)


def test_requirements_are_pooled_by_maximum_also_of_resources_needed_twice():
    results = run_examples(OTHER_PROJECTS)
    assert len(results) == 2
    assert [result.title for result in results if not result.passed] == []


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize(("players", "last_turns"), [(2, 1), (3, 1), (2, 2)])
def test_after_the_end_is_triggered_everybody_has_one_more_turn(players, last_turns):
    for seed in range(2):
        turns, trigger = [], None
        for state, choice in decisions(phylo(players, last_turns=last_turns), seed):
            view = look(state)
            if trigger is None and word(view, "ending") == "yes":
                trigger = (turn_of(view), len(turns))
            if asks(choice, "first_pile"):
                turns.append(state.current_player)
        assert not state.adjudicated
        seat, begun = trigger
        expected = [(seat + step) % players + 1 for step in range(players * last_turns)]
        assert turns[begun:] == expected
        assert turns[begun - 1] == seat


def points(state, seat):
    return sum(line.now for line in state.scores() if line.seat == seat)


def test_the_most_points_win_and_a_tie_is_shared():
    ties = 0
    for seed in range(25):
        *_, (state, _) = decisions(phylo(2, most_turns=10), seed)
        found = [points(state, seat) for seat in (1, 2)]
        assert list(state.returns()) == [int(mine == max(found)) for mine in found]
        ties += found[0] == found[1]
    assert 0 < ties < 25


def test_a_game_is_stopped_and_scored_after_the_turns_agreed_on():
    made = list(decisions(phylo(3, most_turns=10), 1))
    state, _ = made[-1]
    assert sum(asks(choice, "first_pile") for _, choice in made) == 10
    assert state.adjudicated == 1
    assert max(points(state, seat) for seat in (1, 2, 3)) == points(state, state.returns().index(1) + 1)


# ---------------------------------------------------------------- the variants


def test_one_laboratory_pays_everybody_the_sum_of_all_points():
    game = load("variants/phylo_cooperative.rules", 3)
    for seed in range(3):
        *_, (state, _) = decisions(game, seed)
        assert list(state.returns()) == [sum(points(state, seat) for seat in (1, 2, 3))] * 3


def test_discards_come_back_only_when_both_piles_are_empty():
    game, back = load("variants/phylo_discard_reshuffle.rules", 2, most_turns=60), 0
    for seed in range(2):
        before = None
        for state, _ in decisions(game, seed, resources_first):
            found = counts(look(state))
            if before and found["discard_pile"] < before["discard_pile"] - 2:
                back += 1
                assert before["resource_pile"] + before["burn_pile"] == 0
                assert found["discard_pile"] >= 1
            before = found
    assert back > 0
