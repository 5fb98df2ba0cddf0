"""The page of the classics in numbers tells of the rules as they are."""

import re
from importlib.util import module_from_spec, spec_from_file_location

import pytest

from rulelang.compiler import compile_game
from rulelang.engine.game import Game
from rulelang.simulate.plan import Plan
from rulelang.simulate.table import Table
from tests.support.games import checked
from tests.support.project import ROOT, relative


def load_player():
    spec = spec_from_file_location("docs_play_classics", ROOT / "docs" / "play_classics.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLAYER = load_player()
PAGE = PLAYER.PAGE.read_text(encoding="utf-8")


def row(path):
    """The cells of a game's line."""
    found = re.search(rf"^\| \[[^]]*\]\(\.\./games/{path.stem}\.md\) \|.*$", PAGE, re.M)
    assert found, f"{path.stem} is not on the page: run `python docs/play_classics.py`"
    return [cell.strip() for cell in found[0].strip("|").split("|")]


@pytest.mark.parametrize("path", PLAYER.CLASSICS, ids=relative)
def test_a_line_tells_of_the_rules_as_they_are(path):
    result, cells = checked(path), row(path)
    game = Game(compile_game(result.model, int(cells[1]), {}, result.bundle))
    table = Table(Plan(game, ("random",) * game.players, PLAYER.SEED), modules=False)
    assert cells[-1] == f"`{PLAYER.first(table)}`", "run `python docs/play_classics.py`"
    assert cells[-3] == str(PLAYER.code_lines(path.read_text(encoding="utf-8")))


def test_the_sums_are_those_of_the_files():
    assert PLAYER.sums() in PAGE


def test_the_valet_games_take_at_most_1500_lines():
    assert sum(PLAYER.code_lines(path.read_text(encoding="utf-8"))
               for path in PLAYER.CLASSICS if path.stem in PLAYER.RECYCLE) <= 1500


@pytest.mark.slow
def test_the_numbers_are_those_of_the_games():
    assert PLAYER.page() == PAGE
