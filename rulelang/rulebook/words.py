"""Names of a rules file in, English words out: plurals, articles, lists, capitals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_WORD = re.compile(r"[A-Za-z]+")
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def plural(noun: str, number: int | None = None) -> str:
    """A noun for a number of things; without one, for many."""
    if number == 1 or not noun:
        return noun
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def article(noun: str) -> str:
    """A noun with `a` or `an`."""
    first = noun.split(" ")[0]
    spelt = len(first) > 1 and first.isupper() and first[0] in "FHLMNRSX"
    return f"an {noun}" if spelt or noun[:1].lower() in "aeiou" else f"a {noun}"


def listed(things: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {word} {things[-1]}"


def runs(values: Sequence[str]) -> list[str]:
    """Words as they are; three numbers or more in a row as `2 to 10`."""
    told: list[str] = []
    run: list[str] = []
    for value in [*values, ""]:
        if value.isdigit() and (not run or int(value) == int(run[-1]) + 1):
            run.append(value)
            continue
        told += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
        run = [value] if value.isdigit() else []
        told += [value] if value and not value.isdigit() else []
    return told


def counted(number: int) -> str:
    """A number as a word, as long as it is small."""
    return _SMALL[number] if 0 <= number < len(_SMALL) else str(number)


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A text as a sentence of its own."""
    text = capital(text.strip())
    return text if text.endswith((".", "!", "?", ":")) else text + "."


_POSSESSIVES = {"you": "your", "it": "its", "they": "their"}


def possessive(owner: str) -> str:
    """`the player's`, `your`."""
    return _POSSESSIVES.get(owner) or owner + ("'" if owner.endswith("s") else "'s")


def whose(owner: str, thing: str) -> str:
    """`the player's hand`, `the suit of the top card of the deck`."""
    if " of " in owner or "'s " in owner or "," in owner:
        return f"the {thing} of {owner}"
    return f"{possessive(owner)} {thing}"


def acronyms(texts: Iterable[str]) -> dict[str, str]:
    """Words that the author writes in capitals only, by their small form: names in rules have no capitals."""
    forms: dict[str, set[str]] = {}
    for text in texts:
        for word in _WORD.findall(text):
            if len(word) > 1:
                forms.setdefault(word.lower(), set()).add(word)
    return {small: word for small, found in forms.items() for word in found if len(found) == 1 and word.isupper()}
