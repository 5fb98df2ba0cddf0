"""What OpenSpiel calls our options: one small table per game. The numbers are those of its action names."""

LOW_TO_ACE = [*map(str, range(2, 11)), "jack", "queen", "king", "ace"]
ACE_TO_KING = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]


def card(print_, ranks, suits, rank_first):
    """The number of a card: `rank_first` says that the suits of a rank follow each other."""
    rank, suit = print_.split(" of ")
    place, colour = ranks.index(rank), suits.index(suit)
    return len(suits) * place + colour if rank_first else len(ranks) * colour + place


CDHS = ("clubs", "diamonds", "hearts", "spades")
CDSH = ("clubs", "diamonds", "spades", "hearts")
SCDH = ("spades", "clubs", "diamonds", "hearts")


POKER = [*map(str, range(3, 11)), "jack", "queen", "king"]


def kuhn_poker(values, chance, state):
    if chance:
        return POKER[-1 - state.game.players :].index(values[-1])
    return {"check": 0, "fold": 0, "bet": 1, "call": 1}[values[-1]]


def leduc_poker(values, chance, state):
    if chance:
        suit, rank = values[-1].split()
        return 2 * POKER[-1 - state.game.players :].index(rank) + ["red", "black"].index(suit)
    return ["fold", "call", "raise"].index(values[-1])


def goofspiel(values, chance, state):
    return int(values[-1].removeprefix("prize ")) - 1


def crazy_eights(values, chance, state):
    last = values[-1]
    if chance:
        return 51 + int(last[1:]) if last[1:].isdigit() else card(last, LOW_TO_ACE, CDHS, True)
    named = {"draw_card": 52, "draw_for_twos": 52, "pass_turn": 53, **{suit: 54 + n for n, suit in enumerate(CDHS)}}
    return named[last] if last in named else card(last, LOW_TO_ACE, CDHS, True)


def go_fish(values, chance, state):
    """Ranks alone count: equal ones are one number. An ask is 13 numbers for each player."""
    if chance:
        return ACE_TO_KING.index(values[-1].split()[0])
    rank, asked = values
    return 13 * (int(asked[1:]) - 1) + ACE_TO_KING.index(rank)


def hearts(values, chance, state):
    ways = ["hold", "to_left", "across", "to_right"]
    return ways.index(values[-1]) if values[-1] in ways else card(values[-1], LOW_TO_ACE, CDHS, True)


def oh_hell(values, chance, state):
    last = values[-1]
    if last[0] == "p" and last[1:].isdigit():
        return int(last[1:]) - 1                        # the dealer
    if last.isdigit():
        return int(last) if chance else 52 + int(last)
    return card(last, LOW_TO_ACE, CDSH, True)


def spades(values, chance, state):
    return 52 + int(values[-1]) if values[-1].isdigit() else card(values[-1], LOW_TO_ACE, CDHS, False)


GIN_ACTIONS = {"take_first": 52, "take_upcard": 52, "from_stock": 53, "leave_first": 54, "pass_at_wall": 54,
               "all_laid": 54, "none_to_lay_off": 54, "all_own_laid": 54, "knock": 55, "knock_at_wall": 55}


def gin_rummy(values, chance, state):
    if values[0] in GIN_ACTIONS:
        return GIN_ACTIONS[values[0]]
    cards = sorted(card(each, ACE_TO_KING, SCDH, False) for each in values if " of " in each)
    return _meld(cards) if values[0].startswith("lay_") and values[0] != "lay_off" else cards[0]


def knocking(rng, wanted):
    """Random players never come to knock: these keep low cards and pairs, and knock when they can."""
    if 55 in wanted:
        return 55
    hand = [each for each in wanted if each < 52]
    if len(hand) != 11:
        return rng.choice(wanted)
    return max(hand, key=lambda each: (not _has_company(each, hand), min(each % 13, 9), rng.random()))


def _has_company(card_, hand):
    return any(card_ % 13 == other % 13 or (card_ // 13 == other // 13 and abs(card_ - other) == 1)
               for other in hand if other != card_)


def _meld(cards):
    ranks, suits = {each % 13 for each in cards}, {each // 13 for each in cards}
    if len(ranks) == 1:
        return 56 + 5 * ranks.pop() + (4 if len(cards) == 4 else ({0, 1, 2, 3} - suits).pop())
    base, runs = {3: (121, 11), 4: (165, 10), 5: (205, 9)}[len(cards)]
    return base + runs * suits.pop() + min(ranks)
