"""Expressions of a checked game in, English phrases out: things as nouns, truths as clauses.

`Speaker` knows what names mean and how they are called; the wording lies in `nouns`, `clauses`, `queries` and
`functions`. What has no wording is quoted as it is written in the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulelang.analysis import model as m
from rulelang.analysis import types as t
from rulelang.rulebook.words import acronyms, article, plural, runs
from rulelang.syntax import ast
from rulelang.syntax.walk import walk


class Speaker:
    """The wording of one game's names. `it` is the thing a clause is about, if there is one."""

    def __init__(self, model: m.GameModel) -> None:
        self.model = model
        self.it: m.Local | None = None
        self.called: dict[m.Local, str] = {}
        self._capitals = acronyms(_prose(model))

    def words(self, name: str) -> str:
        """A name as words; words that the author always writes in capitals get theirs."""
        return " ".join(self._capitals.get(word, word) for word in name.split("_"))

    def noun(self, node: ast.Expr) -> str:
        """An expression as a noun phrase."""
        from rulelang.rulebook.nouns import noun

        return noun(self, node)

    def clause(self, node: ast.Expr, negated: bool = False) -> str:
        """A truth as a clause: `the card is a beast`."""
        from rulelang.rulebook.clauses import clause

        return clause(self, node, negated)

    def written(self, node: ast.Expr) -> str:
        """An expression as the rules write it."""
        span = node.span
        return " ".join(span.source.text[span.start:span.end].split())

    def afresh(self) -> None:
        """A new declaration begins: names bound in others are no matter."""
        self.called.clear()

    @contextmanager
    def about(self, local: m.Local | None) -> Iterator[None]:
        """Inside, a single thing is called `it`."""
        single = local is not None and not isinstance(local.type, t.Collection)
        before, self.it = self.it, local if single else None
        yield
        self.it = before

    # ------------------------------------------------------------ locals

    def local(self, local: m.Local) -> str:
        """A named thing: `it`, what it was called when it was bound, or its own name."""
        if local is self.it:
            return "they" if isinstance(t.plain(local.type), t.Player) else "it"
        return self.called.get(local) or self.introduced(local)

    def introduced(self, local: m.Local) -> str:
        """What a local is called from where it is bound: by its name, or a single letter by its kind."""
        name = self.words(local.name)
        if len(local.name) > 1:
            return f"the {name}"
        others = [other for other in self.called if other is not local and len(other.name) == 1]
        kind = self.kind(local.type)
        clash = any(self.kind(other.type) == kind for other in others if self.called[other])
        return f"the {kind} {local.name}" if clash or kind == "value" else f"the {kind}"

    def bind(self, local: m.Local | None) -> str:
        """Give a local its name and return it."""
        if local is None:
            return "it"
        self.called[local] = self.introduced(local)
        return self.called[local]

    def kind(self, kind: t.Type, many: bool = False) -> str:
        """What a value of a type is: card, player, number, or the name of its type."""
        match t.plain(kind):
            case t.Card(of=of) | t.PrintedName(of=of):
                word = "card" if len(of) != 1 or len(self.model.cards) == 1 else self.card_word(next(iter(of)))
            case t.Player():
                word = "player"
            case t.Team():
                word = "team"
            case t.Zone():
                word = "pile"
            case t.Number():
                word = "number"
            case t.Face():
                word = "side"
            case t.EnumValue(enum=enum):
                word = self.words(enum)
            case t.MeldValue():
                word = "meld"
            case t.Collection(of=of):
                return self.kind(of, many=True)
            case _:
                word = "value"
        return plural(word) if many else word

    def printed(self, name: str, one: bool = False) -> str:
        """A printed card: by its name with `the` if there is one of it, else `a “Fox”`."""
        copies = [row.copies for symbol in self.model.cards.values() for row in symbol.rows
                  if isinstance(row, m.PrintSymbol) and row.name == name]
        made = any(isinstance(row, m.ProductSymbol) for symbol in self.model.cards.values() for row in symbol.rows)
        single = made if not copies else all((isinstance(n, ast.Int) and n.value == 1) or n == 1 for n in copies)
        return f"the {name}" if single else article(f"“{name}”") if one else f"“{name}”"

    def values(self, enum: str) -> list[str]:
        """The values of an enum as words; numbers in a row as `2 to 10`."""
        return runs([self.words(value) for value in self.model.enums[enum].values])

    def card_word(self, cards: str) -> str:
        """What a card of a type is called: its type, with `card` behind it where that helps."""
        word = self.words(cards)
        return word if word.endswith("card") or "card" in word.split() else f"{word} card"


def _prose(model: m.GameModel) -> Iterator[str]:
    for item in model.merged.items:
        yield from item.doc
        if not isinstance(item.declaration, ast.Example):
            for node in walk(item.declaration):
                if isinstance(node, ast.Text | ast.Str):
                    yield node.value
