"""Rules that nobody wrote: whatever passes the check can be lowered, verified and played, alike in every mode."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulelang.compiler import check, compile_game
from rulelang.engine.game import Game
from rulelang.ir.program import EXPLICIT, TURN
from tests.properties.test_choices import tree
from tests.properties.test_copies import everything, fed, without
from tests.support.programs import Programs
from tests.support.rules_texts import HEAD
from tests.support.whole_chain import survives, within
from tests.syntax.test_generated import laid_out, programs

STEPS = 3000        # lower than in play, so that rules that run in circles end soon


def played_in_every_mode(text, seed):
    """Play one game seeded, on chance, blind and stepwise, and compare; whether the rules are sound."""
    result = check(text)
    if not result.ok:
        return False
    players = 2 + seed % 2
    game = Game(compile_game(result.model, players, {}, result.bundle), step_limit=STEPS)
    seeing, blind = game.new_state(seed), game.new_state(seed, knowledge=False)
    explicit, chance = fed(game.new_state(seed, explicit=True)), random.Random(seed)
    memory = range(game.program.knowledge, game.program.info_keys + 2 * players)
    for _ in range(12):
        if seeing.fault or explicit.fault:
            return True
        assert without(seeing, EXPLICIT) == without(explicit, EXPLICIT)
        assert without(seeing, *memory) == without(blind, *memory)
        if seeing.is_terminal:
            break
        assert seeing.choices() == explicit.choices()
        stepwise, moves = tree(seeing, 60), seeing.moves()
        if stepwise is not None:
            assert sorted(stepwise) == sorted(move.ids for move in moves)
        move = chance.choice(moves)
        turn = seeing.s[TURN]
        for state in (seeing, blind, explicit):
            state.apply(list(move.ids))
        fed(explicit)
        assert seeing.s[TURN] == turn + 1 or seeing.is_terminal
    assert everything(seeing, players) == everything(explicit, players)
    assert seeing.from_bytes(game, seeing.to_bytes()) == seeing
    return True


def generated(seeds):
    """Generate and play rules; how many were sound."""
    sound = 0
    for seed in seeds:
        text = Programs(random.Random(seed)).text()
        with within(20):
            try:
                sound += played_in_every_mode(text, seed)
            except Exception as error:
                error.add_note(f"seed {seed}:\n{text}")
                raise
        if seed % 4 == 0:
            survives(text, seed)
    return sound


@pytest.mark.parametrize("part", range(4))
def test_generated_games_play_alike_in_every_mode(part):
    assert generated(range(part * 1000, part * 1000 + 20)) > 5


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_generated_games_play_alike_in_every_mode(part):
    assert generated(range(10_000 + part * 1000, 10_400 + part * 1000)) > 100


@settings(suppress_health_check=list(HealthCheck), max_examples=40)
@given(st.data())
def test_whatever_the_grammar_allows_ends_in_findings_or_in_a_game(data):
    survives(HEAD + laid_out(data.draw(programs("item"))) + "players 2\nwin: highest 0\nphase play:\n")


@settings(suppress_health_check=list(HealthCheck), max_examples=40)
@given(st.data())
def test_whatever_the_grammar_allows_ends_well_in_a_sound_game(data):
    survives(Programs(random.Random(7)).text() + laid_out(data.draw(programs("item"))))


def test_generated_games_use_the_whole_language():
    texts = "".join(Programs(random.Random(seed)).text() for seed in range(60))
    for word in ("resolve", "turns from", "either", "chooses", "random", "melds(", "stake", "mate =", "after ", "as ",
                 "flip", "reveal", "draw 2", "bottom of deck", "pay ", "let ", "up to", "until", "rounded"):
        assert word in texts
