"""Files on the disk in, whether one of them was saved again out."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

Stamp = tuple[tuple[int, int] | None, ...]

SETTLES = 0.05              # seconds between two looks at a file that is just being written
_MOST_LOOKS = 20


class Watch:
    """Remembers when some files were saved last. Editors write in steps: a change counts once it has settled."""

    def __init__(self, files: Iterable[Path]) -> None:
        self.files = tuple(files)
        self._known = self._stamp()

    def changed(self) -> bool:
        """Whether a file was saved since this was last true; a file that is gone for a moment does not count."""
        stamp = self._stamp()
        if stamp == self._known or None in stamp:
            return False
        for _ in range(_MOST_LOOKS):
            time.sleep(SETTLES)
            before, stamp = stamp, self._stamp()
            if stamp == before:
                break
        self._known = stamp
        return True

    def look_at(self, files: Iterable[Path]) -> None:
        """Watch these files from now on: the rules may name others than before."""
        found = tuple(files)
        if found != self.files:
            self.files = found
            self._known = self._stamp()

    def _stamp(self) -> Stamp:
        return tuple(_looked_up(file) for file in self.files)


def _looked_up(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
