"""Peptide: what its examples cannot show, because it takes whole games, many hands, or a look at all the chances."""

import random
from collections import Counter, defaultdict
from functools import cache
from itertools import combinations, pairwise

import pytest

import rulelang
from rulelang.examples.run import run_examples
from tests.games.table import counts, load, look, number, zone

LETTERS = {"Adenine": "A", "Cytosine": "C", "Guanine": "G", "Uracil": "U"}
CODONS = dict(zip(
    ["Alanine", "Arginine", "Asparagine", "Aspartic Acid", "Cysteine", "Glutamic Acid", "Glutamine", "Glycine",
     "Histidine", "Isoleucine", "Leucine", "Lysine", "Methionine", "Phenylalanine", "Proline", "Serine", "Threonine",
     "Tryptophan", "Tyrosine", "Valine"],
    "GCC CGA AAU GAU UGU GAG CAG GGG CAC AUC CUU AAA AUG UUU CCC UCA ACC UGG UAC GUG".split(), strict=True))
TYPES = {
    "organelle": ({"organelle_deck", "organelle_discard", "field", "selected"}, 29),
    "rna": ({"rna_deck", "rna_discard", "rna_field", "drawn_rna", "beneath"}, 36),
    "bonus": ({"bonus_stack", "bonus"}, 3),
}
EVERYTHING = 29 + 21 + 5 + 36 + 3
SPENDING = {"select_twice", "reset_rna", "reset_organelles"}
SELECTING = {"select_card", "select_first"}

# Peptide over once it is set up; every seat gets the number of cards below the STOP codon.
ONLY_SETUP = """variant "Peptide, set up only" of "peptide"
remove limit round
replace payoff: size(amino_deck) - position("STOP Codon")
replace phase play:
    setup
"""


@cache
def peptide(players=2, **params):
    return load("peptide.rules", players, **params)


def holder(view):
    """The seat that holds the First Player card."""
    (seen,) = [seen for seen in view.values if seen.name == "holder"]
    return view.names.index(seen.words) + 1


def any_move(moves, rng):
    return rng.choice(moves)


def thrifty(moves, rng):
    """A random move, but never an ATP action."""
    return rng.choice([move for move in moves if move.ids[0].partition(":")[2] not in SPENDING])


def eager(moves, rng):
    """A random move, but ATP and amino acids come first, and the ATP is kept for them."""
    wanted = [move for move in moves if action(move) == "buy_amino" or (move.ids[-1].endswith(":up") and any(
        part.endswith((":Amino-Acyl Synthetase", ":Mitochondria")) for part in move.ids))]
    return rng.choice(wanted) if wanted else thrifty(moves, rng)


def played(game, seed, policy=any_move, **start):
    """Play one game; before each move give the state and the move about to be made, at last the end and None."""
    state, rng = game.new_state(seed=seed, knowledge=False, **start), random.Random(seed)
    while not state.is_terminal:
        assert state.fault is None
        move = policy(state.moves(), rng)
        yield state, move
        state.apply(move)
    yield state, None


def action(move):
    """The name of the action a move begins with."""
    return move.ids[0].partition(":")[2]


# ---------------------------------------------------------------- setup


def test_two_to_five_players_can_play():
    for players in (2, 3, 4, 5):
        assert peptide(players).players == players
    for players in (1, 6):
        with pytest.raises(rulelang.RulesError):
            load("peptide.rules", players)


@pytest.mark.parametrize(("players", "aminos", "field", "supply"),
                         [(2, 16, 5, 28), (3, 18, 6, 26), (4, 21, 8, 24), (5, 21, 10, 22)])
def test_the_first_selection_begins_with_what_the_setup_says(players, aminos, field, supply):
    view = look(peptide(players).new_state(seed=3))
    found = counts(view)
    assert (found["amino_deck"], found["field"], found["rna_field"], found["bonus_stack"]) == (aminos, field, 2, 3)
    assert number(view, "atp") == supply
    assert [number(view, "atp", seat) for seat in range(1, players + 1)] == [2] * players
    assert not any(card.name for card in zone(view, "amino_deck").cards)
    assert found["box"] == 21 - aminos


def test_none_to_four_cards_lie_below_the_stop_codon_equally_often():
    game = rulelang.load(ONLY_SETUP, players=2)
    found = Counter(game.new_state(seed=seed, knowledge=False).returns()[0] for seed in range(1500))
    assert set(found) == {0, 1, 2, 3, 4}
    assert all(240 <= times <= 360 for times in found.values()), found


def test_everybody_holds_the_first_player_card_at_the_start_equally_often():
    found = Counter(peptide(3).new_state(seed=seed, knowledge=False).current_player for seed in range(300))
    assert all(70 <= found[seat] <= 130 for seat in (1, 2, 3)), found
    assert {peptide(3).new_state(seed=seed, first_player=2).current_player for seed in range(5)} == {2}


# ---------------------------------------------------------------- cards, tokens, hands


@pytest.mark.parametrize("policy", [any_move, thrifty])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_card_and_no_token_is_ever_lost(players, policy):
    for step, (state, _) in enumerate(played(peptide(players, most_rounds=8), 1, policy)):
        if step % 5 and not state.is_terminal:
            continue
        view = look(state)
        found = counts(view)
        assert sum(found.values()) == EVERYTHING
        for names, total in TYPES.values():
            assert sum(found[name] for name in names) <= total
        assert sum(found[name] for name in TYPES["organelle"][0]) == 29
        assert sum(seen.number for seen in view.values if seen.name == "atp") == 32
        assert found["rna_field"] == 2 or found["rna_deck"] + found["rna_discard"] == 0


def test_hands_have_no_limit():
    *_, (state, _) = played(peptide(2), 1, thrifty)
    assert max(zone(look(state), "hand", seat).count for seat in (1, 2)) > 10


def test_discards_are_shuffled_into_a_deck_only_when_it_runs_out():
    refills = Counter()
    for seed in range(2):
        before = None
        for state, _ in played(peptide(4, most_rounds=6), seed):
            found = counts(look(state))
            for deck in ("organelle_deck", "rna_deck"):
                if before and found[deck] > before[deck]:
                    refills[deck] += 1
                    # At most a whole field is drawn between two moves.
                    assert before[deck] <= (8 if deck == "organelle_deck" else 2)
            before = found
    assert refills["organelle_deck"] > 0
    assert refills["rna_deck"] > 0


# ---------------------------------------------------------------- the course of a round


def rounds_of(game, seed, policy):
    """Each round of a game: a list of (pass, seat, action, holder before the move), resolutions as pass 0."""
    rounds, before = [], 0
    for state, move in played(game, seed, policy):
        if move is None:
            break
        view = look(state)
        now = number(view, "pass_number")
        if now == 1 and before != 1:
            rounds.append([])
        before = now
        rounds[-1].append((now, state.current_player, action(move), holder(view)))
    return rounds


def clockwise(seat, players):
    return [(seat - 1 + step) % players + 1 for step in range(players)]


def runs(seats):
    """Seats without repetitions in a row."""
    return [seat for place, seat in enumerate(seats) if place == 0 or seats[place - 1] != seat]


@pytest.mark.parametrize("policy", [any_move, thrifty])
@pytest.mark.parametrize("players", [2, 4])
def test_the_draft_goes_round_from_the_holder_and_once_more_from_whoever_holds_the_card_then(players, policy):
    taken = Counter()
    for seed in range(2):
        for moves in rounds_of(peptide(players, most_rounds=8), seed, policy):
            passes = defaultdict(list)
            for now, seat, what, held_by in moves:
                passes[now].append((seat, what, held_by))
            first, second = passes[1], passes[2]
            both = {seat for seat, what, _ in first if what == "select_twice"}
            assert runs([seat for seat, _, _ in first]) == clockwise(first[0][2], players)
            for seat in range(1, players + 1):
                one = sum(who == seat and what in SELECTING for who, what, _ in first)
                two = sum(who == seat and what in SELECTING for who, what, _ in second)
                assert (one, two) == ((2, 0) if seat in both else (1, 1))
            if second:
                expected = [seat for seat in clockwise(second[0][2], players) if seat not in both]
                assert runs([seat for seat, _, _ in second]) == expected
            if passes[0]:
                order = clockwise(passes[0][0][2], players)
                resolving = runs([seat for seat, _, _ in passes[0]])
                assert resolving == [seat for seat in order if seat in resolving]
            firsts = [(now, seat) for now, seat, what, _ in moves if what == "select_first"]
            assert len(firsts) <= 1
            taken.update(now for now, _ in firsts)
    assert taken[1] > 0
    assert taken[2] > 0


def test_the_first_player_card_stays_with_its_holder_from_round_to_round():
    for seed in range(2):
        rounds = rounds_of(peptide(3, most_rounds=8), seed, any_move)
        for earlier, later in pairwise(rounds):
            takers = [seat for _, seat, what, _ in earlier if what == "select_first"]
            assert later[0][3] == (takers[0] if takers else earlier[0][3])


@pytest.mark.parametrize("last_rounds", [1, 2])
def test_the_round_of_the_stop_codon_is_finished_and_a_full_round_follows(last_rounds):
    for seed in range(2):
        selected, stopped, bought = 0, None, False
        for state, move in played(peptide(2, last_rounds=last_rounds), seed, eager):
            if bought and stopped is None and counts(look(state))["center"]:
                stopped = selected
            bought = bought or (move is not None and action(move) == "buy_amino")
            selected += move is not None and action(move) in SELECTING
        assert not state.adjudicated
        # Everybody selects twice a round, and the STOP codon is found in the second phase.
        assert stopped % 4 == 0
        assert selected == stopped + 4 * last_rounds
        assert counts(look(state))["selected"] == 0


# ---------------------------------------------------------------- scoring


def most_matches(aminos, bases):
    """The most amino acids that can be matched at the same time, found by trying all sets of them."""
    have = Counter(bases)
    for size in range(len(aminos), 0, -1):
        for chosen in combinations(aminos, size):
            if Counter("".join(CODONS[name] for name in chosen)) <= have:
                return size
    return 0


def matches_one_by_one(aminos, bases):
    """How many are matched by who takes them as they come."""
    have, found = Counter(bases), 0
    for name in aminos:
        need = Counter(CODONS[name])
        if need <= have:
            have -= need
            found += 1
    return found


def hands(rng):
    """Hands with enough letters to match about half of their amino acids, and what they are worth."""
    while True:
        aminos = sorted(rng.sample(sorted(CODONS), rng.randint(1, 5)))
        letters = "".join(CODONS[name] for name in aminos)
        bases = rng.sample(letters, rng.randint(0, len(letters)))
        bases += rng.choices("ACGU", k=rng.randint(0, 2))
        if max(Counter(bases).values(), default=0) <= 9:
            yield aminos, bases, 2 * most_matches(aminos, bases) - len(aminos)


def test_the_best_matching_of_a_hand_counts():
    rng, text, beaten = random.Random(5), 'variant "Hands" of "peptide"\n', 0
    names = {letter: name for name, letter in LETTERS.items()}
    for number_, (aminos, bases, worth) in zip(range(60), hands(rng), strict=False):
        cards = [f'"{name}"' for name in aminos]
        cards += [f'{times} "{names[letter]}"' for letter, times in sorted(Counter(bases).items())]
        text += f'\nexample "hand {number_}" for 2 players:\n    given p1\'s hand = {", ".join(cards)}\n'
        text += f"    expect p1's total is {worth}\n"
        beaten += 2 * matches_one_by_one(aminos, bases) - len(aminos) < worth
    assert beaten > 3, "hands for which taking cards as they come is not enough"
    results = run_examples(text)
    assert len(results) == 60
    assert [result.title for result in results if not result.passed] == []


def test_the_most_points_win_and_a_tie_is_shared():
    ties = 0
    for seed in range(12):
        *_, (state, _) = played(peptide(2, most_rounds=3), seed)
        points = [sum(line.now for line in state.scores() if line.seat == seat) for seat in (1, 2)]
        assert list(state.returns()) == [int(mine == max(points)) for mine in points]
        ties += points[0] == points[1]
    assert ties > 0


# ---------------------------------------------------------------- games that do not end by themselves


@pytest.mark.parametrize("rounds", [3, 7])
def test_a_game_is_stopped_and_scored_after_the_rounds_agreed_on(rounds):
    assert len(rounds_of(peptide(3, most_rounds=rounds), 1, any_move)) == rounds
    *_, (state, _) = played(peptide(3, most_rounds=rounds), 1)
    assert state.adjudicated == 1
    assert sum(state.returns()) >= 1


def synthetases(game, seed, policy):
    """How many face-up Synthetases a game has, how many of their players hold the 2 ATP they cost, and its end."""
    used = affordable = 0
    for state, move in played(game, seed, policy):
        if move and move.ids[0].startswith("Amino-Acyl Synthetase"):
            used += 1
            affordable += number(look(state), "atp", state.current_player) >= 2
    return used, affordable, state


def test_random_play_does_not_end_because_it_spends_its_atp_elsewhere():
    used, affordable, state = synthetases(peptide(2), 1, any_move)
    assert state.adjudicated == 1
    assert used > 10
    assert affordable / used < 0.2
    assert counts(look(state))["center"] == 0


def test_the_same_random_play_ends_when_it_declines_the_atp_actions():
    used, affordable, state = synthetases(peptide(4), 1, thrifty)
    assert state.adjudicated == 0
    assert affordable / used > 0.5
    assert counts(look(state))["center"] == 1


# ---------------------------------------------------------------- the variant


def test_the_stop_codon_ends_the_variant_at_once():
    game = load("variants/peptide_stop_at_once.rules", 2)
    for seed in range(2):
        *_, (_, before), (_, last), (state, _) = played(game, seed, eager)
        # The card kept is named after the STOP codon is shown; nothing else happens.
        assert "buy_amino" in action(before) or "buy_amino" in last.ids[0]
        assert not state.adjudicated
        assert counts(look(state))["center"] == 1
