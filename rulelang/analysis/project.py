"""Where a game is in, the texts of its files out: `Bundle` reads rules, bases and card tables through one interface.

Every file has a key that says where it lies, the same on every machine: its path below the project folder, or
`rulelang:` and its path among the bundled games. A bundle may hold texts under such keys (a log carries its
rules with it); only what it does not hold is read from the disk.
"""

from __future__ import annotations

import os
import posixpath
import re
import stat
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from rulelang.diagnostics import Diagnostics, suggestion
from rulelang.records import dataclass
from rulelang.resources import bundled_games, data_folder
from rulelang.source import Source, Span

MARKERS = ("pyproject.toml", "rulelang.toml", ".git")
MOST_BYTES = 1_000_000
BUNDLED = "rulelang:"
TABLES = (".csv", ".yaml", ".yml", ".json")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


@dataclass(slots=True)
class Bundle:
    """The files of one game. `root` is the project folder, None if the texts are all there is.

    `sources` are the files read so far by key, in the order of reading, each with its role: rules, base or cards.
    """

    main: str
    root: Path | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    sources: dict[str, tuple[Source, str]] = field(default_factory=dict)

    @classmethod
    def of_texts(cls, texts: Mapping[str, str], main: str) -> Bundle:
        """Files that are in memory already, by key; `main` is the key of the rules."""
        return cls(main, None, dict(texts))

    @classmethod
    def of_text(cls, text: str) -> Bundle:
        """A single rules text; its base may be a bundled game."""
        return cls("<text>", None, {"<text>": text})

    @classmethod
    def of_file(cls, path: Path) -> Bundle:
        """A rules file on the disk with everything it names."""
        whole = Path(os.path.abspath(path))
        games = data_folder("games").resolve()
        real = Path(os.path.realpath(path))
        if games.parent.name == "_data" and real.is_relative_to(games):
            return cls(BUNDLED + real.relative_to(games).as_posix())
        root = project_folder(whole)
        return cls(whole.relative_to(root).as_posix(), root)

    @classmethod
    def of_game(cls, name: str) -> Bundle | None:
        """A bundled game by its name, None if there is none."""
        key = _bundled_key(name)
        return cls(key) if key else None

    def key_of(self, source: Source) -> str:
        """The key of a file that was read."""
        return next(key for key, (read, _) in self.sources.items() if read is source)

    def identity(self, key: str) -> str:
        """What tells files apart, however they are named."""
        path = self._path(key)
        return key if key in self.texts or path is None else os.path.realpath(path)

    def read_main(self, found: Diagnostics) -> Source | None:
        """The rules themselves."""
        return self._read(self.main, "rules", Span(Source(self._shown(self.main), ""), 0, 0), found)

    def read_base(self, name: str, home: str, span: Span, found: Diagnostics) -> Source | None:
        """The base that a variant names; `home` is the key of the variant."""
        if not posixpath.splitext(name)[1] and "/" not in name:
            key = self._bundled_base(name, span, found)
        else:
            key = self._resolve(name, home, (".rules",), span, found)
        return self._read(key, "base", span, found) if key else None

    def read_table(self, name: str, home: str, span: Span, found: Diagnostics) -> Source | None:
        """The card table that a rules file names; `home` is the key of that file."""
        key = self._resolve(name, home, TABLES, span, found)
        return self._read(key, "cards", span, found) if key else None

    # ------------------------------------------------------------ names

    def _bundled_base(self, name: str, span: Span, found: Diagnostics) -> str | None:
        held = [key for key in self.texts if key.startswith(BUNDLED) and posixpath.basename(key) == f"{name}.rules"]
        key = held[0] if held else _bundled_key(name)
        if key is None:
            found.error(
                "RL268",
                f"There is no bundled game called `{name}`",
                span,
                allowed=f"Bundled games are {', '.join(bundled_games())}.",
                hint=suggestion(name, bundled_games(), '"') or f'A file is named with its ending: "{name}.rules".',
            )
        return key

    def _resolve(self, name: str, home: str, endings: tuple[str, ...], span: Span, found: Diagnostics) -> str | None:
        """The key of a file named in another one; None, with a finding, if such a name is refused."""
        problem = _refusal(name)
        inside = home.startswith(BUNDLED)
        folder = posixpath.dirname(home.removeprefix(BUNDLED))
        place = posixpath.normpath(posixpath.join(folder, name))
        if problem is None and (place == ".." or place.startswith("../")):
            problem = f'"{name}" leads out of the project folder'
        if problem is not None:
            found.error(
                "RL071",
                problem,
                span,
                allowed="A path is relative to this file, uses `/`, and stays in the project folder.",
            )
            return None
        if not name.lower().endswith(endings):
            found.error(
                "RL075",
                f'"{name}" has another ending than {" or ".join(endings)}',
                span,
                hint=f'Write "{name}{endings[0]}".' if not posixpath.splitext(name)[1] else "",
            )
            return None
        return BUNDLED * inside + place

    def _path(self, key: str) -> Path | None:
        if key.startswith(BUNDLED):
            return data_folder("games") / key.removeprefix(BUNDLED)
        return self.root / key if self.root is not None else None

    def _shown(self, key: str) -> str:
        """How a file is called in messages: as the reader would write its path."""
        path = self._path(key)
        if path is None or key in self.texts:
            return key
        try:
            return Path(os.path.abspath(path)).relative_to(Path.cwd()).as_posix()
        except (ValueError, OSError):
            return key if key.startswith(BUNDLED) else str(path)

    # ------------------------------------------------------------ reading

    def _read(self, key: str, role: str, span: Span, found: Diagnostics) -> Source | None:
        if key in self.sources:
            return self.sources[key][0]
        if key in self.texts:
            text = _held(self.texts[key], key, role, span, found)
        else:
            path = self._path(key)
            if path is None:
                found.error(
                    "RL070", f"There is no file `{key}` here", span, allowed=f"The files are {', '.join(self.texts)}."
                )
                return None
            text = self._read_file(path, key, role, span, found)
        if text is None:
            return None
        source = Source(self._shown(key), text)
        self.sources[key] = (source, role)
        return source

    def _read_file(self, path: Path, key: str, role: str, span: Span, found: Diagnostics) -> str | None:
        root = data_folder("games") if key.startswith(BUNDLED) else self.root
        shown = self._shown(key)
        try:
            if role != "rules" and root is not None and not path.resolve().is_relative_to(root.resolve()):
                found.error(
                    "RL071",
                    f"`{shown}` is a link that leads out of the project folder",
                    span,
                    allowed="Files of a game lie in its project folder.",
                    hint="Copy the file to where it is named.",
                )
                return None
            if not stat.S_ISREG(path.stat().st_mode):
                found.error("RL072", f"`{shown}` is no ordinary file", span, "it is a folder or a device")
                return None
            data = _bytes(path)
        except (OSError, RuntimeError, ValueError) as problem:
            _unreadable(path, shown, span, problem, found)
            return None
        if role != "rules" and root is not None and not _spelled_right(path, root, shown, span, found):
            return None
        if len(data) > MOST_BYTES:
            _too_large(shown, span, found)
            return None
        return decode(data, shown, span, found, table=role == "cards")


def project_folder(path: Path) -> Path:
    """The nearest folder above a rules file that holds a project's settings or repository, else its own folder."""
    for folder in path.parents:
        if any(os.path.lexists(folder / marker) for marker in MARKERS):
            return folder
    return path.parent


def decode(data: bytes, shown: str, span: Span, found: Diagnostics, *, table: bool) -> str | None:
    """The text of a file: UTF-8, card tables also UTF-16 with its mark; line ends of tables become plain."""
    encoding = "utf-16" if table and data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        found.error(
            "RL074",
            f"`{shown}` is not UTF-8: line {line} holds what is no character there",
            span,
            allowed="Rules and card tables are texts in UTF-8.",
            hint="The file is in UTF-16. Save it as UTF-8."
            if utf16
            else "It may be in an older encoding such as Windows-1252. Save it as UTF-8 (spreadsheets: CSV UTF-8).",
        )
        return None
    return _plain_ends(text) if table else text


def _held(text: str, key: str, role: str, span: Span, found: Diagnostics) -> str | None:
    """A text that is in memory, under the limits of files."""
    if role == "cards" and len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        _too_large(key, span, found)
        return None
    return _plain_ends(text) if role == "cards" else text


def _plain_ends(text: str) -> str:
    return re.sub("\r\n?", "\n", text)


def _too_large(shown: str, span: Span, found: Diagnostics) -> None:
    found.error(
        "RL073", f"`{shown}` is larger than 1 MB", span, allowed=f"A file of a game has at most {MOST_BYTES:,} bytes."
    )


def _bundled_key(name: str) -> str | None:
    path = bundled_games().get(name)
    return BUNDLED + path.relative_to(data_folder("games")).as_posix() if path else None


def _refusal(name: str) -> str | None:
    """Why a path is refused as written, or None."""
    if not name.strip():
        return "A file name is missing"
    if "\\" in name:
        return f'"{name}" is written with `\\`; folders are separated by `/`'
    if name.startswith(("/", "~")) or _SCHEME.match(name):
        return f'"{name}" is no path relative to this file'
    return None


def _bytes(path: Path) -> bytes:
    """The content, one byte more than allowed at most."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _unreadable(path: Path, shown: str, span: Span, problem: Exception, found: Diagnostics) -> None:
    if isinstance(problem, FileNotFoundError | NotADirectoryError):
        hint = suggestion(path.name, _names(path.parent))
        if bundled := _bundled_table(path):
            hint = f"This card table belongs to a bundled game. Copy it, too: {bundled}"
        found.error("RL070", f"There is no file `{shown}`", span, hint=hint)
    else:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else "its path leads in a circle"
        found.error("RL070", f"`{shown}` cannot be read", span, reason[0].lower() + reason[1:])


def _bundled_table(path: Path) -> Path | None:
    """The card table of that name beside the bundled games: whoever copied one of them needs it, too."""
    place = data_folder("games") / "cards" / path.name
    return place if path.suffix in TABLES and place.is_file() else None


def _spelled_right(path: Path, root: Path, shown: str, span: Span, found: Diagnostics) -> bool:
    """Whether the names on the path are spelled as on the disk: other systems tell small letters from capitals."""
    folder = root
    for part in Path(os.path.abspath(path)).relative_to(os.path.abspath(root)).parts:
        names = _names(folder)
        if part not in names and names:
            real = next((name for name in names if name.casefold() == part.casefold()), part)
            found.error(
                "RL070",
                f"`{shown}` is spelled `{real}` on the disk",
                span,
                hint=f"Write `{real}` as it is on the disk.",
            )
            return False
        folder = folder / part
    return True


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
