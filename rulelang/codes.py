"""A diagnostic's code in, what it means out: one entry per code, read by `rulelang explain` and the docs."""

from __future__ import annotations

from rulelang.records import dataclass


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
        "Such characters make a text look different from what it says. They are refused everywhere, also in comments.",
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
        "At most 64 blocks or brackets may be open at one place; an `else if` counts as a block inside its `if`.",
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
        "More than one statement stands on a line",
        "Every statement has a line of its own. One without a block may follow a colon; one with a block of its own, "
        "such as `if`, `each player`, `repeat` or `either`, stands on a line below it, and deeper.",
        "phase play:\n    shuffle deck shuffle spent",
        "phase play:\n    shuffle deck\n    shuffle spent",
    ),
    "RL119": Code(
        "The first line is missing",
        'A rules file begins with `game "Name"` or `variant "Name" of "base"`.',
    ),
    "RL120": Code(
        "The first lines are out of order",
        "The first line names the game, the second may give the edition of the language. Each is written once.",
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
        "A statement begins with a word such as `move` or `choose`, is the name of a phase, or changes a variable.",
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
        "A line belongs into another kind of block",
        "Above `do:` stands what an action needs and costs (`when`, `choose`, `pay`, `let`, `either`), below "
        "it what it does. `given` and `expect` stand in an `example`.",
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
    "RL137": Code(
        "Said in everyday words",
        "Rules read like sentences, with fewer words: things are called by their names alone, without `a` and `the`; "
        "what belongs to the player who acts is `your`; cards go `to` a place and come `from` one.",
        "phase play:\n    move top of deck onto the pile",
        "phase play:\n    move top of deck to pile",
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
    "RL702": Code(
        "There are more ways to choose than can be worked out",
        "What may be chosen is found by trying. Where many cards are picked at once under conditions, there can be "
        "millions of ways, so the game stops without a result. Ask for less at once, or in several steps.",
    ),
    "RL273": Code(
        "A game keeps too much",
        "Every zone keeps a place for each card that can lie in it, every variable a place for each member of its "
        "family. A game has at most 2,000,000 such places and 20,000 zones: large families of zones or variables "
        "`per` several things multiply.",
        "zones:\n    low per 1..99 per 1..99: row of card, seen by all\n"
        "    middle per 1..99 per 1..99: row of card, seen by all\n"
        "    high per 1..99 per 1..99: row of card, seen by all",
        "zones:\n    low per 1..9 per 1..9: row of card, seen by all\n"
        "    middle per 1..9 per 1..9: row of card, seen by all\n"
        "    high per 1..9 per 1..9: row of card, seen by all",
    ),
    "RL703": Code(
        "There is more to count through than can be worked out",
        "A query looks at each of its elements, and a query inside it at each of its own for each of those. Where that "
        "comes to millions between two choices, the game stops without a result, and shows the line it was at. Ask of "
        "fewer elements, or name what does not change with `let` before the query. Defines that call others twice, "
        "which call others twice, add up in the same way.",
    ),
    "RL750": Code(
        "A file is no log of a game",
        "`rulelang replay` reads the files that `rulelang play FILE --log LOG` writes: lines of JSON, the first of "
        "which "
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
        "The last line of a log says how the game ended. Without it the game was killed while it was played, or "
        "the end "
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
    "RL760": Code(
        "A file is no save of a game",
        "`rulelang play --resume` goes on with a game that was left. It reads the saves that `rulelang play` writes by "
        "itself: JSON documents that name their format. This is another file, or none.",
    ),
    "RL761": Code(
        "A save has a format of another version",
        "Saves say which format they have. A later rulelang reads earlier formats; this one cannot read later ones.",
    ),
    "RL762": Code(
        "A save is damaged",
        "A save ends in a checksum over all of it. Where that does not fit, part of it was lost or changed, and "
        "nothing "
        "in it is believed. The save written before it lies beside it and is tried instead.",
    ),
    "RL763": Code(
        "A save and its game differ",
        "A save holds no position: the moves in it are played again under the rules in it, and must lead to the "
        "position "
        "of its hash. Here they are not legal, or they lead elsewhere.",
    ),
    "RL770": Code(
        "A file does not hold results",
        "`rulelang merge` reads the files that `rulelang simulate FILE --out RESULTS` writes: lines of JSON, the "
        "first of "
        "which names the format. This is another file, or none.",
    ),
    "RL771": Code(
        "Results have a format of another version",
        "Results say in their first line which format they have, and which rulelang wrote them. Each format says more "
        "of a game than the one before, so results of several cannot be summed up together: the games are played again "
        "into another file, or read by the rulelang that wrote them.",
    ),
    "RL772": Code(
        "Results of different runs do not belong together",
        "Games can be gone on with, or joined, if they were played under the same rules and settings, by the same bots "
        "in the same seats, from the same seed and by the same version of rulelang: then it makes no difference which "
        "machine played which of them. Here one of these differs.",
    ),
    "RL773": Code(
        "A line of results is damaged",
        "Every line behind the first tells of one game: its number, its seed, which follows from the number, how it "
        "ended and what everybody got, with ascending numbers. This line does not, so nothing behind it is believed.",
    ),
    "RL774": Code(
        "Results contradict one another",
        "A game of a run is the same wherever it is played. Two files have different lines for it: one of them was "
        "changed.",
    ),
    "RL775": Code(
        "Games are missing between results",
        "The games of a run are numbered; results that are joined or gone on with must follow one another without "
        "a gap.",
    ),
}

# ---------------------------------------------------------------- RL07x: files of a game

CODES |= {
    "RL070": Code(
        "A file is missing or cannot be read",
        "A path is relative to the file that names it, and is spelled with capitals and small letters as on the disk.",
        'cards card from "cards/lsit.csv"',
        'cards card from "cards/list.csv"',
    ),
    "RL071": Code(
        "A path leaves the project folder",
        "The project folder is the nearest folder above the file that holds `pyproject.toml`, "
        "`rulelang.toml` or `.git`, else the file's own folder. Whatever a game reads lies in it; links and "
        "absolute paths lead nowhere else.",
        'cards card from "../../list.csv"',
        'cards card from "cards/list.csv"',
    ),
    "RL072": Code(
        "Something is no ordinary file",
        "Only ordinary files are read: no folders, pipes or devices.",
    ),
    "RL073": Code(
        "A file of the game is too large",
        "Rules files and card tables have at most 1 MB each.",
    ),
    "RL074": Code(
        "A file is not in UTF-8",
        "Texts are read as UTF-8 and nothing is guessed. A table may also be UTF-16 with its mark. Editors "
        "and spreadsheets can save as UTF-8.",
    ),
    "RL075": Code(
        "A file has the wrong ending",
        "A base ends in `.rules`, a card table in `.csv`, `.yaml` or `.yml`; a bundled game is named without "
        "an ending.",
        'cards card from "cards/list.txt"',
        'cards card from "cards/list.csv"',
    ),
}

# ---------------------------------------------------------------- RL200-RL219: names, types, constants, the frame

CODES |= {
    "RL201": Code(
        "A name has two meanings",
        "Zones, variables, params, tables, tokens, defines, melds, scores, phases, actions, groups and enum "
        "values share one name space. Types and attributes live apart.",
        "enum suit: clubs, hearts\nparam hearts: 1..3 = 1",
        "enum suit: clubs, hearts\nparam most_hearts: 1..3 = 1",
    ),
    "RL202": Code(
        "A word of the language is declared as a name",
        "Words such as `players`, `none` or `size` have a meaning already; `p1`, `p2` and so on are the "
        "seats in examples.",
        "define size = 3",
        "define deck_size = 3",
    ),
    "RL203": Code(
        "A type is unknown",
        "A type is a range, an enum, a cards type, `player`, `team`, `flag`, `face` or `zone`; `team` only "
        "in games with teams.",
        "vars:\n    side: colour",
        "enum colour: red, blue\nvars:\n    side: colour",
    ),
    "RL204": Code(
        "A type cannot stand here",
        "A variable holds one value or a set of an enum; what is kept per something is finite; what is "
        "printed on cards is a number, a word, a flag or a collection of words.",
        "vars:\n    spare: list of card",
        "zones:\n    spare: row of card, seen by all",
    ),
    "RL205": Code(
        "Something must be known before play",
        "Ranges, tables, copies of cards and starting values are fixed when a game is loaded: numbers, enum "
        "values, params where each game may differ, tables and arithmetic.",
        "param most: 1..9 = 3\nvars:\n    count: 0..most",
        "param most: 1..9 = 3\nvars:\n    count: 0..9",
    ),
    "RL206": Code(
        "A fixed value does not fit",
        "The value of a param lies in its range, a variable starts with one of its values, amounts are not negative.",
        "param rounds: 1..12 = 20",
        "param rounds: 1..12 = 10",
    ),
    "RL207": Code(
        "A range is empty",
        "The smaller number stands first.",
        "vars:\n    count: 9..1",
        "vars:\n    count: 1..9",
    ),
    "RL208": Code(
        "The edition of the language is unknown",
        "A file may say the edition it was written for; a newer edition needs a newer version of this program.",
        "language 7",
        "language 1",
    ),
    "RL209": Code(
        "The number of players is wrong or missing",
        "Every game says how many may play, from 1 to 10.",
        "players 4..2",
        "players 2..4",
    ),
    "RL210": Code(
        "Teams do not fit the players",
        "Teams cover every seat once, and need a fixed number of players.",
        "players 4\nteams 1 and 3, 2 and 5",
        "players 4\nteams 1 and 3, 2 and 4",
    ),
    "RL211": Code(
        "Something is said twice",
        "A game says once how many play, how good a position looks, how often a phase may begin, and has one "
        "effect for each card.",
        "estimate: 1\nestimate: 2",
        "estimate: 1",
    ),
    "RL212": Code(
        "The numbers of an enum do not ascend",
        "Between numbers, a word counts on from the value before it; words before the first number count back from it.",
        "enum rank: 2, king, 3",
        "enum rank: 2, 3, king",
    ),
    "RL213": Code(
        "An enum has too many values",
        "An enum has at most 1,000 values; longer series are ranges.",
        "enum number: 1..5000",
        "enum number: 1..50",
    ),
    "RL214": Code(
        "A table mixes kinds",
        "All keys of a table are of one kind, and so are all values.",
        "enum suit: clubs, hearts\ntable worth: clubs -> 1, hearts -> yes",
        "enum suit: clubs, hearts\ntable worth: clubs -> 1, hearts -> 2",
    ),
    "RL215": Code(
        "A table has two entries for one key",
        "Each key of a table stands in it once.",
        "table worth: 1 -> 2, 1 -> 3",
        "table worth: 1 -> 2, 2 -> 3",
    ),
}

# ---------------------------------------------------------------- RL220-RL229: zones, tokens, variables

CODES |= {
    "RL220": Code(
        "A kind of zone is unknown",
        "A zone is a `stack` (cards arrive on top), a `row` (cards arrive at the right) or a `set` (no order).",
        "zones:\n    deck: pile of card, seen by nobody",
        "zones:\n    deck: stack of card, seen by nobody",
    ),
    "RL221": Code(
        "An option of a zone is unknown or said twice",
        "A zone has `seen by`, `face down seen by`, `refill`, `discards`, `capacity n` and `count hidden`, each once.",
        "zones:\n    deck: stack of card, seen by nobody, secret",
        "zones:\n    deck: stack of card, seen by nobody, count hidden",
    ),
    "RL222": Code(
        "Nothing says who sees a zone",
        "Every zone says who sees the cards that lie face up in it.",
        "zones:\n    deck: stack of card",
        "zones:\n    deck: stack of card, seen by nobody",
    ),
    "RL223": Code(
        "A viewer does not fit",
        "Cards are seen by all, owner, others, team or nobody; owner, others and team need an owner: `per "
        "player` first, or per card.",
        "zones:\n    deck: stack of card, seen by owner",
        "zones:\n    deck per player: stack of card, seen by owner",
    ),
    "RL224": Code(
        "A refill does not fit",
        "A zone is refilled from other single zones whose cards it may hold.",
        "zones:\n    deck: stack of card, seen by nobody, refill deck",
        "zones:\n    deck: stack of card, seen by nobody, refill spent\n    spent: stack of card, seen by all",
    ),
    "RL225": Code(
        "Discarded cards have two homes",
        "`discard` and `pay` need to know where cards go: one single zone with `discards` for each type that "
        "is discarded.",
        "zones:\n    spent: set of card, seen by all, discards\n    burnt: set of card, seen by all, discards",
        "zones:\n    spent: set of card, seen by all, discards\n    burnt: set of card, seen by all",
    ),
    "RL227": Code(
        "A family is too large",
        "Whatever is kept `per` something has at most 10,000 members.",
        "vars:\n    mark per 1..100000: flag",
        "vars:\n    mark per 1..100: flag",
    ),
    "RL228": Code(
        "A link does not fit",
        "A `link` is a variable per one cards type: it relates cards of that type one to one.",
        "vars:\n    mate per player: link",
        "vars:\n    mate per card: link",
    ),
    "RL229": Code(
        "A pot is for tokens that do not exist",
        "A pot counts tokens that are declared.",
        "pots: pot: chip",
        "tokens chip: 20\npots: pot: chip",
    ),
}

# ---------------------------------------------------------------- RL230-RL249: cards and card tables

CODES |= {
    "RL230": Code(
        "An attribute is unknown or said twice",
        "A row gives each attribute of its cards type at most once.",
        'cards beast:\n    speed: 1..9\n    1 "Fox": sped 3',
        'cards beast:\n    speed: 1..9\n    1 "Fox": speed 3',
    ),
    "RL231": Code(
        "A printed value does not fit its attribute",
        "Each value is of the type of its attribute.",
        'cards beast:\n    speed: 1..9\n    1 "Fox": speed 30',
        'cards beast:\n    speed: 1..9\n    1 "Fox": speed 3',
    ),
    "RL232": Code(
        "Two different cards have one name",
        "Cards with one printed name are identical in everything printed on them. In a row with `each`, the "
        "name tells all combinations apart.",
        'cards beast:\n    speed: 1..9\n    1 "Fox": speed 3\n    1 "Fox": speed 4',
        'cards beast:\n    speed: 1..9\n    1 "Fox": speed 3\n    1 "Old Fox": speed 4',
    ),
    "RL233": Code(
        "A row with `each` does not fit",
        "After `each` stand attributes with single values; the pattern of a name has these attributes in "
        "curly brackets.",
        'cards beast:\n    speed: 1..3\n    1 each speed named "{sped} foxes"',
        'cards beast:\n    speed: 1..3\n    1 each speed named "{speed} foxes"',
    ),
    "RL234": Code(
        "There are too many cards",
        "A game has at most 10,000 cards.",
        'cards beast:\n    20000 "Fox"',
        'cards beast:\n    20 "Fox"',
    ),
    "RL235": Code(
        "A number of copies is negative",
        "There are 0 copies of a card, or more.",
        'cards beast:\n    2 - 3 "Fox"',
        'cards beast:\n    3 - 2 "Fox"',
    ),
    "RL236": Code(
        "A card lacks an attribute",
        "An attribute may be left out if its type has a `?`, is a flag, or a collection; every other is "
        "given for each card.",
        'cards beast:\n    speed: 1..9\n    1 "Fox"',
        'cards beast:\n    speed: 1..9?\n    1 "Fox"',
    ),
    "RL241": Code(
        "The quoting in a table is broken",
        "A cell that begins with a quote ends with one; a quote inside is written twice.",
        'copies,name\n1,"Fox',
        'copies,name\n1,"Fox"',
    ),
    "RL242": Code(
        "The columns of a table do not fit",
        "A table has the columns copies, name, one for each attribute, and perhaps text; each once and no other.",
        "copies,nam\n1,Fox",
        "copies,name\n1,Fox",
    ),
    "RL243": Code(
        "A row of a table has too few or too many cells",
        "Every row has one cell for each column. A cell that holds the separator stands in quotes.",
        "copies,name\n1,Fox, the old",
        'copies,name\n1,"Fox, the old"',
    ),
    "RL244": Code(
        "A table holds a character that cannot be seen",
        "Control characters and such as turn the direction of writing are refused in card tables.",
        "copies,name\n1,Fo\x07x",
        "copies,name\n1,Fox",
    ),
    "RL245": Code(
        "A cell of a table does not fit",
        "Nothing is guessed: flags are `yes` or `no`, numbers are whole, words are those of the enum, "
        "collections are words separated by spaces.",
        "copies,name\nmany of them,Fox",
        "copies,name\n3,Fox",
    ),
    "RL246": Code(
        "A record of a card table is not as the schema wants it",
        "A table in YAML or JSON is checked against `grammar/cards.schema.json`: every record has `copies` and `name`, "
        "perhaps `text`, and one value for each attribute: a whole number, a word, or a list of words.",
        "- copies: 2\n  title: Fox",
        "- copies: 2\n  name: Fox",
    ),
    "RL247": Code(
        "A YAML table is more than a plain list",
        "A table in YAML is a list of records with plain words; references, tags, merged and repeated keys "
        "are not read.",
        "- copies: &n 1\n  name: Fox\n- copies: *n\n  name: Owl",
        "- copies: 1\n  name: Fox\n- copies: 1\n  name: Owl",
    ),
}

# ---------------------------------------------------------------- RL250-RL259: the course of play

CODES |= {
    "RL250": Code(
        "There is no phase `play`",
        "A game begins with `phase play` and is over when it ends.",
        "phase start: end start",
        "phase play: end play",
    ),
    "RL251": Code(
        "How the game is won is missing or said twice",
        "Every game has one `win` or one `payoff`.",
        "win: highest number(you)\npayoff: 1",
        "payoff: 1",
    ),
    "RL252": Code(
        "A criterion of `win` is unknown",
        "A criterion is `highest` or `lowest` and what is compared.",
        "win: best number(you)",
        "win: highest number(you)",
    ),
    "RL253": Code(
        "An effect belongs to nothing",
        "An effect belongs to a printed name or to a value of an enum.",
        'effect "Ox": end play',
        'effect "Fox": end play',
    ),
    "RL254": Code(
        "There is no such phase or action",
        "`limit` names a phase, `before` and `after` name a phase or an action.",
        "limit plya 10 times",
        "limit play 10 times",
    ),
    "RL255": Code(
        "An example is for too many or too few players",
        "An example is played by a number of players that the game allows.",
        'example "crowd" for 9 players:\n    expect 1 < 2',
        'example "pair" for 2 players:\n    expect 1 < 2',
    ),
    "RL256": Code(
        "A part or option of a meld does not fit",
        "Parts have 1 to 100 cards; options are adjacent, same, different, consecutive, each, where and worth.",
        "meld pair: 2 card c, nearby",
        "meld pair: 2 card c, adjacent",
    ),
}

# ---------------------------------------------------------------- RL260-RL279: variants and settings

CODES |= {
    "RL260": Code(
        "A game changes what it has no base for",
        "`change`, `replace` and `remove` belong into a variant.",
        "change rounds to 6",
        "param rounds: 1..12 = 6",
    ),
    "RL261": Code(
        "A variant names what its base does not have",
        "What is replaced, changed or removed is declared in the base, with this kind and name.",
        'variant "V" of "base.rules"\nremove zone_of_nothing',
        'variant "V" of "base.rules"\nremove spare',
    ),
    "RL262": Code(
        "`change` does not apply here",
        "A variant changes params within their range, supplies of tokens, and copies of a card; everything "
        "else is replaced.",
        'variant "V" of "base.rules"\nchange spare to 3',
        'variant "V" of "base.rules"\nchange rounds to 3',
    ),
    "RL263": Code(
        "Something removed is still used",
        "Whatever uses a removed thing is replaced or removed as well; every use is listed.",
        'variant "V" of "base.rules"\nremove rounds',
        'variant "V" of "base.rules"\nremove rounds\nreplace phase play: end play',
    ),
    "RL264": Code(
        "A variant declares anew what its base has",
        "To put something in the place of the old one, write `replace` before it.",
        'variant "V" of "base.rules"\nphase play: end play',
        'variant "V" of "base.rules"\nreplace phase play: end play',
    ),
    "RL265": Code(
        "A variant says two things about one",
        "A variant replaces, changes or removes each thing once.",
        'variant "V" of "base.rules"\nchange rounds to 3\nchange rounds to 4',
        'variant "V" of "base.rules"\nchange rounds to 4',
    ),
    "RL266": Code(
        "A variant removes what cannot be removed",
        "Every game says for how many `players` it is and how it ends, by `win` or `payoff`: these are replaced. Zones "
        "and variables are removed one by one, by their names.",
        'variant "V" of "base.rules"\nremove win',
        'variant "V" of "base.rules"\nreplace win: lowest 1',
    ),
    "RL267": Code(
        "A variant is its own base",
        "Variants of variants lead to a game in the end.",
        'variant "V" of "v.rules"',
        'variant "V" of "base.rules"',
    ),
    "RL268": Code(
        "There is no such bundled game",
        "A base without an ending is a bundled game; `rulelang games` lists them. A file is named with its ending.",
        'variant "V" of "base"',
        'variant "V" of "base.rules"',
    ),
    "RL270": Code(
        "The game is not for so many players",
        "A game is loaded for a number of players that its rules allow.",
    ),
    "RL271": Code(
        "The game has no such param",
        "Only params that the rules declare can be set when a game is loaded.",
    ),
    "RL272": Code(
        "A param cannot have this value",
        "A param is set within its range: a number, yes or no, or a word of its enum.",
    ),
}

# ---------------------------------------------------------------- RL300-RL339: names, types and statements

CODES |= {
    "RL301": Code(
        "A local name has another meaning already",
        "Every name means one thing in the whole file, so a name bound in a statement may not be that of something "
        "declared.",
        "let deck = 3",
        "let left_over = 3",
    ),
    "RL302": Code(
        "Nothing has this name",
        "The name is not declared, or it is declared as something that cannot stand in this place.",
        "shuffle dek",
        "shuffle deck",
    ),
    "RL303": Code(
        "There is no such seat here",
        "The seats p1, p2, ... exist in examples only, and only as many as the example has players.",
        "your target = p1",
        "your target = seat(1)",
    ),
    "RL304": Code(
        "A name is read in the wrong way",
        "What belongs to somebody is read with `'s` or `your`, what is printed on a card with a dot, tables and "
        "other families "
        "with a key in brackets, defines with values in brackets.",
        "beats(sun)",
        "beats[sun]",
    ),
    "RL305": Code(
        "A value of another type is needed here",
        "Each place takes one kind of value: a number, a card, a player, a zone. Nothing is converted silently.",
        'draw "Fox" from deck to your hand',
        "draw 2 from deck to your hand",
    ),
    "RL306": Code(
        "A condition is neither yes nor no",
        "Conditions are tests such as `x is y`, `x < y`, `S has x`, flags and defines that give yes or no.",
        "if size(deck): shuffle deck",
        "if size(deck) > 0: shuffle deck",
    ),
    "RL307": Code(
        "Values of different kinds are mixed",
        "The elements of a list, both halves of a condition and both sides of a sum of collections are of one kind.",
        "let x = [you, 3]",
        "let x = [1, 3]",
    ),
    "RL308": Code(
        "Two values can never be the same",
        "A test between values of different kinds, or of cards of types that have none in common, would always fail.",
        "if your points is clubs: shuffle deck",
        "if your points is 3: shuffle deck",
    ),
    "RL309": Code(
        "It is not said whose",
        "What exists for each player, team or card is always named together with the one it belongs to.",
        "shuffle hand",
        "shuffle your hand",
    ),
    "RL310": Code(
        "A define or meld reads `you`",
        "Defines and melds are read from many places and do not know who acts. A define is given the player as a "
        "parameter.",
        "define rich = your points > 10",
        "define rich(p: player) = p's points > 10",
    ),
    "RL311": Code(
        "Nobody acts here",
        "`you` is the player who acts. Outside `each player:`, `as p:`, actions and the like there is none; a "
        "phase that reads "
        "`you` may be run only where somebody acts.",
        "phase play:\n    your points += 1",
        "phase play:\n    each player: your points += 1",
    ),
    "RL312": Code(
        "A table has no entry for some player count",
        "A table that is read with the number of players needs an entry for every number that `players` allows.",
        "table cards_each: 2 -> 7, 3 -> 5",
        "table cards_each: 2 -> 7, 3 -> 5, 4 -> 5",
    ),
    "RL313": Code(
        "Not every card that may be meant has this",
        "An attribute or something kept per card exists on some cards types only. A test to the left narrows the type.",
        "choose c from your hand where c.speed > 2",
        "choose c from your hand where c is vessel and c.speed > 2",
    ),
    "RL314": Code(
        "No value of an enum has this number",
        "Beside a value of an enum a number means the value with that number.",
        "if card.rank is 11: shuffle deck",
        "if card.rank is jack: shuffle deck",
    ),
    "RL315": Code(
        "No card has this printed name",
        "A quotation in an expression is the printed name of a card, written exactly as on the card.",
        'if card is "Foks": shuffle deck',
        'if card is "Fox": shuffle deck',
    ),
    "RL316": Code(
        "Several cards have this printed name",
        "As a value, a printed name means the one card of that name. If there are several, one of them must be chosen.",
        'move "Fox" to deck',
        'move first(c in all beast where c is "Fox") to deck',
    ),
    "RL317": Code(
        "Nothing of that name is printed on these cards",
        "Behind a dot stands an attribute of the card's type, or a part of a meld or its `worth`.",
        "card.rnak",
        "card.rank",
    ),
    "RL318": Code(
        "A divisor may be 0",
        "Dividing by 0 gives 0. If that is meant, test for it, so that readers of the rules see it.",
        "let share = 10 / size(best) rounded down",
        "let share = 10 / max(1, size(best)) rounded down",
    ),
    "RL319": Code(
        "`knows` outside an example",
        "What players know decides what they are shown, never what the rules do; only examples can ask for it.",
    ),
    "RL320": Code(
        "Melds are used as a value",
        "`melds(...)` can only be the source of a choice or of a query that counts. A list of all melds is never kept.",
        "let m = melds(your hand, run)",
        "let n = count(m in melds(your hand, run))",
    ),
    "RL321": Code(
        "The wrong number of values in brackets",
        "Every define and function takes a fixed number of values, those of its parameters.",
        "left(you, 2)",
        "left(left(you))",
    ),
    "RL322": Code(
        "A set has no order",
        "Stacks have a top and rows have positions. The cards of a set lie in no order, so nothing is on top of them.",
        "draw 1 from your hand to deck",
        "random card from your hand\nmove card to deck",
    ),
    "RL323": Code(
        "An option of a meld names nothing it can use",
        "`same`, `different` and `consecutive` name something printed on the cards, `each` a define about one card.",
        "meld run: 3..13 card c, each 3",
        "meld run: 3..13 card c, each low",
    ),
    "RL324": Code(
        "None could come into something that cannot hold it",
        "A variable whose type has no `?` always holds a value. What may be none is tested first, or the type gets "
        "a `?`.",
        "starter = first(best)",
        "if first(best) is not none: starter = first(best)",
    ),
    "RL325": Code(
        "This cannot be changed",
        "Only variables and counts of tokens change by `=`, `+=` and `-=`; the last two are for numbers and sets.",
        "rounds += 1",
        "rounds_played += 1",
    ),
    "RL326": Code(
        "A card does not fit into this zone",
        "A zone holds the cards types named in its declaration. Everything that a move can take must be of one of "
        "them.",
        "move your hand to market",
        "move [c in your hand where c is good] to market",
    ),
    "RL327": Code(
        "Nothing says where cards are discarded",
        "`discard` and `pay` put cards into the zone that has the option `discards` and holds their type.",
        "pile: stack of card, seen by all",
        "pile: stack of card, seen by all, discards",
    ),
    "RL328": Code(
        "The same choice is offered twice",
        "The items of a menu are different actions or groups, the branches of an `either` have different labels.",
        "do 1 play, any play",
        "do any play",
    ),
    "RL329": Code(
        "Another player chooses in the head of an action",
        "Whether an action is possible depends on the present position only, not on the answer of somebody else.",
    ),
    "RL330": Code(
        "Tokens of one kind are paid where others are counted",
        "A pot counts the token it is declared with; only those can be paid to it.",
        "pay 1 coin to chip_pot",
        "pay 1 chip to chip_pot",
    ),
    "RL331": Code(
        "Something that may be resolved has no effect",
        "`resolve` needs an effect for every card or value that can be meant here. An effect without a block does "
        "nothing.",
        'effect "Fox": your points += 1',
        'effect "Fox": your points += 1\neffect "Owl"',
    ),
    "RL332": Code(
        "Something runs itself",
        "Phases, actions, effects, defines, melds and scores may not run or read themselves, directly or through "
        "others; `can` "
        "and menus count as well.",
        "phase round:\n    round",
        "phase round:\n    repeat 3 times: turn",
    ),
    "RL333": Code(
        "A phase is ended where it may not be running",
        "`end NAME` leaves a phase with everything inside it. It may stand only where that phase is running on "
        "every way there.",
    ),
    "RL334": Code(
        "The order of seats could matter in `each player at once`",
        "All choices come first, then effects on what is the player's own: only `move`, `flip` and changes of "
        "variables. What "
        "several seats change, or read of each other, belongs into an `each player:` behind it.",
        "each player at once:\n    move first(your hand) to market",
        "each player:\n    move first(your hand) to market",
    ),
    "RL335": Code(
        "A step of an example sets or asks something it cannot",
        "`given` replaces the cards of a zone, named in quotes, or sets a variable, count or param to one value.",
        "given deck = 3",
        'given deck = 3 "Fox"',
    ),
    "RL336": Code(
        "An example uses more cards than there are",
        "`given` takes fresh copies from outside all zones; the game has only as many as its rows say.",
        'given deck = 9 "Fox"',
        'given deck = 2 "Fox"',
    ),
    "RL337": Code(
        "An answer in an example answers nothing",
        "`x = E` answers a choice that binds x, a label picks a branch or menu entry. The action or phase asks "
        "nothing like that.",
        'when p1 does lay with crad = "Fox"',
        'when p1 does lay with card = "Fox"',
    ),
    # ---------------------------------------------------------------- examples
    "RL338": Code(
        "Calls are too deep",
        "Phases, actions, effects and defines may run each other, but a chain of calls has at most 64 links. A "
        "loop or one "
        "define with a parameter says the same as a long chain.",
    ),
    "RL339": Code(
        "A number never lies in the range of a variable",
        "A variable keeps to the range it is declared with. Here the number is outside of it whatever happens, so the "
        "nearest bound would be stored instead.",
        "round_number = 12",
        "round_number = 3",
    ),
    "RL340": Code(
        "What stands behind `else` is never used",
        "`X else Y` is Y where X is none, or an empty collection. Here X is always something.",
        "let leader = left(you) else you",
        "let leader = left(you)",
    ),
    "RL341": Code(
        "This `where` has no `else`",
        "`where A else where B else any` prefers single elements to others: those for which A holds, if there are none "
        "those for which B holds, else all. Picks of several and melds have one condition.",
        "choose 2 cards from your hand where size(cards) is 2 else any",
        "choose card from your hand where card.suit is led else any",
    ),
    "RL601": Code(
        "An example leaves a decision open",
        "When a decision has several options, a line or an answer of the example must say which one is picked. A "
        "decision "
        "with one option needs none.",
        "when p1 does lay",
        'when p1 does lay with card = "Fox"',
    ),
    "RL602": Code(
        "An example does something that is not offered",
        "The rules do not allow this action or answer in the position that the steps before it have made.",
    ),
    "RL603": Code(
        "An example answers something that was not asked",
        "Every line and every answer must be used: something here was left over when the step had ended.",
    ),
    "RL604": Code(
        "Another player decides",
        "A line of an example names the seat that is asked.",
    ),
    "RL605": Code(
        "An expectation does not hold",
        "The rules were followed step by step and give something else. Either the rules or the example is wrong.",
    ),
    "RL606": Code(
        "An example makes a position that cannot be",
        "A variable cannot hold the value, the zone belongs to a card that is not there, or not enough cards are left "
        "outside the zones of the example.",
    ),
    "RL607": Code(
        "The rules do not come to an end within an example",
        "The limit of steps between two decisions was reached while the example ran.",
    ),
}

# ---------------------------------------------------------------- RL4xx: who may know what

CODES |= {
    "RL401": Code(
        "What is offered would give a secret away",
        "The head of an action, the `where` of a choice and the `when` of a branch show by what is offered what "
        "they read. They may read only what the player who decides can see: cards this player sees, counts, faces, "
        "variables, tokens, what was revealed.",
        "choose rival from opponents where rival's hand has \"Fox\"",
        "choose rival from opponents where size(rival's hand) > 0",
    ),
    "RL402": Code(
        "A player chooses among cards that look alike",
        "Cards in a set that the player does not see are all the same to this player. Chance picks one, or they "
        "lie in a row and are chosen by their places.",
        "choose card from rival's hand",
        "random card from rival's hand",
    ),
    "RL403": Code(
        "Being asked gives something away",
        "Others see who is asked, and when. So what decides whether, whom and how often a question is asked must "
        "be known to everybody: the conditions of `if` and of loops around it, the `when` of its branch, what "
        "`resolve` runs, the amount of a choice or menu item. Only the two blocks of an `if` with `else` may hide "
        "which of them runs, if both ask the same player equally often. Ask in any case and put the secret into "
        "what is offered.",
        "if your hand has \"Storm\":\n    choose card from your hand",
        "choose card from your hand where card is \"Storm\"",
    ),
}

# ---------------------------------------------------------------- RL5xx: what is odd

CODES |= {
    "RL501": Code(
        "Something declared is never used",
        "A zone, variable, param, table, enum, token, define, meld, score, phase or effect that nothing uses is "
        "left over, or its use was forgotten. A variable that is only changed decides nothing.",
        "define extra = 3",
    ),
    "RL502": Code(
        "No menu offers an action",
        "Players can do only what a menu (`do 1 NAME`) offers, by the name of the action or of its group.",
        "action trade \"Trade\" in trading:\n    do: ...",
        "do any trading",
    ),
    "RL503": Code(
        "A line is never reached",
        "Nothing goes on behind `end`, or behind a `repeat:` that only an `end` can leave.",
        "end round\nshuffle deck",
        "shuffle deck\nend round",
    ),
    "RL504": Code(
        "A loop may never end",
        "A loop ends when its condition changes, by an `end` inside it, or by the `limit` of a phase that it runs.",
        "repeat: turn",
        "limit turn 400 times",
    ),
    "RL505": Code(
        "A menu can repeat without cost",
        "A menu of only `any` items goes on as long as something is possible. An action in it that costs nothing "
        "and changes nothing can be done for ever.",
        "do any waiting",
        "do up to 1 waiting",
    ),
    "RL506": Code(
        "More cards are dealt than there are",
        "With so many players the deck runs out while it is dealt; the last of them get fewer cards.",
        "each player: draw 20 from deck to your hand",
        "each player: draw 5 from deck to your hand",
    ),
    "RL507": Code(
        "More cards come to a zone than it can hold",
        "A zone with `capacity n` takes the first n cards; the others stay where they are.",
        "draw 7 from deck to market",
        "draw 5 from deck to market",
    ),
    "RL508": Code(
        "A table has an entry for a number of players that the game does not allow",
        "A table that is only read with `player_count` needs entries for the allowed numbers of players and no others.",
        "table dealt: 2 -> 5, 3 -> 4, 9 -> 1",
        "table dealt: 2 -> 5, 3 -> 4",
    ),
    "RL511": Code(
        "The rules name a card that does not exist here",
        "The row of the card has no copies, so what the rules say about it never happens. A game that ends with that "
        "card may never end.",
    ),
    "RL510": Code(
        "A choice can never have options",
        "There are fewer cards or values in the whole game than are to be picked. In a head the action would never "
        "be possible.",
        "choose 3 cards_paid from your hand",
        "choose 0..2 cards_paid from your hand",
    ),
}
