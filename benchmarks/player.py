"""Numbers of games in, so many random games of Linkage each, CPU seconds and the most memory so far (bytes) out."""

from __future__ import annotations

import sys
from time import process_time

from benchmarks.ours import Subject
from rulelang.wasm.host import Player


def peak() -> int:
    """The most memory that this process has used; 0 where the system does not tell."""
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:
        return 0
    return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def main() -> None:
    """Play, line by line, until the input ends."""
    player, played = Player(Subject("linkage.rules", 2).game), 0
    for line in sys.stdin:
        start = process_time()
        for _ in player.playouts(played, int(line)):
            played += 1
        print(process_time() - start, peak(), flush=True)


if __name__ == "__main__":
    main()
