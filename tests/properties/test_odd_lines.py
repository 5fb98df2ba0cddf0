"""Lines that are odd but can be written: each is refused with a finding, or plays on without a fault of ours."""

import pytest

from rulelang import load
from rulelang.compiler import check
from rulelang.examples.run import run_examples

GAME = """game "X"
players 2..3
param big: flag = no
enum suit: sun, moon
tokens coin: 9
cards card:
    suit: suit
    rank: 1..5
    1 each rank, suit
zones:
    deck: stack of card, seen by nobody
    hand per player: set of card, seen by owner
    spent: stack of card, seen by all, discards
    under per card: set of card, seen by owner
pots: pot: coin
vars:
    n: 0..9
    k per player: 0..9
    l per card: link
    z: suit?
meld pair: 2 card c, same rank
meld run: 3 card c, consecutive rank
define good(c: card) = c.rank > 2
score total:
    "A": your k
win: highest your k
phase play:
    move all card to deck
    shuffle deck
    each player: draw 3 from deck to your hand
    each player: STATEMENT
    each player: do up to 1 turn
phase other: n = 1
effect sun: n = 2
effect moon: n = 3
action go "Go" in turn:
    HEAD
    do: n = 1
example "e" for 2 players:
    GIVEN
"""
USUAL = {"STATEMENT": "n = 1", "HEAD": "when n < 9", "GIVEN": "given n = 2"}
STATEMENTS = """
n = size([m for m in melds(your hand, pair)])
n = size(first(melds(your hand, pair)))
n = 1 if first(melds(your hand, pair)) is none else 2
n = max(melds(your hand, pair))
each m in best_melds(your hand, pair): each x in [m]: n = 1
n = size([m.worth for m in melds(your hand, pair)])
n = 1 if any(m.worth > 2 for m in melds(your hand, pair)) else 2
n = 1 if all(m.worth > 2 for m in melds(your hand, pair)) else 2
n = size(set(m.worth for m in melds(your hand, pair)))
n = size(first(m in melds(your hand, pair)))
n = highest(m in melds(your hand, pair) by m.worth)
n = 1 if melds(your hand, pair) has first(deck) else 2
n = available(melds(your hand, pair))
n = size(melds(your hand, pair) + deck)
choose m from melds(your hand, pair)
        move m.c to spent
        discard m
choose m from melds(your hand, pair) if big else melds(your hand, run)
choose m from [melds(your hand, pair)]
choose 2 m from melds(your hand, pair)
choose m from (melds(your hand, pair))
choose m from melds(your hand, pair) where m.worth > 1
choose m from melds(hand, pair)
choose m from melds(melds(your hand, pair), run)
choose m from melds()
choose m from melds(your hand)
choose m from melds(pair)
choose m from melds(your hand, good)
choose m from best_melds(your hand, pair)
let m = best_melds(your hand, pair)
let m = melds(your hand, pair)
random m from melds(your hand, pair)
n = count(m in melds(your hand, pair))
n = sum(m.worth for m in melds(your hand, pair) where m.c has "1 sun")
n = size(melds(your hand, pair))
n = your total
your total = 3
total = 3
n += total
your k += your total
your k += left(you)'s total - your total
coin += 3
your coin += pot
pot += your coin
supply(coin) = 3
your coin = pot
l = none
first(your hand)'s l = first(spent)
first(your hand)'s under = spent
move spent to first(your hand)'s under
move spent to none
move spent to spent at none
move first(your hand) to top of your hand
shuffle first(your hand)'s under
shuffle spent if big else deck
resolve z
resolve sun
resolve none
resolve first(your hand)
resolve first(your hand).suit
n = n if n else n
n = player_count's k
you = first_player
n = seat(99)'s k
n = seat(n)'s k
k[you] = 3
under[first(deck)] = 3
n = k[3]
n = your k[3]
n = size(under[first(deck)])
n = first(deck)'s under's size
choose 1..n c from your hand
choose n c from your hand
choose none c from your hand
choose -1 c from your hand
choose 9999999 c from your hand
choose 1..0 c from your hand
choose c from 5..1
choose c from 1..2000000000
choose c from all suit
choose c from all face
choose c from all team
choose c from names(card)
choose c from names(suit)
choose c from [deck, spent]
choose c from [deck, none]
choose c from []
choose c from none
random 2 c from [deck, spent]
flip deck face down
flip your hand face up
reveal n to you
reveal deck to seat(7)
reveal melds(your hand, pair)
draw none from deck to your hand
draw 1 from first(deck)'s under to your hand
draw 1 from [deck][1] to your hand
draw 1 from first([deck, spent]) to your hand
discard none
discard all card
discard [first(deck), none]
as none: n = 1
as seat(9): n = 1
repeat none times: n = 1
repeat -5 times: n = 1
each x in none: n = 1
each x in 1..n: n = x
each x in melds(your hand, pair): n = 1
each x in deck: move x to deck
each player from seat(9): n = 1
turns from none until big: n = 1
end play
end other
do 0 turn
do none turn
do up to -1 turn
do any go
do 1 other
other
n = 1 if good else 2
n = done(go)
n = done(turn)
n = 1 if you can go else 2
n = number(z)
n = max(x.rank for x in deck)
n = highest(x in deck by x.rank)
n = first(highest(x in deck by x.rank)).rank
n = size(deck + spent - deck)
n = 5 / 0 rounded up
n = mod(5, 0)
n = - - - 5
n = 2147483647 * 2147483647
n = size(all card) if all card has "1 sun" else 0
z = none
z = first([none])
z = 3
n = position(first(deck))
n = 1 if owner(first(deck)) is you else 2
n = 1 if deck is spent else 2
n = 1 if deck at 1 is "1 sun" else 2
n = 1 if top of deck is top of spent else 2
n = 1 if (top of deck).suit is z else 2
n = 1 if first(deck) is face down else 2
n = supply(coin)
n = available(deck)
n = available(first(deck)'s under)
""".strip().splitlines()
HEADS = """
choose m from melds(your hand, pair)
choose m from melds(your hand, pair) if big else melds(your hand, run)
pay 1 coin to pot
pay 1 coin to your hand
pay 1 coin to n
pay 1 coin to coin
pay 1 coin to supply
pay 1 pot
pay n coin
pay none coin
pay -1 coin
pay your hand
pay none
pay deck
pay [first(your hand), first(your hand)]
pay names(card)
pay 3
let m = best_melds(your hand, pair)
let x = none
choose 0..3 c from your hand where size(c) < 2
choose x from your hand, y from your hand where y is not x
choose p from opponents where p can go
when you can go
when none
when z
either "A": pay 1 coin
when size(names(card)) > 2 else ""
""".strip().splitlines()
STEPS = """
given p1's hand = none
given p9's hand = "1 sun"
given left(p1)'s hand = "1 sun"
given p1's hand = 11 "1 sun"
given p1's hand = 0 "1 sun"
given p1's hand = -1 "1 sun"
given deck = "1 sun", none
given under[first(deck)] = "1 sun"
given first(deck)'s under = "1 sun"
given [deck] = "1 sun"
given n = none
given n = 99
given n = 1, 2
given z = sun
given z = 1
given z = "1 sun"
given coin = 3
given p1's coin = 99
given p1's coin = -1
given p1's coin = none
given pot = 3
given supply(coin) = 3
given big = yes
given big = 3
given first(deck)'s l = first(deck)
given l = none
given p1's total = 3
given you = p1
given players = p1
given p1 = p2
given first_player = 3
given first_player = seat(9)
given first_player = seat(2)
given first_player = left(p1)
given first_player = first([none])
given player_count = 3
given your hand = "1 sun"
given opponents = p1
given none = 1
given "1 sun" = 2
given 3 = 3
when p1 does go
when p9 does go
when p1 does turn
when p1 does nothing
when play
when other as p3
when other as you
when p1 does go with m = "1 sun"
when p1 does go with "Done"
expect n
expect none
expect p1 can go with "Done"
expect not not p1 can go with "Done"
expect (p1 can go) with "Done"
expect p1 can go and n is 3 with "Done"
expect p1 knows deck
expect p1 knows first(deck)
expect p1 knows none
expect p1 knows n
expect you knows first(deck)
expect size(melds(p1's hand, pair)) is 0
expect best_melds(p1's hand, pair) has "1 sun"
expect melds(p1's hand, pair)
expect first_player is p1
expect done(go) is 0
""".strip().splitlines()
PLACES = {"STATEMENT": STATEMENTS, "HEAD": HEADS, "GIVEN": STEPS}
LINES = [(place, line) for place, lines in PLACES.items() for line in lines]
FEW_MOVES = 40


@pytest.mark.parametrize(("place", "line"), LINES)
def test_an_odd_line_is_refused_or_played(place, line):
    text = GAME
    for where, usual in USUAL.items():
        text = text.replace(where, line if where == place else usual)
    if not check(text).ok:
        return
    run_examples(text)
    state = load(text).new_state(1)
    for number in range(FEW_MOVES):
        if state.is_terminal:
            break
        choices = state.choices()
        state.apply(choices[number % len(choices)].id)


def test_the_usual_lines_are_a_game():
    text = GAME
    for where, usual in USUAL.items():
        text = text.replace(where, usual)
    assert check(text).ok
    assert all(result.passed for result in run_examples(text))
