"""The grammar file says one thing only, and our scanner and tables read it as Lark itself would."""

import keyword
import re
from functools import cache

import pytest
from lark import Lark
from lark.indenter import Indenter

from rulelang.diagnostics import Diagnostics
from rulelang.resources import grammar_text
from rulelang.source import Source
from rulelang.syntax.build import Builder
from rulelang.syntax.layout import pieces
from rulelang.syntax.scanner import scan
from rulelang.syntax.tables import build_tables, tables
from rulelang.syntax.words import DECLARATIONS, KEYWORDS, SOFT_WORDS, STATEMENTS
from tests.support.rules_texts import FILES, ids

GRAMMAR = grammar_text()


# Lark's lexers know `>` at the start of a line from the sign by where they are; outside of a parse they cannot.
WITHOUT_DOC = GRAMMAR.replace(r"DOC: />[^\n]*/", 'DOC: "@rule text@"')


def without_doc(text):
    """The text with lines of rule text made blank."""
    return re.sub(r"^>[^\n]*", lambda line: " " * len(line.group()), text, flags=re.MULTILINE)


class Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ("LPAR", "LSQB")
    CLOSE_PAREN_types = ("RPAR", "RSQB")
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


@cache
def plain_lark():
    return Lark(WITHOUT_DOC, parser="lalr", lexer="basic", start="rules")


@cache
def block_lark():
    return Lark(WITHOUT_DOC, parser="lalr", lexer="basic", start="rules", postlex=Blocks())


@pytest.mark.parametrize("lexer", ["contextual", "basic"])
def test_the_grammar_has_no_conflict_and_no_two_signs_alike(lexer):
    Lark(GRAMMAR, parser="lalr", lexer=lexer, start=["rules", "part"], postlex=Blocks(), strict=True)


def test_a_conflict_would_be_noticed():
    with pytest.raises(Exception, match=r"[Cc]onflict|collision"):
        build_tables('part: first | second\nfirst: "x"\nsecond: "x"\n')


def words_of_the_grammar():
    lark = Lark(GRAMMAR, parser="lalr", start="rules", postlex=Blocks())
    return {t.pattern.value for t in lark.terminals if t.pattern.type == "str" and t.pattern.value.isalpha()}


def test_every_word_of_the_grammar_is_a_word_of_the_language_and_the_other_way_round():
    assert words_of_the_grammar() == KEYWORDS | SOFT_WORDS
    assert len(KEYWORDS) == 86
    assert (DECLARATIONS | STATEMENTS) <= KEYWORDS | SOFT_WORDS


def test_every_rule_has_a_method_that_builds_it():
    builder = Builder(Source("x", ""), Diagnostics())
    for rule in tables().reductions:
        name = rule.maker + "_" * keyword.iskeyword(rule.maker)
        assert not rule.maker or rule.single or callable(getattr(builder, name)), rule


def test_every_rule_is_explained_by_a_comment_or_stands_below_one():
    """Blocks of rules are divided by blank lines; each block begins with a comment."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", GRAMMAR)]
    bare = [block.splitlines()[0] for block in blocks if not block.startswith("//")]
    assert len(bare) <= 6, bare


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_the_scanner_sees_the_words_that_the_grammar_describes(path):
    text = path.read_text(encoding="utf-8")
    theirs = [(t.start_pos, str(t)) for t in plain_lark().lex(without_doc(text)) if t.type not in ("_NL", "_COMMA")]
    scanned = scan(Source("x", text), Diagnostics())
    ours = [(t.start, t.text) for t in scanned.tokens if t.kind not in ("\n", ",", "DOC")]
    assert ours == theirs


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_blocks_are_those_that_lark_would_find(path):
    """Files that use no deeper `where`, `and`, `or`, `else` line read the same by Lark's own means."""
    text = path.read_text(encoding="utf-8")
    source, found = Source("x", text), Diagnostics()
    ours = [t.kind for piece in pieces(scan(source, found), source, found) for t in piece.tokens]
    if any(re.match(r' *(where|and|or (?!")|else (where|any))', line) for line in text.splitlines()):
        pytest.skip("has a line that continues with a word")
    theirs = [t.type for t in block_lark().lex(without_doc(text).lstrip())]
    docs = ours.count("DOC")
    assert ours.count("_INDENT") == theirs.count("_INDENT") > 0
    assert ours.count("_DEDENT") == theirs.count("_DEDENT") > 0
    assert ours.count("_NL") - docs == theirs.count("_NL")
