"""The classics in, their pages out: a rulebook of each in `docs/games/`, and an index of them.

`make docs` writes them anew; a test compares them with what this would write.
"""

from __future__ import annotations

from pathlib import Path

from rulelang.analysis.model import GameModel
from rulelang.compiler import check
from rulelang.rulebook.book import rulebook
from rulelang.rulebook.markdown import markdown

ROOT = Path(__file__).parent.parent
CLASSICS = sorted((ROOT / "games" / "classics").glob("*.rules"))
GAMES = ROOT / "docs" / "games"
INDEX_HEAD = """# Rulebooks of the classics

Each page is made of the rules file alone, by `rulelang rulebook` (`make docs` writes them): what the author says leads,
sentences made of the rules follow. The same for your own game: [print a rulebook](../how-to/print-a-rulebook.md).

| game | players | rules file |
|---|---|---|
"""


def model_of(path: Path) -> GameModel:
    """The checked model of a classic."""
    model = check(path).model
    assert model is not None, f"{path.name} has mistakes"
    return model


def page_of(path: Path) -> Path:
    """Where the book of a rules file lies."""
    return GAMES / f"{path.stem}.md"


def book(path: Path, model: GameModel) -> str:
    """The page of one classic."""
    head, _, rest = markdown(rulebook(model)).partition("\n")
    return f"{head}\n\nMade of [{path.name}](../../games/classics/{path.name}) by `make docs`.\n{rest}"


def index(models: dict[Path, GameModel]) -> str:
    """The page that lists all books."""
    rows = [f"| [{model.title}]({path.stem}.md) | {_players(model)} | [{path.name}](../../games/classics/{path.name}) |"
            for path, model in models.items()]
    return INDEX_HEAD + "\n".join(rows) + "\n"


def _players(model: GameModel) -> str:
    return str(model.low) if model.low == model.high else f"{model.low}-{model.high}"


def books() -> dict[Path, str]:
    """Every page as it should be."""
    models = {path: model_of(path) for path in CLASSICS}
    return {GAMES / "README.md": index(models), **{page_of(path): book(path, models[path]) for path in CLASSICS}}


def main() -> None:
    """Write the pages that are not up to date."""
    for path, text in books().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name} written")


if __name__ == "__main__":
    main()
