"""A Markdown page in, its fenced blocks out: language, options, line and text of each."""

import re
from dataclasses import dataclass

FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<info>.*)$")
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block; `language` is the first word after the fence, `options` the words that follow."""

    language: str
    options: dict[str, str]
    line: int
    text: str


def blocks(text):
    """All fenced blocks of a page, in order. A block that is never closed is an error of the page."""
    found, opened, body = [], None, []
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if opened is None:
            if match:
                opened, body = (match, number), []
        elif match and match["fence"].startswith(opened[0]["fence"]) and not match["info"].strip():
            found.append(_block(*opened, body))
            opened = None
        else:
            body.append(line.removeprefix(opened[0]["indent"]))
    if opened:
        raise ValueError(f"line {opened[1]}: this block is never closed")
    return found


def _block(match, line, body):
    language, *options = match["info"].split() or [""]
    pairs = (option.partition("=") for option in options)
    return Block(language, {key: value for key, _, value in pairs}, line, "\n".join(body) + "\n")


def links(text):
    """The targets of all links of a page, outside fenced blocks."""
    prose = re.sub(r"^(`{3,}|~{3,}).*?^\1\s*$", "", text, flags=re.M | re.S)
    return LINK.findall(prose)
