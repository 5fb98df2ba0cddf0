"""Answers of examples: melds are picked by pattern and cards, and a name may be the answer where names are chosen."""

import pytest

MELDS = '''game "Melds"
players 2
enum suit: clubs, hearts, spades
cards card:
    suit: suit
    rank: 1..9
    1 each rank, suit
zones:
    hand per player: set of card, seen by owner
    laid per player: set of card, seen by all
meld same_rank: 3 card c, same rank
meld row: 3 card c, same suit, consecutive rank
win: highest size(your laid)
phase play:
    move all card to seat(1)'s hand
    each player: do 1 turn
action lay "Lay" in turn:
    choose m from melds(your hand, same_rank, row)
    do: move m.c to your laid
action pass "Pass" in turn
example "a meld" for 2 players:
    given p1's hand = "5 clubs", "6 clubs", "7 clubs", "8 clubs", "5 hearts", "5 spades"
    when p1 does lay with ANSWER
    expect size(p1's laid) is 3 and p1's laid has "CARD"
'''
NAMES = '''game "Names"
players 2
cards card:
    rank: 1..9
    3 "Ant": rank 1
    2 "Bee": rank 2
    1 "Cat": rank 3
zones:
    hand per player: set of card, seen by owner
vars:
    right: flag
win: highest 1 if right else 0
phase play:
    move all card to seat(2)'s hand
    as seat(1): do 1 turn
action guess "Guess" in turn:
    choose name from names(card) where name is not "Ant"
    do: right = any(c is name for c in left(you)'s hand)
example "a guess" for 2 players:
    given p2's hand = "Cat"
    when p1 does guess with name = "NAME"
    expect RESULT
'''


@pytest.mark.parametrize(("answer", "card"), [
    ('"same rank"', "5 hearts"),
    ('"row", m = ["6 clubs", "7 clubs", "8 clubs"]', "8 clubs"),
    ('"row", m = ["7 clubs", "6 clubs", "5 clubs"]', "5 clubs"),
])
def test_a_meld_is_answered_by_its_pattern_and_its_cards(command, tmp_path, answer, card):
    (tmp_path / "melds.rules").write_text(MELDS.replace("ANSWER", answer).replace("CARD", card), encoding="utf-8")
    done = command("test", "melds.rules")
    assert done.code == 0, done.out


def test_a_pattern_that_is_not_there_is_no_answer(command, tmp_path):
    (tmp_path / "melds.rules").write_text(MELDS.replace("ANSWER", '"no rank"'), encoding="utf-8")
    assert "RL337" in command("test", "melds.rules").out


@pytest.mark.parametrize(("name", "result"), [("Cat", "right"), ("Bee", "not right")])
def test_a_name_is_answered_by_itself(command, tmp_path, name, result):
    (tmp_path / "names.rules").write_text(NAMES.replace("NAME", name).replace("RESULT", result), encoding="utf-8")
    done = command("test", "names.rules")
    assert done.code == 0, done.out


LEAD = '''game "Lead"
players 2..3
cards card:
    rank: 1..9
    1 each rank
zones:
    hand per player: set of card, seen by owner
    won per player: set of card, seen by all
win: highest size(your won)
phase play:
    move all card to seat(1)'s hand
    lead
phase lead:
    first_player chooses 0..2 taken from first_player's hand
    move taken to first_player's won
action claim "Claim":
    choose 0..1 part from your hand
    do: move part to your won
phase claims:
    do any claim
example "a lead" for 2 players:
    given p2's hand = "3", "4"
    STEPS
'''


@pytest.fixture
def lead(command, tmp_path):
    """Runs the game above with these steps in its example."""
    def run(*steps):
        (tmp_path / "lead.rules").write_text(LEAD.replace("STEPS", "\n    ".join(steps)), encoding="utf-8")
        return command("test", "lead.rules")
    return run


def test_the_first_player_can_be_given(lead):
    done = lead("given first_player = p2", "expect first_player is p2 and first_player is not p1")
    assert done.code == 0, done.out


@pytest.mark.parametrize(("player", "code"), [("p3", "RL303"), ("none", "RL324"), ("2", "RL305")])
def test_the_first_player_is_somebody_who_plays(lead, player, code):
    assert code in lead(f"given first_player = {player}", "expect first_player is p2").out


def test_a_variable_that_was_set_from_it_is_named_where_an_example_fails(command, tmp_path):
    text = LEAD.replace("zones:\n", "vars:\n    starter: player = first_player\nzones:\n")
    hint = "`starter` was set from `first_player` before the example began: write `given starter = ...` too."
    steps = ("given first_player = p2", "expect starter is p2")
    for given, code in (steps, 1), ((steps[0], "given starter = p2", steps[1]), 0):
        (tmp_path / "lead.rules").write_text(text.replace("STEPS", "\n    ".join(given)), encoding="utf-8")
        done = command("test", "lead.rules")
        assert (done.code, hint in done.out) == (code, code == 1), done.out


def test_other_constants_cannot_be_given(lead):
    said = lead("given player_count = 3", "expect player_count is 3").out
    assert "RL335" in said
    assert "`first_player`" in said


def test_done_ends_a_pick_of_several(lead):
    done = lead("given first_player = p2", "when lead:", '    p2 picks "Done"', "expect size(p2's won) is 0")
    assert done.code == 0, done.out


def test_an_answer_by_name_ends_its_pick_itself(lead):
    steps = ("given first_player = p2", "when lead:", '    p2 picks taken = "3"')
    assert lead(*steps, "expect size(p2's won) is 1").code == 0
    assert "ends its pick" in lead(*steps[:2], steps[2] + ', "Done"', "expect size(p2's won) is 1").out


def test_done_behind_a_named_answer_ends_the_menu(lead):
    done = lead("when claims as p2:", '    p2 does claim with part = "3", "Done"', "expect size(p2's won) is 1")
    assert done.code == 0, done.out


def test_done_is_an_answer_of_a_completion(lead):
    assert lead('expect p2 can claim with "Done"').code == 0
    assert lead('expect p1 can claim with "Done"').code == 0


def test_a_zone_of_no_card_cannot_be_given(command, tmp_path):
    text = LEAD.replace("hand per player", "under per card: set of card, seen by all\n    hand per player", 1)
    steps = text.replace("STEPS", 'given first(p1\'s hand)\'s under = "3"\n    expect size(p1\'s hand) is 0')
    (tmp_path / "lead.rules").write_text(steps, encoding="utf-8")
    said = command("test", "lead.rules").out
    assert "RL606" in said
    assert "There is no `first(p1's hand)'s under` here" in said


def test_a_card_of_larger_tables_only_cannot_be_given(command, tmp_path):
    text = """game "Many"
players 2..4
enum rank: low, middle, high
cards card:
    rank: rank
    1 each rank where number(rank) < player_count
zones:
    hand per player: set of card, seen by owner
win: highest size(your hand)
phase play: move all card to seat(1)'s hand
example "a card of three and more" for 2 players:
    given p1's hand = "middle"
    expect size(p1's hand) is 1
"""
    (tmp_path / "many.rules").write_text(text, encoding="utf-8")
    said = command("test", "many.rules").out
    assert "RL606" in said
    assert "none of this game for so many players" in said


FORCED = '''game "Forced"
players 3
cards card:
    3 "Ant"
    3 "Bee"
zones:
    hand per player: set of card, seen by owner
    laid per player: set of card, seen by all
win: highest size(your laid)
phase play:
    move all card to seat(1)'s hand
    round
phase round:
    each player: do 1 turn
action lay "Lay" in turn:
    choose card from your hand
    do: move card to your laid
example "only the second player has a choice" for 3 players:
    given p1's hand = "Ant"
    given p2's hand = "Ant", "Bee"
    given p3's hand = "Bee"
    when round:
        LINE does lay with card = "Bee"
    expect p2's laid has "Bee" and p1's laid has "Ant" and p3's laid has "Bee"
'''


def test_a_decision_without_a_choice_needs_no_line_also_before_others(command, tmp_path):
    (tmp_path / "forced.rules").write_text(FORCED.replace("LINE", "p2"), encoding="utf-8")
    done = command("test", "forced.rules")
    assert done.code == 0, done.out


def test_a_line_for_a_player_without_a_choice_leaves_the_choice_of_another_open(command, tmp_path):
    (tmp_path / "forced.rules").write_text(FORCED.replace("LINE", "p3"), encoding="utf-8")
    assert "RL601" in command("test", "forced.rules").out
