"""`where A else where B else any`, `X else Y`, several criteria: what they become, seen in play."""

from tests.lowering.table import HEAD, lies, lowered, offers, phase, play, value

HANDS = 'move ["2", "5", "7"] to seat(1)\'s hand'
PICK = "as seat(1): choose c from your hand where {}"


def offered(where):
    return offers(phase(HANDS, PICK.format(where)))


def test_the_first_condition_that_holds_for_some_decides_what_is_offered():
    assert offered("c.rank > 6 else where c.rank > 3 else any") == ["7"]
    assert offered("c.rank > 8 else where c.rank > 3 else any") == ["5", "7"]
    assert offered("c.rank > 8 else where c.rank > 7 else any") == ["2", "5", "7"]


def test_without_else_any_the_last_condition_may_hold_for_none():
    assert offered("c.rank > 8 else where c.rank > 6") == ["7"]
    assert offered("c.rank > 8 else where c.rank > 7") == ["Nothing"]


def test_which_condition_applies_is_found_once_for_all_candidates():
    text = lowered(HANDS, "as seat(1): choose c from your hand where c.rank > total else any")
    assert text.count("Fold(any") == 1


def test_a_later_choice_prefers_in_the_light_of_an_earlier_one():
    state = phase(HANDS, "as seat(1): choose c from your hand, d from 1..3 where d is c.rank else where d < 3")
    assert offers(state) == ["2", "5", "7"]
    state.apply(state.choices()[0])
    assert offers(state) == ["2"]


def test_an_action_is_legal_as_long_as_something_is_left():
    rules = """
action lay in turn:
    choose c from your hand where c.rank > 8 else where c.rank is 5
    do: move c to shown
phase play:
    move ["2", "7"] to seat(1)'s hand
    flagged = seat(1) can lay
    move "5" to seat(1)'s hand
    as seat(1): do 1 turn
"""
    state = play(rules)
    assert value(state, "flagged") == 0
    assert offers(state) == ["Lay"]
    state.apply(state.choices()[0])
    assert offers(state) == ["5"]


def test_queries_prefer_too():
    state = phase(HANDS, "total = count(c in seat(1)'s hand where c.rank > 8 else any)",
                  "move [c in seat(1)'s hand where c.rank > 8 else where c.rank < 6] to shown",
                  "move first(c in shown where c.rank is 9 else where c.rank is 5) to heap")
    assert value(state, "total") == 3
    assert lies(state, "shown") == ["2"]
    assert lies(state, "heap") == ["5"]


def test_a_value_stands_in_for_none_and_for_an_empty_list():
    state = phase("total = first(shown).rank else 7", 'move ["1", "2"] to heap',
                  "seat(1)'s each_one = first(heap).rank else 7",
                  "move ([c in heap where c.rank > 5] else [c in heap where c.rank is 1] else heap) to shown")
    assert value(state, "total") == 7
    assert value(state, "each_one") == 2
    assert lies(state, "shown") == ["1"]


def test_the_second_of_several_criteria_decides_among_those_that_tie_in_the_first():
    lines = ('move ["1", "4", "6", "9"] to shown',)
    best = "move {}(c in shown by c.rank > 3, {}) to heap"
    assert lies(phase(*lines, best.format("highest", "c.rank < 9, c.rank")), "heap") == ["6"]
    assert lies(phase(*lines, best.format("highest", "mod(c.rank, 2)")), "heap") == ["9"]
    assert lies(phase(*lines, best.format("lowest", "c.rank")), "heap") == ["1"]


def test_what_is_none_in_a_criterion_never_counts():
    head = HEAD.replace('    1 "Crow": suit blue', '    1 "Crow"').replace("suit: suit", "suit: suit?")
    state = phase("move all beast to den", "let best = highest(b in den by b is \"Crow\", b.suit)",
                  "total = size(best)", head=head)
    assert value(state, "total") == 0


def test_a_condition_without_an_answer_is_no():
    rules = ("table dear: red -> yes\nphase play:\n    move all beast to den\n"
             "    total = size(highest(b in den by dear[b.suit]))\n")
    assert value(play(rules), "total") == 1
    assert value(play(rules.replace("highest", "lowest")), "total") == 2


def test_everybody_prefers_for_themselves_when_all_choose_at_once():
    lines = ("each player at once:", "    choose c from your hand where c.rank > 6 else where c.rank is 2 else any",
             "    move c to your laid")
    head = HEAD.replace("zones:", "zones:\n    laid per player: set of card, seen by all")
    state = phase('move ["2", "5"] to seat(1)\'s hand', 'move ["1", "7", "8"] to seat(2)\'s hand', *lines, head=head)
    assert offers(state) == ["2"]
    state.apply(state.choices()[0])
    assert offers(state) == ["7", "8"]
    state.apply(state.choices()[1])
    assert (lies(state, "laid", 1), lies(state, "laid", 2)) == (["2"], ["8"])
