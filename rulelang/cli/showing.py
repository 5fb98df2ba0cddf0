"""A session of bots in, the game in words out as it goes on; and faults of the rules in words."""

from __future__ import annotations

from rulelang.cli.terminal import Terminal
from rulelang.play.events import draw_news, draw_result
from rulelang.play.feed import Feed
from rulelang.play.session import Session
from rulelang.play.table import draw_table


def watch_bots(session: Session, terminal: Terminal) -> None:
    """Play to the end and show, as everybody at the table sees it, what happens, the last table and the result."""
    feed = Feed(session)
    while True:
        terminal.show(draw_news(feed.take(None), terminal.width))
        if session.over:
            break
        session.step_bot()
    view = session.view(None)
    terminal.say()
    terminal.show(draw_table(view, terminal.width))
    if session.fault is None:
        terminal.say()
        terminal.show(draw_result(view, terminal.width))


def show_fault(session: Session, terminal: Terminal) -> None:
    """Why the rules could not go on: the rule, its line, and the lines that took turns."""
    from rulelang.play.faults import fault_finding
    from rulelang.render import render

    if session.fault is not None:
        terminal.say()
        print(render([fault_finding(session.game.program, session.fault)], not terminal.plain), end="")
