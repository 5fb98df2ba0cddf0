"""One sentence for each construct: how a statement, a condition, a zone reads in the book."""

import re

import pytest

from rulelang.compiler import check
from rulelang.rulebook.book import rulebook
from rulelang.rulebook.document import Steps
from rulelang.rulebook.markdown import markdown

GAME = """\
game "Wording"
players 2..4
enum suit: red, blue
cards card:
    rank: 1..10
    suit: suit
    wild: flag
    4 "Fox": rank 3, suit red
    1 "Owl": rank 9, suit blue, wild yes
tokens coin: 20
zones:
    deck: stack of card, seen by nobody, refill pile
    pile: stack of card, seen by all, discards
    row: row of card, seen by all
    hand per player: set of card, seen by owner
vars:
    leader: player
    trump: suit?
    points per player: 0..99
    out per player: flag
win: highest your points
phase play:
    move all card to deck
    shuffle deck
    each player: deal_in
    each player:
        {statement}
phase deal_in:
    draw 1 from deck to your hand
define fine(c: card) = c.rank > 2
action pass "Pass the turn" in turn:
    do: your points += 1
action buy "Buy a card" in turn:
    pay 1 coin
    do: draw 1 from deck to your hand
"""

SENTENCES = [
    ("shuffle deck", "Shuffle the deck."),
    ("draw 2 from deck to your hand", "Draw 2 cards from the deck, into your hand."),
    ("draw 1 from deck to row face down", "Draw 1 card from the deck, into the row, face down."),
    ("move your hand to row", "Put all cards in your hand into the row."),
    ("move top of pile to bottom of deck", "Put the top card of the pile under the deck."),
    ("move row at 2 to deck", "Put the card at place 2 of the row into the deck."),
    ("discard your hand", "Discard all cards in your hand."),
    ("your points += 2 * size(your hand)", "Add 2 times the number of cards in your hand to your points."),
    ("your points -= 1", "Take 1 off your points."),
    ("leader = left(you)", "The leader is now the player on your left."),
    ("trump = red", "The trump suit is now red."),
    ("trump = none", "There is no trump suit any more."),
    ("your out = yes", "You are now out."),
    ("if left(you)'s out: shuffle deck", "If the player on your left is out: shuffle the deck."),
    ("if trump is none: shuffle deck", "If there is no trump suit: shuffle the deck."),
    ("if size(deck) >= 3 and trump is red: shuffle deck",
     "If the number of cards in the deck is at least 3 and the trump suit is red: shuffle the deck."),
    ("if not any(p's out for p in players): shuffle deck", "If for no player, they are out: shuffle the deck."),
    ("repeat 3 times: shuffle deck", "Do this three times: shuffle the deck."),
    ("repeat until size(row) is 0: discard row", "Repeat until the number of cards in the row is 0: discard all cards"
     " in the row."),
    ("choose 2 gifts from your hand", "Choose 2 cards, the gifts, from your hand."),
    ("choose card \"A card to lay\" from your hand where card.wild",
     "Choose a card (“A card to lay”) from your hand, only one where it is marked “wild”."),
    ("choose 1..2 gifts from [c in your hand where c is fine]",
     "Choose 1 to 2 cards, the gifts, from cards in your hand where it is fine."),
    ("choose target from opponents", "Choose a player, the target, from your opponents."),
    ("choose n from 1..5", "Choose a number from 1 to 5."),
    ("random c from all suit", "Let chance pick a suit from all suits."),
    ("do 1 turn", "Do one turn action."),
    ("do any turn", "You may do any number of turn actions."),
    ("do up to 2 buy", "You may do up to two “Buy a card”."),
    ("reveal your hand", "Show all cards in your hand to everybody."),
    ("end play", "The game is over."),
    ("let best = highest(p in players by size(p's hand))",
     "Let “the best” be the players of which the number of cards in their hand is highest."),
    ("shuffle all card into deck", "Shuffle all cards into the deck."),
    ("deal 5 from deck to hand from leader",
     "Deal 5 cards from the deck one at a time into each player's hand, clockwise from the leader."),
    ("deal all from deck to hand face down",
     "Deal all cards from the deck one at a time into each player's hand, face down."),
    ("move all hand to row", "Put the cards in every player's hand into the row."),
    ("leader = owner(first(highest(c in all hand by c.wild, c.rank))) else you",
     "The leader is now the owner of the one of the cards in every player's hand that comes first by this: it is "
     "marked “wild”; then the highest rank (if there is none: you)."),
    ("choose card from your hand where card.wild else where card.rank > 3 else any",
     "Choose a card from your hand, if possible one where it is marked “wild”; otherwise, if possible, one where its "
     "rank is more than 3; otherwise any."),
    ("each p in players where p's out: p's points += 1",
     "For each of all players where they are out (the player): add 1 to the player's points."),
]


def course(statement):
    result = check(GAME.replace("{statement}", statement))
    assert result.model is not None, [d.title for d in result.diagnostics]
    steps = [part for part in rulebook(result.model).parts if isinstance(part, Steps) and part.numbered]
    return steps[0].items[3]


@pytest.mark.parametrize(("statement", "sentence"), SENTENCES, ids=[s for s, _ in SENTENCES])
def test_a_statement_reads(statement, sentence):
    told = re.sub("^Each player in turn(, beginning with player 1)?: ", "", course(statement).text)
    assert told[:1].upper() + told[1:] == sentence


def test_zones_cards_and_tokens():
    told = markdown(rulebook(check(GAME.replace("{statement}", "shuffle deck")).model))
    assert ("- **The deck:** a pile of cards; nobody sees the cards; when it is empty and a card is needed, "
            "the pile is shuffled into it.") in told
    assert "- **Hand of each player:** cards in no order; only its owner sees the cards." in told
    assert "| 4 | Fox | 3 | red | – |" in told
    assert "- 20 coins." in told
    assert "1. **Cost:** 1 coin." in told


def test_what_an_author_writes_is_no_markup():
    text = GAME.replace("{statement}", "shuffle deck").replace('win:', '> A *bold* <b>move</b> | 2_3_4.\nwin:')
    book = rulebook(check(text).model)
    from rulelang.rulebook.page import page

    assert r"A \*bold\* \<b\>move\</b\> \| 2\_3\_4." in markdown(book)
    assert "A *bold* &lt;b&gt;move&lt;/b&gt; | 2_3_4." in page(book)


CARDS = """\
game "Cards"
players 2
enum suit: clubs, hearts, trumps
enum rank: 7..10, jack
cards card:
    suit: suit
    rank: rank?
    {rows}
zones:
    deck: stack of card, seen by nobody
vars:
    broken: flag
    first: player
win: highest size(deck)
phase play:
    shuffle all card into deck
    broken = yes
    if broken: broken = no
"""


@pytest.mark.parametrize(("rows", "told"), [
    ("1 each rank, suit", "15 cards: 1 for each rank (7 to 10 and jack) and suit (clubs, hearts and trumps)."),
    ("1 each rank, suit where suit is not trumps",
     "10 cards: 1 for each rank (7 to 10 and jack) and suit (clubs and hearts)."),
    ("2 each rank, suit where suit is hearts", "10 cards: 2 for each rank (7 to 10 and jack)."),
    ('1 each rank, suit where rank is not 7 or suit is hearts named "{rank} of {suit}"',
     "13 cards: 1 for each rank (7 to 10 and jack) and suit (clubs, hearts and trumps), but no 7 of clubs or "
     "7 of trumps."),
])
def test_cards_made_of_combinations(rows, told):
    assert told in markdown(rulebook(check(CARDS.replace("{rows}", rows)).model))


def test_every_card_is_in_the_book_however_many_there_are():
    rows = "\n    ".join(f'1 "Card {n}": suit hearts' for n in range(200))
    book = markdown(rulebook(check(CARDS.replace("{rows}", rows)).model))
    assert all(f"| Card {n} |" in book for n in range(200))


def test_combinations_and_single_cards_together():
    book = markdown(rulebook(check(CARDS.replace("{rows}", '1 each suit, rank\n    2 "Fool": suit clubs')).model))
    assert "- 1 for each suit (clubs, hearts and trumps) and rank (7 to 10 and jack)." in book
    assert "| 2 | Fool | clubs | – |" in book


def test_flags_of_nobody_and_who_is_first():
    book = markdown(rulebook(check(CARDS.replace("{rows}", "1 each rank, suit")).model))
    assert "“broken” now holds." in book
    assert "If “broken” holds: “broken” does not hold any more." in book
    assert "- **First:** a player; at the start player 1." in book
