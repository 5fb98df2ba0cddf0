"""The second executor: a program in, a WebAssembly module that plays it out. The interpreter is its specification.

Modules are made in variants by the same emitters: blind ones, and full ones that keep what each seat knows
(`runtime_knowledge.py`) as cards move (`runtime_told_moves.py`, `emit_told.py`) and write what happens on a tape
(`shapes.py`, `runtime_events.py`), which the host reads (`tape.py`, `recorder.py`). Those of `course.py` keep what each
seat knows and write the places of moves only: they move cards as blind ones do, and what knowledge may follow is worked
out while they are written (`emit_known.py`, `follow.py`); a full one tells the events from these. `builder.py` makes
modules, `instance.py` holds one, `host.py` plays with it: decision by decision, whole games, games from a position.
`stepper.py` and `batch.py` go answer by answer; `runtime_explicit.py` has the host draw chance, which else is seeded.

Memory, in bytes from 0 (`layout.py` gives the addresses; every int is a 32-bit word, cell n of the state is at
STATE + 4n)
    STATE    the state's ints, exactly those of the interpreter
    PATH     option keys of the completion that is being looked at
    PREFIX   keys that a walk is held to (chance commits what was drawn; answers of a decision that asks for more)
    POINTS   decision points of the keys in PATH, where modules answer step by step
    KEPT     of full modules: the note of an answer that is told before it is kept; TAPE the events behind it
    OUT      what a call gives to the host: rows of results, or lists of moves
    tables   constants of the program and of the runtime: tables, zones, masks, the ints of a blank state
    ARENA    lists while they are worked with. Each function gets the first free address as its parameter `sp` and
             gives back by returning; it is the end of memory, so what outgrows it traps

Lists are an address and a length in two locals; cells and constants are read where they lie. A procedure is one
function with its loops as loops (`structure.py`, `emit_endings.py`); it gives the block to go on with, or HALT. Each is
written twice: entered in the middle too, for games that stop at every decision, and played through, for whole games,
where moves are drawn where they are asked for. These begin where chance first comes in, on the ints that every game has
by then (`opening.py`); an answer of a menu without further questions is drawn from bits (`emit_menus.py`). Calls that
hardly ever happen are kept out of their loops, since nothing stays in a register across a call. Small functions are
written in place of their calls (`inline.py`), a small game becomes one function. What would take the interpreter to a
limit that modules do not count alike makes a module give up (`work.py`), and the interpreter plays that game.

Games with bots that look ahead (`runtime_bots.py`, `bots.py`) are played in a variant of their own: with knowledge,
without record, and with a blind copy of every function beside it, in which moves are tried. The tables for that are
imagined inside (`runtime_imagine.py`; its lists lie on the `desk.py`).

The enumerator of a decision is one function: steps are nested inside each other, and a walk counts completions, stops
at the one whose number was asked for and keeps what it wrote, or restores everything. Light ones note what each
completion wrote (`emit_notes.py`), or, where combinations are among them, only count them by products and prints, and
another function finds the one of a number (`emit_finding.py`, `emit_tally.py`, `emit_spared.py`).
"""
