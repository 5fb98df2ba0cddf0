"""Lines of results in, one after another in any order, their sums out: as large as the rules, not as the run."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from fractions import Fraction
from typing import Any

from rulelang.records import dataclass
from rulelang.simulate.lines import FAULTY, OVER

Fields = dict[str, Any]


@dataclass(slots=True)
class Seat:
    """What a seat got. `shares`: a game won alone counts 1, one that k seats won counts 1/k."""

    alone: int = 0
    shared: int = 0
    shares: Fraction = Fraction(0)
    points: Counter[int] = field(default_factory=Counter)
    returns: Counter[int] = field(default_factory=Counter)


class Tally:
    """Sums over games. Games that ended in a fault count as games and as faults, and nowhere else."""

    def __init__(self, header: Fields) -> None:
        self.header = header
        self.games = 0
        self.span: tuple[int, int] | None = None        # the first and last game
        self.ends: Counter[str] = Counter()
        self.seats = [Seat() for _ in range(header["players"])]
        self.shared = self.all_won = self.nobody = 0
        self.first: list[int] = [0, 0]                  # games with a first player, games that this player won alone
        self.first_share = Fraction(0)
        self.moves: Counter[int] = Counter()
        self.decisions: Counter[int] = Counter()
        self.scores: list[list[list[Counter[int]]]] = [
            [[Counter() for _ in range(sheet["places"])] for _ in sheet["lines"]] for sheet in header["scores"]]
        self.turns: Counter[int] = Counter()
        self.forced = self.options = self.most = self.asked = 0
        self.actions = [0] * len(header["actions"])
        self.actions_in = [0] * len(header["actions"])
        self.ranges: Counter[tuple[int, int, str]] = Counter()
        self.reached = 0

    def add(self, game: Fields) -> None:
        """Take a game in."""
        n = game["n"]
        self.games += 1
        self.span = (n, n) if self.span is None else (min(n, self.span[0]), max(n, self.span[1]))
        self.ends[game["end"]] += 1
        self._add_places(game)
        if game["end"].startswith(FAULTY):
            return
        self._add_result(game)
        self.asked += game["asked"]
        self.forced += game["forced"]
        self.options += game["options"][0]
        self.most = max(self.most, game["options"][1])
        self.moves[game["moves"]] += 1
        self.decisions[game["decisions"]] += 1
        self.turns[game["turns"]] += 1
        for rows, counters in zip(game["scores"], self.scores, strict=True):
            for row, line in zip(rows, counters, strict=True):
                for value, counter in zip(row, line, strict=True):
                    counter[value] += 1

    @property
    def faults(self) -> int:
        """Games that ended in a fault of the rules."""
        return sum(count for end, count in self.ends.items() if end.startswith(FAULTY))

    @property
    def played(self) -> int:
        """Games that have a result."""
        return self.games - self.faults

    @property
    def adjudicated(self) -> int:
        """Games that a limit ended, not the rules by themselves."""
        return self.played - self.ends[OVER]

    def _add_result(self, game: Fields) -> None:
        returns: list[int] = game["returns"]
        winners = winning(returns, payoff=self.header["payoff"])
        players = len(returns)
        self.nobody += not winners
        self.all_won += len(winners) == players > 1
        self.shared += len(winners) > 1
        for seat, (entry, got, points) in enumerate(zip(self.seats, returns, game["points"], strict=True), 1):
            entry.alone += winners == [seat]
            entry.shared += seat in winners and len(winners) > 1
            entry.shares += Fraction(1, len(winners)) if seat in winners else 0
            entry.returns[got] += 1
            if points is not None:
                entry.points[points] += 1
        if game["first"] is not None:
            self.first[0] += 1
            self.first[1] += winners == [game["first"]]
            self.first_share += Fraction(1, len(winners)) if game["first"] in winners else 0

    def _add_places(self, game: Fields) -> None:
        for number, count in enumerate(game["actions"]):
            self.actions[number] += count
            self.actions_in[number] += count > 0
        for file, line, name, count in game["range"]:
            self.ranges[file, line, name] += count
        self.reached |= int(game["reached"], 16)


def winning(returns: list[int], *, payoff: bool) -> list[int]:
    """The seats that won: those with 1, or with payoffs those who got most, unless all got the same."""
    best = max(returns)
    if best == min(returns) if payoff else best < 1:
        return []
    return [seat for seat, got in enumerate(returns, 1) if got == best]
