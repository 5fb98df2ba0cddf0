"""A question and what a person typed in, why an action or a card is not offered out: in the rules' words.

Everything is said to the seat that decides, from what it may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.engine.reasons import Taking, asked_at, menu_actions, takings, why_not_offered
from rulelang.play.cells import clean, counted, words
from rulelang.play.lines import Line, Style, indented, line

if TYPE_CHECKING:
    from rulelang.engine.errors import Reason
    from rulelang.engine.state import State
    from rulelang.ir.program import Program

MOST_CARDS = 3
LONGEST_QUOTE = 160


def find_actions(program: Program, typed: str) -> tuple[int, ...]:
    """The actions meant by a label or name, or by the start of one; words inside will do if nothing starts so."""
    wanted = " ".join(typed.split()).casefold()
    if not wanted:
        return ()
    called = [(number, {clean(program.texts[action.label]).casefold(), words(action.name).casefold()})
              for number, action in enumerate(program.actions)]
    exact = [number for number, names in called if wanted in names]
    starting = [number for number, names in called if any(name.startswith(wanted) for name in names)]
    inside = [number for number, names in called if any(f" {wanted}" in name for name in names)]
    return tuple(exact or starting or inside)


def find_known(state: State, seat: int, typed: str) -> tuple[int, ...]:
    """The cards in some zone that the seat knows and that are called so, or begin so: one of each name and zone."""
    program, wanted = state.program, " ".join(typed.split()).casefold()
    found: dict[tuple[int, int], int] = {}
    for card, printed in enumerate(program.cards):
        zone = state.s[program.card_cells + 2 * card]
        if wanted and zone >= 0 and clean(program.prints[printed].name).casefold().startswith(wanted) \
                and state.knowledge.knows(state.s, seat, card):
            found.setdefault((printed, zone), card)
    exact = {key: card for key, card in found.items() if clean(program.prints[key[0]].name).casefold() == wanted}
    return tuple((exact or found).values())


# ---------------------------------------------------------------- why


def draw_why(state: State, seat: int, typed: str, columns: int) -> list[Line]:
    """Why an action, or a card, is not offered now; empty if neither is meant."""
    program = state.program
    actions = find_actions(program, typed)
    cards = () if any(clean(program.texts[program.actions[a].label]).casefold() == typed.casefold() for a in actions) \
        else find_known(state, seat, typed)
    lines: list[Line] = []
    for action in actions if len(actions) <= MOST_CARDS else ():
        lines += _why_action(state, action, columns)
    for card in cards[:MOST_CARDS]:
        lines += _why_card(state, seat, card, columns)
    if len(cards) > MOST_CARDS:
        lines += indented(f"({counted(len(cards) - MOST_CARDS, 'more card')} are called so.)", columns, 0, Style.QUIET)
    return lines


def _why_action(state: State, action: int, columns: int) -> list[Line]:
    heading = line(clean(state.program.texts[state.program.actions[action].label]), Style.TITLE)
    if action not in menu_actions(state):
        return [heading, *indented("This question does not ask for it.", columns, 2)]
    reason = why_not_offered(state, action)
    said = "You can do it now." if reason is None else reason_words(state, reason)
    return [heading, *indented(said, columns, 2)]


def _why_card(state: State, seat: int, card: int, columns: int) -> list[Line]:
    program = state.program
    name = clean(program.prints[program.cards[card]].name)
    zone = state.s[program.card_cells + 2 * card]
    heading = line(f"{name} in {clean(state.game.labels.zone(state.s, seat, zone))}", Style.TITLE)
    found = takings(state, card)
    if not found:
        return [heading, *indented("No card is asked for now.", columns, 2)]
    said: dict[str, list[str]] = {}
    for action in dict.fromkeys(taking.action for taking in found):
        label = clean(program.texts[program.actions[action].label]) if action >= 0 else "This question"
        said.setdefault(_taking_words(state, [t for t in found if t.action == action]), []).append(label)
    return [heading, *(each for words_said, labels in said.items()
                       for each in indented(f"{', '.join(labels)}: {words_said}", columns, 4, first="  "))]


def _taking_words(state: State, found: Sequence[Taking]) -> str:
    """What one action, or the question itself, could do with a card."""
    program = state.program
    if any(taking.possible for taking in found):
        return "can take it now."
    offered = next((taking for taking in found if taking.offered), None)
    if offered is not None and offered.reason is not None:
        if offered.reason.kind == "choose" and offered.reason.span == offered.span:
            return f"it does not fit {quoted(program, offered.span)}."
        return f"not with this card. {reason_words(state, offered.reason)}"
    blocked = next((taking.reason for taking in found if taking.reason is not None), None)
    if blocked is not None and blocked.kind != "choose":
        return reason_words(state, blocked)
    return f"it is not among the cards of {quoted(program, found[0].span)}."


# ---------------------------------------------------------------- words


def reason_words(state: State, reason: Reason) -> str:
    """A reason in the rule's own words: its `else` text or what the rule says, and the line."""
    program = state.program
    place = quoted(program, reason.span)
    text = clean(program.texts[reason.text]) if reason.text >= 0 else ""
    if reason.kind == "when":
        return f"{text.rstrip('.')}. ({_without_else(place)})" if text else f"This must hold, and does not: {place}."
    if reason.kind == "pay":
        what = f"{reason.amount} {words(program.tokens[reason.token].name)}" if reason.token >= 0 else "these cards"
        return f"You cannot pay {what}: {place}."
    if reason.kind == "branch":
        return f"It is not, or no more, allowed here: {quoted(program, asked_at(state))}."
    name = words(program.points[reason.point].binds) if reason.point >= 0 else ""
    return f"There is no {name or 'way'} to choose: {place}."


def _without_else(place: str) -> str:
    """A condition with its own text behind it is quoted without that text."""
    condition, found, rest = place.partition(' else "')
    return f"{condition}`{rest.rpartition('`')[2]}" if found else place


def quoted(program: Program, number: int, *, heading: bool = False) -> str:
    """What the rules say at a place (`heading`: on its first line), its line, and the file if there are several."""
    if not 0 <= number < len(program.spans):
        return "the rules"
    span = program.spans[number]
    file = program.sources[span.source]
    whole = file.text[span.start:span.end]
    text = clean(" ".join((whole.split("\n")[0] if heading else whole).split()))
    several = sum(source.role != "cards" for source in program.sources) > 1
    where = f"{clean(file.name)}, line {span.line}" if several else f"line {span.line}"
    return f"`{text[:LONGEST_QUOTE]}{'…' if len(text) > LONGEST_QUOTE else ''}`, {where}"
