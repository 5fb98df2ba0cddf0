"""Rules that are saved while they are played in, the game under the new ones out; broken ones are shown, and wait."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.analysis.project import project_folder
from rulelang.cli.colour import wants_colour
from rulelang.cli.files import rules_file
from rulelang.cli.tables import Request, Table, open_log
from rulelang.compiler import load
from rulelang.diagnostics import RulesError
from rulelang.match.transcript import LEFT, ending_of
from rulelang.play.lines import Style
from rulelang.play.reloading import reload
from rulelang.play.setup import WrongSetup, settings
from rulelang.play.starting import game_from
from rulelang.play.watching import Watch
from rulelang.render import render

if TYPE_CHECKING:
    from rulelang.cli.terminal import Terminal
    from rulelang.engine.game import Game
    from rulelang.match.writer import LogWriter
    from rulelang.play.session import Session

MOST_LOGS = 1000


class Rereader:
    """Watches the files of a game that is being played."""

    def __init__(self, request: Request, table: Table, terminal: Terminal) -> None:
        """Raises Usage if the rules are no file."""
        self._request = request
        self._table = table
        self._terminal = terminal
        self._path = rules_file(request.file or "")
        self._first_log = table.log.path if table.log is not None else None
        self.watch = Watch(self._files(table.session.game))

    def reread(self, session: Session) -> Session | None:
        """The session that goes on under the rules as they are now; None, with the reason said, if it cannot."""
        try:
            game = self._game(session.game.players)
            reloaded = reload(session, game)
        except RulesError as error:
            print(render(error.diagnostics, wants_colour(sys.stdout)), end="")
            self._terminal.say("The game goes on under the rules as they were.", Style.ALERT)
            return None
        except (WrongSetup, ValueError) as error:
            self._terminal.show_text(f"The new rules do not fit this game: {error}", Style.ALERT)
            return None
        self._terminal.show_text(reloaded.told, Style.ALERT if reloaded.why else Style.OWN)
        self.watch.look_at(self._files(game))
        self._hand_over(session, reloaded.session)
        return reloaded.session

    def _game(self, players: int) -> Game:
        chosen = settings(self._request.settings)
        if self._request.start:
            return game_from(self._path, self._request.start, chosen)
        return load(self._path, players, **chosen)

    def _hand_over(self, old: Session, new: Session) -> None:
        """The new session is kept in the old one's place; the log of the old rules stays, a new one begins."""
        table = self._table
        new.on_change, old.on_change = old.on_change, None
        table.session = new
        if table.log is not None:
            table.log.finish(ending_of(old.state, LEFT))
            table.log = new.log_into(self._next_log(self._first_log or table.log.path, new))
        if new.on_change is not None:
            new.on_change(new)

    def _next_log(self, path: Path, session: Session) -> LogWriter | None:
        """A log beside the one before, under the next free number."""
        for number in range(2, MOST_LOGS):
            beside = path.with_name(f"{path.stem}-{number}{path.suffix}")
            if not beside.exists():
                try:
                    log = open_log(str(beside), session.header)
                except WrongSetup as error:
                    self._terminal.show_text(str(error), Style.ALERT)
                    return None
                self._terminal.say(f"Log under the new rules: {beside}", Style.QUIET)
                return log
        return None

    def _files(self, game: Game) -> list[Path]:
        """The rules file, its bases and its card tables, as far as they lie on the disk."""
        root = project_folder(Path(self._path).absolute())
        beside = [root / source.name for source in game.program.sources]
        return list(dict.fromkeys([self._path.absolute(), *(file for file in beside if file.is_file())]))
