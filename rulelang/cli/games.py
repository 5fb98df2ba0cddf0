"""`rulelang games`: nothing in, the bundled games out, one per line."""

from __future__ import annotations

from rulelang.cli.terminal import Terminal
from rulelang.play.catalogue import list_games
from rulelang.play.cells import cut, pad, width
from rulelang.play.lines import Piece, Style


def run() -> int:
    """Print the list; the exit code."""
    terminal = Terminal()
    entries = list_games()
    names, titles, players = (max((width(text) for text in column), default=0) for column in (
        [entry.name for entry in entries], [entry.title for entry in entries], [entry.players for entry in entries]))
    for entry in entries:
        room = terminal.width - names - titles - players - 6
        about = cut(entry.about, room) if room > 8 else ""
        terminal.show([(Piece(pad(entry.name, names) + "  ", Style.KEY), Piece(pad(entry.title, titles) + "  "),
                        Piece(pad(entry.players, players) + "  "), Piece(about, Style.QUIET))])
    terminal.say()
    terminal.say("Play one with: rulelang play NAME", Style.QUIET)
    return 0
