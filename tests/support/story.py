"""A game and a seed in, a text out: one game played at random, told as somebody would who looks at all hands.

`playthrough` shows what every seat is shown at every step; a story is for reading: the hands at the start, then each
move with the number of moves there were and what the table was told of it.
"""

import random
from textwrap import wrap

MOST_LINES = 500


def story(game, seed):
    """The whole game as a text; of a long one the beginning and the end."""
    state, chance = game.new_state(seed), random.Random(seed)
    log = _Log(state)
    # Of the deal the single cards that nobody saw are left out: they are many, and the hands are shown below.
    deal = [line for line in log.news() if not line.startswith("    A card is drawn")]
    lines = [f"{game.title}, {game.players} players, seed {seed}", "", *deal, "", *_cards(state), ""]
    while not state.is_terminal and len(lines) < MOST_LINES:
        lines += _move(state, chance, log)
    more = 0
    while not state.is_terminal:
        state.play_random(chance)
        more += 1
    return "\n".join([*lines, *([f"({more} more moves)"] if more else []), "", *_end(state)]) + "\n"


def _move(state, chance, log):
    """Make a move; how it went."""
    seat, moves = state.current_player, state.moves()
    move = chance.choice(moves)
    state.apply(move)
    yield f"Player {seat}, {'no choice' if len(moves) == 1 else f'{len(moves)} moves'}: {move.label}"
    known = f"    Player {seat} does:", f"    Player {seat} is done"
    yield from (line for line in log.news() if not line.startswith(known))


class _Log:
    """What the table is told, piece by piece."""

    def __init__(self, state):
        self.state, self.told = state, 0

    def news(self):
        """What it was told since it was asked last."""
        events = self.state.view(None, log_from=self.told).log
        self.told = len(self.state.record)
        return [f"    {event.text}" for event in events]


def _end(state):
    """What lies where in the end, the values, the scores, the returns."""
    yield from _cards(state)
    yield ""
    view = state.view(None)
    yield from (f"{_name(value)} = {value.words}" for value in view.values)
    yield from (f"{line.score} of Player {line.seat}, {line.label}: {line.now}" for line in view.scores)
    yield f"returns {', '.join(map(str, state.returns()))}"


def _cards(state):
    """All zones with cards, each as the seat sees it that sees most of it."""
    views = [state.view(seat) for seat in range(1, state.game.players + 1)]
    for zones in zip(*(view.zones for view in views), strict=True):
        best = max(zones, key=lambda zone: sum(1 for card in zone.cards if card.name))
        if best.cards:
            yield from wrap(f"{_name(best)}: {_content(best)}", 120, subsequent_indent="    ")


def _content(zone):
    names = [card.name or "?" for card in zone.cards]
    return f"{len(names)} unseen" if set(names) == {"?"} else ", ".join(names)


def _name(thing):
    return f"{thing.name}[{', '.join(thing.keys)}]" if thing.keys else thing.name
