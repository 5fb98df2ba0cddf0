"""What a variant changes, told thing by thing."""

import pytest

from rulelang.analysis.variants.diff import compare
from rulelang.compiler import check

BASE = '''game "Base"
players 2..4
param rounds: 1..9 = 3 "Rounds in a game"
enum suit: clubs, hearts
table worth: clubs -> 1, hearts -> 2
cards card:
    suit: suit
    rank: 1..9?
    2 "Fox": suit clubs
    1 "Owl": suit hearts, rank 3
zones:
    deck: stack of card, seen by nobody
    hand per player: set of card, seen by owner
    heap: set of card, seen by all, discards
vars:
    points per player: 0..9
    passes per player: 0..9
limit turn 50 times
win: highest your points
> Everybody takes a turn.
> Then another.
phase play:
    move all card to deck
    shuffle deck
    each player: draw 1 from deck to your hand
    repeat rounds times: turn
phase turn:
    each player: do 1 kind
action lay "Lay a card" in kind:
    choose card from your hand
    do:
        discard card
        your points += worth[card.suit]
> Do nothing.
action pass "Pass" in kind:
    do: your passes += 1
note "Nobody has to lay."
example "a fox is worth a point" for 2 players:
    given p1's hand = "Fox"
    when p1 does lay
    expect p1's points is 1
'''


def model(text, base=None):
    result = check({"other.rules": text, "base.rules": base} if base else text)
    assert result.model is not None, [d.title for d in result]
    return result.model


def changes(lines):
    """The changes of a variant with these lines."""
    variant = 'variant "Other" of "base.rules"\n' + lines
    found = compare(model(BASE), model(variant, BASE))
    return [(c.done, c.what) for c in found if c.is_rule]


def lines_of(lines):
    variant = 'variant "Other" of "base.rules"\n' + lines
    return [line for c in compare(model(BASE), model(variant, BASE)) if c.is_rule for line in c.lines]


@pytest.mark.parametrize(("lines", "expected"), [
    ("change rounds to 5", [("changed", 'rounds "Rounds in a game": 3 → 5')]),
    ('replace param rounds: 1..4 = 2 "Rounds"',
     [("changed", 'rounds "Rounds": 3 → 2'), ("changed", 'rounds "Rounds" can be: 1..9 → 1..4'),
      ("changed", 'rounds "Rounds" is called: "Rounds in a game" → "Rounds"')]),
    ("replace players 2..3", [("changed", "players: 2..4 → 2..3")]),
    ('change "Fox" to 4', [("changed", '"Fox": 2 → 4 copies')]),
    ('remove "Fox"', [("removed", '"Fox"')]),
    ('change cards card:\n    1 "Owl": suit clubs\n    3 "Elk": suit hearts, rank 9',
     [("changed", '"Owl": suit hearts → clubs, rank 3 → nothing'), ("added", '3 "Elk": suit hearts, rank 9')]),
    ("change cards card:\n    wild: flag", [("added", "attribute wild: flag of card")]),
    ("replace limit turn 9 times", [("changed", "limit turn: 50 → 9 times")]),
    ("remove limit turn\nremove pass",
     [("removed", "limit turn"), ("removed", 'action pass "Pass"'), ("removed", '"Nobody has to lay."')]),
    ("replace payoff: your points", [("changed", "payoff")]),
    ("estimate: your points", [("added", "estimate")]),
    ("tokens coin: 5\nafter turn:\n    each player: your coin += 1",
     [("added", "tokens coin"), ("added", "after turn")]),
    ('note "The rest is silence."', [("added", '"The rest is silence."')]),
])
def test_a_change_is_told_in_plain_words(lines, expected):
    assert changes(lines) == expected


def test_zones_and_variables_are_told_line_by_line():
    assert changes("replace zones:\n    hand per player: set of card, seen by all") == [("changed", "hand")]
    assert lines_of("replace zones:\n    hand per player: set of card, seen by all") == [
        "- hand per player: set of card, seen by owner", "+ hand per player: set of card, seen by all"]
    assert changes("vars:\n    bonus: 0..3") == [("added", "bonus")]


def test_of_a_phase_the_statements_are_told_that_changed():
    told = lines_of("replace phase play:\n    move all card to deck\n    shuffle deck\n"
                    "    each player: draw 2 from deck to your hand\n    repeat rounds times: turn")
    assert told == [
        "      shuffle deck", "-     each player: draw 1 from deck to your hand",
        "+     each player: draw 2 from deck to your hand", "      repeat rounds times: turn",
        "- Everybody takes a turn.", "- Then another."]


def test_rule_text_is_told_with_what_is_added_or_removed():
    variant = ('variant "Other" of "base.rules"\nremove pass\n'
               '> Draw.\naction fetch "Fetch" in kind:\n    do: draw 1 from deck to your hand\n')
    found = compare(model(BASE), model(variant, BASE))
    assert [(c.done, c.doc, c.lines) for c in found if c.section == "Actions"] == [
        ("removed", ("Do nothing.",), ()),
        ("added", ("Draw.",), ('+ action fetch "Fetch" in kind:', "+     do: draw 1 from deck to your hand"))]


def test_every_change_has_its_place():
    found = compare(model(BASE), model('variant "Other" of "base.rules"\nchange rounds to 5\nremove pass\n', BASE))
    assert [(c.place.source.name, c.place.line) for c in found if c.is_rule] == [
        ("other.rules", 2), ("<text>", 35), ("<text>", 37)]


def test_layout_comments_and_order_are_no_change():
    other = BASE.replace("    repeat rounds times: turn", "    # and so on\n    repeat rounds times:\n        turn")
    other = other.replace("players 2..4\n", "").replace("limit turn", "players 2..4\nlimit turn")
    assert compare(model(BASE), model(other)) == []


def test_examples_are_counted_and_are_no_rules():
    found = compare(model(BASE), model(BASE + 'example "no points" for 2 players:\n    expect p1\'s points is 0\n'))
    assert [(c.what, c.is_rule) for c in found] == [("number of examples: 1 → 2", False)]


def test_a_change_of_copies_keeps_the_rule_text_of_the_card():
    texts = {"base.rules": 'game "B"\nplayers 2\ncards card from "c.csv":\n    rank: 1..9\n'
                           "zones:\n    deck: stack of card, seen by nobody\nwin: highest size(deck)\n"
                           "phase play: move all card to deck\n",
             "c.csv": "copies,name,rank,text\n1,Fox,2,Sly.\n"}
    result = check({"v.rules": 'variant "V" of "base.rules"\nchange "Fox" to 3\n', **texts})
    assert result.model.cards["card"].rows[0].text == "Sly."
    assert [c.what for c in compare(check({**texts}).model, result.model)] == ['"Fox": 1 → 3 copies']
