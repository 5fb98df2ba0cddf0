"""A text and a generator in, the text with some things done to it out, as careless editing or bad luck would."""

import re

TOKEN = re.compile(r'"[^"\n]*"|\w+|[^\w\s]|\n *')
WORDS = """
you your none yes no all any up down 0 1 2 7 99 -1 2147483647 card player team players left right owner size count
first sum max highest lowest melds is not has can where and or if else each repeat until times end choose draw move
discard shuffle reveal let random do pay when from to at top bottom face with set of list bag row stack flag link zone
turns once resolve flip rounded available supply done position number seat min mod
""".split()
BYTES = ["\0", "\t", "\r", "\ufeff", "\u202e", "\u0435", "'s ", '"', "(", ")", "[", "]", ":", "..", "->", "?", ",", " "]


def damaged(text, chance):
    """One to three things done to a text; what is left is often still good rules."""
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        text = chance.choice(_WAYS)(text, chance)
    return text


def _replace(text, match, word):
    return text[: match.start()] + word + text[match.end() :]


def _pick(text, chance, fits=lambda word: True):
    found = [match for match in TOKEN.finditer(text) if fits(match[0])]
    return chance.choice(found) if found else None


def _names(word):
    return word.isidentifier()


def _other_name(text, chance):
    """A name of the text in place of another."""
    one, other = _pick(text, chance, _names), _pick(text, chance, _names)
    return _replace(text, one, other[0]) if one else text


def _word(text, chance):
    one = _pick(text, chance)
    return _replace(text, one, chance.choice(WORDS)) if one else text


def _number(text, chance):
    one = _pick(text, chance, str.isdigit)
    return _replace(text, one, chance.choice(["0", "1", "2", "3", "12", "400", "2147483647", "99999999999"])) \
        if one else text


def _delete(text, chance):
    one = _pick(text, chance)
    return _replace(text, one, "") if one else text


def _double(text, chance):
    one = _pick(text, chance)
    return _replace(text, one, f"{one[0]} {one[0]}") if one else text


def _swap(text, chance):
    found = list(TOKEN.finditer(text))
    if len(found) < 2:
        return text
    n = chance.randrange(len(found) - 1)
    one, other = found[n], found[n + 1]
    return text[: one.start()] + other[0] + text[one.end() : other.start()] + one[0] + text[other.end() :]


def _line_gone(text, chance):
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _line_moved(text, chance):
    lines = text.split("\n")
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def _line_doubled(text, chance):
    lines = text.split("\n")
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
    return "\n".join(lines)


def _indented(text, chance):
    lines = text.split("\n")
    n = chance.randrange(len(lines))
    lines[n] = chance.choice(["", " ", "    ", "        "]) + lines[n].lstrip(" ")
    return "\n".join(lines)


def _cut(text, chance):
    return text[: chance.randrange(len(text) + 1)]


def _torn(text, chance):
    start = chance.randrange(len(text) + 1)
    return text[:start] + text[start + chance.choice([1, 3, 20, 200]) :]


def _put_in(text, chance):
    start = chance.randrange(len(text) + 1)
    return text[:start] + chance.choice(BYTES) + text[start:]


def _statement_lent(text, chance):
    """A line of the text in place of another of the same depth."""
    lines = text.split("\n")
    n = chance.randrange(len(lines))
    depth = len(lines[n]) - len(lines[n].lstrip())
    fitting = [line for line in lines if line.strip() and len(line) - len(line.lstrip()) == depth]
    lines[n] = chance.choice(fitting or lines)
    return "\n".join(lines)


_WAYS = [_other_name, _other_name, _other_name, _word, _word, _word, _number, _number, _delete, _double, _swap,
         _line_gone, _line_moved, _line_doubled, _indented, _cut, _torn, _put_in, _statement_lent, _statement_lent]
