"""The classics in, `docs/reference/classics.md` out: how long they are, and what 10,000 random games of each come to.

`python docs/play_classics.py` plays those again whose rules have changed. A test plays the first games of each and
compares, so the page cannot tell of rules that are no longer there.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from rulelang.compiler import load
from rulelang.simulate.plan import Plan
from rulelang.simulate.summary import summary
from rulelang.simulate.table import Table
from rulelang.simulate.tally import Tally

ROOT = Path(__file__).parent.parent
CLASSICS = sorted((ROOT / "games" / "classics").glob("*.rules"))
PAGE = ROOT / "docs" / "reference" / "classics.md"
GAMES, SEED, COMPARED = 10_000, 1, 2

# Players at the table: those for whom the testbed of Valet, CardStock or OpenSpiel states the rules; else the fewest.
PLAYERS = {"agram": 3, "blackjack": 1, "crazy_eights": 3, "cuckoo": 6, "go_fish": 4, "golf_six": 4, "no_thanks": 4,
           "oh_hell": 3, "pairs": 4, "president": 5, "scarto": 3, "schwimmen": 5, "skitgubbe": 3}

# Lines of the same game in RECYCLE, as counted in the files of the Valet testbed (neither blank nor only a comment).
RECYCLE = {
    "agram": 54, "blackjack": 110, "crazy_eights": 67, "cribbage": 155, "cuckoo": 66, "euchre": 194, "go_fish": 75,
    "golf_six": 85, "goofspiel": 54, "hearts": 86, "klaverjassen": 236, "leduc_poker": 76, "pitch": 126,
    "president": 59, "rummy": 93, "scarto": 114, "schwimmen": 86, "scopa": 94, "skitgubbe": 122, "sueca": 64,
    "whist": 69,
}

HEAD = f"""# The classics in numbers

{GAMES:,} random games of each (seed {SEED}), uniform over [moves](../explanation/moves-and-choices.md). Random players
show what the rules allow, not what people do: `rulelang simulate FILE --seats greedy,random` is the next question.
Written by `python docs/play_classics.py`.

- **moves**: mean length of a game, and its standard deviation. **options**: mean number of moves to choose from.
  **forced**: share of moves without a choice.
- **points** and **wins** are by seat, from seat 1 on. A win that is shared counts as its part; with payoffs those win
  who get most.
- **lines**: code lines of the rules file: no blank lines, comments, rule texts, notes, examples. **RECYCLE**: lines of
  the same game in the Valet testbed's RECYCLE files.
- **first**: a digest of the first {COMPARED} games, by which a test knows whether the rules are still the same.

"""


def code_lines(text: str) -> int:
    """Lines of a rules file that are rules."""
    found, talking = 0, False
    for row in text.splitlines():
        if not row.strip() or row.lstrip().startswith(("#", ">")):
            continue
        if not row[0].isspace():
            talking = row.startswith(("example", "note"))
        found += not talking
    return found


def table_of(path: Path) -> Table:
    """A table of random players."""
    game = load(path, PLAYERS.get(path.stem))
    return Table(Plan(game, ("random",) * game.players, SEED))


def first(table: Table) -> str:
    """The digest of the first games."""
    told = "\n".join(table.line(n) for n in range(COMPARED))
    return sha256(told.encode()).hexdigest()[:8]


def measured(table: Table) -> dict[str, Any]:
    """The numbers of all games."""
    tally = Tally(table.plan.header)
    for n in range(GAMES):
        tally.add(json.loads(table.line(n)))
    return summary(tally)


def row(path: Path, table: Table, data: dict[str, Any]) -> str:
    """The line of one game in the table."""
    length, options, seats = data["length"]["moves"], data["options"], data["seats_results"]
    points = [seat["points"]["mean"] for seat in seats if seat["points"] is not None]
    lines = code_lines(path.read_text(encoding="utf-8"))
    cells = [
        f"[{data['title']}](../games/{path.stem}.md)", str(data["players"]),
        f"{length['mean']:.1f} ± {length['sd']:.1f}", f"{options['mean']:.2f}", f"{options['forced']:.1%}",
        " ".join(f"{each:.2f}" for each in points), " ".join(f"{seat['wins']['share']:.1%}" for seat in seats),
        str(lines), str(RECYCLE.get(path.stem, "")), f"`{first(table)}`"]
    return f"| {' | '.join(cells)} |"


def sums() -> str:
    """How long the games of the Valet testbed are together."""
    ours = sum(code_lines(path.read_text(encoding="utf-8")) for path in CLASSICS if path.stem in RECYCLE)
    theirs = sum(RECYCLE.values())
    return f"The {len(RECYCLE)} games of the Valet testbed together: {ours:,} lines, in RECYCLE {theirs:,}.\n"


def page(known: dict[str, str] | None = None) -> str:
    """The whole page; lines in `known`, by file, are taken over while the rules are the same."""
    heads = ["game", "players", "moves", "options", "forced", "points", "wins", "lines", "RECYCLE", "first"]
    rows = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for path in CLASSICS:
        table, line = table_of(path), (known or {}).get(path.stem, "")
        lines = code_lines(path.read_text(encoding="utf-8"))
        same = line.endswith(f"| {lines} | {RECYCLE.get(path.stem, '')} | `{first(table)}` |")
        rows.append(line if same else row(path, table, measured(table)))
    return HEAD + "\n".join(rows) + "\n\n" + sums()


def written() -> dict[str, str]:
    """The lines of the page as it is, by file."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    rows = re.finditer(r"^\| \[[^]]*\]\(\.\./games/(\w+)\.md\) \|.*$", text, re.M)
    return {found[1]: found[0] for found in rows}


if __name__ == "__main__":
    PAGE.write_text(page(written()), encoding="utf-8")
