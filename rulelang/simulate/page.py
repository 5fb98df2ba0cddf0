"""The numbers of a run in, a page of text out: tables as wide as a terminal of 80 columns, and plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rulelang.play.cells import clean, cut, pad, words
from rulelang.play.lines import Line, Piece, Style, indented, line

Data = dict[str, Any]
LABEL, CELL = 24, 8
MOST_SEATS = 6          # more places of a score line do not stand side by side


def page(data: Data, columns: int) -> list[Line]:
    """Everything the summary says."""
    lines = _head(data, columns)
    if not data["games"]:
        return [*lines, line("No games yet.")]
    for part in (_out_of_range, _winners, _ends, _lengths, _choices, _scores, _actions, _places):
        found = part(data, columns)
        if found:
            lines += [line(""), *found]
    lines.append(line(""))
    for sentence in _sentences(data):
        lines += indented(sentence, columns, 0)
    return lines


# ---------------------------------------------------------------- numbers for people


def whole(number: int) -> str:
    """`12,345`."""
    return f"{number:,}"


def decimal(number: float) -> str:
    """A mean as people read it: about four figures."""
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.1f}" if abs(number) >= 10 else f"{number:.2f}"


def percent(part: float) -> str:
    """`12.3 %`; what is not nothing is never shown as nothing, and what is not all never as all."""
    shown = f"{100 * part:.1f}"
    return "< 0.1 %" if shown == "0.0" and part > 0 else "> 99.9 %" if shown == "100.0" and part < 1 else f"{shown} %"


def interval(share: Data) -> str:
    """`46.1-52.3 %`."""
    return f"{100 * share['low']:.1f}-{100 * share['high']:.1f} %"


def _row(label: str, cells: Sequence[str], size: int = CELL, style: Style = Style.PLAIN, room: int = LABEL) -> Line:
    return (Piece("  " + pad(label, room - 2), style), *(Piece(pad(cell, size, right=True), style) for cell in cells))


def _heading(title: str, n: int, what: str = "n") -> Line:
    return (Piece(title, Style.LABEL), Piece(f"  ({what} = {whole(n)})", Style.QUIET))


def _many(number: int, noun: str) -> str:
    return f"{whole(number)} {noun}" if number == 1 else f"{whole(number)} {noun}s"


def _games_are(number: int) -> str:
    return f"{_many(number, 'game')} {'is' if number == 1 else 'are'}"


# ---------------------------------------------------------------- parts


def _head(data: Data, columns: int) -> list[Line]:
    bots = [f"{len(list(group))} x {bot}" for bot, group in groupby(data["seats"])]
    games = _many(data["games"], "game")
    if data["games"] and data["first_game"]:
        games += f" ({data['first_game']} to {data['last_game']})"
    title = f"{clean(data['title'])}: {games}"
    params = ", ".join(f"{name} {value}" for name, value in data["params"].items())
    about = f"{data['players']} players ({', '.join(bots)}), seed {data['seed']}, rules {data['rules_hash'][:12]}, " \
            f"rulelang {data['rulelang']}"
    return [line(cut(title, columns), Style.TITLE), *indented(clean(about), columns, 0, Style.QUIET),
            *(indented(clean(f"Settings: {params}"), columns, 0, Style.QUIET) if params else [])]


def _winners(data: Data, columns: int) -> list[Line]:
    draws, seats = data["draws"], data["seats_results"]
    if not draws["n"]:
        return []
    what = ["payoff" if data["payoff"] else "points", "sd"] if any(seat["points"] for seat in seats) else []
    head = _row("seat", ["alone", "shared", "wins"], style=Style.QUIET, room=16)
    heads = (*head, Piece(pad("95 % interval", 16, right=True), Style.QUIET),
             *(Piece(pad(each, 10, right=True), Style.QUIET) for each in what))
    lines: list[Line] = [_heading("Who wins", draws["n"]), heads]
    for seat in seats:
        cells = _row(f"{seat['seat']}  {seat['bot']}", [whole(seat["alone"]), whole(seat["shared"]),
                                                        percent(seat["wins"]["share"])], room=16)
        points = seat["points"]
        more = [decimal(points["mean"]), decimal(points["sd"])] if points else []
        lines.append((*cells, Piece(pad(interval(seat["wins"]), 16, right=True)),
                      *(Piece(pad(each, 10, right=True)) for each in more)))
    for sentence in _draw_sentences(data):
        lines += indented(sentence, columns, 2)
    return lines


def _draw_sentences(data: Data) -> list[str]:
    draws, found = data["draws"], []
    shared = draws["shared"]
    told = f"Several win together in {_many(draws['games'], 'game')}, {percent(shared['share'])} ({interval(shared)})"
    everybody = f"; all of them in {whole(draws['all_won'])}" if draws["all_won"] and data["players"] > 2 else ""
    found.append(f"{told}{everybody}.")
    if draws["nobody_won"]:
        what, nobody = "All get the same" if data["payoff"] else "Nobody wins", draws["nobody"]
        found.append(f"{what} in {_many(draws['nobody_won'], 'game')}, {percent(nobody['share'])} "
                     f"({interval(nobody)}).")
    if data["first_player"] is not None:
        wins = data["first_player"]["wins"]
        found.append(f"The first player wins {percent(wins['share'])} ({interval(wins)}; n = {whole(wins['n'])}).")
    return found


def _ends(data: Data, columns: int) -> list[Line]:
    ends, games = data["ends"], data["games"]
    rows = [("by the rules", ends["over"])]
    rows += [(f"limit of {words(name)}", count) for name, count in ends["limits"].items()]
    rows += [("cap on decisions", ends["cap"])] if ends["cap"] else []
    rows += [(f"FAULT at {clean(place)}", count) for place, count in ends["faults"].items()]
    lines = [_heading("How games end", games)]
    lines += [_row(cut(label, 40), [whole(count), percent(count / games)], 10, room=44,
                   style=Style.ALERT if label.startswith("FAULT") else Style.PLAIN) for label, count in rows]
    stopped = ends["adjudicated"]
    if stopped["share"]:
        told = f"Not ended by the rules themselves: {percent(stopped['share'])} ({interval(stopped)}; n = " \
               f"{whole(stopped['n'])})."
        lines += indented(told, columns, 2)
    return lines


def _lengths(data: Data, columns: int) -> list[Line]:
    rows = [(name, found) for name, found in data["length"].items() if found is not None]
    if not rows:
        return []
    heads = ["mean", "sd", "least", "5 %", "25 %", "50 %", "75 %", "95 %", "most"]
    lines = [_heading("Length", rows[0][1]["n"]), _row("", heads, 7, Style.QUIET, 13)]
    for name, found in rows:
        cells = [decimal(found["mean"]), decimal(found["sd"]), whole(found["least"]),
                 *(whole(value) for value in found["quantiles"].values()), whole(found["most"])]
        lines.append(_row(name, cells, 7, room=13))
    return lines


def _choices(data: Data, columns: int) -> list[Line]:
    options = data["options"]
    if not options["n"]:
        return []
    told = f"{decimal(options['mean'])} options for a move in the mean, {whole(options['most'])} at most; " \
           f"{percent(options['forced'])} of the moves were forced."
    return [_heading("Choices", options["n"], "moves"), *indented(told, columns, 2)]


def _scores(data: Data, columns: int) -> list[Line]:
    lines: list[Line] = []
    for sheet in data["scores"]:
        rows = [row for row in sheet["lines"] if row["together"] is not None]
        if not rows:
            continue
        places = len(rows[0]["by_place"])
        beside = places if 1 < places <= MOST_SEATS and 24 + CELL * (places + 3) <= columns else 0
        title = f"Score: {words(sheet['score'])}" + (f", into {words(sheet['into'])}" if sheet["into"] else "")
        lines += [line("")] if lines else []
        lines.append(_heading(clean(title), sheet["n"], "mean of each game; n"))
        room = columns - CELL * (beside + 3)
        room = max(20, min(room, 2 + max(10, *(len(clean(row["line"])) + 2 for row in rows))))
        heads = [*(f"seat {k}" for k in range(1, beside + 1)), "all", "sd", "most"]
        lines.append(_row("", heads, CELL, Style.QUIET, room))
        lines += [_row(clean(row["line"]), [*(decimal(each["mean"]) for each in row["by_place"][:beside]),
                                            decimal(row["together"]["mean"]), decimal(row["together"]["sd"]),
                                            whole(row["together"]["most"])], CELL, room=room) for row in rows]
    return lines


def _actions(data: Data, columns: int) -> list[Line]:
    actions = data["actions"]
    if not actions["used"]:
        return []
    games = actions["n"]
    lines = [_heading("Actions", games), _row("", ["a game", "games", "95 % interval"], 16, Style.QUIET, 32)]
    for row in actions["used"]:
        times, share = row["times"], row["games"]
        cells = [decimal(times / games) if times else "never", percent(share["share"]), interval(share)]
        lines.append(_row(words(row["action"]), cells, 16, Style.PLAIN if times else Style.ALERT, 32))
    return lines


def _places(data: Data, columns: int) -> list[Line]:
    places = data["places"]
    never = places["never_reached"]
    lines = [_heading("Statements of the rules that never ran", places["n"])]
    told = f"{len(never)} of {places['statements']}." if never else f"All {places['statements']} ran."
    lines += indented(told, columns, 2)
    for file, group in groupby(never, key=lambda place: str(place["file"])):
        numbers = list(dict.fromkeys(str(place["line"]) for place in group))
        told = f"line {numbers[0]}" if len(numbers) == 1 else f"lines {', '.join(numbers)}"
        lines += indented(f"{clean(file)}, {told}", columns, 2)
    return lines


def _out_of_range(data: Data, columns: int) -> list[Line]:
    """Numbers that became the nearest their variable holds: what follows from them is not what the rules say."""
    places = data["places"]
    found = places["out_of_range"]
    lines = [_heading("Numbers that did not fit: the nearest that fits was kept", places["n"])] if found else []
    for each in found:
        told = f"{clean(each['file'])}:{each['line']}: {words(each['variable'])}, {_many(each['times'], 'time')}."
        lines += indented(told, columns, 2, Style.ALERT)
    return lines


# ---------------------------------------------------------------- what it means


def _sentences(data: Data) -> list[str]:
    found, precision = [], data["precision"]
    if not precision["n"]:
        found.append("No game has a result, so nothing is known of who wins.")
    elif not precision["enough"]:
        found.append(f"{_games_are(precision['n'])} too few to tell a difference of 2 percentage points in a seat's "
                     f"share of wins: that takes about {whole(precision['needed'])}.")
    else:
        found.append(f"{_games_are(precision['n'])} enough to tell a difference of 2 percentage points in a seat's "
                     "share of wins; between two runs it takes twice as many in each.")
    if data["ends"]["faults"]:
        found.append("Games with a fault have no result; they count as ends, in actions and statements, nowhere else.")
    found.append("Bots are not people: what bots do with the rules says little about what people will do.")
    return found
