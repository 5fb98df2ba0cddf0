"""A view in, lines of text out: the table as its players would lay it out, drawn from nothing but the view.

Shared zones come first, rows of cards one above the other with their positions in columns, then each player's zones and
values, then scores. A family of rows per player stands under the shared row that was declared last before it, because
rules compare such rows position by position.
"""

from __future__ import annotations

from rulelang.engine.seen import SeenValue, SeenZone, View
from rulelang.play.cards import card_piece, zone_words
from rulelang.play.cells import clamp_width, clean, pad, width, words
from rulelang.play.grid import Row, draw_rows
from rulelang.play.lines import Line, Style, labelled, line
from rulelang.play.people import further_keys, seat_name, seats_in_order, whose
from rulelang.play.scores import brief_scores, draw_scores

NARROWEST_LABEL = 8
WIDEST_LABEL = 20


def draw_table(view: View, columns: int, *, brief: bool = False) -> list[Line]:
    """The whole table for the seat of the view, at 40 to 200 columns; `brief` shortens the scores."""
    columns = clamp_width(columns)
    grids = _grids(view)
    gridded = {id(zone) for grid in grids for zone in grid}
    label_width = _label_width(view, gridded, columns)
    parts = [[_heading(view, columns), *_shared(view, gridded, columns, label_width)]]
    parts += [draw_rows([_row(view, zone) for zone in grid], columns, label_width)
              + [each for zone in grid for each in _beside(view, zone, columns, label_width)] for grid in grids]
    parts.append([each for seat in seats_in_order(view)
                  for each in _of_player(view, seat, gridded, columns, label_width)])
    parts.append((brief_scores if brief else draw_scores)(view, columns))
    return _joined([part for part in parts if part], spaced=not brief)


def _joined(parts: list[list[Line]], *, spaced: bool) -> list[Line]:
    """The parts of the page below one another, with an empty line between them where there is room."""
    lines: list[Line] = []
    for part in parts:
        lines += [line(""), *part] if spaced and lines else part
    return lines


def zone_label(view: View, zone: SeenZone) -> str:
    """What a zone is called at the table: `deck`, `your hand`, `Player 2's hand`, `pile [red]`."""
    keys = further_keys(view, zone.keys, zone.owner)
    name = words(zone.name) + (f" [{', '.join(keys)}]" if keys else "")
    return whose(view, zone.owner, name) if zone.owner else name


# ---------------------------------------------------------------- heading


def _heading(view: View, columns: int) -> Line:
    """Title, running phases and whose turn it is, on a rule."""
    running = " › ".join(words(name) for name in view.running[1:])
    left = " · ".join(part for part in (clean(view.title), running) if part)
    right = _to_act(view)
    room = columns - 8 - width(right)
    left = pad(left, min(width(left), max(8, room)))
    dashes = "─" * max(2, columns - width(left) - width(right) - 6)
    return line(f"── {left} {dashes} {right}", Style.TITLE)


def _to_act(view: View) -> str:
    if view.over:
        return "game over"
    if view.decision is None:
        return f"move {view.turn + 1}"
    seat = view.decision.seat
    return f"move {view.turn + 1}: " + ("you" if seat == view.seat else seat_name(view, seat))


# ---------------------------------------------------------------- zones and values


def _grids(view: View) -> list[list[SeenZone]]:
    """Rows that are drawn together: a family's members, per-player ones under the shared row before them."""
    rows = [zone for zone in view.zones if zone.kind == "row"]
    families: dict[str, list[SeenZone]] = {}
    for zone in rows:
        families.setdefault(zone.name, []).append(zone)
    grids: list[list[SeenZone]] = []
    shared_before: list[SeenZone] | None = None
    for members in families.values():
        shared = len(members) == 1 and not members[0].owner
        if not shared and members[0].owner and shared_before is not None:
            shared_before += _own_first(view, members)
            shared_before = None
            continue
        grids.append(list(members) if shared else _own_first(view, members))
        shared_before = grids[-1] if shared else None
    return [grid for grid in grids if len(grid) > 1 or len(grid[0].cards) > 1]


def _own_first(view: View, zones: list[SeenZone]) -> list[SeenZone]:
    order = {seat: k for k, seat in enumerate(seats_in_order(view))}
    return sorted(zones, key=lambda zone: order.get(zone.owner, -1))


def _row(view: View, zone: SeenZone) -> Row:
    own = zone.owner == view.seat and zone.owner != 0
    return Row(zone_label(view, zone), tuple(card_piece(card) for card in zone.cards), own)


def _label_width(view: View, gridded: set[int], columns: int) -> int:
    shown = [zone_label(view, zone) for zone in view.zones
             if (zone.cards or zone.count is None or id(zone) in gridded) and zone.host is None]
    shown += [_family_label(view, value) for value in view.values if further_keys(view, value.keys, value.owner)]
    shown += [seat_name(view, value.owner) for value in view.values if value.owner]
    widest = max((width(label) for label in shown), default=0)
    return min(max(widest, NARROWEST_LABEL), WIDEST_LABEL, columns // 2 - 2)


def _shared(view: View, gridded: set[int], columns: int, label_width: int) -> list[Line]:
    zones = [zone for zone in view.zones if not zone.owner and id(zone) not in gridded and zone.host is None]
    lines: list[Line] = []
    for zone in zones:
        if zone.cards or zone.count is None:
            lines += _zone(view, zone, columns, label_width)
    lines += _empty(view, [zone for zone in zones if not zone.keys], columns, label_width)
    values = [value for value in view.values if not value.owner and value.what != "param"]
    return lines + _values(view, "", values, columns, label_width)


def _zone(view: View, zone: SeenZone, columns: int, label_width: int) -> list[Line]:
    """A zone in words, and below it what lies with its cards."""
    style = Style.OWN if zone.owner and zone.owner == view.seat else Style.PLAIN
    label = pad(zone_label(view, zone), label_width)
    return [*labelled(label, zone_words(zone), columns, label_width, style), *_beside(view, zone, columns, label_width)]


def _beside(view: View, zone: SeenZone, columns: int, label_width: int) -> list[Line]:
    """Zones that lie with the cards of a zone: `beside Fox: Hen`, in rows with the place, `beside 2 Fox: Hen`."""
    lines: list[Line] = []
    for other in view.zones:
        if other.host is not None and other.host[:2] == (zone.name, zone.keys) and other.cards:
            place = f" {other.host[2]}" if other.host[2] else ""
            of = f" of {zone_label(view, zone)}" if place else ""
            keys = ", ".join(clean(key) for key in other.keys)
            text = f"{words(other.name)}{place} {keys}{of}: {zone_words(other)}"
            lines += labelled(pad("", label_width), text, columns, label_width)
    return lines


def _of_player(view: View, seat: int, gridded: set[int], columns: int, label_width: int) -> list[Line]:
    """A player's zones that are no drawn rows, then the player's values."""
    zones = [zone for zone in view.zones
             if zone.owner == seat and id(zone) not in gridded and zone.host is None]
    lines: list[Line] = []
    for zone in zones:
        if zone.cards or zone.count is None:
            lines += _zone(view, zone, columns, label_width)
    scored = {entry.into for entry in view.scores}
    values = [value for value in view.values if value.owner == seat and value.name not in scored]
    return lines + _values(view, seat_name(view, seat), values, columns, label_width)


def _empty(view: View, zones: list[SeenZone], columns: int, label_width: int) -> list[Line]:
    """One line that names the empty places, so that nobody looks for them."""
    names = [zone_label(view, zone) for zone in zones if zone.count == 0]
    return labelled("empty", ", ".join(names), columns, label_width, Style.QUIET) if names else []


def _values(view: View, label: str, values: list[SeenValue], columns: int, label_width: int) -> list[Line]:
    """Values without further keys on one line, each family of others on a line of its own."""
    shown = [value for value in values if value.what != "param"]
    single = [value for value in shown if not further_keys(view, value.keys, value.owner)]
    if not label and len(single) == 1:
        lines = labelled(pad(words(single[0].name), label_width), clean(single[0].words), columns, label_width)
    else:
        text = " · ".join(f"{_name(value)} {clean(value.words)}" for value in single)
        lines = labelled(pad(label, label_width), text, columns, label_width) if text else []
    for name in dict.fromkeys(value.name for value in shown if value not in single):
        members = (value for value in shown if value.name == name and value not in single)
        text = ", ".join(f"{', '.join(further_keys(view, value.keys, value.owner))}: {clean(value.words)}"
                         for value in members)
        head = next(_family_label(view, value) for value in shown if value.name == name)
        lines += labelled(pad(head, label_width), text, columns, label_width)
    return lines


def _family_label(view: View, value: SeenValue) -> str:
    """What a family of values is called: `open`, `your laid`."""
    return whose(view, value.owner, words(value.name)) if value.owner else words(value.name)


def _name(value: SeenValue) -> str:
    """A value's name; what is left of tokens says so."""
    return words(value.name) + (" left" if value.what == "supply" else "")
