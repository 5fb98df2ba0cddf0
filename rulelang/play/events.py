"""Events a seat was told in, lines of the log out."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.labels import listed
from rulelang.engine.seen import SeenEvent, View
from rulelang.play.cells import clean
from rulelang.play.lines import Line, Style, indented, line

MOST_NEWS = 60
_HEADINGS = ("phase",)
_ALERTS = ("range",)


def draw_news(events: Sequence[SeenEvent], columns: int) -> list[Line]:
    """The latest events; of very many, as rules that go round in circles make them, only the last."""
    left_out = len(events) - MOST_NEWS
    if left_out <= 0:
        return draw_events(events, columns)
    return [*indented(f"({left_out} earlier lines are left out.)", columns, 2, Style.QUIET),
            *draw_events(events[left_out:], columns)]


def draw_events(events: Sequence[SeenEvent], columns: int) -> list[Line]:
    """Events in words, one below the other; what went out of its range stands out by its words."""
    lines: list[Line] = []
    for event in events:
        text = clean(event.text)
        if event.kind == "over":
            continue                # the result says so, and who has won
        if event.kind in _HEADINGS:
            lines.append(line(f"  -- {text}", Style.QUIET))
        elif event.kind in _ALERTS:
            lines += indented(text, columns, 2, Style.ALERT, first="!")
        else:
            lines += indented(text, columns, 2)
    return lines


def draw_result(view: View, columns: int) -> list[Line]:
    """Who won, or what everybody gets; by which limit the game was ended, if it was."""
    lines: list[Line] = [line("The game is over.", Style.TITLE)]
    if view.adjudicated:
        lines += indented(f"It was ended by a limit: {clean(view.adjudicated)}.", columns, 0)
    return lines + indented(result_words(view), columns, 0, Style.OWN)


def result_words(view: View) -> str:
    """`You win.`, `Player 1 and Player 2 share the win.`, or the payoffs by player."""
    names = ["You" if seat == view.seat else clean(name) for seat, name in enumerate(view.names, 1)]
    if set(view.returns) <= {0, 1} and any(view.returns):
        winners = [name for name, value in zip(names, view.returns, strict=True) if value]
        if len(winners) == 1:
            return f"{winners[0]} win." if winners[0] == "You" else f"{winners[0]} wins."
        return f"{listed(winners)} share the win."
    parts = [f"{name} {value:+d}" if value else f"{name} 0" for name, value in zip(names, view.returns, strict=True)]
    return "Results: " + ", ".join(parts) + "."
