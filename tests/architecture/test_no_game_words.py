"""The engine knows no game: no word of a bundled game stands in `rulelang/` or `grammar/`."""

import csv
import re

import pytest

from tests.support.project import PACKAGE, ROOT, relative

# Words that belong to the big games and to nothing else, whether their files lie in games/ or not.
CORE = set("""
    adenine amino aminos atp biology chaperone codon codons cytosine dna enzyme gene genes genome genomics guanine
    habitat helix linkage mitochondria mitochondrion molecule mutate mutation mutations nucleotide nucleotides
    nucleus organelle organelles organism organisms peptide peptides phylo promoter protein proteins ribosome
    ribosomes rna species terminator thymine transcription translation uracil
""".split())

# Words of the games that are plain English or words of card games in general: code may use them.
GENERAL = set("""
    action active add after all and any are around base below beneath beside best between beyond body bonus both
    bottom box burn buy can card cards cell center chain change changed chosen clean clock collected complement
    complete completed control core correct count counts course cover covers cross current cycle deal dealt deck
    decks development discard discarded discards done down draw drawn draws drop each earlier editing either
    empty end ending equipment extend extra face failure field fields fill final first fit fits five fix for
    four free from game give given group hand hands has holder in incorrect is it item joinable keep kind laid
    last lay left leftmost letter limit line link links literature longest look main maintenance mandatory match
    mate may missing models modifier modifiers more most move name need needs network new next no none not now
    number of off on once one only open or order other others out over partner partners pass pay peek per phase
    pick piece pieces pile piles place places plans play player points position primary progress project
    projects put rare reached reason red refill refused remove removed repair replace report reset resolution
    resolve resource resources rest reveal right rival round rounds row rule rules run runs same score scored
    scores scoring screen search secondary seen select selected selection set setup shared side size sort sound
    stack staff stage stands start starter starts step steps stock stop stuck supply swap symbol take taken
    target template that the their this three tie times to token tokens top total trade trades turn turns twice
    two up use used value values wild window with word words yes you your
""".split())

DECLARED = re.compile(r"^(?:action|cards|define|effect|enum|meld|param|phase|score|table|tokens|pots)\s+(\w+)", re.M)
LISTED = re.compile(r"^    (\w+)(?: per \w+)*:(?!\s*$)", re.M)
ENUM_VALUES = re.compile(r"^enum \w+:((?:[^\n]|,\n)*)", re.M)
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def words(text):
    """The words of a text in lower case; snake_case and CamelCase names come apart."""
    return {word.lower() for word in WORD.findall(text) if len(word) > 2}


def words_of_rules(text):
    named = [*DECLARED.findall(text), *LISTED.findall(text), *ENUM_VALUES.findall(text)]
    return words(" ".join(named))


def words_of_table(path):
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    prose = {"text"}
    return words(" ".join(value or "" for row in rows for column, value in row.items() if column not in prose))


def words_of_games():
    found = set(CORE)
    for path in sorted((ROOT / "games").glob("*.rules")):
        found |= words(path.stem) | words_of_rules(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "games" / "cards").glob("*.csv")):
        found |= words(path.stem) | words_of_table(path)
    return found - GENERAL


FILES = sorted(p for folder in (PACKAGE, ROOT / "grammar") for p in folder.rglob("*")
               if p.is_file() and p.suffix in {".py", ".lark", ".md", ".json", ".txt"} and "_data" not in p.parts)
FORBIDDEN = words_of_games()


def test_the_games_have_words_to_look_for():
    assert CORE <= FORBIDDEN
    assert words_of_rules("cards dna:\n    base: letter\nenum base: A, guanine\naction mutate_strand:\n") == {
        "dna", "base", "guanine", "mutate", "strand"}


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_a_file_of_the_engine_names_no_game(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [f"{relative(path)}:{number} {word}" for number, line in enumerate(lines, 1)
             for word in sorted(words(line) & FORBIDDEN)]
    assert not found, "words of a game in the engine; a plain English word may join GENERAL in this test"
