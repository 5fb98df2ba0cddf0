"""What walks in modules leave out or do otherwise comes to the same: which moves there are, and in which order."""

import pytest

import rulelang
from rulelang.engine import decisions
from rulelang.ir.numbers import play_seed
from rulelang.ir.program import DECIDING, SEED_HIGH, SEED_LOW, STATUS
from rulelang.wasm.host import Runner
from tests.wasm.modules import same_course

HEAD = """
game "Walks"
language 1
players 2

enum colour: red, blue, green

cards chip:
    colour: colour
    value: 1..4
    3 "red": colour red, value 1
    2 "blue": colour blue, value 2
    2 "green": colour green, value 3
    1 "white": colour red, value 4

zones:
    deck: stack of chip, seen by nobody
    hand per player: set of chip, seen by owner
    row per player: row of chip, seen by all
    pile: stack of chip, seen by all, discards

vars:
    points per player: 0..999

win: highest your points
"""

DEAL = """
phase play:
    move all chip to deck
    shuffle deck
    each player: draw 3 from deck to your hand
    repeat 4 times:
        each player: turn
"""

# "Done" is offered only where no primary action can be taken; gifts do not count, and come behind it.
LAST = DEAL + """
phase turn:
    do 1 primary, up to 1 secondary

action lay "Lay" in primary:
    when your points < 3 else "Enough."
    choose card "Card" from your hand where card.colour is not red
    do:
        move card to your row face down
        your points += 1

action give "Give" in secondary:
    choose card "Card" from your hand
    do: move card to left(you)'s hand
"""

# One or two of a hand with equal cards; prices that surely can be paid.
FEW = DEAL + """
phase turn:
    do up to 2 move_made

action swap "Swap" in move_made:
    choose 1..2 gifts "Gifts" from your hand where size(gifts) <= size(left(you)'s hand)
    do: move gifts to left(you)'s hand

action buy "Buy" in move_made:
    choose 2 fees "Fees" from your hand
    pay fees
    when size(pile) >= 2 else "Nothing was paid."
    do: your points += 1

action pay_all "Pay" in move_made:
    choose 3 fees "Fees" from your hand where count(c in fees where c.colour is red) > 1
    pay fees
    do: your points += 5
"""

# Sequences of neighbours, packed for the most points.
ROWS = DEAL + """
phase turn:
    choose card "Card" from your hand, side from all face
    move card to your row face side
    draw 1 from deck to your hand
    your points += best_melds(your row, pair, trio) + 10 * best_melds(your row, pair)

define shown(c: chip) = c is face up
define low(c: chip) = c.value < 3 and position(c) > 1
meld pair: 2 chip p, adjacent, each shown, worth 2
meld trio: 3 chip p, adjacent, each low, worth 4
"""

# A meld drawn by chance; patterns whose worth and condition look at one part of two.
CHANCE = DEAL + """
phase turn:
    draw 2 from deck to your hand
    random found from melds(your hand, twins, mixed)
    move found.b to pile
    your points += best_melds(your hand, twins, mixed)
    choose again from melds(your hand, mixed)
    move again.a to pile

meld twins: 1 chip a, 1 chip b, same colour
meld mixed: 1 chip a, 1..2 chip b, where size(b) > 1, worth size(b)
"""

# Moves that are counted by the prints of a hand, by products, by the numbers of equal cards; a payment behind which
# something can still be done while a card is left; a few cards drawn from a hand that holds several of one print.
PRODUCTS = DEAL + """
phase turn:
    do up to 1 main, up to 1 side
    draw 1 from deck to your hand

action lay "Lay" in main:
    choose card "Card" from your hand, way "Face" from all face where way is down or card.value > 1
    do: move card to your row face way

action swap "Swap" in main:
    choose mine "Of yours" from your hand where mine.colour is red or mine.value is 3,
           rival "Whose row" from opponents,
           theirs "Of theirs" from rival's row where theirs is face up
    do:
        move theirs to your hand
        move mine to rival's row

action burn "Burn" in main:
    choose 2..3 fees "Fees" from your hand
    pay fees
    do: your points += 1

action more "More" in side:
    when your points < 9 else "Enough."
    choose card "Card" from your hand
    pay card
    when you can main else "Nothing would be left."
    do: do 1 main

action gift "Gift" in side:
    choose friend "To whom" from opponents,
           1..3 gifts "Gifts" from your hand where size(gifts) <= size(friend's hand)
    do:
        random size(gifts) taken from friend's hand
        move gifts to friend's hand
        move taken to your hand
"""


def played_alike(text, seeds):
    """Games by both executors, move by move; then the moves of each position, in order."""
    game = rulelang.load(text)
    for seed in range(seeds):
        assert same_course(game, seed, 200, listing=False) is None
        assert same_course(game, seed, 200) is None
    state, runner = game.new_state(seeds, knowledge=False), Runner(game, listing=True)
    runner.begin(seeds)
    low, high = play_seed(state.s[SEED_LOW], state.s[SEED_HIGH])
    for counter in range(12):
        if state.s[STATUS] != DECIDING:
            break
        assert runner.moves() == decisions.first_paths(game.code, state.s, state._question(), 1000)
        state.play_uniform(low, high, counter)
        runner.play_uniform(low, high, counter)


@pytest.mark.parametrize("rules", [LAST, FEW, ROWS, CHANCE, PRODUCTS],
                         ids=["last", "few", "rows", "chance", "products"])
def test_small_games_are_played_alike(rules):
    played_alike(HEAD + rules, 8)
