"""A view becomes a table as its players would lay it out."""

from dataclasses import replace

import pytest

from rulelang.play.cells import width
from rulelang.play.lines import text_of
from rulelang.play.table import draw_table
from tests.support.views import card, decision, score, strands, value, view, zone


def page(seen, columns=80, *, brief=False):
    return "\n".join(text_of(each) for each in draw_table(seen, columns, brief=brief)) + "\n"


def test_a_whole_table_at_80_columns():
    assert page(strands()) == """\
── Linkage · round › turn ──────────────────────────────────────── move 13: you
marker            Start
deck              6 cards
rna discard       2 cards, top: Uracil
empty             drawn
starter           you

                  1               2               3               4
template          DNA Guanine     DNA Adenine     DNA Thymine
your strand       Cytosine        [Uracil]
Player 2's strand [?]             Guanine         Adenine         Adenine
                                  Mutation

your hand         Adenine ×2, Cytosine Chaperone, DNA Mutation, Uracil
Player 2's hand   4 cards: Uracil and 3 unseen

round points                               You       Player 2
                                   now  points    now  points
  Correct cards                      4      10      2       8
  Sequences, no card used twice      0       2      0       2
  together                           4      12      2      10
"""


def test_the_same_table_at_40_columns_in_bands():
    assert page(strands(), 40, brief=True) == """\
── Linkage · round › t… ── move 13: you
marker            Start
deck              6 cards
rna discard       2 cards, top: Uracil
empty             drawn
starter           you
                  1         2
template          DNA       DNA
                  Guanine   Adenine
your strand       Cytosine  [Uracil]
Player 2's strand [?]       Guanine
                            Mutation
                  3         4
template          DNA
                  Thymine
Player 2's strand Adenine   Adenine
your hand         Adenine ×2, Cytosine
                  Chaperone, DNA
                  Mutation, Uracil
Player 2's hand   4 cards: Uracil and 3
                  unseen
  You: points 12, round points 4
  (Correct cards 4)
  Player 2: points 10, round points 2
  (Correct cards 2)
"""


def test_the_seat_that_looks_comes_first_and_is_called_you():
    lines = page(strands(4, seat=3)).splitlines()
    owners = [each.split("hand")[0].strip() for each in lines if "'s hand" in each or "your hand" in each]
    assert owners == ["your", "Player 4's", "Player 1's", "Player 2's"]


def test_the_public_view_calls_nobody_you():
    shown = page(strands(3, seat=None))
    assert "you" not in shown.lower()
    assert "Player 1's strand" in shown


@pytest.mark.parametrize("columns", [1, 40, 57, 80, 120, 200, 5000])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("brief", [False, True])
def test_no_line_is_wider_than_the_page(columns, players, brief):
    used = max(40, min(200, columns))
    lines = [text_of(each) for each in draw_table(strands(players), columns, brief=brief)]
    assert max(map(width, lines)) <= used
    assert "Adenine ×2" in "\n".join(lines)


def test_position_k_of_every_row_is_in_one_column():
    seen = view(zones=[zone("line", "row", "A B C D E F"), zone("own", "row", "Long_Name [Q]", 1),
                       zone("own", "row", "? S [T]", 2)])
    shown = page(seen).splitlines()
    numbers, line, own, other = shown[-4:]
    for k, (above, name, below) in enumerate([("A", "Long Name", "?"), ("B", "[Q]", "S"), ("C", "", "[T]")], 1):
        column = numbers.index(str(k))
        assert line[column:].startswith(above)
        assert own[column:].startswith(name)
        assert other[column:].startswith(below)


def test_a_row_in_the_middle_stands_alone_and_a_family_without_a_shared_row_too():
    seen = view(zones=[zone("laid", "row", "A B", 1), zone("laid", "row", "C", 2), zone("market", "row", "X Y Z")])
    assert page(seen).splitlines()[2:] == [
        "                1       2",
        "your laid       A       B",
        "Player 2's laid C",
        "",
        "                1       2       3",
        "market          X       Y       Z",
    ]


def test_rows_by_another_key_are_named_by_it():
    seen = view(zones=[zone("fireworks", "row", "Red_1 Red_2", keys=("red",)),
                       zone("fireworks", "row", "", keys=("blue",))])
    assert page(seen).splitlines()[2:] == [
        "                 1       2",
        "fireworks [red]  Red 1   Red 2",
        "fireworks [blue] empty",
    ]


@pytest.mark.parametrize(("kind", "names", "words"), [
    ("stack", "? ? ?", "3 cards"),
    ("stack", "?", "1 card"),
    ("stack", "A B", "2 cards, top: A"),
    ("stack", "[A] [B]", "2 cards, top: [A]"),
    ("stack", "? A ?", "3 cards; known from the top: 2. A"),
    ("stack", "? A B C D E F G", "8 cards; known from the top: 2. A, 3. B, 4. C, 5. D and 3 more"),
    ("set", "A A B", "A ×2, B"),
    ("set", "? ?", "2 cards"),
    ("set", "A ? ?", "3 cards: A and 2 unseen"),
    ("set", "A [A] [?]", "3 cards: A, [A] and 1 unseen"),
])
def test_what_lies_in_a_zone_in_words(kind, names, words):
    assert page(view(zones=[zone("pile", kind, names)])).splitlines()[1] == f"pile     {words}"


def test_a_zone_whose_number_of_cards_is_hidden():
    hidden = zone("pile", "set", "", 2)
    seen = view(zones=[type(hidden)("pile", ("Player 2",), 2, "set", (), None)])
    assert "Player 2's pile" in page(seen)
    assert "0 cards" not in page(seen)
    assert "empty" not in page(seen)


def test_values_of_the_table_and_of_players():
    seen = view(values=[value("hints", "8"), value("mistakes", "1"), value("coin", "3", 1), value("passed", "yes", 1),
                        value("laid", "2", 2, keys=("Player 2", "red")),
                        value("laid", "0", 2, keys=("Player 2", "blue")), value("rounds", "4", what="param")])
    assert page(seen).splitlines()[1:] == [
        "                hints 8 · mistakes 1",
        "",
        "You             coin 3 · passed yes",
        "Player 2's laid red: 2, blue: 0",
    ]


def test_what_lies_with_a_card_is_shown_at_the_card():
    active = zone("active", "set", "Fox Owl", 1)
    line = zone("line", "row", "Owl Owl", 1)
    den = replace(zone("den", "set", "Hen Hen", keys=("Fox",)), host=("active", active.keys, 0))
    below = replace(zone("below", "set", "Egg", keys=("Owl",)), host=("line", line.keys, 2))
    assert page(view(zones=[active, den, line, below])).splitlines()[2:] == [
        "            1       2",
        "your line   Owl     Owl",
        "            below 2 Owl of your line: Egg",
        "",
        "your active Fox, Owl",
        "            den Fox: Hen ×2",
    ]


def test_scores_that_are_recorded_nowhere_show_what_they_are_worth_now():
    seen = view(scores=(*score("total", "Sets", [5, 12]), *score("total", "Runs", [1, -2])))
    assert page(seen).splitlines()[2:] == [
        "total            You  Player 2",
        "  Sets             5        12",
        "  Runs             1        -2",
        "  together         6        10",
    ]


def test_a_score_of_one_line_needs_no_sum():
    assert page(view(scores=score("total", "Sets", [5, 12]))).splitlines()[3:] == ["  Sets             5        12"]


@pytest.mark.parametrize(("seen", "heading"), [
    (view(asks=decision("A", seat=2), turn=4), "move 5: Player 2"),
    (view(over=True), "game over"),
    (view(turn=4), "move 5"),
])
def test_the_heading_says_whose_turn_it_is(seen, heading):
    first = page(seen).splitlines()[0]
    assert first.endswith(heading)
    assert len(first) == 79


def test_hostile_names_stay_on_the_page():
    names = ["\x1b[2J\x1b[31mX", "[bold]Y", "Z" * 5000, "狐" * 50, "e" + "\u0301" * 9999, "a\nb", "\u202eabc"]
    rows = zone("line", "row")
    rows = type(rows)("line", (), 0, "row", tuple(card(name) for name in names), len(names))
    for columns in (40, 80):
        shown = page(view(zones=[rows], title="\x1b]0;title\x07" + "T" * 300), columns)
        assert "\x1b" not in shown
        assert max(width(each) for each in shown.splitlines()) <= columns
        assert "[bold]Y" in shown
