"""Whatever authors write as text is text in the book: no Markdown, no HTML, and links lead to one heading each."""

import re
from html.parser import HTMLParser

import pytest

from rulelang.compiler import check
from rulelang.rulebook.book import rulebook
from rulelang.rulebook.document import Book, Heading, Item, Paragraph, Ruling, Steps
from rulelang.rulebook.markdown import escaped, markdown
from rulelang.rulebook.page import page

GAME = """\
game "Actions"
players 1..10
note "```<img src=x>`"
cards card:
    rank: 1..9
    1 "<b>|`a|b`": rank 1
    1 "!!!": rank 2
    1 "???": rank 3
zones:
    deck: stack of card, seen by nobody
    hand per player: set of card, seen by owner
    heap: stack of card, seen by all, discards
win: highest size(your hand)
> 1. First of all
phase play:
    move all card to deck
    course_of_play
    round
phase course_of_play:
    each player: do up to 1 moves
phase round:
    each player:
        choose card "<u>" from your hand
        resolve card
action bang "!!!" in moves
action round_again "Round" in moves
action more "</h4><script>alert(1)</script>" in moves
effect "<b>|`a|b`": reveal deck
effect "!!!": reveal deck
effect "???": reveal deck
"""


class Anchors(HTMLParser):
    """The names of places in a page, and the links in it."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.tags = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.links.append(value)


def book():
    result = check(GAME)
    assert result.ok, result.diagnostics
    return rulebook(result.model)


def test_every_anchor_of_a_page_is_there_once_and_every_link_has_one():
    anchors = Anchors(page(book()))
    assert len(set(anchors.ids)) == len(anchors.ids)
    assert "" not in anchors.ids
    assert {link[1:] for link in anchors.links} <= set(anchors.ids)
    assert not anchors.tags & {"script", "img"}


def test_a_link_leads_to_its_phase_where_other_headings_have_the_same_text():
    made = book()
    assert made.links["course_of_play"] == ("Course of play", "course-of-play-1")
    assert made.links["round"] == ("Round", "round")
    assert "[Course of play](#course-of-play-1)" in markdown(made)
    assert '<h3 id="course-of-play-1">' in page(made)


def test_anchors_are_numbered_from_the_title_on():
    made = Book("Deal", tuple(Heading(2, text) for text in ("Deal", "Deal", "Deal 2", "!", "?", "Deal")))
    assert [anchor for _, anchor in made.headings] == ["deal-1", "deal-2", "deal-2-1", "", "-1", "deal-3"]


@pytest.mark.parametrize(("text", "told"), [
    ("- first", r"\- first"), ("+ more", r"\+ more"), ("12. June", r"12\. June"), ("1) one", r"1\) one"),
    ("---", r"\---"), ("-", r"\-"), ("-5 points", "-5 points"), ("1.5 cards", "1.5 cards"), ("2 - 1", "2 - 1"),
    ("# no", r"\# no"), ("> no", r"\> no"), ("<b>", r"\<b\>"), ("&lt; & &#60;", r"\&lt; & \&\#60;")])
def test_no_text_begins_a_block(text, told):
    assert markdown(Book("T", (Paragraph(text),))) == f"# T\n\n{told}\n"
    assert markdown(Book("T", (Steps((Item(text),)),))) == f"# T\n\n- {told}\n"


@pytest.mark.parametrize(("text", "told"), [
    ("`a_b` and a_b", r"`a_b` and a\_b"), ("``````", "''''''"), ("```<i>`", r"'''\<i\>'"), ("``<i>``", r"''\<i\>''"),
    ("one ` alone", "one ' alone"), ("`<i>` and ` alone", r"`<i>` and ' alone")])
def test_code_is_what_stands_between_two_single_backticks(text, told):
    assert escaped(text) == told


def test_a_bar_in_a_cell_divides_nothing():
    row = next(line for line in markdown(book()).splitlines() if "<b" in line and line.startswith("|"))
    assert len(re.findall(r"(?<!\\)\|", row)) == 4


def test_emphasis_closes_where_a_text_ends_in_blanks():
    parts = (Ruling(" so "), Steps((Item("x", strong=" Cost: "),)))
    assert markdown(Book("T", parts)) == "# T\n\n> *so*\n\n- **Cost:** x\n"
