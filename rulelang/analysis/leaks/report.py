"""What would be given away in, findings out: in the words of the rules, once for each place."""

from __future__ import annotations

from rulelang.analysis.leaks.publicness import Needs, PlayerKey, unmet
from rulelang.diagnostics import Diagnostics, Label
from rulelang.records import dataclass
from rulelang.syntax import ast

LONGEST = 60


@dataclass(slots=True)
class Report:
    """Where findings go."""

    found: Diagnostics

    def unknown(self, node: ast.Expr, needs: Needs, decider: PlayerKey | None, apart: frozenset[PlayerKey]) -> None:
        """Report what the player who decides may not know (the first of it), if anything."""
        secrets = unmet(needs, decider, apart)
        if not secrets:
            return
        guilty = secrets[0].node
        self.found.error(
            "RL401",
            f"`{shortened(guilty)}` is not known to the player who decides: this would give the card away",
            guilty.span,
            "not seen by the one who decides",
            others=() if guilty is node else (Label(node.span, "what can be picked would show it"),),
            allowed="What is offered may depend only on what the player who decides can see.",
            hint=_hint(needs),
        )

    def asked_in_secret(self, node: ast.Expr, needs: Needs, asked: ast.Node | None, what: str) -> None:
        """Report a question of which others learn something by seeing that (or who, or how much) is asked."""
        if not needs or asked is None:
            return
        guilty = unmet(needs, None)[0].node
        learned = f"`{shortened(node)}`"
        words = {
            "that": f"that {learned}",
            "who": f"who `{shortened(node)}` is",
            "what": f"what {learned} is",
        }.get(what, f"{what} {learned}" if what.endswith(" in") else f"{what}, {learned}")
        self.found.error(
            "RL403",
            f"Being asked gives it away: others learn {words}",
            guilty.span,
            "not known to everybody",
            others=(Label(asked.span, "asked here"),) if asked is not guilty else (),
            allowed="Whether, whom and how often something is asked may depend only on what everybody knows.",
            hint="Ask in any case, or `reveal` it first.",
        )

    def unseen(self, node: ast.Binder) -> None:
        """Report a choice among cards that look alike to the one who chooses."""
        source = shortened(node.source)
        self.found.error(
            "RL402",
            f"The cards of `{source}` cannot be told apart by the player who chooses",
            node.source.span,
            "cards without positions, not seen by the one who chooses",
            allowed="One chooses among cards one sees, or by their places in a row or stack.",
            hint=f"Let chance pick: `random {node.name.text} from {source}`.",
        )


def _hint(needs: Needs) -> str:
    if any(not need.viewers for need in needs):
        return "Read it below `do:`, or `reveal` it first."
    return "Ask only about what this player sees; `reveal` it first, or let its owner choose (`p chooses ...`)."


def shortened(node: ast.Node) -> str:
    """An expression as written, on one line and not too long."""
    text = " ".join(node.span.text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 3].rstrip() + "..."
