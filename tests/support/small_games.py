"""Rules texts of a few lines, for tests of playing, logs and commands."""

LINES = '''game "Lines"
players 2..3
param rounds: 1..9 = 2 "Rounds to play"
param cards_dealt: 1..6 = 3 "Cards dealt to each player"
cards card:
    rank: 1..30
    1 each rank
zones:
    deck: stack of card, seen by nobody
    shared: row of card, seen by all
    hand per player: set of card, seen by owner
    line per player: row of card, seen by all, face down seen by owner
vars:
    points per player: 0..99
win: highest your points
score worth:
    "Face up": count(c in your line where c is face up)
    "Face down": 2 * count(c in your line where c is face down)
phase play:
    move all card to deck
    shuffle deck
    draw 2 from deck to shared
    each player: draw cards_dealt from deck to your hand
    repeat rounds times:
        each player: do 1 turn
    each player: your points += your worth

> Lay a card at the right end of your line.
action lay "Lay a card" in turn:
    choose card from your hand, side from all face
    do: move card to your line face side

action fetch "Fetch a card" in turn:
    do: draw 1 from deck to your hand
'''

BIDS = '''game "Bids"
players 2
vars:
    best: 0..3
    leader: player
    pot: 0..2
win: highest (1 if leader is you and pot > 0 else 0)
phase play:
    each player:
        choose amount from 0..3
        if amount > best:
            best = amount
            leader = you
    pot += 5 + best - best
'''

ENDLESS = '''game "Endless"
players 2
vars:
    hits: 0..3
win: highest 0
phase play:
    each player: choose x from 1..2
    repeat until hits is 2:
        hits = 3
        hits = 1
'''

FORCED = '''game "Forced"
players 2
cards card:
    1 "Fox"
    1 "Owl"
zones:
    hand per player: set of card, seen by owner
    heap: stack of card, seen by all
win: highest 0
phase play:
    move "Fox" to seat(1)'s hand
    move "Owl" to seat(2)'s hand
    each player:
        choose card from your hand
        move card to heap
    each player: choose x from 1..2
'''
