"""What seats are shown, in every game at every table: the same open facts, and nothing of what they do not know."""

from itertools import combinations

from rulelang.ir.numbers import NONE
from rulelang.ir.program import ANSWER_BOUND, ANSWERS, HEADER, SETTLING
from tests.support.games import PLAYABLE, every_seed, every_table, game, sampled


def eyes(players):
    return [None, *range(1, players + 1)]


@every_table
@every_seed
def test_looking_changes_nothing_and_shows_the_same_twice(path, players, seed):
    for state, _ in sampled(game(path, players).new_state(seed), seed, 3):
        ints, track, events = state.s[:], state.record.track, len(state.record)
        first = [state.view(eye) for eye in eyes(players)]
        assert [state.view(eye) for eye in eyes(players)] == first
        assert (state.s, state.record.track, len(state.record)) == (ints, track, events)


@every_table
@every_seed
def test_all_agree_on_open_facts(path, players, seed):
    for state, _ in sampled(game(path, players).new_state(seed), seed, 3):
        public, *seats = [state.view(eye) for eye in eyes(players)]
        for view in seats:
            assert (view.title, view.turn, view.running, view.over, view.returns, view.adjudicated, view.players) == \
                (public.title, public.turn, public.running, public.over, public.returns, public.adjudicated, players)
            assert view.decision.seat == public.decision.seat == state.current_player
            assert bool(view.decision.choices) == (view.seat == state.current_player)
            for mine, theirs in zip(view.values, public.values, strict=True):
                assert (mine.name, mine.owner, mine.what) == (theirs.name, theirs.owner, theirs.what)
                assert theirs.number is None or mine.number == theirs.number
            assert zones_agree(view, public)
            assert {(line.score, line.label, line.seat) for line in public.scores} <= \
                {(line.score, line.label, line.seat) for line in view.scores}


def zones_agree(view, public):
    """Whoever is at the table counts and knows at least what onlookers do, where cards have an order even which."""
    mine, theirs = ({}, {})
    for known, seen in ((mine, view), (theirs, public)):
        for zone in seen.zones:
            known.setdefault((zone.name, zone.owner, zone.kind), []).append(zone)
    for name, zones in theirs.items():
        counts = [zone.count for zone in zones]
        if None not in counts and sorted(counts) != sorted(zone.count for zone in mine[name]):
            return False
        for zone in zones if len(zones) == 1 else ():
            if zone.kind != "set" and zone.count is not None:
                pairs = zip(zone.cards, mine[name][0].cards, strict=True)
                if any(card.name not in (None, other.name) for card, other in pairs):
                    return False
    return True


@every_table
@every_seed
def test_the_one_who_decides_sees_the_choices(path, players, seed):
    for state, _ in sampled(game(path, players).new_state(seed), seed, 6):
        shown = state.view(state.current_player).decision.choices
        assert [(choice.id, choice.label) for choice in shown] == [(c.id, c.label) for c in state.choices()]


# ---------------------------------------------------------------- cards that a seat cannot tell apart


@every_table
@every_seed
def test_cards_a_seat_cannot_tell_apart_may_change_places(path, players, seed):
    tried = 0
    for state, chance in sampled(game(path, players).new_state(seed), seed, 6):
        pairs = [pair for pair in combinations(movable(state), 2) if alike(state, *pair)]
        for one, other in chance.sample(pairs, min(len(pairs), 4)) if tried < 24 else ():
            swapped = with_swapped(state, one, other)
            for eye in eyes(players):
                row = players + 1 if eye is None else eye
                if not any(remembered(state, row, card) for card in (one, other)):
                    tried += 1
                    assert swapped.view(eye) == state.view(eye)
                    if eye == state.current_player:
                        assert swapped.choices() == state.choices()
                        assert [move.ids for move in swapped.moves()] == [move.ids for move in state.moves()]


def movable(state):
    """Cards in zones to which nothing refers: no counters, no variables, no names, nothing that lies with them."""
    s, program = state.s, state.program
    busy = set(s[HEADER : HEADER + min(ANSWER_BOUND, s[ANSWERS] + 1)]) | {s[SETTLING]}
    for procedure in program.procedures:
        busy |= set(s[procedure.frame + 3 : procedure.frame + procedure.size])
    for zone in program.zones:
        keys = program.families[zone.family].keys
        busy |= {value for key, value in zip(keys, zone.keys, strict=True) if key.what == "card" and s[zone.at]}
    for var in program.vars:
        values = s[var.base : var.base + var.count * var.words]
        if program.kinds[var.kind].what == "card" or var.link:
            busy |= set(values)
        if any(key.what == "card" for key in var.keys):
            busy |= {key.low + n for key in var.keys if key.what == "card" for n in range(key.size)
                     if any(value not in (0, NONE) for value in values)}
    return [card for card in range(len(program.cards)) if card not in busy and s[program.card_cells + 2 * card] >= 0]


def alike(state, one, other):
    """Different prints of one type: they could lie in each other's place."""
    prints, cards = state.program.prints, state.program.cards
    return cards[one] != cards[other] and prints[cards[one]].type == prints[cards[other]].type


def remembered(state, row, card):
    """Whether somebody knows this card, or where it may be."""
    word = state.s[state.program.knowledge + (row - 1) * len(state.program.cards) + card]
    return bool(word & 1) or state.knowledge.knows(state.s, row, card)


def with_swapped(state, one, other):
    """The same position with two cards in each other's place, as if they had been dealt so."""
    twin = state.clone()
    s, program = twin.s, twin.program
    other_card = {one: other, other: one}
    for zone in program.zones:
        at, size, loose = zone.at + 2, s[zone.at], s[zone.at + 1]
        cards = [other_card.get(card, card) for card in s[at : at + size]]
        ascending = size if zone.kind == "set" else loose
        s[at : at + size] = sorted(cards[:ascending]) + cards[ascending:]
    first, second = program.card_cells + 2 * one, program.card_cells + 2 * other
    s[first : first + 2], s[second : second + 2] = s[second : second + 2], s[first : first + 2]
    for row in range(program.players + 1):
        base = program.knowledge + row * len(program.cards)
        words = s[base : base + len(program.cards)]
        groups = {}
        for card, word in enumerate(words):
            groups.setdefault(word >> 1, []).append((other_card.get(card, card), word & 1))
        for members in groups.values():
            name = min(card for card, _ in members)
            for card, mark in members:
                s[base + card] = 2 * name + mark
    return twin


def test_there_are_cards_to_swap():
    (path,) = [path for path in PLAYABLE if path.name == "whist.rules"]
    state = game(path, 4).new_state(0)
    pairs = [pair for pair in combinations(movable(state), 2) if alike(state, *pair)]
    assert len([pair for pair in pairs if not any(remembered(state, 1, card) for card in pair)]) > 500
    one, other = next(pair for pair in pairs if with_swapped(state, *pair) != state)
    assert with_swapped(with_swapped(state, one, other), one, other) == state
