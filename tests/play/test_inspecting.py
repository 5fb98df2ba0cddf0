"""Looking at cards and places: everything a seat may know of them, and nothing else."""

import rulelang
from rulelang.play.inspecting import draw_look, draw_rules, find_cards, find_zones
from rulelang.play.lines import text_of
from tests.support.small_games import LINES
from tests.support.views import card, view, zone

FOX = card("Fox", text="Runs.\nFast.", attributes=(("top_speed", "9"), ("wild", "yes")))
DEN = type(zone("a", "set"))("den", (), 0, "set", (FOX, FOX), 2, "Where they sleep.", True)


def page(lines):
    return "\n".join(text_of(each) for each in lines)


def test_cards_that_are_seen_are_found_by_their_beginning():
    seen = view(zones=[zone("hand", "set", "Owl ? ?", 1), DEN])
    assert find_cards(seen, " FO ") == (FOX,)
    assert find_cards(seen, "x") == ()
    assert find_cards(seen, "") == ()
    assert {each.name for each in find_cards(seen, "o")} == {"Owl"}


def test_a_whole_name_comes_before_longer_ones():
    seen = view(zones=[zone("row", "row", "Fox Fox_Cub")])
    assert [each.name for each in find_cards(seen, "fox")] == ["Fox"]


def test_a_card_shows_what_is_printed_on_it_and_where_it_lies():
    assert page(draw_look(view(zones=[DEN]), "fox", 80)) == (
        "Fox  (card)\n  top speed     9\n  wild          yes\n  Runs. Fast.\n  Known to lie in den (2).")


def test_places_are_found_as_the_table_calls_them():
    seen = view(zones=[zone("hand", "set", "Owl", 1), zone("hand", "set", "?", 2), zone("deck", "stack", "? ?")])
    assert [each.owner for each in find_zones(seen, "your hand")] == [1]
    assert [each.owner for each in find_zones(seen, "hand")] == [1, 2]
    assert [each.owner for each in find_zones(seen, "Player 2")] == [2]
    assert [each.name for each in find_zones(seen, "DE")] == ["deck"]
    assert find_zones(seen, "") == ()


def test_a_pile_tells_known_places_and_how_many_are_unseen():
    shown = page(draw_look(view(zones=[zone("deck", "stack", "? Owl ? ?")]), "deck", 80))
    assert shown == "deck\n  A pile, from its top; 4 cards.\n     2. Owl\n  The other cards are unseen."


def test_a_row_shows_every_place():
    shown = page(draw_look(view(zones=[zone("row", "row", "Fox [?] [Owl]")]), "row", 80))
    assert shown == "row\n  A row, from the left; 3 cards.\n     1. Fox\n     2. [?]\n     3. [Owl]"


def test_a_place_says_its_rule():
    assert "  Where they sleep." in page(draw_look(view(zones=[DEN]), "den", 80))


def test_a_set_that_is_not_seen_tells_its_number():
    shown = page(draw_look(view(zones=[zone("hand", "set", "? ?", 2)]), "hand", 80))
    assert shown == "Player 2's hand\n  Cards without an order; 2 cards."


def test_what_is_called_so_nowhere_shows_nothing():
    assert draw_look(view(zones=[DEN]), "nothing", 80) == []


def test_pages_fit_from_40_columns_on():
    for columns in (40, 80, 200):
        for what in ("fox", "den"):
            assert max(len(text_of(each)) for each in draw_look(view(zones=[DEN]), what, columns)) <= columns


def test_the_rule_of_an_action_with_its_line():
    program = rulelang.load(LINES, 2).program
    assert page(draw_rules(program, "lay", 80)) == (
        "Lay a card\n  Lay a card at the right end of your line.\n  (`action lay \"Lay a card\" in turn:`, line 29)")
    assert "says no more" in page(draw_rules(program, "FETCH a", 80))
    assert draw_rules(program, "steal", 80) == []
