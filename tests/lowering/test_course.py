"""Statements that say what comes next: menus, turns, phases, hooks, limits."""

from tests.lowering.table import lies, lowered, offers, phase, play, rest, value

LAY = '''action lay "Lay" in turn:
    choose card from your hand
    do:
        move card to shown
        total += 1
action rest "Rest" in turn:
    do: your each_one += 1
'''
DEAL = "    move all card to deck\n    each player: draw 3 from deck to your hand\n"


# ---------------------------------------------------------------- menus


def test_a_menu_offers_done_when_every_exact_item_is_met():
    state = play(f"phase play:\n{DEAL}    as seat(1): do 1 lay, up to 1 rest\n{LAY}")
    assert offers(state) == ["Lay", "Rest"]
    state.apply(["play:lay", "lay.card:7"])
    assert offers(state) == ["Done", "Rest"]
    state.apply("play:rest")
    assert state.is_terminal


def test_an_exact_item_that_cannot_be_done_is_skipped_by_done_alone():
    state = play(f"phase play:\n    as seat(1): do 2 lay\n{LAY}")
    assert offers(state) == ["Done"]
    state.apply(state.choices()[0])
    assert state.is_terminal


def test_quotas_are_read_afresh_each_time():
    state = play(f"phase play:\n{DEAL}    as seat(1): do up to 3 - total lay\n{LAY}")
    done = 0
    while not state.is_terminal:
        state.apply(state.moves()[-1])
        done += 1
    assert done == 2                                # 0 of 3, 1 of 2, then 2 of 1: no quota left
    assert value(state, "total") == 2


def test_an_action_counts_for_the_first_item_that_covers_it():
    state = play(f"phase play:\n{DEAL}    as seat(1): do up to 1 lay, up to 1 turn\n{LAY}")
    state.apply(["play:lay", "lay.card:7"])
    assert offers(state) == ["Done", "Lay", "Rest"]
    state.apply("play:rest")
    assert state.is_terminal


def test_done_counts_what_the_innermost_menu_has_performed():
    state = play("phase play:\n    as seat(1): do 3 turn\n"
                 'action rest "Rest" in turn:\n    when done(rest) < 2\n    do: total = 10 * done(turn) + done(rest)\n'
                 'action stay "Stay" in turn:\n    do: flagged = done(turn) is 3\n')
    state.apply("play:rest")
    assert value(state, "total") == 11
    state.apply("play:rest")
    assert value(state, "total") == 22
    assert offers(state) == ["Stay"]
    state.apply("play:stay")
    assert state.is_terminal
    assert value(state, "flagged") == 1


def test_done_is_nothing_outside_a_menu():
    state = play(f"phase play:\n    total = 5 + done(rest)\n    as seat(1): do 1 turn\n{LAY}")
    assert value(state, "total") == 5


def test_payments_count_for_what_stands_below_them():
    state = play("phase play:\n    seat(1)'s coin += 1\n    as seat(1): do 1 buy, any rest\n"
                 'action buy "Buy":\n    pay 1 coin\n    when your coin > 0\n' + LAY)
    assert "Buy" not in offers(state)


# ---------------------------------------------------------------- turns


def test_each_player_goes_clockwise_from_where_it_is_told():
    state = phase("each player from seat(2):", "    your each_one = total", "    total += 1", players=2)
    assert [value(state, "each_one", n) for n in (0, 1)] == [1, 0]


def test_turns_go_round_until_their_condition_holds_and_leave_out_whom_it_excludes():
    state = phase("turns from seat(2) where your each_one < 3 until total is 7:", "    total += 1",
                  "    your each_one += 1")
    assert (value(state, "total"), value(state, "each_one"), value(state, "each_one", 1)) == (6, 3, 3)
    state = phase("turns from seat(2) until total is 3:", "    total += 1", "    your each_one += 1")
    assert (value(state, "each_one"), value(state, "each_one", 1)) == (1, 2)


def test_the_times_of_a_repeat_are_read_once():
    assert value(phase("total = 2", "repeat total times: total += 4"), "total") == 10


# ---------------------------------------------------------------- phases


NESTED = '''phase play:
    outer
    total += 10
phase outer:
    each player:
        repeat 3 times:
            inner
    total += 20
phase inner:
    choose n from 1..2
    total += 1
    if n is 2: end outer
    total += 40
'''


def test_end_leaves_a_phase_with_everything_inside_it():
    state = play(NESTED)
    state.apply("inner.n:2")
    assert state.is_terminal
    assert value(state, "total") == 11


def test_frames_of_phases_that_were_left_are_empty():
    state = play(NESTED)
    assert state.view(None).running == ("play", "outer", "inner")
    state.apply("inner.n:2")
    frames = {procedure.name: state.s[procedure.frame : procedure.frame + procedure.size]
              for procedure in state.program.procedures}
    assert not any(frames["inner"])
    assert not any(frames["outer"])
    assert state.view(None).running == ()


def test_a_phase_can_run_again_after_it_was_ended():
    state = play(NESTED.replace("    outer\n", "    repeat 2 times: outer\n"))
    state.apply("inner.n:2")
    state.apply("inner.n:1")
    state.apply("inner.n:2")
    assert state.is_terminal
    assert value(state, "total") == 1 + 1 + 40 + 1 + 10


def test_hooks_run_before_and_after_in_the_order_of_the_file():
    state = play("phase play:\n    part\nphase part:\n    total = total * 10 + 2\n"
                 "before part: total = 1\nafter part: total = mod(total * 10 + 3, 50)\nafter part: total += 1\n")
    assert value(state, "total") == 123 % 50 + 1


def test_end_in_a_hook_skips_the_rest():
    state = play("phase play:\n    part\nphase part:\n    total += 5\nbefore part: end part\nafter part: total += 9\n")
    assert value(state, "total") == 0


def test_hooks_of_an_action_know_what_its_head_has_bound():
    state = play("phase play:\n    move all card to deck\n    as seat(2): do 1 rest\n"
                 'action rest "Rest":\n    do: total = 1\n' "after rest: your each_one = total + 1\n")
    state.apply(state.choices()[0])
    assert value(state, "each_one", 1) == 2


def test_a_limit_ends_the_game_when_the_phase_would_begin_once_more():
    state = play("limit part 3 times\nphase play:\n    repeat:\n        part\nphase part:\n    total += 1\n")
    assert state.is_terminal
    assert state.adjudicated == 1
    assert value(state, "total") == 3
    assert state.returns() == (1, 1)


def test_rules_that_run_in_circles_are_stopped_without_a_result():
    state = play("phase play:\n    repeat until flagged:\n        total += 1\n        total -= 1\n")
    assert state.fault is not None
    assert state.returns() == (0, 0)
    lines = {state.program.spans[span].line for span in state.fault.cycle}
    assert any(line > 20 for line in lines)


# ---------------------------------------------------------------- at once


AT_ONCE = "phase play:\n" + DEAL + '''    each player at once:
        choose card from your hand
        move card to your line
zones:
    line per player: row of card, seen by all
'''


def test_nothing_of_what_is_chosen_at_once_happens_before_all_have_chosen():
    state = play(AT_ONCE)
    assert state.current_player == 1
    before = [state.view(eye) for eye in (None, 2)]
    state.apply("play.card:7")
    assert state.current_player == 2
    assert lies(state, "line", 1) == []
    assert [view.zones for view in before] == [state.view(eye).zones for eye in (None, 2)]
    state.apply(state.choices()[0])
    assert lies(state, "line", 1) == ["7"]
    assert len(lies(state, "line", 2)) == 1


def test_answers_given_at_once_are_secret_decisions():
    assert "secretly" in lowered("each player at once:", "    choose n from 1..3", "    your each_one = n")


def test_an_either_runs_the_branch_that_is_picked():
    state = phase('as seat(1):', '    either "Left": total = 1', '    or "Right" when total > 0: total = 2',
                  '    or "Stay"')
    assert offers(state) == ["Left", "Stay"]
    state.apply(state.choices()[1])
    assert (state.is_terminal, value(state, "total")) == (True, 0)


def test_play_goes_on_where_nothing_can_be_chosen():
    state = phase("as seat(1): choose card from heap", "if size(heap) is 0: total = 3")
    assert len(state.choices()) == 1
    assert value(rest(state), "total") == 3


def test_costly_circles_are_stopped_as_soon_as_cheap_ones():
    rules = ("score worth:\n    \"Cards\": size(your hand)\nphase play:\n    repeat until flagged:\n"
             "        seat(1)'s each_one -= seat(1)'s worth\n")
    state = play(rules)
    assert state.fault is not None
    assert len(state.record) < 3000
    blind = state.game.new_state(0, knowledge=False)
    assert (blind.fault.span, blind.returns()) == (state.fault.span, (0, 0))
