"""Linkage: what its examples cannot show, because it takes many games or a look at all the chances."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

import rulelang
from tests.games.table import counts, load, look, number, pick, random_choices, settle, value, zone

DNA = {"promoter", "template", "drawn", "dna_deck", "removed", "peek"}
RNA = {"rna_deck", "rna_discard", "hand", "strand"}
PRIMARY = {"add", "repair", "mutate_strand", "mutate_dna"}
LETTERS = dict.fromkeys(PRIMARY, "P") | {"trade": "T", "extra": "X"}
PAIRS = {("G", "C"), ("C", "G"), ("A", "U"), ("T", "A")}

# Linkage without turns: a round only turns over DNA cards, so a whole game is over at once.
WITHOUT_TURNS = """variant "Linkage without turns" of "linkage"
change rounds to 1
replace phase turn:
    let nothing = 0
"""


@cache
def linkage(players=2, **params):
    return load("linkage.rules", players, **params)


# ---------------------------------------------------------------- setup


def test_two_to_four_players_can_play():
    for players in (2, 3, 4):
        assert load("linkage.rules", players).players == players
    for players in (1, 5):
        with pytest.raises(rulelang.RulesError):
            load("linkage.rules", players)


def test_the_terminator_is_equally_often_in_each_of_five_places():
    game = rulelang.load(WITHOUT_TURNS, players=2)
    found = Counter()
    for seed in range(2000):
        state = game.new_state(seed=seed, knowledge=False)
        assert state.is_terminal
        found[counts(look(state))["template"] + 1] += 1
    assert set(found) == {4, 5, 6, 7, 8}
    assert all(330 <= times <= 470 for times in found.values()), found


def test_everybody_starts_the_first_round_equally_often():
    games = (linkage(3).new_state(seed=seed, knowledge=False) for seed in range(600))
    found = Counter(state.current_player for state in games)
    assert set(found) == {1, 2, 3}
    assert all(150 <= times <= 250 for times in found.values()), found


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_the_starter_can_be_named(seat):
    assert {linkage(3).new_state(seed=seed, first_player=seat).current_player for seed in range(10)} == {seat}


def rna_copies(game):
    """Printed name -> copies, read from the chances of the first RNA card dealt."""
    state, rng = game.new_state(explicit=True, first_player=1), random.Random(1)
    while not any(value(outcome) == "Uracil" for outcome in state.chance_outcomes()):
        state.apply(rng.choice(state.chance_outcomes()).id)
    return {value(outcome): outcome.probability * 46 for outcome in state.chance_outcomes()}


@pytest.mark.parametrize(("icons", "plain", "chaperones", "mutations"), [({}, 5, 3, 3),
                         ({"chaperones": 2, "mutations": 2}, 7, 2, 2), ({"mutations": 0}, 8, 3, 0)])
def test_each_nucleotide_has_eleven_cards_however_many_carry_icons(icons, plain, chaperones, mutations):
    copies = rna_copies(linkage(2, **icons))
    expected = {"DNA Mutation": 2}
    for base in ("Guanine", "Cytosine", "Adenine", "Uracil"):
        expected |= {base: plain, f"{base} Chaperone": chaperones, f"{base} Mutation": mutations}
    assert copies == {name: number for name, number in expected.items() if number}


def test_hands_are_dealt_in_the_size_agreed_on():
    for size in (1, 4, 7):
        view = look(linkage(4, hand_size=size).new_state(seed=1))
        assert [zone(view, "hand", seat).count for seat in (1, 2, 3, 4)] == [size] * 4


# ---------------------------------------------------------------- course of play


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_card_is_ever_lost(players):
    for seed in range(3):
        for state, _ in random_choices(linkage(players), seed):
            found = counts(look(state))
            assert sum(found[name] for name in DNA) == 10
            assert sum(found[name] for name in RNA) == 46
            assert found["promoter"] == 1


def rounds_of(game, seed):
    """The number of rounds of a random game: each begins with one template card and ends with at least two."""
    rounds, before = 0, 9
    for state, _ in random_choices(game, seed, knowledge=False):
        size = counts(look(state))["template"]
        assert 1 <= size <= 8
        rounds += size < before
        before = size
    return rounds


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_a_game_has_the_rounds_agreed_on(rounds):
    assert [rounds_of(linkage(2, rounds=rounds), seed) for seed in range(3)] == [rounds] * 3


def turns_of(game, seed):
    """Each turn of a random game: its actions as letters, and the size of the hand it began with."""
    now, actions, hand = None, "", 0
    for state, choice in random_choices(game, seed, knowledge=False):
        view = look(state)
        turn = (state.current_player, counts(view)["template"])
        if now is None or turn[0] != now[0] or turn[1] < now[1] or choice is None:
            if now is not None:
                yield actions, hand
            actions, hand = "", counts(view)["hand"] if choice is None else zone(view, "hand", turn[0]).count
        now = turn
        actions += LETTERS.get(value(choice), "") if choice else ""


@pytest.mark.parametrize("players", [2, 3])
def test_a_turn_is_one_primary_action_with_at_most_one_secondary(players):
    found = Counter(turn for seed in range(12) for turn in turns_of(linkage(players), seed))
    sequences = {actions for actions, _ in found}
    assert sequences - {""} == {"P", "TP", "PT", "PXP"}
    assert {hand for actions, hand in found if not actions} <= {0}


def test_discards_are_shuffled_into_the_deck_only_when_it_runs_out():
    refills = 0
    game = linkage(4, hand_size=7, rounds=1)
    for seed in range(12):
        before = None
        for state, _ in random_choices(game, seed, knowledge=False):
            found = counts(look(state))
            if before and found["rna_discard"] < before["rna_discard"]:
                refills += 1
                # At most two cards are drawn between two choices: a mutated rival's, and the one that ends a turn.
                assert before["rna_deck"] <= 1
            before = found
    assert refills > 0


# ---------------------------------------------------------------- trading


def hand(state, seat, owner):
    """The printed names in a hand, sorted, as a seat sees them (None for backs)."""
    return sorted((card.name for card in zone(look(state, seat), "hand", owner).cards), key=str)


def trade_until_chance(seed, amount):
    """A state in which seat 1 has chosen so many gifts and chance must say what comes back; and the gifts."""
    state, gifts = settle(linkage(2).new_state(explicit=True, first_player=1), random.Random(seed)), []
    pick(state, "trade")
    while not state.is_chance:
        choices = [choice for choice in state.choices() if value(choice) != "done"]
        if state.choices()[0].id.startswith("trade.partner:"):
            state.apply(choices[0].id)
        elif len(gifts) < amount:
            gifts.append(value(choices[0]))
            state.apply(choices[0].id)
        else:
            pick(state, "done")
    return state, gifts


def chances_of_hands(state):
    """Every hand seat 1 may hold after chance has decided, with its probability."""
    if not state.is_chance:
        return Counter({tuple(hand(state, 1, 1)): Fraction(1)})
    found = Counter()
    for outcome in state.chance_outcomes():
        after = state.clone()
        after.apply(outcome.id)
        for cards, chance in chances_of_hands(after).items():
            found[cards] += outcome.probability * chance
    return found


@pytest.mark.parametrize("amount", [1, 2])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_card_the_partner_held_comes_back_equally_likely(amount, seed):
    state, gifts = trade_until_chance(seed, amount)
    kept, held = Counter(hand(state, 1, 1)) - Counter(gifts), hand(state, 2, 2)
    taken = list(combinations(held, amount))
    expected = Counter()
    for cards in taken:
        expected[tuple(sorted((kept + Counter(cards)).elements()))] += Fraction(1, len(taken))
    assert chances_of_hands(state) == expected


# ---------------------------------------------------------------- scoring


def best_sequences(length):
    """The best points for a run: threes are worth 2, fours 3."""
    return max(2 * threes + 3 * fours for threes in range(length // 3 + 1) for fours in range(length // 4 + 1)
               if 3 * threes + 4 * fours <= length)


def points_by_hand(template, strand, beyond):
    """The points of a strand as a person would count them."""
    bases = [dict(card.attributes).get("base") for card in template.cards]
    points, run = 0, 0
    for place, card in enumerate(strand.cards):
        opposite = bases[place] if place < len(bases) else None
        correct = not card.face_down and (opposite, dict(card.attributes).get("base")) in PAIRS
        good = correct or (card.face_down and (beyond or opposite is not None))
        points += 2 if correct else 0
        if not good:
            points, run = points + best_sequences(run), 0
        else:
            run += 1
    return points + best_sequences(run)


@pytest.mark.parametrize("beyond", [True, False])
def test_every_strand_scores_what_a_person_would_count(beyond):
    game, seen = linkage(3, rounds=2, wild_beyond_template=beyond), set()
    for seed in range(9):
        for step, (state, _) in enumerate(random_choices(game, seed)):
            if step % 3:
                continue
            view = look(state)
            for seat in (1, 2, 3):
                counted = points_by_hand(zone(view, "template"), zone(view, "strand", seat), beyond)
                assert counted == sum(line.now for line in view.scores if line.seat == seat)
                seen.add(counted)
    assert len(seen) >= 5


def test_the_most_points_win_and_a_tie_is_shared():
    ties = 0
    for seed in range(40):
        *_, (state, _) = random_choices(linkage(2, rounds=1), seed, knowledge=False)
        points = [number(look(state), "points", seat) for seat in (1, 2)]
        assert list(state.returns()) == [int(mine == max(points)) for mine in points]
        ties += points[0] == points[1]
    assert 0 < ties < 40


# ---------------------------------------------------------------- the variant


def test_six_rounds_have_no_trade_and_offer_to_splice():
    game, offered = load("variants/linkage_six_rounds.rules"), Counter()
    for seed in range(3):
        assert rounds_of(game, seed) == 6
        for state, choice in random_choices(game, seed, knowledge=False):
            if choice:
                offered.update(value(choice) for choice in state.choices())
    assert offered["splice"] > 0
    assert offered["extra"] > 0
    assert offered["trade"] == 0
