"""The frame of a game in, the model's plain facts out: players, teams, edition, how it is won, its examples."""

from __future__ import annotations

from rulelang.analysis.constants import Setting, default_params
from rulelang.analysis.declare.names import Declaring
from rulelang.analysis.declare.types import constant
from rulelang.diagnostics import Label, did_you_mean, numbers, suggestion
from rulelang.syntax import ast

FEWEST, MOST = 1, 10
EDITION = 1


def declare_edition(context: Declaring, rules: ast.Rules) -> None:
    """The edition of the language; there is one so far."""
    if rules.language not in (None, EDITION):
        context.found.error(
            "RL208",
            f"Edition {rules.language} of the language is not known here",
            rules.header.span,
            allowed=f"This version reads edition {EDITION}.",
            hint="Write `language 1`, or get a newer version.",
        )


def declare_players(context: Declaring, node: ast.Players) -> None:
    """How many may play."""
    if not context.once("`players`", node.span):
        return
    if node.low > node.high:
        context.found.error(
            "RL209",
            f"The range {node.low}..{node.high} is empty",
            node.span,
            hint=f"Write the smaller number first: `players {node.high}..{node.low}`.",
        )
    elif not node.low >= FEWEST or not node.high <= MOST:
        wrong = node.low if node.low < FEWEST else node.high
        context.found.error(
            "RL209",
            f"A game for {wrong:,} players cannot be",
            node.span,
            allowed=f"A game has {numbers(FEWEST, MOST)} players.",
        )
    else:
        context.model.low, context.model.high = node.low, node.high


def declare_teams(context: Declaring, node: ast.Teams) -> None:
    """Who plays together; every seat is in one team."""
    model = context.model
    if not context.once("`teams`", node.span):
        return
    seats = sorted(seat for team in node.teams for seat in team)
    if model.low != model.high:
        context.found.error(
            "RL210",
            f"Teams need a fixed number of players, and {numbers(model.low, model.high)} may play",
            node.span,
            hint=f"Write `players {max(len(seats), 1)}`.",
        )
        return
    if seats != list(range(1, model.high + 1)):
        wrong = next(
            (f"seat {seat} is in no team" for seat in range(1, model.high + 1) if seat not in seats), None
        ) or next(
            (f"there is no seat {seat}" for seat in seats if not 1 <= seat <= model.high), "a seat is in two teams"
        )
        context.found.error(
            "RL210",
            f"The teams do not fit {model.high} players: {wrong}",
            node.span,
            allowed=f"Every seat from 1 to {model.high} is in one team.",
        )
        return
    model.teams = node.teams


def declare_win(context: Declaring, node: ast.Win | ast.Payoff) -> None:
    """How the game is decided: `win` or `payoff`, one of the two."""
    model = context.model
    before = model.win or model.payoff
    if before is not None:
        context.found.error(
            "RL251",
            "How the game is won is said twice",
            node.span,
            "said again here",
            others=[Label(before.span, "first said here")],
            allowed="A game has one `win` or one `payoff`.",
        )
        return
    if isinstance(node, ast.Payoff):
        model.payoff = node
        return
    model.win = node
    for criterion in node.criteria:
        if criterion.order.text not in ("highest", "lowest"):
            context.found.error(
                "RL252",
                f"`{criterion.order.text}` does not say who wins",
                criterion.order.span,
                allowed="A player wins by the `highest` or the `lowest` of something.",
                hint=suggestion(criterion.order.text, ("highest", "lowest")),
            )


def declare_estimate(context: Declaring, node: ast.Estimate) -> None:
    """How good a position looks."""
    if context.once("`estimate`", node.span):
        context.model.estimate = node


def declare_example(context: Declaring, node: ast.Example) -> None:
    """An example, for a player count that the game allows."""
    model = context.model
    model.examples.append(node)
    if node.players is not None and not model.low <= node.players <= model.high:
        place = next(
            (item.declaration for item in model.merged.items if isinstance(item.declaration, ast.Players)), None
        )
        allowed = numbers(model.low, model.high)
        context.found.error(
            "RL255",
            f"This example is for {node.players} players; the game is for {allowed}",
            node.title.span,
            others=[Label(place.span, "players declared here")] if place else [],
        )


def check_frame(context: Declaring) -> None:
    """What every game needs: players, a way to win, a phase `play`; and limits that are numbers."""
    model, found = context.model, context.found
    start = model.merged.header.span
    if "`players`" not in context.singles:
        found.error("RL209", "Nothing says how many may play", start, hint="Write `players 2..4` below the first line.")
    if model.win is None and model.payoff is None:
        found.error(
            "RL251",
            "Nothing says who wins",
            start,
            allowed="A game has one `win` or one `payoff`.",
            hint="Write for example `win: highest your points`.",
        )
    if "play" not in model.phases:
        near = did_you_mean("play", model.phases)
        found.error(
            "RL250",
            "The game has no `phase play`",
            start,
            others=[Label(model.phases[near].node.name.span, "another name")] if near else [],
            allowed="A game begins with `phase play` and ends with it.",
            hint=f"Write `play` for `{near}`." if near else "Write `phase play:` and below it what happens.",
        )
    for limit in model.limits.values():
        number = constant(context, limit.times, Setting(default_params(model), model.high))
        if number is not None and number < 1:
            found.error(
                "RL206", "A phase begins at least once before the game is ended", limit.times.span, f"this is {number}"
            )
