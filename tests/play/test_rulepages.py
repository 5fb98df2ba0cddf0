"""What the author of a rules file says reaches the players: rule texts, tables, notes, labels of params."""

import rulelang
from rulelang.play.rulepages import draw_rule_text, draw_rule_texts, param_labels
from tests.support.sessions import page


def linkage(file="linkage"):
    return rulelang.load(file, 2).program


def test_all_that_is_said_is_told_in_order_with_the_rulings():
    text = page(draw_rule_texts(linkage(), 80))
    assert text.index("Turn\n  A turn is one primary action") < text.index("Add an RNA card to your strand")
    assert "Complement\n  Each DNA nucleotide" in text
    assert "G -> C, C -> G, A -> U, T -> A" in text
    assert text.index("Rulings") > text.index("Round points")


def test_a_word_finds_what_is_called_so():
    assert page(draw_rule_text(linkage(), "round points", 80)).startswith("Round points\n  Each correct card scores")
    assert page(draw_rule_text(linkage(), "trade", 80)).startswith("Trade RNA cards\n")
    assert draw_rule_text(linkage(), "no such thing", 80) == []


def test_a_variant_speaks_last_and_what_it_removes_is_not_told():
    text = page(draw_rule_texts(linkage("linkage_six_rounds"), 80))
    assert "Trade RNA cards" not in text
    assert "Splice" in text


def test_params_have_the_labels_of_their_author():
    assert param_labels(linkage())["rounds"] == "Rounds in a game"
