"""Nothing in, a line for each gate out, one after another as they are measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from statistics import median

from benchmarks.figures import Gate, Line, Sample, agreement, differences, shown
from benchmarks.machine import cores
from benchmarks.missing import Missing
from benchmarks.ours import Subject
from benchmarks.peers import Peer, hand_written, openspiel
from benchmarks.rounds import ROUNDS, SECONDS, Duel, Side, duel, enough_games, pin
from benchmarks.stepping import AT_ONCE, answers_per_move, stepped
from benchmarks.whole import COLD_GAMES, FEW, MANY, cold_starts, one_and_two, peaks

SEED = 20_000
COMPARED = 20_000       # games of each side whose means must agree
WHOLE_ROUNDS = 5        # of processes, and of the interpreter, which plays few games in a round

Measure = Callable[[Gate], Line]


@dataclass(frozen=True, slots=True)
class Match:
    """A game that a peer plays as well."""

    title: str
    subject: Subject
    peer: Callable[[], Peer]


EIGHTS = Subject("variants/crazy_eights_openspiel.rules", 2, (("count_by_number", True),))
KUHN, LEDUC = Subject("classics/kuhn_poker.rules", 2), Subject("classics/leduc_poker.rules", 2)
LINKAGE = Subject("linkage.rules", 2)

# What is asked of our module against peers: blind, and with knowledge and record.
MATCHES = (
    (Match("Crazy Eights, 2 players / OpenSpiel", EIGHTS, lambda: openspiel("crazy_eights(players=2)")), 4, 2),
    (Match("Kuhn poker / OpenSpiel", KUHN, lambda: openspiel("kuhn_poker")), 3, 1.5),
    (Match("Leduc poker / OpenSpiel", LEDUC, lambda: openspiel("leduc_poker")), 3, 1.5),
    (Match("Linkage, 2 players / hand-written C", LINKAGE, lambda: hand_written("linkage")), 0.6, 0.3),
)
INTERPRETED = (("Peptide, 3 players", Subject("peptide.rules", 3)), ("Phylo, 3 players", Subject("phylo.rules", 3)))
KINDS = ("blind", "with knowledge and record")


def names(wanted: str = "") -> list[str]:
    """The gates that have the wanted words in their names."""
    gates = [gate for measures in (_of_processes(), _of_games()) for gate, _ in measures]
    return [gate.name for gate in gates if _is_wanted(gate, wanted)]


def _is_wanted(gate: Gate, wanted: str) -> bool:
    return wanted.lower() in gate.name.lower()


def all_lines(wanted: str = "") -> Iterator[Line]:
    """The lines of the gates that have the wanted words in their names.

    Whole processes come first; then this process stays on one core.
    """
    for measures in (_of_processes(), _of_games()):
        for gate, measure in measures:
            if _is_wanted(gate, wanted):
                yield _line(gate, measure)
        pin()


def _line(gate: Gate, measure: Measure) -> Line:
    try:
        return measure(gate)
    except Missing as missing:
        return Line(gate, skipped=str(missing))


# ---------------------------------------------------------------- processes


def _of_processes() -> Iterator[tuple[Gate, Measure]]:
    yield Gate(f"New process: an edited Linkage checked, {COLD_GAMES:,} games", 1, " s", at_most=True), _cold
    yield Gate("Linkage: games of two processes / of one", 1.8), _two
    yield Gate(f"Linkage: memory for {MANY:,} games / for {FEW:,}", 1.1, at_most=True), _memory


def _cold(gate: Gate) -> Line:
    found = cold_starts(WHOLE_ROUNDS)
    return Line(gate, tuple(wall for wall, _ in found), facts={"CPU seconds": shown(median(cpu for _, cpu in found))})


def _two(gate: Gate) -> Line:
    if cores() < 2:
        raise Missing("one core only")
    found = one_and_two(WHOLE_ROUNDS, enough_games(LINKAGE.module(), 2 * SECONDS))
    slower = median(two.cpu / one.cpu for one, two in found)
    return Line(gate, tuple(2 * one.wall / two.wall for one, two in found),
                facts={"CPU time of a game, two at once / alone": shown(slower)})


def _memory(gate: Gate) -> Line:
    few, many = peaks()
    return Line(gate, (many / few,), facts={"MB": f"{few:.0f} | {many:.0f}"})


# ---------------------------------------------------------------- games


def _of_games() -> Iterator[tuple[Gate, Measure]]:
    for match, *bounds in MATCHES:
        for full, bound in enumerate(bounds):
            yield Gate(f"{match.title}, {KINDS[full]}", bound), against_peer(match, full=bool(full))
    for title, subject in INTERPRETED:
        for full, bound in enumerate((100, 50)):
            yield Gate(f"{title} / interpreter, {KINDS[full]}", bound), against_interpreter(subject, full=bool(full))
    yield Gate(f"Linkage, {AT_ONCE:,} games at once, stepped from Python", 1, " M/s"), _stepped


def against_peer(match: Match, *, full: bool) -> Measure:
    """Our module against a peer, whose games must be the same on average."""
    def measure(gate: Gate) -> Line:
        peer = match.peer()
        found = duel(match.subject.module(full=full), peer.side)
        ours, theirs = samples(match)
        return Line(gate, found.ratios, differs=differences(ours, theirs), facts=facts(found) | agreement(ours, theirs))
    return measure


@cache
def samples(match: Match) -> tuple[dict[str, Sample], dict[str, Sample]]:
    """What our games and those of a peer are like."""
    return match.subject.samples(SEED, COMPARED), match.peer().samples(SEED, COMPARED)


def against_interpreter(subject: Subject, *, full: bool) -> Measure:
    """Our module against the interpreter: the same few games, which the module plays over and over in a round."""
    def measure(gate: Gate) -> Line:
        module, slow = subject.module(full=full), subject.interpreter(full=full)
        few = enough_games(slow, SECONDS)

        def again(seed: int, games: int) -> None:
            for _ in range(games // few):
                module.play(seed, few)
        found = duel(Side(module.name, again, few), replace(slow, batch=few), rounds=WHOLE_ROUNDS)
        return Line(gate, found.ratios, facts=facts(found))
    return measure


def _stepped(gate: Gate) -> Line:
    found = stepped(LINKAGE, ROUNDS, SECONDS)
    return Line(gate, tuple(each.alone for each in found),
                facts={"with drawing": f"{shown(median(each.drawn for each in found))} M/s",
                       "answers per move": shown(answers_per_move(LINKAGE, 1000))})


def facts(found: Duel) -> dict[str, str]:
    """Speeds and linearity of both sides."""
    return {"games/s": " | ".join(map(shown, found.rates)), "8n/n": " | ".join(f"{x:.2f}" for x in found.linear)}
