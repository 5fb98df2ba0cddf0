"""Small games that hostile parts are put into."""

HEAD = 'game "G"\nplayers 2..4\n'
DECK = HEAD + """enum suit: a, b, c, d
cards card:
    rank: 1..15
    suit: suit
    1 each rank, suit
zones:
    deck: stack of card, seen by nobody
    hand per player: set of card, seen by owner
    won per player: set of card, seen by all
win: highest size(your won)
"""
PLAIN = DECK + "phase play: move all card to deck\n"


def chain(count, link, last):
    """`count` declarations, each of which leads to the next."""
    return "".join(link.format(here=f"step_{n}", next=f"step_{n + 1}") for n in range(count)) + last.format(
        here=f"step_{count}")
