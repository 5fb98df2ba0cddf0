"""The global variables of a module, by name: what is about one call rather than about one position."""

from __future__ import annotations

from rulelang.wasm.encode import Module


class Variables:
    """The numbers of the variables."""

    left: int
    tries: int
    work: int           # elements that queries may still go through
    span: int
    count: int
    target: int
    keep: int
    kept: int
    most: int
    trouble: int
    trouble_span: int
    raw: int
    forced: int
    hidden: int
    play_low: int
    play_high: int
    play_counter: int
    play_word: int      # the word at this place
    next_low: int       # the word that the state's generator gives next, for which seed and at which place
    next_high: int
    next_counter: int
    next_word: int
    near_low: int       # of the next game: the seed of its moves, its first word, the first word of its moves
    near_high: int
    near_word: int
    near_play: int
    far_low: int        # of the game behind that
    far_high: int
    far_word: int
    decision_limit: int
    step_limit: int
    most_tries: int
    fault_kind: int
    playing: int        # whether moves are drawn where they are asked for
    offers: int         # decisions of a random game, their moves in all, the most of one, how many had one only
    offered: int
    offered_most: int
    single: int
    out: int
    arena: int
    melds: int
    tried: int          # shapes of melds that have been tried
    ways: int           # ways of packing that have been looked at
    stamp: int
    rests: int
    uses_from: int
    uses_to: int
    rest_words: int
    back: int
    explicit: int
    onward: int
    mask: int
    games: int
    counted: int
    fetched: int        # something of a position that was read ahead; nobody asks, but what nobody keeps is not read
    tape: int           # where the next event goes
    unsaid: int         # whether a question was too much to work out: then nobody is told that the game is over

    def declare(self, module: Module) -> None:
        """Give each its number in a module."""
        for name in Variables.__annotations__:
            setattr(self, name, module.variable())
