"""Sets, bags, links, melds and effects: what they become, seen in play."""

import pytest

from tests.lowering.table import HEAD, lies, phase, play, value

VARS = '''vars:
    suits: set of suit
    last: suit
    mate per beast: link
    feeling per beast: 0..9
'''


def result(*lines, **settings):
    """What `total` holds after these lines."""
    return value(phase(*lines, **settings), "total")


# ---------------------------------------------------------------- collections


def test_a_set_variable_unites_and_takes_away():
    state = play(f"{VARS}phase play:\n    suits += [blue, red]\n    suits += [red]\n    total = size(suits)\n"
                 "    suits -= [red]\n    flagged = suits has blue and not suits has red and size(suits) is 1\n")
    assert (value(state, "total"), value(state, "flagged")) == (2, 1)


def test_queries_make_sets_bags_and_lists():
    assert result("move all beast to den", "total = size(set(b.suit for b in den))") == 3
    assert result("total = size(bag(x for x in [1, 2, 2] ))") == 3
    assert result("total = size(set(x for x in [1, 2, 2]))") == 2
    assert result("flagged = bag(x for x in [2, 1]) is bag(x for x in [1, 2])", "if flagged: total = 1") == 1
    assert result("total = size([x in 1..9 where mod(x, 2) is 1])") == 5
    assert result("total = sum(x * x for x in 1..4)") == 30


@pytest.mark.parametrize(("expression", "expected"), [
    ("count(c in shown where c.rank > 2)", 3), ("max(c.rank for c in shown)", 5), ("first(shown).rank", 1),
    ("first(highest(c in shown by c.rank)).rank", 5), ("size(lowest(c in shown by mod(c.rank, 2)))", 2),
    ("7 / 2 rounded up", 4), ("7 / 2 rounded down", 3), ("(0 - 7) / 2 rounded down + 10", 6), ("mod(0 - 7, 3)", 2),
    ("5 / size(heap) rounded up", 0), ("position(shown at 3)", 3), ("(shown at 9).rank + 4", 4),
    ("number(left(seat(2)))", 1), ("2147483647 + 2147483647 - 2147483640", 7), ("4 if shown has \"3\" else 5", 4),
])
def test_expressions_have_these_values(expression, expected):
    assert result("move [c in all card where c.rank < 6] to shown", f"total = 0 + {expression}") == expected


# ---------------------------------------------------------------- links and families of cards


def test_links_go_both_ways_and_free_former_partners():
    state = play(f'{VARS}phase play:\n    "Wolf"\'s mate = "Hare"\n    "Crow"\'s mate = "Hare"\n'
                 '    "Crow"\'s feeling = 4\n    total = 0 + "Hare"\'s mate\'s feeling\n'
                 '    flagged = "Wolf"\'s mate is none and "Crow"\'s mate is "Hare"\n')
    assert (value(state, "total"), value(state, "flagged")) == (4, 1)
    state = play(f'{VARS}phase play:\n    "Wolf"\'s mate = "Hare"\n    "Hare"\'s mate = none\n'
                 '    flagged = "Wolf"\'s mate is none\n')
    assert value(state, "flagged") == 1


def test_changing_what_belongs_to_none_does_nothing():
    state = play(f"{VARS}phase play:\n    first(den)'s feeling = 3\n    total = sum(b's feeling for b in all beast)\n")
    assert value(state, "total") == 0


# ---------------------------------------------------------------- effects


def test_resolve_runs_the_effect_of_the_value():
    state = play(f"{VARS}phase play:\n    each s in [red, blue, red]: resolve s\n"
                 "effect red: total += 1\neffect green: total += 10\neffect blue: total += 50\n")
    assert value(state, "total") == 52


def test_resolving_none_or_an_effect_without_a_block_does_nothing():
    effects = 'effect "Wolf": total += 1\neffect "Hare"\neffect "Crow": total += 5\n'
    state = play(f'phase play:\n    resolve first(den)\n    resolve first(all beast)\n{effects}')
    assert value(state, "total") == 1


# ---------------------------------------------------------------- melds


MELDS = '''meld run: 3..4 card c, consecutive rank, worth 2 * size(c)
meld pair: 1 card low, 1 card high, where high.rank is low.rank + 2, worth high.rank
'''
SHOWN = "move [c in all card where c.rank < 6] to shown"


def melds(*lines):
    return play(f"{MELDS}phase play:\n    {SHOWN}\n" + "".join(f"    {line}\n" for line in lines))


def test_melds_are_counted_and_valued_in_queries():
    assert value(melds("total = count(m in melds(shown, run))"), "total") == 3 + 2
    assert value(melds("total = sum(m.worth for m in melds(shown, pair))"), "total") == 3 + 4 + 5
    assert value(melds("total = 0 + max(m.worth for m in melds(shown, run, pair))"), "total") == 8
    assert value(melds("flagged = any(m.worth is 5 for m in melds(shown, pair))"), "flagged") == 1
    assert value(melds("flagged = all(m.worth is 5 for m in melds(shown, pair))"), "flagged") == 0
    assert value(melds("total = count(m in melds(shown, pair) where m.low.rank > 1)"), "total") == 2
    assert value(melds("total = sum(size(m.c) for m in melds(shown, run))"), "total") == 3 * 3 + 2 * 4


def test_the_best_melds_share_no_card():
    assert value(melds("total = best_melds(shown, run)"), "total") == 8
    assert value(melds("total = best_melds(shown, run, pair)"), "total") == 9
    assert value(melds("flagged = is_meld([c in shown where c.rank < 4], run)"), "flagged") == 1
    assert value(melds("flagged = is_meld(shown, run)"), "flagged") == 0


def test_a_meld_is_chosen_part_by_part_and_its_parts_have_names():
    state = melds("as seat(1):", "    choose m from melds(shown, pair) where m.worth > 3", "    move m.high to heap",
                  "    total = 0 + m.low.rank")
    assert [choice.id for choice in state.choices()] == ["play.m:2", "play.m:3"]
    move = state.moves()[1]
    state.apply(move)
    assert lies(state, "heap") == ["5"]
    assert value(state, "total") == 3


def test_adjacent_melds_are_read_off_the_row():
    head = HEAD + "meld steps: 2..3 card c, adjacent, consecutive rank\n"
    lines = ['move ["1", "2", "5", "6", "7"] to shown', "total = best_melds(shown, steps)"]
    assert result(*lines, head=head) == 2
    assert result(lines[0], 'move "9" to shown at 4', lines[1], head=head) == 2
    assert result(lines[0], 'move "9" to shown at 2', "total = count(m in melds(shown, steps))", head=head) == 3
