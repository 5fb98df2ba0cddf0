"""The page about a game, its rules file and its tests in, the page with a right link for every name out.

Run as `python -m tests.games.game_lines` to set the links of all pages anew after a rules file has changed.
"""

import re

from tests.support.project import ROOT

NAMES = ("linkage", "peptide", "phylo")
TESTS = ROOT / "tests" / "games"

DECLARATION = re.compile(r'^(?P<kind>param|enum|table|tokens|cards|phase|action|define|meld|score) (?P<name>\w+)'
                         r'|^(?P<alone>players|win|estimate|limit)\b|^(?P<quoted>(?:example|effect) "[^"]*")')
GROUP = re.compile(r"^(zone|var)s:")
MEMBER = re.compile(r"^    (\w+)(?: per \w+)*:")
# A name in brackets, perhaps with a link behind it already.
REFERENCE = re.compile(r'\[((?:(?:example|effect) "[^"]*")|(?:\w+ \w+)|players|win|estimate|limit|test_\w+)\]'
                       r'(?:\(([^)]*)\))?')


def page(name):
    """The page about a game."""
    return ROOT / "docs" / "games" / f"{name}.md"


def rules(name):
    """The rules file of a game."""
    return ROOT / "games" / f"{name}.rules"


def declarations(text):
    """Every name a page may use for a place of its rules file, with its line."""
    found, group = {}, None
    for number, line in enumerate(text.splitlines(), 1):
        if match := GROUP.match(line):
            group = match[1]
        elif group and (match := MEMBER.match(line)):
            found[f"{group} {match[1]}"] = number
        elif match := DECLARATION.match(line):
            group = None
            found[match["alone"] or match["quoted"] or f"{match['kind']} {match['name']}"] = number
    return found


def places(name):
    """The names of the declarations and examples of a game, with their lines."""
    return declarations(rules(name).read_text(encoding="utf-8"))


def tests():
    """Every test of the games, with the file it is in."""
    return {test: path.name for path in sorted(TESTS.glob("test_*.py"))
            for test in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)}


def own_tests(name):
    """The tests that a page may name: where several games have a test of one name, its own comes first."""
    own = TESTS / f"test_{name}.py"
    found = tests()
    return found | dict.fromkeys(re.findall(r"^def (test_\w+)", own.read_text(encoding="utf-8"), re.M), own.name)


def targets(name):
    """Every name the page of a game may use, with the link it should have."""
    return ({place: f"../../games/{name}.rules#L{line}" for place, line in places(name).items()}
            | {test: f"../../tests/games/{file}" for test, file in own_tests(name).items()})


def references(text):
    """The names a page uses, each with its present link (None if it has none)."""
    return REFERENCE.findall(text)


def with_links(name, text):
    """The page with every link set anew; a name that leads nowhere is left as it is."""
    known = targets(name)
    return REFERENCE.sub(lambda match: f"[{match[1]}]({known[match[1]]})" if match[1] in known else match[0], text)


if __name__ == "__main__":
    for game in NAMES:
        page(game).write_text(with_links(game, page(game).read_text(encoding="utf-8")), encoding="utf-8")
