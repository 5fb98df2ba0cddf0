"""What each way of writing means as a tree, where it is not plain from the names."""

import pytest

from rulelang.syntax import ast
from rulelang.syntax.walk import children, walk
from tests.support.rules_texts import HEAD, declared, tree_of


def body(text):
    """The statements of a phase."""
    return declared("phase p:\n" + "".join(f"    {line}\n" for line in text.splitlines())).body.statements


def statement(text):
    (one,) = body(text)
    return one


def expression(text):
    return declared(f"define a = {text}\n").body


def shape(node):
    """A tree in brackets, as short as can be read."""
    if isinstance(node, ast.Name | ast.Your | ast.Int | ast.Str | ast.All):
        return node.span.text
    parts = [shape(child) for child in children(node) if not isinstance(child, ast.Ident)]
    word = getattr(node, "op", None) or type(node).__name__
    return f"({word} {' '.join(parts)})"


@pytest.mark.parametrize(("text", "expected"), [
    ("a or b and c", "(Or a (And b c))"),
    ("a or b or c", "(Or a b c)"),
    ("not a is b", "(Not (Is a b))"),
    ("not a and b", "(And (Not a) b)"),
    ("a - b - c", "(- (- a b) c)"),
    ("a + b * c", "(+ a (* b c))"),
    ("- a * b", "(* (Negate a) b)"),
    ("a - -b", "(- a (Negate b))"),
    ("a / b rounded up * c", "(* (Divide a b) c)"),
    ("a * b / c rounded down", "(Divide (* a b) c)"),
    ("a at 1 + b", "(+ (At a 1) b)"),
    ("top of your hand", "(Top your hand)"),
    ("a if b else c if d else e", "(Conditional b a (Conditional d c e))"),
    ("a has b + c", "(Has a (+ b c))"),
    ("p's q's r", "(Owned (Owned p))"),
    ("p knows top of d and q", "(And (Knows p (Top d)) q)"),
    ("a is not face up", "(Is a (FaceLiteral up))"),
    ("a[b[c]].d", "(Attribute (Index a (Index b c)))"),
    ("[]", "(ListOf )"),
    ("f()", "(Call )"),
    ("(a)", "a"),
])
def test_what_binds_tighter(text, expected):
    node = expression(text)
    assert shape(node) == expected if expected != "a" else node.text == "a"


def test_brackets_belong_to_the_place_of_what_they_hold():
    node = expression("(a + b) * c")
    assert node.span.text == "(a + b) * c"
    assert node.left.span.text == "(a + b)"


def test_kinds_of_queries():
    assert expression("[c in d]").kind == "list"
    query = expression("highest(c in d where e by f)")
    assert (query.kind, query.each, query.where.text, query.by[0].text) == ("highest", None, "e", "f")
    query = expression("all(e for c in 1..3 where f)")
    assert (query.kind, query.each.text, query.where.text) == ("all", "e", "f")
    assert isinstance(query.source, ast.Range)


# ---------------------------------------------------------------- decided after the specimens


def test_a_deeper_line_that_begins_with_where_and_or_continues():
    one = statement("each player\n        where a\n        and b\n        or c:\n    shuffle d")
    assert shape(one.where) == "(Or (And a b) c)"
    assert len(one.body.statements) == 1


def test_an_or_as_far_left_as_its_either_is_a_branch():
    one = statement('either "A" when a\n        or b\nor "B"')
    assert [branch.label.value for branch in one.branches] == ["A", "B"]
    assert isinstance(one.branches[0].when, ast.Or)


def test_turns():
    one = statement("turns from left(p) where a until b: run_it")
    assert isinstance(one, ast.Turns)
    assert (one.where.text, one.until.text, one.start.name.text) == ("a", "b", "left")
    assert isinstance(body("turns = 1\nturns")[0], ast.Assign)
    assert isinstance(body("turns = 1\nturns")[1], ast.Run)


def test_tokens_and_pots():
    assert declared("tokens chip: 55, seen by owner\n").seen_by.text == "owner"
    pots = declared("pots: pot: chip, offer per card per 1..2: chip\n").pots
    assert [(pot.name.text, len(pot.per), pot.token.text) for pot in pots] == [("pot", 0, "chip"), ("offer", 2, "chip")]
    pots = declared("pots:\n    pot: chip\n    pots: chip\n").pots
    assert [pot.name.text for pot in pots] == ["pot", "pots"]


def test_ways_to_pay():
    head = declared("action a:\n    pay fees\n    pay 2 chip\n    pay n chip to p's pot\n").head
    assert [(pay.token.text if pay.token else None, pay.to is not None) for pay in head] == [
        (None, False), ("chip", False), ("chip", True)]


def options(text):
    return declared(f"zones:\n    z: stack of a, {text}\n").zones[0].options


def test_refills_in_order():
    (refill,) = options("refill burn, discards where c is resource keep 1")
    assert [(s.zone.text, s.where is not None, s.keep.value if s.keep else None) for s in refill.sources] == [
        ("burn", False, None), ("discards", True, 1)]
    refill, plain = options("refill burn, discards")
    assert (len(refill.sources), plain.word.text) == (1, "discards")
    (refill,) = options("refill burn, keep 2")
    assert refill.sources[0].keep.value == 2
    first, second = options("refill a keep 1, b keep n, c, keep 3, capacity 4")
    assert [(s.zone.text, s.keep.span.text) for s in first.sources] == [("a", "1"), ("b", "n"), ("c", "3")]
    assert second.word.text == "capacity"
    (alone,) = options("keep 2")
    assert (alone.word.text, alone.value.value) == ("keep", 2)


def test_copies_may_be_worked_out():
    rows = declared('cards c:\n    n + 1 "A"\n    2 * n each rank, suit\n    n "B": x 1\n').rows
    assert [shape(row.copies) for row in rows] == ["(+ n 1)", "(* 2 n)", "n"]


# ---------------------------------------------------------------- the rest, where a reader may wonder


def test_a_number_of_picks_may_be_left_out_or_have_two_ends():
    low = [(b.low and b.low.span.text, b.high and b.high.span.text)
           for b in statement("choose a from s, 2 b from s, 1..n c from s, size(x) d from s").binders]
    assert low == [(None, None), ("2", None), ("1", "n"), ("size(x)", None)]


def test_else_if_is_inside():
    one = statement("if a: x\nelse if b: y\nelse: z")
    assert isinstance(one.other, ast.If)
    assert isinstance(one.other.other, ast.Block)


def test_given_counts_quoted_names_only():
    given = declared('example "e":\n    given z = 2 "A" face down, "B", 3 + 1\n').steps[0]
    assert [(t.count, type(t.value).__name__, t.face is not None) for t in given.things] == [
        (2, "Str", True), (1, "Str", False), (1, "Arithmetic", False)]


def test_every_face_of_a_movement_is_a_face_literal():
    for text in ("move a to b face up", "draw 1 from a to b face (x)", "discard a face down", "flip a face up"):
        assert isinstance(statement(text).face, ast.FaceLiteral)


def test_actions_with_and_without_parts():
    assert declared("action a\n").head == ()
    action = declared('action a "A" in g:\n    do: x\n')
    assert (action.label.value, action.group.text, action.head) == ("A", "g", ())
    fork = declared('action a:\n    either "X": pay 1 c\n    or "Y":\n        when b\n        pay d\n').head[0]
    assert [len(branch.head) for branch in fork.branches] == [1, 2]


def test_rule_text_is_kept_line_by_line():
    (item,) = tree_of(HEAD + "> One.\n>  Two # 2\n>\nplayers 2\n").items
    assert item.doc == ("One.", " Two # 2", "")


def test_headers():
    rules = tree_of('# c\nvariant "V" of "base"\nlanguage 1\n')
    assert (rules.header.name.value, rules.header.base.value, rules.language) == ("V", "base", 1)
    assert tree_of('game "G"').language is None


def test_spans_leave_out_the_end_of_the_line():
    one = statement("move a to b   # c")
    assert one.span.text == "move a to b"


def test_walk_meets_every_node_once_and_parents_first():
    rules = tree_of(HEAD + "define a = b + c * d\n")
    nodes = list(walk(rules))
    assert len(nodes) == len({id(node) for node in nodes})
    names = [type(node).__name__ for node in nodes]
    assert names == ["Rules", "Header", "Text", "Item", "Define", "Ident", "Arithmetic", "Name", "Arithmetic", "Name",
                     "Name"]


def test_equal_texts_written_differently_are_equal():
    assert tree_of(HEAD + "define a=(b+c)#x\n") == tree_of(HEAD + "\n\ndefine a = b +  c\n")
    assert tree_of(HEAD + "define a = b\n") != tree_of(HEAD + "define a = c\n")
