"""A game and a seed in, a text out: one game played at random, as everybody at the table sees it, step by step.

What all see alike stands under `all`, the rest under the seat that sees it (`public`: whoever looks on); after the
first step only what has changed.
"""

import random


def playthrough(game, seed):
    """The whole game as a text."""
    state, chance = game.new_state(seed), random.Random(seed)
    pages = _Pages(game.players)
    lines = [f"{game.title}, {game.players} players, seed {seed}"]
    while True:
        lines += ["", *_heading(state), *pages.turn(state)]
        if state.is_terminal:
            lines.append(f"returns {', '.join(map(str, state.returns()))}")
            return "\n".join(lines) + "\n"
        move = state.random_move(chance)
        lines += [f"    > {' + '.join(move.ids)}", f"      {move.label}"]
        state.apply(move)


def _heading(state):
    view = state.view(None)
    who = "" if view.over else f": p{state.current_player}"
    yield f"[{view.turn}] {' / '.join(view.running) or 'over'}{who}"
    if not view.over:
        prompt, _, choices, _ = state.question()
        yield f"    {prompt} {' | '.join(choice.label for choice in choices)}"
        moves = state.moves()
        yield f"    {len(moves)} move{'s' if len(moves) != 1 else ''}"


class _Pages:
    """What each seat and the public were shown last."""

    def __init__(self, players):
        self.eyes = [None, *range(1, players + 1)]
        self.shown = {eye: set() for eye in self.eyes}
        self.told = dict.fromkeys(self.eyes, 0)

    def turn(self, state):
        """What is new for everybody."""
        fresh = {}
        for eye in self.eyes:
            view = state.view(eye)
            table, log = list(_table(view)), [f'"{event.text}"' for event in view.log[self.told[eye] :]]
            fresh[eye] = log + [line for line in table if line not in self.shown[eye]]
            self.shown[eye], self.told[eye] = set(table), len(view.log)
        shared = [line for line in fresh[None] if all(line in fresh[eye] for eye in self.eyes)]
        yield from (f"    all: {line}" for line in shared)
        for eye in self.eyes:
            name = "public" if eye is None else f"p{eye}"
            yield from (f"    {name}: {line}" for line in fresh[eye] if line not in shared)


def _table(view):
    """A view's zones, values and scores, a line each."""
    for zone in view.zones:
        cards = ", ".join(f"[{card.name or '?'}]" if card.face_down else card.name or "?" for card in zone.cards)
        if zone.cards and not any(card.name for card in zone.cards):
            cards = f"{len(zone.cards)} unseen"
        yield f"{_name(zone)}: {(cards or 'empty') if zone.count is not None else 'hidden'}"
    for value in view.values:
        yield f"{_name(value)} = {value.words}"
    for line in view.scores:
        recorded = "" if line.recorded is None else f", so far {line.recorded} into {line.into}"
        yield f"{line.score} of p{line.seat}, {line.label}: {line.now}{recorded}"


def _name(thing):
    return f"{thing.name}[{', '.join(thing.keys)}]" if thing.keys else thing.name
