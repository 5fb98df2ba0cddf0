"""A title and a number of players in, the text of a small commented game out: where a new game begins."""

from __future__ import annotations

STARTER = '''\
# A small game to begin with: change whatever you like. What stands behind a `#` is a remark.
game "{title}"
players {players}

param rounds: 1..6 = 5 "Rounds in a game"               # one game with three: play FILE --set rounds=3

# What there is: {copies} of each number in each colour. A card is called by both, as in "red 7".
enum colour: red, green, blue, yellow
cards card:
    colour: colour
    number: 1..10
    {copies} each colour, number

# Where cards lie, and who sees them there.
zones:
    deck: stack of card, seen by nobody
    hand per player: set of card, seen by owner
    shown per player: row of card, seen by all          # what everybody lays in this round
    won per player: set of card, seen by all

# Who wins. A score adds up its lines.
win: highest your total
score total:
    "Cards won": size(your won)
    "Red cards, once more": count(c in your won where c.colour is red)

> Everybody gets a hand of cards, one for each round. Then the rounds are played.
phase play:
    shuffle all card into deck
    deal rounds from deck to hand
    repeat rounds times: round

> One after the other may swap a card and lays one. The highest number takes all; of equal ones the first laid.
phase round:
    each player from first_player:
        do up to 1 swap
        do 1 lay
    let best = first(highest(p in clockwise(first_player) by first(p's shown).number))
    each p in players: move p's shown to best's won

> Put a card of your hand under the deck and draw another.
action swap "Swap a card":
    when size(deck) > 0 else "The deck is empty."
    choose card from your hand
    do:
        draw 1 from deck to your hand
        move card to bottom of deck face down

> Lay a card in front of you, for all to see.
action lay "Lay a card":
    choose card "Which card do you lay?" from your hand
    do: move card to your shown

# Examples say what the rules should do; `rulelang test FILE` tries them.
example "the highest number takes the cards, and red ones count twice" for {low} players:
{hands}
    when round
    expect size(p1's won) is {low} and p1's total is {total}
'''
MOST_PLAYERS = 10
_COPIES_SUFFICE = 6


def starter_text(title: str, low: int, high: int) -> str:
    """A game for low to high players (2 to 10) that passes every check and its own examples."""
    hands = ['given p1\'s hand = "red 10"', *(f'given p{seat}\'s hand = "blue {seat % 9 + 1}"' for seat in
                                              range(2, low + 1))]
    return STARTER.format(
        title=title,
        players=str(low) if low == high else f"{low}..{high}",
        low=low,
        copies=1 if high <= _COPIES_SUFFICE else 2,
        hands="\n".join(f"    {line}" for line in hands),
        total=low + 1,
    )
