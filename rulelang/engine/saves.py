"""A position in, bytes out, and back: ints and record with version, the rules' hash and a checksum."""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import TYPE_CHECKING, Any

from rulelang.engine.endings import OUTERMOST
from rulelang.engine.errors import SaveError
from rulelang.engine.record import Record
from rulelang.ir.numbers import HIGHEST, NONE
from rulelang.ir.program import (
    ADJUDICATED,
    ANSWER_BOUND,
    ANSWERS,
    BLOCK,
    CHANCE,
    DECIDING,
    DECISION,
    FAULT_SPAN,
    FIRST_PLAYER,
    RETURNED,
    SEAT,
    SETTLING,
    STATUS,
    Program,
)

if TYPE_CHECKING:
    from rulelang.engine.game import Game
    from rulelang.engine.state import State

MAGIC = b"rulelang save\n"
VERSION = 1
LARGEST = 256 * 1024 * 1024     # bytes of a save when unpacked

_DAMAGED = "This save is damaged."


def pack(state: State) -> bytes:
    """Magic, SHA-256 of the rest, the rest: compressed JSON."""
    program, record = state.game.program, state.machine.record
    content = {
        "version": VERSION, "title": program.title, "rules": program.rules_hash, "players": program.players,
        "params": [list(entry) for entry in program.params],
        "sources": [[source.name, source.text, source.role] for source in program.sources],
        "ints": state.s, "record": None if record is None else record.to_plain(), "cycle": list(state.machine.cycle),
    }
    body = zlib.compress(json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode(), 6)
    return MAGIC + hashlib.sha256(body).digest() + body


def unpack(game: Game, data: bytes) -> State:
    """The saved position. Raises `SaveError` with a reason people can read."""
    from rulelang.engine.state import State

    content = _content(data)
    program = game.program
    if content.get("version") != VERSION:
        raise SaveError("This save was written by another version of rulelang.")
    if content.get("rules") != program.rules_hash:
        raise SaveError(f"This save belongs to other rules ({content.get('title')!s}) than {program.title}.")
    if content.get("players") != program.players or content.get("params") != [list(entry) for entry in program.params]:
        raise SaveError("This save belongs to a game with other players or parameters.")
    s, cycle, plain = _ints(content.get("ints")), _ints(content.get("cycle")), content.get("record")
    if s is None or cycle is None or not is_sound(program, s):
        raise SaveError(_DAMAGED)
    try:
        record = None if plain is None else Record.from_plain(program, plain)
    except ValueError as problem:
        raise SaveError(_DAMAGED) from problem
    machine = game.machine(record)
    machine.cycle = tuple(cycle)
    return State(game, s, machine)


def _content(data: bytes) -> dict[str, Any]:
    """What the bytes hold, once magic and checksum are right."""
    if not data.startswith(MAGIC):
        raise SaveError("This is not a save of rulelang.")
    digest, body = data[len(MAGIC):len(MAGIC) + 32], data[len(MAGIC) + 32:]
    if hashlib.sha256(body).digest() != digest:
        raise SaveError(_DAMAGED)
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(body, LARGEST)
        if unpacker.unconsumed_tail:
            raise SaveError("This save is too large.")
        content = json.loads(text)
    except (zlib.error, ValueError, RecursionError) as problem:
        raise SaveError(_DAMAGED) from problem
    if not isinstance(content, dict):
        raise SaveError(_DAMAGED)
    return content


def _ints(values: object) -> list[int] | None:
    """A list of 32-bit numbers, or None."""
    if isinstance(values, list) and all(type(x) is int and NONE <= x <= HIGHEST for x in values):
        return values
    return None


def is_sound(program: Program, s: list[int]) -> bool:
    """Whether ints can be a state of the program: every card in at most one place, numbers that exist."""
    if len(s) != program.size or not 0 <= s[STATUS] <= RETURNED or not 0 <= s[BLOCK] < len(program.blocks):
        return False
    if not 0 <= s[SEAT] <= program.players or not -1 <= s[DECISION] < len(program.decisions):
        return False
    if not 0 <= s[ANSWERS] <= ANSWER_BOUND or not (s[SETTLING] == NONE or 0 <= s[SETTLING] < len(program.zones)):
        return False
    if not _asks_somebody(s) or not _seats_exist(program, s):
        return False
    where = [NONE] * len(program.cards)
    for number, zone in enumerate(program.zones):
        n, u = s[zone.at], s[zone.at + 1]
        if not 0 <= u <= n <= zone.capacity:
            return False
        for card in s[zone.at + 2:zone.at + 2 + n]:
            if not 0 <= card < len(where) or where[card] != NONE:
                return False
            where[card] = number
    return where == [s[program.card_cells + 2 * card] for card in range(len(where))]


def _asks_somebody(s: list[int]) -> bool:
    """Whether what is pending is asked of somebody."""
    if s[STATUS] == DECIDING and (s[SEAT] < 1 or s[DECISION] < 0):
        return False
    return s[STATUS] != CHANCE or s[SETTLING] >= 0 or s[DECISION] >= 0


def _seats_exist(program: Program, s: list[int]) -> bool:
    """Whether everybody who acts or is named sits at the table, and blocks to return to and reasons exist."""
    if any(not OUTERMOST <= s[procedure.frame] < len(program.blocks) for procedure in program.procedures):
        return False
    seats = [max(0, s[FIRST_PLAYER]), *(max(0, s[procedure.frame + 1]) for procedure in program.procedures)]
    seats += [max(0, s[var.base + n]) for var in program.vars if program.kinds[var.kind].what == "player"
              and not var.set_count for n in range(var.count)]
    return all(0 <= seat <= program.players for seat in seats) and 0 <= s[ADJUDICATED] <= 2 \
        and -1 <= s[FAULT_SPAN] < max(1, len(program.spans))
