"""The sums of a run in, its numbers out as plain data that JSON can hold: shares, lengths, scores, actions, places."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

from rulelang.simulate.lines import CAP, FAULTY, LIMIT, OVER
from rulelang.simulate.statistics import QUANTILES, Share, Spread, games_needed, least_sure, spread, wilson
from rulelang.simulate.tally import Tally

Data = dict[str, Any]
DIFFERENCE = 0.02       # two points of a hundred: what designers ask about


def summary(tally: Tally) -> Data:
    """All numbers of a run, each with its n."""
    header, span = tally.header, tally.span
    return {
        "title": header["title"], "rules_hash": header["rules_hash"], "rulelang": header["rulelang"],
        "players": header["players"], "params": header["params"], "seats": header["seats"], "seed": header["seed"],
        "payoff": header["payoff"], "games": tally.games, "first_game": span and span[0], "last_game": span and span[1],
        "ends": _ends(tally), "seats_results": _seats(tally), "draws": _draws(tally), "first_player": _first(tally),
        "length": {"moves": _spread(tally.moves), "turns": _spread(tally.turns), "decisions": _spread(tally.decisions)},
        "options": _choices(tally), "scores": _scores(tally), "actions": _actions(tally), "places": _places(tally),
        "precision": _precision(tally),
    }


def share(found: Share) -> Data:
    """A share as data."""
    return {"share": round(found.share, 6), "low": round(found.low, 6), "high": round(found.high, 6), "n": found.n}


def _spread(counts: Counter[int]) -> Data | None:
    found = spread(counts)
    return None if found is None else spread_data(found)


def spread_data(found: Spread) -> Data:
    """Numbers summed up, as data."""
    data = asdict(found) | {"mean": round(found.mean, 6), "sd": round(found.sd, 6)}
    return data | {"quantiles": {str(q): value for q, value in zip(QUANTILES, found.quantiles, strict=True)}}


def _ends(tally: Tally) -> Data:
    limits = {name: tally.ends[LIMIT + name] for name in tally.header["limits"]}
    limits |= {end.removeprefix(LIMIT): count for end, count in sorted(tally.ends.items()) if end.startswith(LIMIT)}
    faults = {end.removeprefix(FAULTY): count for end, count in sorted(tally.ends.items()) if end.startswith(FAULTY)}
    return {"n": tally.games, "over": tally.ends[OVER], "limits": limits, "cap": tally.ends[CAP],
            "adjudicated": share(wilson(tally.adjudicated, tally.played)), "faults": faults}


def _seats(tally: Tally) -> list[Data]:
    return [{"seat": number, "bot": bot, "alone": seat.alone, "shared": seat.shared,
             "wins": share(wilson(float(seat.shares), tally.played)), "points": _spread(seat.points),
             "returns": _spread(seat.returns)}
            for number, (bot, seat) in enumerate(zip(tally.header["seats"], tally.seats, strict=True), 1)]


def _draws(tally: Tally) -> Data:
    return {"n": tally.played, "games": tally.shared, "shared": share(wilson(tally.shared, tally.played)),
            "all_won": tally.all_won, "nobody_won": tally.nobody, "nobody": share(wilson(tally.nobody, tally.played))}


def _first(tally: Tally) -> Data | None:
    """How the first player did, where the rules have one."""
    n, alone = tally.first
    return None if not n else {"alone": alone, "wins": share(wilson(float(tally.first_share), n))}


def _scores(tally: Tally) -> list[Data]:
    return [{"score": sheet["score"], "into": sheet["into"], "n": tally.played,
             "lines": [{"line": label, "by_place": [_spread(counter) for counter in row],
                        "together": _spread(sum(row, Counter()))}
                       for label, row in zip(sheet["lines"], rows, strict=True)]}
            for sheet, rows in zip(tally.header["scores"], tally.scores, strict=True)]


def _precision(tally: Tally) -> Data:
    """Whether a share of wins is known well enough to tell it from one two points higher or lower.

    A share counts as that value of its interval which needs the most games: few games exclude little.
    """
    found = [wilson(float(seat.shares), tally.played) for seat in tally.seats]
    widest = min(map(least_sure, found), key=lambda p: abs(p - 0.5))
    needed = games_needed(widest, DIFFERENCE)
    return {"difference": DIFFERENCE, "n": tally.played, "needed": needed, "enough": needed <= tally.played}


def _choices(tally: Tally) -> Data:
    """How many moves there were to choose from, and how often there was one only."""
    asked = tally.asked
    return {"n": asked, "mean": round(tally.options / asked, 6) if asked else None, "most": tally.most,
            "forced": round(tally.forced / asked, 6) if asked else None}


def _actions(tally: Tally) -> Data:
    """How often each action was done, in how many games; those that never were."""
    names = tally.header["actions"]
    return {
        "n": tally.games,
        "used": [{"action": name, "times": times, "games": share(wilson(games, tally.games))}
                    for name, times, games in zip(names, tally.actions, tally.actions_in, strict=True)],
        "never_used": [name for name, times in zip(names, tally.actions, strict=True) if not times],
    }


def _places(tally: Tally) -> Data:
    """Where statements never ran, and where numbers did not fit into their variable."""
    header = tally.header
    return {
        "n": tally.games, "statements": len(header["places"]),
        "never_reached": [{"file": header["files"][file], "line": line, "column": column}
                          for bit, (file, line, column) in enumerate(header["places"]) if not tally.reached >> bit & 1],
        "out_of_range": [{"file": header["files"][file], "line": line, "variable": name, "times": count}
                         for (file, line, name), count in sorted(tally.ranges.items())],
    }
