"""Calls of built-in functions and defines in, phrases out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.analysis import types as t
from rulelang.rulebook.queries import criteria, definite, members, selected
from rulelang.rulebook.words import listed, plural, possessive, whose
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.rulebook.speaker import Speaker

Args = tuple[ast.Expr, ...]


def call(say: Speaker, node: ast.Call) -> str:
    """A call as a noun phrase."""
    name = node.name.text
    if name in say.model.defines:
        return defined(say, name, node.args)
    if name in _WORDINGS:
        return _WORDINGS[name](say, node.args)
    told = listed([say.noun(arg) for arg in node.args])
    return f"the {say.words(name)} of {told}"


def defined(say: Speaker, name: str, args: Args) -> str:
    """What a define gives: `the worth of the card`."""
    if isinstance(say.model.defines[name].type, t.Flag):
        return f"whether “{say.words(name)}” holds for {listed([say.noun(arg) for arg in args])}"
    words = say.words(name).removesuffix(" of")
    if len(args) == 1 and isinstance(t.plain(say.model.types[args[0]]), t.Player):
        return whose(say.noun(args[0]), words)
    return f"the {words} of {listed([say.noun(arg) for arg in args])}" if args else f"the {words}"


def _size(say: Speaker, args: Args) -> str:
    return f"the number of {members(say, args[0])}"


def _first(say: Speaker, args: Args) -> str:
    match args[0]:
        case ast.Query(kind="highest" | "lowest", by=(by,), where=None) as best if not isinstance(
                say.model.types[by], t.Flag):
            what = say.kind(say.model.types[args[0]]).removesuffix("s")
            with say.about(say.model.locals[best]):
                return (f"the {what} of whom " if what == "player" else f"the {what} of which ") + (
                    f"{say.noun(by)} is {best.kind} among {say.noun(best.source)} (the first of several)")
        case ast.Query(kind="highest" | "lowest") as best:
            with say.about(say.model.locals[best]):
                told = criteria(say, best)
            return f"the one of {definite(selected(say, best))} that comes first by this: {told}"
    return f"the first {_kind_in(say, args[0])} {say.noun(args[0]).removeprefix('of ')}"


def _kind_in(say: Speaker, node: ast.Expr) -> str:
    kind = t.plain(say.model.types[node])
    return f"{say.kind(t.Card(kind.of))} in" if isinstance(kind, t.Zone) else "of"


def _neighbour(side: str) -> Callable[[Speaker, Args], str]:
    return lambda say, args: f"the player on {whose(say.noun(args[0]), side)}"


def _seats(say: Speaker, args: Args) -> str:
    return f"the players clockwise from {say.noun(args[0])}"


def _others(say: Speaker, args: Args) -> str:
    return f"all players but {say.noun(args[0])}"


def _extreme(word: str) -> Callable[[Speaker, Args], str]:
    return lambda say, args: f"the {word} of {listed([say.noun(arg) for arg in args])}"


def _number(say: Speaker, args: Args) -> str:
    return f"{possessive(say.noun(args[0]))} number" if not isinstance(args[0], ast.Attribute) else say.noun(args[0])


def _of(front: str) -> Callable[[Speaker, Args], str]:
    return lambda say, args: f"{front} {say.noun(args[0])}"


def _team(say: Speaker, args: Args) -> str:
    return whose(say.noun(args[0]), "team")


def _supply(say: Speaker, args: Args) -> str:
    token = say.words(args[0].text) if isinstance(args[0], ast.Name) else say.noun(args[0])
    return f"the number of {plural(token)} left in the supply"


def _done(say: Speaker, args: Args) -> str:
    name = args[0].text if isinstance(args[0], ast.Name) else ""
    action = say.model.actions.get(name)
    if action is None:
        return f"the number of {say.words(name)} actions done this time"
    return f"the number of times “{action.label or say.words(name)}” was done this time"


def _melds(say: Speaker, args: Args) -> str:
    names = [plural(say.words(arg.text)) for arg in args[1:] if isinstance(arg, ast.Name)]
    return f"the {listed(names, 'or')} in {say.noun(args[0])}"


def _best_melds(say: Speaker, args: Args) -> str:
    names = [plural(say.words(arg.text)) for arg in args[1:] if isinstance(arg, ast.Name)]
    return f"the greatest total of {listed(names)} without a common card in {say.noun(args[0])}"


def _remainder(say: Speaker, args: Args) -> str:
    return f"the remainder of {say.noun(args[0])} divided by {say.noun(args[1])}"


def _names(say: Speaker, args: Args) -> str:
    return f"the names of all {plural(say.words(args[0].text) if isinstance(args[0], ast.Name) else 'card')}"


_WORDINGS: dict[str, Callable[[Speaker, Args], str]] = {
    "size": _size, "first": _first, "left": _neighbour("left"), "right": _neighbour("right"), "clockwise": _seats,
    "others": _others, "min": _extreme("smallest"), "max": _extreme("greatest"), "number": _number,
    "position": _of("the position of"), "owner": _of("the owner of"), "seat": _of("player"),
    "team": _team, "available": _of("the number of cards to be had from"), "supply": _supply,
    "done": _done, "melds": _melds, "best_melds": _best_melds, "mod": _remainder, "names": _names,
}
