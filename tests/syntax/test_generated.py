"""Texts that nobody wrote: generated from the grammar, or shipped files with things torn out and put in."""

import random
import re
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from rulelang.diagnostics import Diagnostics
from rulelang.render import render, render_line
from rulelang.resources import grammar_text
from rulelang.source import Source
from rulelang.syntax.parser import parse, parse_parts
from rulelang.syntax.printer import print_rules
from rulelang.syntax.words import KEYWORDS
from tests.support.rules_texts import FILES, HEAD, ids, read

NAMES = st.sampled_from(["a", "b_1", "Turn", "discards", "highest", "count"])


class NoBlocks:
    always_accept = ()

    def process(self, stream):
        return stream


@cache
def programs(start):
    """Texts from the grammar: words with spaces between them, blocks as marks that `laid_out` turns into lines."""
    lark = Lark(grammar_text(), parser="lalr", start=[start], postlex=NoBlocks())
    kinds = {t.name: st.just(f" {t.pattern.value} ") for t in lark.terminals if t.pattern.type == "str"}
    kinds |= {
        "NAME": NAMES.map(" {} ".format),
        "INT": st.sampled_from([" 0 ", " 7 ", " 2147483647 "]),
        "STRING": st.sampled_from([' "A" ', ' "x y\'s" ', ' "" ', ' "é # ," ']),
        "DOC": st.sampled_from(["\0> a", "\0>", "\0> # "]),
        "_COMMA": st.just(" , "),
        "_NL": st.just("\n"),
        "_INDENT": st.just("\1"),
        "_DEDENT": st.just("\2"),
    }
    kinds |= {name: st.just("") for name in lark.ignore_tokens}
    used = {t.name for t in lark.terminals} | {"_INDENT", "_DEDENT"}
    return from_lark(lark, start=start, explicit={name: kinds[name] for name in kinds.keys() & used})


def laid_out(text):
    """Turn the marks of a generated text into lines with spaces in front."""
    lines, depth = [], 0
    for piece in re.split(r"([\n\1\2])", text):
        if piece == "\1":
            depth += 1
        elif piece == "\2":
            depth -= 1
        elif piece.strip(" \n"):
            lines.append("    " * depth + re.sub(r" +", " ", piece).strip().removeprefix("\0").replace(" 's ", "'s "))
    return "\n".join(lines) + "\n"


def survives(text):
    """Read, print, read: equal. Texts that go past a limit, or say what only the builder can refuse, are let go."""
    rules, found = read(text)
    if rules is None:
        allowed = {"RL009", "RL010", "RL117", "RL120", "RL123"}
        assert {d.code for d in found.found} <= allowed, (text, render(found.sorted()))
        return
    printed = print_rules(rules)
    again, more = read(printed)
    assert again is not None, (text, printed, render(more.sorted()))
    assert again == rules, (text, printed)
    assert print_rules(again) == printed


@settings(suppress_health_check=list(HealthCheck), max_examples=60)
@given(st.data())
def test_every_declaration_the_grammar_allows_survives_printing(data):
    survives(HEAD + laid_out(data.draw(programs("item"))))


ATOMS = st.sampled_from(["a", "turns", "7", '"A"', "your b", "all card", "all face", "players", "up", "f()", "[]"])
SHAPES = """
({}) + ({})|({}) - ({})|({}) * ({})|({}) / ({}) rounded up|({}) / ({}) rounded down|-({})|not ({})
({}) and ({})|({}) or ({})|({}) and ({}) and ({})|({}) or ({}) or ({})|({}) if ({}) else ({})|({}) else ({})
({}) is ({})|({}) is not ({})|({}) is face ({})|({}) < ({})|({}) >= ({})|({}) has ({})|({}) can lay
({}) knows ({})|({}) at ({})|top of ({})|bottom of ({})|({}).b|({})'s b|({})[{}]|[{}, {}]|f({}, {})
[x in ({}) where ({})]|[{} for x in ({})..({}) where {}]|count(x in ({}))|sum({} for x in ({}))
[x in ({}) where ({}) else where ({}) else any]
highest(x in ({}) where ({}) by {})|lowest(x in ({}) where ({}) else any by {}, {})|any({} for x in ({}))
""".strip().replace("\n", "|").split("|")


def shaped(parts):
    return st.sampled_from(SHAPES).flatmap(
        lambda shape: st.tuples(*[parts] * shape.count("{}")).map(lambda inner: shape.format(*inner)))


@settings(max_examples=300)
@given(st.recursive(ATOMS, shaped, max_leaves=12))
def test_every_expression_survives_printing_without_its_needless_brackets(text):
    """All operands stand in brackets here; printing must keep those that matter and no more than it would itself."""
    survives(f"{HEAD}define a = {text}\n")


@settings(max_examples=100)
@given(st.recursive(ATOMS, shaped, max_leaves=40))
def test_statements_with_long_expressions_are_broken_into_lines_that_read_the_same(text):
    survives(f"{HEAD}phase p:\n    if ({text}): move ({text}) to ({text}) face ({text})\n    a = {text}\n"
             f"score s:\n    \"A\": {text}\n")


@settings(suppress_health_check=list(HealthCheck), max_examples=15)
@given(st.data())
def test_every_file_survives_printing(data):
    survives(laid_out(data.draw(programs("rules"))))


# ---------------------------------------------------------------- damaged files

BITS = [*sorted(KEYWORDS), *"()[]:,.+-*/<>=?'\"#>;{}\t\n\0\r\\",
        "\n    ", "\n        ", "'s ", "..", "->", "é", "\u202e", "\ufeff",
        "99999999999", "1.5", "\n> x\n", "\n\n"]


def damaged(text, chance):
    """A text with one to six things done to it: cut, doubled, swapped, put in."""
    for _ in range(chance.randint(1, 6)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 0, 1, 2, 5, 20, 200]))
        what = chance.randrange(4)
        piece = ["", text[start:end] * 2, text[start:end][::-1], chance.choice(BITS)][what]
        text = text[:start] + piece + text[end:]
    return text


def must_end_well(text):
    """Either a tree, or findings that each have a place in the text; always something to show."""
    found = Diagnostics()
    source = Source("dir/file.rules", text)
    rules = parse(source, found)
    assert (rules is None) == found.has_errors
    for one in found.found:
        assert re.match(r"dir/file\.rules:\d+:\d+: error\[RL\d{3}\]: \S", render_line(one))
        assert 0 <= one.span.start <= one.span.end <= len(text)
        assert one.span.line <= source.line_count
        assert one.title
    shown = render(found.sorted())
    assert all(char.isprintable() or char in "\n\u00a0" for char in shown)
    if rules is not None:
        assert read(print_rules(rules))[0] == rules


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_a_damaged_file_ends_in_a_tree_or_in_findings_with_places(path):
    text = path.read_text(encoding="utf-8")
    pieces = re.split(r"\n(?=\S)", text)
    chance = random.Random(path.name)
    for _ in range(15):
        start = chance.randrange(len(pieces))
        must_end_well(damaged(HEAD + "\n".join(pieces[start : start + 6]), chance))


@settings(max_examples=150)
@given(st.lists(st.one_of(st.sampled_from(BITS), st.text(max_size=4)), max_size=40).map(" ".join))
def test_any_text_ends_in_a_tree_or_in_findings_with_places(text):
    must_end_well(text)
    must_end_well(HEAD + "phase p:\n    " + text)


def test_parts_of_a_broken_text_can_be_had():
    found = Diagnostics()
    text = "players 2-3\nphase p:\n    shuffle a\n    shufle b\n    shuffle c\n"
    rules = parse_parts(Source("x", HEAD + text), found)
    (item,) = rules.items
    assert [s.zone.text for s in item.declaration.body.statements] == ["a", "c"]
    assert len(found.found) == 2
