"""A diagnostic's code in, what it means out: one entry per code, read by `rulelang explain` and the docs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: a short title, an explanation, a wrong and a right piece of a rules file."""

    title: str
    explanation: str
    wrong: str = ""
    right: str = ""


CODES: dict[str, Code] = {}

# ---------------------------------------------------------------- RL0xx: text, limits (found before reading)

CODES |= {
    "RL001": Code(
        "A rules file is too large",
        'A rules file has at most 1 MB. Card lists belong into tables (`cards NAME from "cards/list.csv"`).',
    ),
    "RL002": Code(
        "A control character stands in the text",
        "Characters that cannot be seen are refused: only spaces and ends of lines stand between words.",
        'note "a\x07b"',
        'note "ab"',
    ),
    "RL003": Code(
        "A character turns the direction of writing",
        "Such characters make a text look different from what it says. They are refused everywhere, also in "
        "comments.",
        'note "a\u202eb"',
        'note "ab"',
    ),
    "RL004": Code(
        "A line is indented with a tab",
        "Lines belong together by the number of spaces before them; a tab has no fixed width.",
        "phase play:\n\tshuffle deck",
        "phase play:\n    shuffle deck",
    ),
    "RL005": Code(
        "A number is too large",
        "Numbers are 32-bit: up to 2,147,483,647.",
        "define big = 3000000000",
        "define big = 2000000000",
    ),
    "RL006": Code(
        "A name is too long",
        "A name has at most 64 letters.",
        "define " + "a" * 65 + " = 1",
        "define a = 1",
    ),
    "RL007": Code(
        "A name has a letter outside a to z",
        "Names are written with a to z, A to Z, digits and `_`, so that two names that look alike are alike. "
        "Quotations may hold any letter.",
        "define größe = 1",
        "define groesse = 1",
    ),
    "RL008": Code(
        "A quotation holds a letter in two parts",
        "A letter with an accent can be one character or two that look the same. Only the first is allowed, "
        "so that equal looking names are equal.",
        'note "Café"',
        'note "Café"',
    ),
    "RL009": Code(
        "Too many blocks or brackets are inside each other",
        "At most 64 blocks or brackets may be open at one place; an `else if` counts as a block inside its "
        "`if`.",
        "define a = " + "(" * 65 + "1" + ")" * 65,
        "define a = 1",
    ),
    "RL010": Code(
        "An expression is too long",
        "At most 100 signs and words may build on each other in one expression. Name a part of it with "
        "`define` or `let`.",
        "define a = " + "1 + " * 101 + "1",
        "define a = 1 + 1",
    ),
}

# ---------------------------------------------------------------- RL1xx: how things are written

CODES |= {
    "RL100": Code(
        "Something does not fit here",
        "The text cannot be read any further at this place. The message says what may stand there.",
        "players 2-4",
        "players 2..4",
    ),
    "RL101": Code(
        "No declaration begins with this word",
        "A line at the left margin declares something: it begins with a word such as `zones`, `cards`, "
        "`action` or `phase`.",
        "phse play: shuffle deck",
        "phase play: shuffle deck",
    ),
    "RL102": Code(
        "A word of the language is used as a name",
        "Some words have a fixed meaning everywhere and cannot name anything.",
        "phase reveal: shuffle deck",
        "phase show_all: shuffle deck",
    ),
    "RL103": Code(
        "A colon is missing",
        "A line that opens a block ends with a colon; one statement may follow it.",
        "phase play\n    shuffle deck",
        "phase play:\n    shuffle deck",
    ),
    "RL104": Code(
        "A comma is missing",
        "Things in a row are divided by commas.",
        "enum suit: clubs hearts",
        "enum suit: clubs, hearts",
    ),
    "RL105": Code(
        "`=` where `is` is meant",
        "`=` gives a variable a value, `is` asks whether two values are the same.",
        "define over = size(deck) = 0",
        "define over = size(deck) is 0",
    ),
    "RL106": Code(
        "The language has no such sign",
        "Signs of other languages have words here: `is`, `is not`, `and`, `or`, `not`.",
        "define over = size(deck) == 0",
        "define over = size(deck) is 0",
    ),
    "RL107": Code(
        "A quotation is never closed",
        "A quotation ends on the line on which it begins.",
        'note "Ties are shared.',
        'note "Ties are shared."',
    ),
    "RL108": Code(
        "A bracket is never closed",
        "A line goes on while a bracket is open; the next declaration ends it.",
        "define a = (1 + 2",
        "define a = (1 + 2)",
    ),
    "RL109": Code(
        "A closing bracket fits no opening one",
        "Brackets come in pairs, `(` with `)` and `[` with `]`.",
        "define a = 1 + 2)",
        "define a = (1 + 2)",
    ),
    "RL110": Code(
        "A line stands deeper than the line it follows",
        "A line continues after a comma, inside brackets, or with `where`, `and`, `or`. A block needs a "
        "colon at the end of the line above it.",
        "phase play:\n    shuffle deck\n        shuffle spent",
        "phase play:\n    shuffle deck\n    shuffle spent",
    ),
    "RL111": Code(
        "A line is lined up with no line above it",
        "Lines of one block begin in the same column.",
        "phase play:\n    shuffle deck\n  shuffle spent",
        "phase play:\n    shuffle deck\n    shuffle spent",
    ),
    "RL112": Code(
        "A block is empty",
        "Behind a colon stands one statement, or the lines below stand deeper.",
        "phase play:\nphase round: shuffle deck",
        "phase play: round\nphase round: shuffle deck",
    ),
    "RL113": Code(
        "An `else` has no `if`",
        "`else` stands below its `if`, equally far to the right, with nothing between.",
        "phase play:\n    else: shuffle deck",
        "phase play:\n    if over: end play\n    else: shuffle deck",
    ),
    "RL114": Code(
        "A choice does not say from what",
        "`choose NAME from ...`: a zone, a list, a range, `players` or `all TYPE`.",
        "phase play:\n    choose card",
        "phase play:\n    choose card from your hand",
    ),
    "RL115": Code(
        "A division does not say how it is rounded",
        "All numbers are whole, so every division says `rounded up` or `rounded down`.",
        "define half = size(deck) / 2",
        "define half = size(deck) / 2 rounded up",
    ),
    "RL116": Code(
        "Comparisons are chained",
        "A comparison has two sides; two of them are joined by `and`.",
        "define fine = 1 < size(deck) < 5",
        "define fine = 1 < size(deck) and size(deck) < 5",
    ),
    "RL117": Code(
        "Brackets are needed before a dot",
        "`at`, `top of` and `bottom of` take everything behind them, the dot too.",
        "define now = top of deck.suit",
        "define now = (top of deck).suit",
    ),
    "RL118": Code(
        "Two statements stand on one line",
        "Every statement has a line of its own; one may follow its colon.",
        "phase play:\n    shuffle deck shuffle spent",
        "phase play:\n    shuffle deck\n    shuffle spent",
    ),
    "RL119": Code(
        "The first line is missing",
        'A rules file begins with `game "Name"` or `variant "Name" of "base"`.',
    ),
    "RL120": Code(
        "The first lines are out of order",
        "The first line names the game, the second may give the edition of the language. Each is written "
        "once.",
        "players 2\nlanguage 1",
        "players 2",
    ),
    "RL121": Code(
        "A statement stands at the left margin",
        "What happens stands inside a `phase`, an `effect` or an `action`.",
        "shuffle deck",
        "phase play: shuffle deck",
    ),
    "RL123": Code(
        "A query is not complete",
        "`count` and `first` look for elements: `count(x in S where C)`. `highest` and `lowest` need `by`. "
        "`sum`, `max`, `min`, `set`, `bag`, `any` and `all` need a value: `sum(E for x in S)`.",
        "define a = sum(c in deck)",
        "define a = sum(c.rank for c in deck)",
    ),
    "RL124": Code(
        "Not a number and not a name",
        "All numbers are whole, and a name begins with a letter.",
        "define a = 1.5",
        "define a = 3 / 2 rounded up",
    ),
    "RL126": Code(
        "No statement begins with this word",
        "A statement begins with a word such as `move` or `choose`, is the name of a phase, or changes a "
        "variable.",
        "phase play:\n    give card to rival",
        "phase play:\n    move card to spent",
    ),
    "RL127": Code(
        "A line ends too early",
        "Something is missing at the end of the line.",
        "phase play:\n    your points +=",
        "phase play:\n    your points += 1",
    ),
    "RL128": Code(
        "An `either` is not complete",
        "`either` and at least one `or` stand below each other.",
        'phase play:\n    either "Shuffle": shuffle deck',
        'phase play:\n    either "Shuffle": shuffle deck\n    or "Pass"',
    ),
    "RL129": Code(
        "Nothing is declared below rule text",
        "Lines that begin with `>` stand directly above a declaration.",
        "> The highest card wins.",
        "> The highest card wins.\nwin: highest size(your won)",
    ),
    "RL130": Code(
        "Rule text inside a block",
        "Lines that begin with `>` stand at the left margin; inside a block write comments.",
        "phase play:\n    > Shuffle first.\n    shuffle deck",
        "phase play:\n    # Shuffle first.\n    shuffle deck",
    ),
    "RL131": Code(
        "Head and body of an action are mixed up",
        "Above `do:` stands what an action needs and costs (`when`, `choose`, `pay`, `let`, `either`), below "
        "it what it does.",
        "action lay:\n    move card to spent",
        "action lay:\n    do: move card to spent",
    ),
    "RL132": Code(
        "A condition inside an expression has no `else`",
        "A value is needed in either case: `a if c else b`.",
        "define a = 1 if over",
        "define a = 1 if over else 0",
    ),
    "RL133": Code(
        "A row of cards has no number of copies",
        "A row is the number of copies, the printed name, and perhaps attributes.",
        'cards beast:\n    "Fox"',
        'cards beast:\n    1 "Fox"',
    ),
    "RL134": Code(
        "`win` does not say highest or lowest",
        "Each criterion begins with `highest` or `lowest`.",
        "win: your points",
        "win: highest your points",
    ),
    "RL136": Code(
        "A small word is missing",
        "Statements read like sentences: `move ... to ...`, `draw ... from ... to ...`.",
        "phase play:\n    move card spent",
        "phase play:\n    move card to spent",
    ),
}

# ---------------------------------------------------------------- RL7xx: run time, logs

CODES |= {
    "RL701": Code(
        "The rules never come to the next choice",
        "Between two choices the rules may do only so much. Here they went round and round, so the game stops without "
        "a result. The lines shown are those that took turns: give the loop an end that must come.",
        "phase play:\n    repeat until supply(coin) is 0: shuffle deck",
        "phase play:\n    repeat until size(deck) is 0: draw 1 from deck to spent",
    ),
    "RL750": Code(
        "A file is no log of a game",
        "`rulelang replay` reads the files that `rulelang play FILE --log LOG` writes: lines of JSON, the first of which "
        "names the format. This is another file, or none.",
    ),
    "RL751": Code(
        "A log has a format of another version",
        "Logs say in their first line which format they have. A later rulelang reads earlier formats; this one cannot "
        "read later ones.",
    ),
    "RL752": Code(
        "A log was changed after it was written",
        "Every line of a log ends in a checksum over its own text and the checksum before it. A line that was changed, "
        "taken out, moved or added is found at its place, and nothing behind it is believed.",
    ),
    "RL753": Code(
        "A log ends too early",
        "The last line of a log says how the game ended. Without it the game was killed while it was played, or the end "
        "of the file is lost. The game is shown up to its last whole line.",
    ),
    "RL754": Code(
        "A line of a log lacks something",
        "Each line of a log is a header, a move, a chance outcome or the end, with the fields that belong to it.",
    ),
    "RL755": Code(
        "A log and its game differ",
        "A log is verified by playing it again: each move must be legal for the player who made it, and chance must "
        "decide as the rules and the seed do.",
    ),
    "RL756": Code(
        "A game played again ends differently",
        "The last line of a log holds a hash of the final position and the results. Played again, the same moves led "
        "elsewhere: the log was changed, or another version of rulelang plays these rules differently.",
    ),
    "RL757": Code(
        "The rules inside a log cannot be used",
        "A log carries the whole text of the rules it was played with, and their hash, so that it can be played again "
        "without any other file. These rules have mistakes, or are not those of the hash.",
    ),
}
