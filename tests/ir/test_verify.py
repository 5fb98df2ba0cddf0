"""Ill-formed programs are refused before they run."""

from dataclasses import replace

import pytest

from rulelang.ir import nodes as ir
from rulelang.ir.verify import VerifyError, verify
from tests.ir.programs import sample
from tests.support.ir import NUMBER, Builder, C, Cell

PROGRAM = sample()


def with_function(result, *, registers=4, body=(), parameters=0, returns_list=False):
    function = ir.Function("f", parameters, registers, tuple(body), result, returns_list)
    return replace(PROGRAM, functions=(*PROGRAM.functions, function))


def with_block(*statements, then=ir.Finish()):  # noqa: B008
    return replace(PROGRAM, blocks=(*PROGRAM.blocks, ir.Block(tuple(statements), then, 4)))


def with_steps(*steps):
    return replace(PROGRAM, decisions=(*PROGRAM.decisions, ir.Decision("d", "choose", C(1), steps, (), 4)))


def test_a_sound_program_passes():
    verify(PROGRAM)


N = len(PROGRAM.functions)
WRONG = {
    "register": with_function(ir.Reg(4)),
    "register of both kinds": with_function(ir.Binary("add", ir.Reg(0), ir.Size(ir.ListReg(0)))),
    "set to the other kind": with_function(ir.Reg(0), body=[ir.SetReg(0, ir.ConstList(()))]),
    "list for an int": with_function(ir.ConstList((1,))),
    "int for a list": with_function(C(1), returns_list=True),
    "branches of both kinds": with_function(ir.Choice(C(1), C(1), ir.ConstList(()))),
    "cell": with_function(Cell(PROGRAM.size)),
    "table": with_function(ir.Lookup(99, C(0))),
    "operation": with_function(ir.Binary("pow", C(1), C(1))),
    "number": with_function(C(1 << 31)),
    "function": with_function(ir.CallFunction(99, ())),
    "arguments": with_function(ir.CallFunction(0, ())),
    "argument of the other kind": with_function(ir.Size(ir.CallFunction(2, (C(1),)))),
    "parameters": with_function(C(0), parameters=5),
    "effect in a function": with_function(C(0), body=[ir.SetCellTo(300, C(1))]),
    "hidden effect": with_function(C(0), body=[ir.If(C(1), (ir.Shuffle(C(0)),))]),
    "recursion": with_function(ir.CallFunction(N, ())),
    "meld": with_function(ir.BestMelds(ir.ConstList(()), (7,))),
    "action": with_function(ir.Can((9,), C(1), C(0))),
    "depth": with_function(__import__("functools").reduce(lambda e, _: ir.Unary("not", e), range(300), C(1))),
    "place": with_block(ir.MoveCards(ir.ConstList(()), ir.Place(C(0), "under"), C(0), False)),
    "no position": with_block(ir.MoveCards(ir.ConstList(()), ir.Place(C(0), "at"), C(0), False)),
    "variable": with_block(ir.Store(5, C(0), C(0))),
    "next": with_block(then=ir.Goto(999)),
    "decision": with_block(then=ir.Decide(99, 0)),
    "span": with_block(ir.Shuffle(C(0), 99)),
    "statement": with_block(C(1)),
    "ending": with_block(then=ir.Shuffle(C(0))),
    "point": with_steps(ir.Pick(99, 300, ir.ConstList(()), None, NUMBER)),
    "two ways of one key": with_steps(ir.Fork(0, 300, (ir.Way(1, 0, None), ir.Way(1, 0, None)), True)),
    "step": with_steps(ir.Shuffle(C(0))),
    "steps without end": with_steps(*[ir.Guard(C(1), -1)] * 300),
    "kind of decision": replace(PROGRAM, decisions=(ir.Decision("d", "vote", C(1), (), (), 0),)),
    "criterion": replace(PROGRAM, criteria=((True, 99),)),
    "start": replace(PROGRAM, start=99),
    "overlap": replace(PROGRAM, card_cells=PROGRAM.zones[0].at),
    "frame": replace(PROGRAM, procedures=(replace(PROGRAM.procedures[0], size=2), *PROGRAM.procedures[1:])),
    "outside": replace(PROGRAM, size=PROGRAM.info_keys),
    "print": replace(PROGRAM, cards=(0, 0, 1, 9)),
    "viewers of a zone": replace(PROGRAM, zones=(replace(PROGRAM.zones[0], host=0, host_seen="nobody"),
                                                *PROGRAM.zones[1:])),
    "kind of zone": replace(PROGRAM, zones=(replace(PROGRAM.zones[0], kind="heap"), *PROGRAM.zones[1:])),
}


@pytest.mark.parametrize("program", WRONG.values(), ids=WRONG)
def test_what_is_ill_formed_is_refused(program):
    with pytest.raises(VerifyError):
        verify(program)


def test_a_block_belongs_to_one_procedure():
    b = Builder()
    shared = b.block(then=ir.Return())
    for name in ("one", "two"):
        b.block(then=ir.Goto(shared), number=b.entry(b.procedure(name)))
    with pytest.raises(VerifyError, match="belongs to"):
        verify(b.program())


def test_procedures_do_not_call_themselves():
    b = Builder()
    one, two = b.procedure("one"), b.procedure("two")
    for caller, called in ((one, two), (two, one)):
        back = b.block(then=ir.Return())
        b.block(then=ir.CallProcedure(called, C(1), C(0), back), number=b.entry(caller))
    with pytest.raises(VerifyError, match="calls itself"):
        verify(b.program())


def test_heads_do_not_ask_for_themselves():
    b = Builder()
    can = b.function(ir.Can((0,), C(1), C(0)))
    b.action("lay", ir.Guard(ir.CallFunction(can, ()), -1))
    with pytest.raises(VerifyError, match="calls itself"):
        verify(b.program())
