"""`rulelang rulebook`: the book on the screen, as Markdown or as a page."""

import pytest

from tests.support.small_games import LINES


@pytest.fixture(autouse=True)
def file(tmp_path):
    (tmp_path / "lines.rules").write_text(LINES, encoding="utf-8")


def test_the_book_on_the_screen_and_in_files(command, tmp_path):
    screen = command("rulebook", "lines.rules")
    assert (screen.code, screen.out.splitlines()[0]) == (0, "# Lines")
    assert command("rulebook", "lines.rules", "-o", "book.md").code == 0
    assert (tmp_path / "book.md").read_text(encoding="utf-8") == screen.out
    assert command("rulebook", "lines.rules", "-o", "book.html").code == 0
    assert (tmp_path / "book.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_rules_with_mistakes_make_no_book(command, tmp_path):
    (tmp_path / "broken.rules").write_text('game "X"\nplayers two\n', encoding="utf-8")
    done = command("rulebook", "broken.rules", "-o", "book.md")
    assert (done.code, done.out, (tmp_path / "book.md").exists()) == (1, "", False)
    assert "error[" in done.err


def test_findings_that_do_not_matter_to_the_book_are_told_beside_it(command, tmp_path):
    odd = LINES + "\ndefine never = 3\n"
    (tmp_path / "odd.rules").write_text(odd, encoding="utf-8")
    done = command("rulebook", "odd.rules")
    assert (done.code, done.out.splitlines()[0]) == (0, "# Lines")
    assert "warning[" in done.err


def test_wrong_usage(command, tmp_path):
    assert command("rulebook", "lines.rules", "-o", "book.pdf").code == 2
    assert command("rulebook", "lines.rules", "-o", "nowhere/book.md").code == 2
    assert command("rulebook", "no_such_game").code == 2


def test_places_where_no_book_can_be(command, tmp_path):
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "rules.md").symlink_to("lines.rules")
    for name in ("folder.md", "rules.md", "lines.rules/book.md", "n" * 300 + ".md"):
        done = command("rulebook", "lines.rules", "-o", name)
        assert (done.code, done.out) == (2, ""), name
    assert (tmp_path / "lines.rules").read_text(encoding="utf-8") == LINES


def test_a_link_that_leads_to_itself_becomes_the_book(command, tmp_path):
    (tmp_path / "loop.md").symlink_to("loop.md")
    assert command("rulebook", "lines.rules", "-o", "loop.md").code == 0
    assert (tmp_path / "loop.md").read_text(encoding="utf-8").startswith("# Lines")
