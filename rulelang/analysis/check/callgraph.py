"""Who runs what in, findings out: what runs itself, `you` where nobody acts, `end` of what may not be running."""

from __future__ import annotations

from rulelang.analysis.check.scopes import Call, Key, Unit, Work
from rulelang.diagnostics import Label
from rulelang.syntax import ast

READING = ("define", "meld", "score")
MOST_CALLS = 64
"""How deep phases, actions and defines may run each other."""


def check_calls(work: Work) -> None:
    """Report recursion; where there is none, report `you` without a player and `end` of what may not be running."""
    order = _order(work)
    if order is None:
        return
    entries = _entries(work)
    acting = _acting(order, entries)
    _check_you(work, order, acting)
    _check_ends(work, order, entries)


# ---------------------------------------------------------------- recursion


def _order(work: Work) -> list[Key] | None:
    """All pieces, each before those it runs; None, with findings, if something runs itself or they run each other too
    deep. Loops, no recursion.
    """
    done: list[Key] = []
    state: dict[Key, int] = {}
    reported: set[Key] = set()
    for root in work.units:
        path: list[tuple[Key, int]] = [(root, 0)] if root not in state else []
        state.setdefault(root, 1)
        while path:
            key, at = path[-1]
            calls = work.units[key].calls
            if at == len(calls):
                state[key] = 2
                done.append(key)
                path.pop()
                continue
            path[-1] = (key, at + 1)
            target = calls[at].target
            if target not in work.units:
                continue
            if state.get(target) == 1:
                _cycle(work, [work.units[k].calls[i - 1] for k, i in path], [k for k, _ in path], target, reported)
            elif target not in state:
                state[target] = 1
                path.append((target, 0))
    return None if reported or not _shallow(work, done) else done[::-1]


def _shallow(work: Work, done: list[Key]) -> bool:
    """Whether no chain of calls is too deep, reported otherwise. `done`: each after those it runs."""
    depth: dict[Key, int] = {}
    for key in done:
        calls = work.units[key].calls
        deepest = max(calls, key=lambda call: depth.get(call.target, 0), default=None)
        depth[key] = 1 + (0 if deepest is None else depth.get(deepest.target, 0))
        if deepest is not None and depth[key] > MOST_CALLS:
            name = work.units[key].name
            work.error(
                "RL338",
                f"`{name}` leads more than {MOST_CALLS} calls deep",
                deepest.node,
                "this runs the next, and so on",
                allowed=f"Phases, actions and defines run each other at most {MOST_CALLS} deep.",
                hint="Put some of them together.",
            )
            return False
    return True


def _cycle(work: Work, calls: list[Call], keys: list[Key], target: Key, reported: set[Key]) -> None:
    chain, steps = keys[keys.index(target) :], calls[keys.index(target) :]
    if reported.intersection(chain):
        return
    reported.update(chain)
    first = min(range(len(chain)), key=lambda place: work.units[chain[place]].span.start)
    chain, steps = chain[first:] + chain[:first], steps[first:] + steps[:first]
    names = [work.units[key].name for key in chain]
    shown = names if len(names) <= 8 else [*names[:4], "...", *names[-3:]]
    verb = "reads" if all(key[0] in READING for key in chain) else "runs"
    others = tuple(Label(call.node.span, "this leads there") for call in steps[:-1][:4])
    quoted = f'"{names[0]}"' if chain[0][0] == "effect" and isinstance(chain[0][1], str) else f"`{names[0]}`"
    work.error(
        "RL332",
        f"{quoted} {verb} itself: {' > '.join([*shown, names[0]])}",
        steps[-1].node,
        others=others,
        allowed="Nothing may run itself, directly or through others; `can` and menus count.",
        hint="Repeat with `repeat until ...:`." if verb == "runs" else "",
    )


# ---------------------------------------------------------------- who acts


def _entries(work: Work) -> dict[Key, list[tuple[Key, Call]]]:
    """For every piece, from where it is run."""
    found: dict[Key, list[tuple[Key, Call]]] = {key: [] for key in work.units}
    for key, unit in work.units.items():
        for call in unit.calls:
            if call.kind == "run" and call.target in found:
                found[call.target].append((key, call))
    return found


def _acting(order: list[Key], entries: dict[Key, list[tuple[Key, Call]]]) -> dict[Key, bool]:
    """Whether somebody certainly acts in a piece. What nothing runs is given the benefit of the doubt."""
    found: dict[Key, bool] = {}
    for key in order:
        mine = entries[key]
        found[key] = key[0] == "action" or (
            key != ("phase", "play") and all(call.acting or found.get(source, True) for source, call in mine)
        )
    return found


def _check_you(work: Work, order: list[Key], acting: dict[Key, bool]) -> None:
    for key in order:
        unit = work.units[key]
        if acting[key]:
            continue
        if key == ("phase", "play"):
            for node in unit.needs_you:
                work.error(
                    "RL311",
                    "`you` is not set here",
                    node,
                    "nobody acts",
                    hint="Put this inside `each player:` or `as p:`.",
                )
        for call in unit.calls:
            target = work.units.get(call.target)
            if call.kind == "run" and not call.acting and target is not None and target.needs_you:
                _nobody(work, call, target)


def _nobody(work: Work, call: Call, target: Unit) -> None:
    use = target.needs_you[0]
    work.error(
        "RL311",
        f"`you` is not set here, and `{target.name}` needs it",
        call.node,
        "nobody acts",
        others=(Label(use.span, "who is this?"),),
        hint="Put this inside `each player:` or `as p:`.",
    )


# ---------------------------------------------------------------- what is running


def _check_ends(work: Work, order: list[Key], entries: dict[Key, list[tuple[Key, Call]]]) -> None:
    running: dict[Key, frozenset[str] | None] = {}
    for key in order:
        sets = [_within(source, running[source]) for source, _ in entries[key]]
        known = [names for names in sets if names is not None]
        running[key] = frozenset() if key == ("phase", "play") else frozenset.intersection(*known) if known else None
        here = _within(key, running[key])
        for end in work.units[key].ends:
            if here is not None and end.name.text not in here:
                _not_running(
                    work, end, [call for source, call in entries[key] if not _has(source, running, end.name.text)]
                )


def _within(key: Key, running: frozenset[str] | None) -> frozenset[str] | None:
    """The phases running inside a piece; None: nothing runs it, so nothing is known."""
    if running is None:
        return None
    return running | {str(key[1])} if key[0] == "phase" else running


def _has(source: Key, running: dict[Key, frozenset[str] | None], name: str) -> bool:
    here = _within(source, running[source])
    return here is None or name in here


def _not_running(work: Work, end: ast.End, sites: list[Call]) -> None:
    name = end.name.text
    others = tuple(Label(call.node.span, f"run from here, perhaps outside `{name}`") for call in sites[:2])
    work.error(
        "RL333",
        f"`end {name}`: `{name}` may not be running here",
        end,
        others=others,
        allowed=f"`end {name}` stands only where `{name}` is certainly running.",
    )
