"""The reader of fenced blocks sees what a reader of the page sees."""

import pytest

from tests.support.markdown import blocks, links


def test_blocks_have_language_options_line_and_text():
    page = "# T\n\n```rules file=a.rules\ngame \"A\"\n```\n\ntext\n\n~~~\n```\n~~~\n"
    first, second = blocks(page)
    assert (first.language, first.options, first.line) == ("rules", {"file": "a.rules"}, 3)
    assert first.text == 'game "A"\n'
    assert (second.language, second.text) == ("", "```\n")


def test_a_block_inside_a_list_loses_its_indentation():
    (block,) = blocks("1. do this:\n\n   ```sh\n   make play\n     x\n   ```\n")
    assert block.text == "make play\n  x\n"


def test_a_longer_fence_holds_a_shorter_one():
    (block,) = blocks("````text\n```sh\nmake\n```\n````\n")
    assert block.text == "```sh\nmake\n```\n"


def test_a_block_that_never_closes_is_refused():
    with pytest.raises(ValueError, match="line 2"):
        blocks("a\n```sh\nmake\n")


def test_links_in_blocks_do_not_count():
    assert links("[a](b.md) ![i](p.png)\n```text\n[x](y.md)\n```\n[c](d.md#e)") == ["b.md", "d.md#e"]
