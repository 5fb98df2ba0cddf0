"""A game of ours and the same game of OpenSpiel in, one random game played by both at once out.

Before every step both must be at chance or ask the same player, and offer the same options, after ours were given
OpenSpiel's numbers; at the end both must pay the same. Cards come from chance in both, one by one, so both are dealt
the same hands. Chance that has one outcome and decisions that have one option may exist in one of the two only.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rulelang.compiler import load
from tests.support.project import ROOT

CHANCE = -1
Words = tuple[str, ...]


@dataclass(frozen=True)
class Pair:
    """One variant: OpenSpiel's name and parameters, our file and params, what our options are called there.

    `number` gives OpenSpiel's number of an option: of the values of its ids, whether it is chance, and our state.
    `returns` makes OpenSpiel's returns of ours; `pick` is how the players choose.
    """

    spiel: str
    file: str
    players: int
    number: Callable[[Words, bool, object], int]
    spiel_params: Mapping[str, object] = field(default_factory=dict)
    params: Mapping[str, object] = field(default_factory=dict)
    returns: Callable[[list[int]], list[float]] = list
    pick: Callable[[random.Random, list[int]], int] = random.Random.choice

    def __str__(self):
        told = [f"{name}={value}" for name, value in self.spiel_params.items()]
        how = "" if self.pick is random.Random.choice else f" {self.pick.__name__}"
        return f"{self.spiel}({', '.join(told)}){how}"


class Differs(AssertionError):
    """The two games are not the same game."""


def games(pair):
    """OpenSpiel's game (simultaneous ones turn by turn) and ours."""
    import pyspiel

    theirs = pyspiel.load_game(pair.spiel, dict(pair.spiel_params))
    if theirs.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        theirs = pyspiel.convert_to_turn_based(theirs)
    return theirs, load(ROOT / "games" / pair.file, pair.players, **pair.params)


def play(pair, theirs, ours, seed):
    """One game. Raises Differs where the two part; the number of steps."""
    rng, log = random.Random(seed), []
    a, b = theirs.new_initial_state(), ours.new_state(seed, explicit=True, knowledge=False)
    while not a.is_terminal():
        wanted, paths = _legal(a), _options(pair, b)
        forced = len(wanted) == 1 and (_actor(b) != _actor_there(a) or (a.is_chance_node() and wanted[0] not in paths))
        if forced:
            a.apply_action(wanted[0])
            continue
        if len(paths) == 1 and _actor(b) != _actor_there(a) and not b.is_terminal:
            _apply(b, next(iter(paths.values())))
            continue
        if _actor(b) != _actor_there(a):
            raise Differs(f"{pair}, seed {seed}, after {log[-8:]}: {_actor_there(a)} acts there, {_actor(b)} here")
        if sorted(paths) != wanted:
            raise Differs(f"{pair}, seed {seed}, after {log[-8:]}: there {wanted}, here {sorted(paths)}")
        taken = pair.pick(rng, wanted)
        log.append((_actor(b), taken))
        a.apply_action(taken)
        _apply(b, paths[taken])
    _finish(pair, b)
    if pair.returns(list(b.returns())) != a.returns():
        raise Differs(f"{pair}, seed {seed}: there {a.returns()}, here {pair.returns(list(b.returns()))}")
    return len(log)


def _legal(state):
    return sorted(action for action, weight in state.chance_outcomes() if weight > 0) if state.is_chance_node() else (
        state.legal_actions())


def _actor_there(state):
    return CHANCE if state.is_chance_node() else state.current_player() + 1


def _actor(state):
    return None if state.is_terminal else CHANCE if state.is_chance else state.current_player


def _options(pair, state):
    """Our options by OpenSpiel's number: of a move the ids of its answers, of chance its one id."""
    if state.is_terminal:
        return {}
    ways = [(each.id,) for each in state.chance_outcomes()] if state.is_chance else [each.ids for each in state.moves()]
    return {pair.number(_values(ids), state.is_chance, state): ids for ids in ways}


def _values(ids):
    return tuple(each.partition(":")[2] for each in ids)


def _apply(state, ids):
    for each in ids:
        state.apply(each)


def _finish(pair, state):
    """What is left is forced: OpenSpiel has done it by itself."""
    while not state.is_terminal:
        ways = _options(pair, state)
        if len(ways) != 1:
            raise Differs(f"{pair}: over there, {len(ways)} options here")
        _apply(state, next(iter(ways.values())))
