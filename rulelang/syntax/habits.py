"""A misfit of everyday English in, one finding with the language's own way of saying it out.

Each check knows one habit: `my hand`, `shuffle the deck`, `move card onto pile`, `players 2-5`, `for each player`.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.diagnostics import Diagnostic
from rulelang.syntax.slip import Slip

_ARTICLES = frozenset(("a", "an", "the"))
_PLACES = frozenset(("on", "onto", "into", "in", "at", "under", "unto", "toward", "towards", "inside"))
_SOURCES = frozenset(("of", "off", "out", "in", "on"))

OTHER_WORDS = {
    "put": "Cards are moved: `move card to Z`.",
    "place": "Cards are moved: `move card to Z`.",
    "lay": "Cards are moved: `move card to Z`.",
    "give": "Cards are moved: `move card to Z`.",
    "take": "Cards are moved: `move card to Z`; the top ones of a stack are drawn: `draw 1 from Z to your hand`.",
    "deal": "Cards are dealt to each player: `deal 5 from deck to hand`.",
    "mix": "Write `shuffle Z`.",
    "pick": "Write `choose card from Z`.",
    "select": "Write `choose card from Z`.",
    "while": "Write `repeat until C:` with the condition that ends it.",
    "loop": "Write `repeat n times:` or `repeat until C:`.",
    "set": "A variable is changed by `v = E`.",
}
"""What to write for a word that no statement begins with."""


def _whose(slip: Slip) -> Diagnostic | None:
    before = slip.before
    if slip.starts_line or before is None or before.text != "my" or slip.kind != "NAME":
        return None
    return slip.say("RL137", "The language says `your`, not `my`", "whose?", at=before,
                    allowed="`your` is what belongs to the player who acts.", hint=f"Write `your {slip.token.text}`.")


def _article(slip: Slip) -> Diagnostic | None:
    before = slip.before
    follows = slip.kind in ("NAME", "cards", "your", "top", "bottom") and not slip.starts_line
    if before is None or before.text not in _ARTICLES or not follows:
        return None
    wanted = slip.may & {"to", "from"}
    if wanted and not any(token.kind in wanted for token in slip.line if token.start > slip.token.start):
        return None  # it may be the name of a card: `move a pile` lacks its `to`
    hint = f"Leave `{before.text}` out."
    if slip.words == ["draw", "NAME"]:
        hint = "Write how many: `draw 1 from ...`."
    return slip.say("RL137", f"Nothing is said by `{before.text}` here", "too much", at=before,
                    allowed="Things are called by their names alone.", hint=hint)


def _cards_counted(slip: Slip) -> Diagnostic | None:
    counted = slip.words[:1] in (["draw"], ["deal"]) and slip.words[1:] in (["INT"], ["NAME"], ["all"])
    if counted and slip.token.text in ("card", "cards"):
        verb, number = slip.line[0].text, slip.line[1].text
        return slip.say("RL137", f"Nothing is said by `{slip.token.text}` here", "too much",
                        allowed=f"What is {'drawn' if verb == 'draw' else 'dealt'} are always cards.",
                        hint=f"Leave `{slip.token.text}` out: `{verb} {number} from ...`.")
    if slip.kind == "cards" and slip.words[-1:] == ["INT"] and {"choose", "random", "chooses"} & set(slip.words):
        return slip.say("RL102", "`cards` is a word of the language; choose another name", "used as a name",
                        hint="Give what is chosen a name of its own, as in `choose 2 chosen from your hand`.")
    return None


def _preposition(slip: Slip) -> Diagnostic | None:
    word = slip.token.text
    wanted = "to" if word in _PLACES and "to" in slip.may else "from" if word in _SOURCES and "from" in slip.may else ""
    if word in ("to", "in", "onto", "on") and slip.words[:1] == ["shuffle"] and "into" in slip.may:
        wanted = "into"
    if not wanted or wanted == word:
        return None
    return slip.say("RL137", f"Here stands `{wanted}`, not `{word}`", "not here",
                    hint=f"Write `{wanted}` instead of `{word}`.")


def _range_of_players(slip: Slip) -> Diagnostic | None:
    if slip.words != ["players", "INT"] or slip.token.text not in ("-", "to", "or", "and", ",", "."):
        return None
    last = next((token.text for token in reversed(slip.line) if token.kind == "INT"), "")
    low = slip.line[1].text
    hint = f"Write `players {low}..{last}`." if last != low else f"Write `players {low}`."
    return slip.say("RL100", f"`{slip.token.text}` cannot follow `{low}`", "does not fit here",
                    allowed="Two dots stand between the fewest and the most players.", hint=hint)


def _every(slip: Slip) -> Diagnostic | None:
    if slip.kind == "players" and slip.words[-1:] == ["each"]:
        return slip.say("RL137", "Here stands `player`, not `players`", "one of them at a time",
                        hint="Write `each player:`.")
    if slip.kind == "for" and slip.starts_line and "each" in slip.may:
        return slip.say("RL137", "Nothing is said by `for` here", "too much",
                        hint="Write `each player:` for the players, `each x in S:` for other things.")
    return None


def _listed_values(slip: Slip) -> Diagnostic | None:
    """The values of a type, written where its name belongs."""
    typed = slip.declaration in ("cards", "vars", "zones") and slip.words == ["NAME", ":", "NAME"]
    if not (typed or slip.words == ["param", "NAME", ":", "NAME"]) or slip.kind not in (",", "or"):
        return None
    name, *rest = [token for token in slip.line if token.kind == "NAME"]
    shown = ", ".join(dict.fromkeys(token.text for token in rest[:6]))
    return slip.say("RL137", f"The values of `{name.text}` are declared as an `enum` of their own", "a list of values",
                    at=rest[0], allowed="Behind the colon stands the name of a type.",
                    hint=f"Declare `enum {name.text}: {shown}` and write `{name.text}: {name.text}` "
                         "here.")


def _changed(slip: Slip) -> Diagnostic | None:
    if slip.words not in (["change", "NAME"], ["change", "STRING"]) or slip.kind not in ("=", ":"):
        return None
    value = slip.line[-1].text if len(slip.line) > 2 else "..."
    return slip.say("RL137", f"Here stands `to`, not `{slip.token.text}`", "not here",
                    hint=f"Write `change {slip.line[1].text} to {value}`.")


def _comma_else(slip: Slip) -> Diagnostic | None:
    """`where A, else any`, as people write it."""
    if slip.kind != "else" or slip.before is None or slip.before.kind != ",":
        return None
    return slip.say("RL137", "No comma stands before `else`", "too much", at=slip.before,
                    hint="Leave it out: `choose x from S where C else any`.")


def _dealt_to_whom(slip: Slip) -> Diagnostic | None:
    """`deal 5 from deck to your hand`: every player is dealt to."""
    if slip.words[:1] != ["deal"] or slip.kind not in ("your", "each", "all", "players") or "NAME" not in slip.may:
        return None
    return slip.say("RL137", "`deal` names the zones of all players at once", "whose is not said here",
                    allowed="One card at a time goes to the zone of each player.",
                    hint="Write the name of the zone alone: `deal 5 from deck to hand`.")


HABITS: tuple[Callable[[Slip], Diagnostic | None], ...] = (
    _whose, _article, _cards_counted, _preposition, _range_of_players, _every, _listed_values, _changed,
    _comma_else, _dealt_to_whom,
)
"""The checks, in the order they are asked."""
