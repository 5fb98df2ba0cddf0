"""The page about Linkage and its rules file in, the page with a right link for every name out.

Run as `python -m tests.games.linkage_lines` to set the links anew after the rules file has changed.
"""

import re

from tests.support.project import ROOT

PAGE = ROOT / "docs" / "games" / "linkage.md"
RULES = ROOT / "games" / "linkage.rules"
TESTS = ROOT / "tests" / "games" / "test_linkage.py"

DECLARATION = re.compile(r'^(?P<kind>param|enum|table|cards|phase|action|define|meld|score) (?P<name>\w+)'
                         r'|^(?P<alone>players|win|estimate)\b|^(?P<example>example "[^"]*")')
GROUP = re.compile(r"^(zone|var)s:")
MEMBER = re.compile(r"^    (\w+)(?: per \w+)*:")
# A name in brackets, perhaps with a link behind it already.
REFERENCE = re.compile(r'\[((?:example "[^"]*")|(?:\w+ \w+)|players|win|estimate|test_\w+)\](?:\(([^)]*)\))?')


def declarations(text):
    """Every name the page may use for a place of the rules file, with its line."""
    found, group = {}, None
    for number, line in enumerate(text.splitlines(), 1):
        if match := GROUP.match(line):
            group = match[1]
        elif group and (match := MEMBER.match(line)):
            found[f"{group} {match[1]}"] = number
        elif match := DECLARATION.match(line):
            group = None
            found[match["alone"] or match["example"] or f"{match['kind']} {match['name']}"] = number
    return found


def targets():
    """Every name the page may use, with the link it should have; a test is found by its name."""
    rules = declarations(RULES.read_text(encoding="utf-8"))
    tests = re.findall(r"^def (test_\w+)", TESTS.read_text(encoding="utf-8"), re.M)
    return ({name: f"../../games/linkage.rules#L{line}" for name, line in rules.items()}
            | dict.fromkeys(tests, "../../tests/games/test_linkage.py"))


def references(page):
    """The names the page uses, each with its present link (None if it has none)."""
    return REFERENCE.findall(page)


def with_links(page):
    """The page with every link set anew; a name that leads nowhere is left as it is."""
    known = targets()
    return REFERENCE.sub(lambda match: f"[{match[1]}]({known[match[1]]})" if match[1] in known else match[0], page)


if __name__ == "__main__":
    PAGE.write_text(with_links(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
