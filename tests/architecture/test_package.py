"""What `import rulelang` gives, what it leaves alone, and what travels inside the package."""

import subprocess
import sys
import tomllib

import pytest

import rulelang
from tests.support.project import ROOT

HEAVY = ("lark", "yaml", "jsonschema", "typer", "rich")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def modules_after(code):
    """The modules that a fresh Python has loaded after some code."""
    program = f"import sys; {code}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_the_public_names_are_these():
    assert rulelang.__all__ == ["Game", "RulesError", "State", "check", "load"]
    assert set(rulelang.__all__) <= set(dir(rulelang))


@pytest.mark.parametrize("name", rulelang.__all__)
def test_each_public_name_is_there(name):
    assert getattr(rulelang, name).__doc__


def test_an_unknown_name_is_an_ordinary_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'nothing_like_this'"):
        _ = rulelang.nothing_like_this


def test_importing_the_package_loads_no_library():
    assert not modules_after("import rulelang") & set(HEAVY)


@pytest.mark.parametrize("room", ["ir", "engine", "agents", "match"])
def test_the_play_tower_loads_no_library(room):
    code = (f"import importlib, pkgutil, rulelang.{room} as room; "
            "[importlib.import_module(m.name) for m in pkgutil.walk_packages(room.__path__, room.__name__ + '.')]")
    loaded = modules_after(code)
    assert f"rulelang.{room}" in loaded
    assert not loaded & {*HEAVY, "rulelang.syntax", "rulelang.analysis", "rulelang.lowering", "rulelang.compiler"}


def test_the_version_is_said_once():
    assert rulelang.__version__ == SETTINGS["project"]["version"]


def test_grammar_and_games_travel_inside_the_package():
    included = SETTINGS["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {"grammar": "rulelang/_data/grammar", "games": "rulelang/_data/games"}
    assert (ROOT / "grammar" / "rules.lark").exists()
    assert list((ROOT / "games").glob("*.rules"))


def test_the_run_time_needs_six_libraries():
    names = sorted(need.split(">")[0] for need in SETTINGS["project"]["dependencies"])
    assert names == ["jsonschema", "lark", "pyyaml", "rich", "typer", "wasmtime"]
