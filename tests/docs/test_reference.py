"""The reference repeats what the code says: commands and their options, findings, limits; nothing is left out."""

import re
from importlib.util import module_from_spec, spec_from_file_location

import pytest

from rulelang.codes import CODES
from tests.support.page_blocks import run_command
from tests.support.project import ROOT


def load_generator():
    spec = spec_from_file_location("docs_generate", ROOT / "docs" / "generate.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATOR = load_generator()
REFERENCE = ROOT / "docs" / "reference"


def read(name):
    return (REFERENCE / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GENERATOR.pages(), ids=lambda path: path.name)
def test_a_page_is_up_to_date(path):
    assert path.read_text(encoding="utf-8") == GENERATOR.pages()[path], f"{path.name} is out of date: run `make docs`"


def test_every_command_has_a_section():
    assert re.findall(r"^## (\w+)$", read("commands.md"), re.M) == list(GENERATOR.commands())


@pytest.mark.parametrize("name", GENERATOR.commands())
def test_every_option_of_the_help_is_on_the_page(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    code, said = run_command(["rulelang", name, "--help"])
    assert code == 0
    section = read("commands.md").partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    for option in set(re.findall(r"--[a-z-]+", said.partition("Options:")[2])) - {"--help"}:
        assert option in section, f"{name} {option} is missing: run `make docs`"


def test_every_code_has_an_entry():
    assert re.findall(r"^### (RL\d+)$", read("errors.md"), re.M) == sorted(CODES)


def test_limits_name_findings_that_exist():
    codes = {code for group in GENERATOR.LIMITS.values() for _, _, code in group if code}
    assert codes <= set(CODES)


def test_every_group_of_limits_is_on_the_page():
    assert re.findall(r"<!-- generated (\w+) -->", read("limits.md")) == list(GENERATOR.LIMITS)


def test_a_changed_part_is_noticed():
    page = "a\n<!-- generated x -->\nold\n<!-- end -->\nb\n"
    assert GENERATOR.filled(page, lambda name: f"new {name}") == "a\n<!-- generated x -->\nnew x\n<!-- end -->\nb\n"
