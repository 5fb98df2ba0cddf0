"""Where the files of a game may lie, and what is said of every other place."""

import os

import pytest

from rulelang.analysis.project import Bundle, project_folder
from rulelang.compiler import check
from rulelang.diagnostics import Diagnostics
from rulelang.resources import bundled_games

RULES = """game "G"
players 2
cards card from "{table}"
win: highest number(you)
phase play: end play
"""
TABLE = "copies,name\n1,Fox\n"


def project(folder, table="cards/list.csv", marker="rulelang.toml"):
    """A project with its rules two folders down and a table beside them."""
    home = folder / "project" / "games"
    (home / "cards").mkdir(parents=True)
    (folder / "project" / marker).touch()
    (home / "cards" / "list.csv").write_text(TABLE)
    (home / "game.rules").write_text(RULES.format(table=table))
    return home / "game.rules"


def codes(where):
    return [d.code for d in check(where) if d.code < "RL3"]


def test_the_project_folder_is_the_nearest_with_a_marker(tmp_path):
    for marker in ("pyproject.toml", "rulelang.toml", ".git"):
        path = project(tmp_path / marker, marker=marker)
        assert project_folder(path) == path.parents[1]


def test_without_a_marker_the_project_is_the_files_own_folder(tmp_path):
    assert project_folder(tmp_path / "a" / "b.rules") == tmp_path / "a"


def test_a_table_beside_the_rules_is_read(tmp_path):
    result = check(project(tmp_path))
    assert result.ok
    assert list(result.bundle.sources) == ["games/game.rules", "games/cards/list.csv"]


def test_a_path_may_go_up_inside_the_project(tmp_path):
    path = project(tmp_path, "../shared/list.csv")
    (path.parents[1] / "shared").mkdir()
    (path.parents[1] / "shared" / "list.csv").write_text(TABLE)
    assert codes(path) == []


@pytest.mark.parametrize(
    "name",
    [
        "../../list.csv",
        "../../../../../../etc/list.csv",
        "/etc/list.csv",
        "~/list.csv",
        "C:/list.csv",
        "cards\\\\list.csv",
        "\\\\\\\\server\\\\share\\\\list.csv",
        "file:///etc/list.csv",
        "https://example.org/list.csv",
        "x:list.csv",
        "cards/../../../list.csv",
        " ",
    ],
)
def test_a_path_that_leads_elsewhere_is_refused(tmp_path, name):
    (tmp_path / "list.csv").write_text(TABLE)
    result = check(project(tmp_path, name))
    assert [(d.code, d.span.line) for d in result] == [("RL071", 3)]


@pytest.mark.parametrize("name", ["cards/list.txt", "cards/list", "game.rules", "cards", "/"])
def test_a_table_has_the_ending_of_a_table(tmp_path, name):
    assert codes(project(tmp_path, name)) == ["RL071" if name == "/" else "RL075"]


def test_a_link_out_of_the_project_is_refused(tmp_path):
    path = project(tmp_path, "cards/link.csv")
    (tmp_path / "secret.csv").write_text(TABLE)
    (path.parent / "cards" / "link.csv").symlink_to(tmp_path / "secret.csv")
    assert codes(path) == ["RL071"]


def test_a_linked_folder_out_of_the_project_is_refused(tmp_path):
    path = project(tmp_path, "away/list.csv")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "list.csv").write_text(TABLE)
    (path.parent / "away").symlink_to(tmp_path / "elsewhere")
    assert codes(path) == ["RL071"]


def test_a_link_inside_the_project_is_fine(tmp_path):
    path = project(tmp_path, "link.csv")
    (path.parent / "link.csv").symlink_to(path.parent / "cards" / "list.csv")
    assert codes(path) == []


def test_links_in_a_circle_are_reported(tmp_path):
    path = project(tmp_path, "a.csv")
    (path.parent / "a.csv").symlink_to(path.parent / "b.csv")
    (path.parent / "b.csv").symlink_to(path.parent / "a.csv")
    assert codes(path) == ["RL070"]


def test_folders_and_pipes_are_no_tables(tmp_path):
    path = project(tmp_path, "pipe.csv")
    os.mkfifo(path.parent / "pipe.csv")
    assert codes(path) == ["RL072"]
    other = project(tmp_path / "other", "folder.csv")
    (other.parent / "folder.csv").mkdir()
    assert codes(other) == ["RL072"]


def test_a_device_is_no_game():
    assert codes("/dev/zero") == ["RL072"]


def test_capitals_are_told_from_small_letters(tmp_path):
    path = project(tmp_path, "cards/List.csv")
    (finding,) = check(path)
    assert finding.code == "RL070"
    assert "list.csv" in finding.hint


def test_a_spelling_that_the_disk_forgives_is_reported(tmp_path, monkeypatch):
    path = project(tmp_path, "Cards/list.csv")
    (path.parent / "Cards").symlink_to("cards")
    real = os.listdir
    monkeypatch.setattr(
        "rulelang.analysis.project.os.listdir", lambda folder: [n for n in real(folder) if n != "Cards"]
    )
    (finding,) = check(path)
    assert (finding.code, finding.hint) == ("RL070", "Write `cards` as it is on the disk.")


def test_a_missing_file_is_a_finding(tmp_path):
    (finding,) = check(tmp_path / "nothing.rules")
    assert finding.code == "RL070"
    assert "nothing.rules" in finding.title


def test_too_large_files_are_refused_unread(tmp_path):
    path = project(tmp_path)
    (path.parent / "cards" / "list.csv").write_bytes(b"x" * 1_000_001)
    assert codes(path) == ["RL073"]


@pytest.mark.parametrize("data", [b'game "G\xe9"\nplayers 2\n', 'game "G"\n'.encode("utf-16")])
def test_rules_in_another_encoding_are_explained(tmp_path, data):
    (tmp_path / "g.rules").write_bytes(data)
    (finding,) = check(tmp_path / "g.rules")
    assert finding.code == "RL074"
    assert "UTF-8" in finding.hint


def test_a_byte_order_mark_is_fine(tmp_path):
    path = project(tmp_path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert codes(path) == []


def test_a_variant_that_is_its_own_base_is_shown_as_a_chain(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, base in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.rules").write_text(f'variant "V" of "{base}.rules"\nnote "x"\n')
    (finding,) = check("a.rules")
    assert finding.title == "A variant cannot be its own base: a.rules > b.rules > c.rules > a.rules"
    assert (finding.span.source.name, finding.span.line) == ("c.rules", 1)


def test_a_variant_of_itself_through_a_link(tmp_path):
    (tmp_path / "a.rules").write_text('variant "V" of "b.rules"\nnote "x"\n')
    (tmp_path / "b.rules").symlink_to(tmp_path / "a.rules")
    assert codes(tmp_path / "a.rules") == ["RL267"]


def test_a_bundled_game_is_found_by_its_name_and_holds_its_own_paths():
    name = next(iter(bundled_games()))
    bundle = Bundle.of_game(name)
    assert bundle.read_main(Diagnostics()).text == bundled_games()[name].read_text(encoding="utf-8")
    result = check(Bundle.of_text('variant "V" of "linkage"\nchange rounds to 2\n'))
    assert result.ok
    assert list(result.bundle.sources) == ["<text>", "rulelang:linkage.rules", "rulelang:cards/linkage_rna.csv"]


def test_an_unknown_name_gets_a_suggestion():
    (finding,) = check("linkagge")
    assert (finding.code, finding.hint) == ("RL268", "Did you mean `linkage`?")


@pytest.mark.parametrize(
    "where", ["", " ", ".", "..", "/", "~", "a\0b", "x" * 5000, "a/" * 3000, "no/such", {}, "a.rules/b.rules"]
)
def test_whatever_is_asked_for_is_a_finding(where):
    (finding,) = check(where)
    assert finding.code in {"RL070", "RL072", "RL268"}


def test_a_text_alone_names_no_files():
    assert codes(RULES.format(table="cards/list.csv")) == ["RL070"]


def test_the_files_that_were_read_are_enough_to_check_again(tmp_path):
    path = project(tmp_path, "cards/list.csv")
    variant = path.parent / "variants" / "v.rules"
    variant.parent.mkdir()
    variant.write_text('variant "V" of "../game.rules"\nchange "Fox" to 3\n')
    first = check(variant)
    texts = {key: source.text for key, (source, _) in first.bundle.sources.items()}
    path.unlink()
    assert first.ok
    assert check(texts).ok


def test_files_of_a_bundled_variant_are_enough_to_check_again():
    first = check("linkage_six_rounds")
    texts = {key: source.text for key, (source, _) in first.bundle.sources.items()}
    again = check(texts)
    assert again.ok
    assert {key: source.text for key, (source, _) in again.bundle.sources.items()} == texts
