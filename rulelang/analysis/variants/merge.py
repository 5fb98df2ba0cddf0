"""A base and the variants laid over it in, one set of rules out: `merge`. Every node keeps the place it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from rulelang.analysis.declare.names import listed
from rulelang.analysis.variants.overlay import Lines, Place, describe, is_variant_word, place_of, with_notes
from rulelang.analysis.variants.uses import Removal, report_uses
from rulelang.diagnostics import Diagnostics, Label, suggestion
from rulelang.records import dataclass
from rulelang.source import Span
from rulelang.syntax import ast

_WORDS = {"zone": "zones:", "var": "vars:", "pot": "pots:"}


def merge(chain: Sequence[ast.Rules], found: Diagnostics) -> ast.Rules:
    """The rules of the last of `chain`, a game followed by variants of variants, as one game."""
    first, *variants = chain
    _no_variant_words(first, found)
    merged = first
    for variant in variants:
        merged = _Overlay(merged, variant, found).run()
    return merged


def _no_variant_words(rules: ast.Rules, found: Diagnostics) -> None:
    for item in rules.items:
        if is_variant_word(item.declaration):
            word = item.declaration.span.text.split()[0]
            found.error(
                "RL260",
                f"`{word}` changes another game, and this one has no base",
                item.declaration.span,
                others=[Label(rules.header.span, "not a variant")],
                hint='Begin the file with `variant "Name" of "base.rules"`, or change the declaration itself.',
            )


@dataclass(slots=True)
class _Overlay:
    """One variant over its base."""

    base: ast.Rules
    variant: ast.Rules
    found: Diagnostics
    removing: bool = True
    lines: Lines = field(init=False)
    touched: dict[Place, Span] = field(default_factory=dict)
    removed: list[Removal] = field(default_factory=list)
    added: list[ast.Item] = field(default_factory=list)

    def run(self) -> ast.Rules:
        """The base with everything replaced, changed, removed and added."""
        self.lines = Lines([item for item in self.base.items if not isinstance(item.declaration, ast.Example)])
        # What is replaced and changed is the base's; what is added may take a removed name, in any order of the file.
        for item, notes in sorted(with_notes(self.variant.items), key=lambda part: _turn(part[0].declaration)):
            self._apply(item, notes)
        items = (*self.lines.items(), *self.added)
        language = self.variant.language if self.variant.language is not None else self.base.language
        merged = replace(
            self.base, span=self.variant.span, header=self.variant.header, language=language, items=items, comments=()
        )
        if report_uses(merged, self.removed, self.found):
            return _Overlay(self.base, self.variant, Diagnostics(), removing=False).run()
        return merged

    def _apply(self, item: ast.Item, notes: tuple[ast.Item, ...]) -> None:
        node = item.declaration
        match node:
            case ast.Replace(declaration=inner):
                self._replace(replace(item, declaration=inner), node, notes)
                return
            case ast.Change():
                self._change(node)
            case ast.ChangeCards():
                self._change_cards(node)
            case ast.Remove():
                if self.removing:
                    self._remove(node)
            case _:
                self._add(item)
        self.added.extend(notes)

    # ------------------------------------------------------------ new declarations

    def _add(self, item: ast.Item) -> None:
        fresh: list[ast.Item] = []
        for part in Lines.split(item):
            place = place_of(part.declaration)
            before = self.lines.find(place) if place else None
            if place is None or before is None:
                fresh.append(part)
            elif self._touch(place, part.declaration.span):
                self._declared_anew(place, part.declaration, before.declaration.span)
        self.added.extend(Lines.joined(item, fresh))

    def _declared_anew(self, place: Place, node: ast.Node, before: Span) -> None:
        self.found.error(
            "RL264",
            f"The base has {describe(place)} already",
            node.span,
            "declared anew here",
            others=[Label(before, "declared in the base")],
            hint="Write `replace` before it to put it in the place of the old one.",
        )

    # ------------------------------------------------------------ replace

    def _replace(self, item: ast.Item, node: ast.Replace, notes: tuple[ast.Item, ...]) -> None:
        parts = Lines.split(item)
        for part in parts:
            place = place_of(part.declaration)
            if place is None or not self._touch(place, part.declaration.span):
                continue
            before = self.lines.find(place)
            if before is None:
                self._nothing(place, part.declaration.span, "replace")
                continue
            removal = Removal(node, part.declaration.span, before.declaration, part.declaration)
            if self.removing or not removal.names:
                self.lines.put(place, part, notes if part is parts[-1] else ())
                self.removed.append(removal)

    def _nothing(self, place: Place, span: Span, word: str) -> None:
        """Report that the base has nothing of this kind and name."""
        other = self.lines.named(place.name) if place.name else None
        others = [Label(other.declaration.span, "declared in the base")] if other else []
        kind = place_of(other.declaration) if other else None
        self.found.error(
            "RL261",
            f"The base has no {describe(place, article=False)} to {word}",
            span,
            others=others,
            allowed=f"There, `{place.name}` is {describe(kind, named=False)}." if kind else "",
            hint=suggestion(place.name, self.lines.names(place.kind)),
        )

    # ------------------------------------------------------------ change

    def _change(self, node: ast.Change) -> None:
        if isinstance(node.target, ast.Text):
            self._change_copies(node, node.target)
            return
        name = node.target.text
        place = next((place for place in (Place("param", name), Place("tokens", name)) if self.lines.find(place)), None)
        if place is None:
            self._cannot_change(node, name)
        elif self._touch(place, node.span):
            item = self.lines.find(place)
            assert item is not None
            before = item.declaration
            after: ast.Declaration = (
                replace(before, value=node.value)
                if isinstance(before, ast.Param)
                else replace(before, supply=node.value)
                if isinstance(before, ast.Tokens)
                else before
            )
            self.lines.put(place, replace(item, declaration=after))

    def _cannot_change(self, node: ast.Change, name: str) -> None:
        other = self.lines.named(name)
        known = [*self.lines.names("param"), *self.lines.names("tokens")]
        place = place_of(other.declaration) if other else None
        title = (
            f"`{name}` is {describe(place, named=False)}; only params, tokens and copies of cards are changed"
            if place
            else f"The base has no param or tokens called `{name}`"
        )
        instead = (
            f"Write `replace {_WORDS.get(place.kind, place.kind + ' ' + name)}` and what it is to be." if place else ""
        )
        self.found.error(
            "RL262",
            title,
            node.target.span,
            others=[Label(other.declaration.span, "declared in the base")] if other else [],
            allowed=f"It has {listed(known)}." if known and not place else "",
            hint=suggestion(name, known) or instead,
        )

    def _change_copies(self, node: ast.Change, target: ast.Text) -> None:
        if not self._touch(Place("row", target.value), node.span):
            return
        rows = self.lines.rows(target.value)
        if not rows:
            self._no_row(target, "change")
        elif len(rows) > 1:
            self.found.error(
                "RL262",
                f'Several rows say how many "{target.value}" there are',
                target.span,
                others=[Label(row.span, "one of them") for _, row in rows],
                hint="Replace the cards.",
            )
        else:
            place, row = rows[0]
            if self._not_replaced(place, target.span):
                self.lines.put_row(place, row, replace(row, copies=node.value))

    def _no_row(self, target: ast.Text, word: str) -> None:
        self.found.error(
            "RL261",
            f'The base has no row for a card called "{target.value}" to {word}',
            target.span,
            allowed="Cards of an `each` row have no rows of their own." if self.lines.has_products() else "",
            hint=suggestion(target.value, self.lines.printed(), '"'),
        )

    def _change_cards(self, node: ast.ChangeCards) -> None:
        place = Place("cards", node.cards.name.text)
        item = self.lines.find(place)
        if not self._touch(Place("change cards", place.name), node.cards.name.span):
            return
        if item is None or not isinstance(item.declaration, ast.Cards):
            self._nothing(place, node.cards.name.span, "change")
            return
        if not self._not_replaced(place, node.cards.name.span):
            return
        cards = item.declaration
        for row in node.cards.rows:
            if not isinstance(row, ast.Row) or self._touch(Place("row", row.name.value), row.span):
                cards = _with_row(cards, row)
        attributes = {attribute.name.text: attribute for attribute in (*cards.attributes, *node.cards.attributes)}
        self.lines.put(place, replace(item, declaration=replace(cards, attributes=tuple(attributes.values()))))

    # ------------------------------------------------------------ remove

    def _remove(self, node: ast.Remove) -> None:
        target = node.target
        if node.what in ("before", "after") and isinstance(target, ast.Ident):
            self._remove_hooks(node, target)
        elif node.what:
            name = target.value if isinstance(target, ast.Text) else target.text if target else ""
            self._remove_place(Place(node.what, name), node)
        elif isinstance(target, ast.Text):
            self._remove_rows(node, target)
        elif target is not None:
            self._remove_named(node, target)

    def _remove_place(self, place: Place, node: ast.Remove) -> None:
        if self._touch(place, node.span):
            if self.lines.find(place) is None:
                self._nothing(place, node.span, "remove")
            else:
                self.lines.drop(place)

    def _remove_named(self, node: ast.Remove, target: ast.Ident) -> None:
        item = self.lines.named(target.text)
        place = place_of(item.declaration) if item else None
        if item is None or place is None:
            self.found.error(
                "RL261",
                f"The base declares nothing called `{target.text}` to remove",
                target.span,
                hint=suggestion(target.text, self.lines.all_names()),
            )
        elif self._touch(place, node.span):
            self.lines.drop(place)
            self.removed.append(Removal(node, node.span, item.declaration))

    def _remove_rows(self, node: ast.Remove, target: ast.Text) -> None:
        if not self._touch(Place("row", target.value), node.span):
            return
        rows = self.lines.rows(target.value)
        if not rows:
            self._no_row(target, "remove")
            return
        for place, row in rows:
            if not self._not_replaced(place, target.span):
                return
            self.lines.put_row(place, row, None)
        self.removed.append(Removal(node, node.span, rows[0][1]))

    def _remove_hooks(self, node: ast.Remove, target: ast.Ident) -> None:
        if not self._touch(Place(node.what, target.text), node.span):
            return
        if not self.lines.drop_hooks(node.what, target.text):
            self.found.error("RL261", f"The base has no `{node.what} {target.text}` to remove", node.span)

    # ------------------------------------------------------------ one word for one thing

    def _touch(self, place: Place, span: Span) -> bool:
        """Note that the variant says something about a thing; False, with a finding, for the second time."""
        before = self.touched.setdefault(place, span)
        if before is span:
            return True
        first, second = sorted((before, span), key=lambda said: said.start)
        self.found.error(
            "RL265",
            f"This variant says two things about {describe(place)}",
            second,
            "the second",
            others=[Label(first, "the first")],
            hint="Keep one of the two.",
        )
        return False

    def _not_replaced(self, place: Place, span: Span) -> bool:
        """Whether cards of the base are still those of the base."""
        before = self.touched.get(place)
        if before is not None:
            self.found.error(
                "RL265",
                f"This variant replaces {describe(place)} and changes its cards",
                span,
                "changed here",
                others=[Label(before, "replaced here")],
                hint="Write the cards as they are to be into the replacement.",
            )
        return before is None


def _turn(node: ast.Declaration) -> int:
    """When a line of a variant is applied."""
    kinds = (ast.Replace, ast.ChangeCards, ast.Change, ast.Remove)
    return next((turn for turn, kind in enumerate(kinds) if isinstance(node, kind)), len(kinds))


def _with_row(cards: ast.Cards, row: ast.Row | ast.ProductRow) -> ast.Cards:
    """The cards with a row in the place of the rows of its name, or behind the others."""
    if not isinstance(row, ast.Row):
        return replace(cards, rows=(*cards.rows, row))
    same = [
        place for place, old in enumerate(cards.rows) if isinstance(old, ast.Row) and old.name.value == row.name.value
    ]
    if not same:
        return replace(cards, rows=(*cards.rows, row))
    rows = [row if place == same[0] else old for place, old in enumerate(cards.rows) if place not in same[1:]]
    return replace(cards, rows=tuple(rows))
