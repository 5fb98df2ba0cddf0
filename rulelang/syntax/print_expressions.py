"""An expression or type in, its canonical text out.

The text holds marks where a line may be broken: `SOFT` anywhere, `INNER` inside brackets only.
Brackets are written where the grammar needs them and where `and` stands beside `or`.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.syntax import ast

SOFT = "\x01"
"""A line may be broken here: behind a comma, before where, and, or, else."""
INNER = "\x02"
"""A line may be broken here if a bracket is open."""
HARD = "\x03"
"""A line is broken here in any case."""
LEVEL = "\x04"
"""A line is broken here, and at all others of them, if it is too long."""
COMMA = "," + SOFT

# How tightly a kind of expression binds; a looser one inside a tighter one needs brackets.
ANY, OR, AND, NOT, COMPARE, SUM, PRODUCT, UNARY, POSTFIX = range(9)


def expression(node: ast.Expr, at_least: int = ANY) -> str:
    """The text of an expression that stands where `at_least` may stand."""
    level, text = _form(node)
    return text if level >= at_least else f"({text})"


def operand(node: ast.Expr) -> str:
    """The text between the words of a statement: a conditional gets brackets, to be read as one thing."""
    return expression(node, OR)


def wanted(node: ast.Expr, mark: str = SOFT) -> str:
    """The text behind a `where`, perhaps of several conditions of which one goes before the other."""
    if not isinstance(node, ast.Preference):
        return operand(node)
    text = f"{mark} else where ".join(operand(one) for one in node.conditions)
    return text + f"{mark} else any" * node.or_any


def whole(node: ast.Expr, room: int) -> str:
    """The text of an expression that ends its line; a conditional that does not fit gets a line for each case."""
    text = expression(node)
    if not isinstance(node, ast.Conditional) or len(text) <= room:
        return text
    cases: list[str] = []
    rest: ast.Expr = node
    while isinstance(rest, ast.Conditional):
        cases.append(f"{expression(rest.then, OR)}{INNER} if {expression(rest.condition, OR)} else")
        rest = rest.other
    return f"({HARD}" + HARD.join((*cases, expression(rest))) + ")"


def source(node: ast.Expr) -> str:
    """The text of the source of a query, choice or loop: a range may stand there without brackets."""
    if isinstance(node, ast.Range):
        return f"{expression(node.low, SUM)}..{expression(node.high, SUM)}"
    return expression(node, SUM)


def postfix(node: ast.Expr) -> str:
    """The text where only a name, a call, brackets and what hangs on them may stand."""
    return expression(node, POSTFIX)


def listed(nodes: tuple[ast.Expr, ...]) -> str:
    """Several expressions divided by commas."""
    return COMMA.join(expression(node) for node in nodes)


def quoted(text: str) -> str:
    """A printed name or label with its quotes."""
    return f'"{text}"'


def type_text(node: ast.Type) -> str:
    """The text of a type."""
    match node:
        case ast.NamedType(name=name, optional=optional):
            return name + "?" * optional
        case ast.RangeType(low=low, high=high, optional=optional):
            return f"{expression(low, SUM)}..{expression(high, SUM)}" + "?" * optional
        case ast.CollectionType(kind=kind, of=of):
            return f"{kind} of {of.text}"
        case _:
            assert_never(node)


def _form(node: ast.Expr) -> tuple[int, str]:  # noqa: C901 - a table
    """How tightly a node binds, and its text without outer brackets."""
    match node:
        case (ast.Name() | ast.Int() | ast.Str() | ast.Your() | ast.All() | ast.ListOf() | ast.Query() | ast.Call()
              | ast.Attribute() | ast.Owned() | ast.Index()):
            return POSTFIX, _tight(node)
        case ast.Negate() | ast.At() | ast.Top() | ast.Bottom():
            return UNARY, _unary(node)
        case ast.Arithmetic(op="*", left=left, right=right):
            return PRODUCT, f"{expression(left, PRODUCT)}{INNER} * {expression(right, UNARY)}"
        case ast.Arithmetic(op=op, left=left, right=right):
            return SUM, f"{expression(left, SUM)}{INNER} {op} {expression(right, PRODUCT)}"
        case ast.Divide(left=left, right=right, up=up):
            return PRODUCT, f"{expression(left, PRODUCT)} / {expression(right, UNARY)} rounded {'up' if up else 'down'}"
        case ast.Compare() | ast.Is() | ast.Has() | ast.Can() | ast.Knows():
            return COMPARE, _comparison(node)
        case ast.Not(value=value):
            return NOT, f"not {expression(value, NOT)}"
        case ast.And(parts=parts):
            return AND, f"{SOFT} and ".join(expression(part, NOT) for part in parts)
        case ast.Or(parts=parts):
            return OR, f"{SOFT} or ".join(expression(part, NOT) for part in parts)
        case ast.Conditional(condition=condition, then=then, other=other):
            return ANY, (f"{expression(then, OR)}{INNER} if {expression(condition, OR)}{INNER} else "
                         f"{expression(other)}")
        case ast.Default(value=value, other=other):
            return ANY, f"{expression(value, OR)}{INNER} else {expression(other)}"
        case ast.Preference():
            return ANY, wanted(node)
        case ast.Range():
            return ANY, source(node)
        case ast.FaceLiteral(value=value):
            return SUM, f"face {postfix(value)}"
        case _:
            assert_never(node)


def _tight(node: ast.Name | ast.Int | ast.Str | ast.Your | ast.All | ast.ListOf | ast.Query | ast.Call | ast.Attribute
           | ast.Owned | ast.Index) -> str:
    match node:
        case ast.Name(text=text):
            return text
        case ast.Int(value=value):
            return str(value)
        case ast.Str(value=value):
            return quoted(value)
        case ast.Your(name=name):
            return f"your {name}"
        case ast.All(type=kind):
            return f"all {kind}"
        case ast.ListOf(items=items):
            return f"[{listed(items)}]"
        case ast.Query():
            return _query(node)
        case ast.Call(name=name, args=args):
            return f"{name.text}({listed(args)})"
        case ast.Attribute(value=value, name=name):
            return f"{postfix(value)}.{name.text}"
        case ast.Owned(value=value, name=name):
            return f"{postfix(value)}'s {name.text}"
        case ast.Index(value=value, key=key):
            return f"{postfix(value)}[{expression(key)}]"


def _query(node: ast.Query) -> str:
    head = f"{node.name.text} in {source(node.source)}"
    text = head if node.each is None else f"{expression(node.each)}{INNER} for {head}"
    if node.where is not None:
        text += f"{SOFT} where {wanted(node.where)}"
    if node.by:
        text += f"{INNER} by {listed(node.by)}"
    return f"[{text}]" if node.kind == "list" else f"{node.kind}({text})"


def _unary(node: ast.Negate | ast.At | ast.Top | ast.Bottom) -> str:
    match node:
        case ast.Negate(value=value):
            return f"-{expression(value, UNARY)}"
        case ast.At(zone=zone, index=index):
            meant_otherwise = isinstance(index, ast.Attribute) and isinstance(index.value, ast.Int)
            return f"{postfix(zone)} at {_undotted(index) if meant_otherwise else postfix(index)}"
        case ast.Top(zone=zone):
            return f"top of {_undotted(zone)}"
        case ast.Bottom(zone=zone):
            return f"bottom of {_undotted(zone)}"


def _undotted(node: ast.Expr) -> str:
    """Behind `of` an attribute is refused without brackets: it looks as if the card's were meant."""
    return f"({expression(node)})" if isinstance(node, ast.Attribute) else postfix(node)


def _comparison(node: ast.Compare | ast.Is | ast.Has | ast.Can | ast.Knows) -> str:
    match node:
        case ast.Compare(op=op, left=left, right=right):
            return f"{expression(left, SUM)} {op} {expression(right, SUM)}"
        case ast.Is(left=left, right=right, negated=negated):
            return f"{expression(left, SUM)} is {'not ' if negated else ''}{expression(right, SUM)}"
        case ast.Has(left=left, right=right):
            return f"{expression(left, SUM)} has {expression(right, SUM)}"
        case ast.Can(player=player, action=action):
            return f"{expression(player, SUM)} can {action.text}"
        case ast.Knows(player=player, card=card):
            return f"{expression(player, SUM)} knows {expression(card, SUM)}"
