"""A rules file, players, bots, games, a seed and an executor in, the lines of their results out.

A process of its own, for other Pythons: needs no more than Lark, and wasmtime for `module`.
"""

import sys
from pathlib import Path

import rulelang
from rulelang.simulate.lines import encoded
from rulelang.simulate.plan import Plan
from rulelang.simulate.table import Table


def main(file, players, seats, games, seed, executor):
    game = rulelang.load(Path(file), players=int(players))
    kinds = seats.split(",")
    plan = Plan(game, tuple(kinds[n % len(kinds)] for n in range(game.players)), int(seed))
    table = Table(plan, modules=executor == "module")
    print(encoded(plan.header))
    for n in range(int(games)):
        print(table.line(n))
    if table.slow_because:
        sys.exit(f"no module: {table.slow_because}")


if __name__ == "__main__":
    main(*sys.argv[1:])
