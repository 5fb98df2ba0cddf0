"""All fixed functions of modules by name: what writes them, how many numbers they take and give."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.wasm import (
    emit_answers,
    emit_chance,
    emit_melds,
    runtime_adjacent,
    runtime_bag,
    runtime_batch,
    runtime_bots,
    runtime_burdens,
    runtime_deal,
    runtime_digest,
    runtime_events,
    runtime_explicit,
    runtime_games,
    runtime_imagine,
    runtime_keys,
    runtime_knowledge,
    runtime_listing,
    runtime_lists,
    runtime_meld_parts,
    runtime_melds,
    runtime_mixing,
    runtime_moves,
    runtime_names,
    runtime_numbers,
    runtime_options,
    runtime_packing,
    runtime_payments,
    runtime_plan,
    runtime_play,
    runtime_rollouts,
    runtime_rows,
    runtime_sets,
    runtime_sight,
    runtime_tape,
    runtime_told_moves,
    runtime_unknown,
    runtime_zones,
)
from rulelang.wasm.encode import Func

if TYPE_CHECKING:
    from rulelang.wasm.builder import Builder

Made = dict[str, tuple[Callable[["Builder", Func], None], int, int]]

RUNTIME: Made = {
    **runtime_numbers.RUNTIME, **runtime_listing.RUNTIME, **runtime_lists.RUNTIME, **runtime_zones.RUNTIME,
    **runtime_moves.RUNTIME, **runtime_keys.RUNTIME, **runtime_payments.RUNTIME, **emit_chance.RUNTIME,
    **runtime_play.RUNTIME, **runtime_melds.RUNTIME, **runtime_meld_parts.RUNTIME, **runtime_adjacent.RUNTIME,
    **runtime_packing.RUNTIME, **emit_melds.RUNTIME, **runtime_sight.RUNTIME, **runtime_knowledge.RUNTIME,
    **runtime_rows.RUNTIME, **runtime_sets.RUNTIME,
    **runtime_told_moves.RUNTIME, **runtime_games.RUNTIME, **runtime_rollouts.RUNTIME, **runtime_bots.RUNTIME,
    **runtime_unknown.RUNTIME, **runtime_names.RUNTIME, **runtime_burdens.RUNTIME, **runtime_plan.RUNTIME,
    **runtime_deal.RUNTIME,
    **runtime_imagine.RUNTIME,
    **runtime_options.RUNTIME, **runtime_batch.RUNTIME, **runtime_explicit.RUNTIME, **runtime_tape.RUNTIME,
    **runtime_digest.RUNTIME, **runtime_events.RUNTIME, **emit_answers.RUNTIME, **runtime_bag.RUNTIME,
    **runtime_mixing.RUNTIME,
}
