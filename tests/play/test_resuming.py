"""A game goes on from its save as if it had never been left; a save that does not lead to its position is refused."""

import random
from dataclasses import replace

import pytest

from rulelang.match.errors import LogError
from rulelang.match.savefile import previous, read_save, save_text, write_save
from rulelang.match.transcript import whole_digest
from rulelang.play.resuming import resume, resume_from
from tests.support.sessions import begun, pick
from tests.support.small_games import BIDS, LINES


def position(running):
    return whole_digest(running.state), running.entries, running.kinds, running.names, running.snapshot().picked


def play_on(running, rng, steps):
    for _ in range(steps):
        if running.over:
            break
        running.answer(rng.choice(running.question().options))
        running.run()


@pytest.mark.parametrize("seed", range(3))
def test_at_every_answer_a_save_leads_to_the_same_position_and_the_same_end(seed):
    running = begun(LINES, ("human", "random", "human"), seed=seed, cards_dealt=5, rounds=3, names=("Ann", "", "Cy"))
    rng = random.Random(seed)
    while not running.over:
        again = resume_from(running.snapshot(), "s")
        assert position(again) == position(running)
        again.run()
        assert again.question() == running.question()
        play_on(running, rng, 1)
    rng = random.Random(9)
    one = begun(LINES, ("human", "random"), seed=seed)
    play_on(one, random.Random(1), 1)
    other = resume_from(one.snapshot(), "s")
    for each in (one, other):
        play_on(each, random.Random(2), 50)
    assert one.over
    assert position(one) == position(other)


def test_an_unfinished_move_is_kept_and_can_be_taken_back():
    running = begun(LINES, cards_dealt=6)
    pick(running, "Lay")
    again = resume_from(running.snapshot(), "s")
    assert again.question().answered == ("Lay a card",)
    assert again.undo(1) == ""
    assert again.question().answered == ()


def test_some_of_several_picks_are_kept():
    rules = LINES.replace("choose card from your hand, side from all face", "choose 2 several from your hand")
    rules = rules.replace("move card to your line face side", "move several to your line")
    running = begun(rules, cards_dealt=6)
    pick(running, "Lay")
    running.answer(running.question().options[3])
    again = resume_from(running.snapshot(), "s")
    assert again.question() == running.question()
    assert len(again.question().answered) == 2
    assert again.undo(1) == ""
    assert again.question().answered == ("Lay a card",)


def test_what_could_be_taken_back_still_can():
    rules = LINES.replace("each player: do 1 turn", "each player: do up to 3 turn")
    running = begun(rules)
    assert running.to_act == 1
    pick(running, "Fetch")
    before = running.undo(1)
    again = resume_from(running.snapshot(), "s")
    assert again.undo(1) == before != ""


def test_a_changed_seat_is_kept():
    running = begun(BIDS, ("human", "human"))
    running.seat(2, "random")
    assert resume_from(running.snapshot(), "s").kinds == ("human", "random")


def test_the_generation_before_is_tried_if_the_later_one_is_damaged(tmp_path):
    path = tmp_path / "a.save"
    running = begun(LINES)
    write_save(path, running.snapshot())
    pick(running, "Fetch")
    write_save(path, running.snapshot())
    session, problem = resume(path)
    assert problem is None
    assert session.entries == running.entries
    path.write_bytes(path.read_bytes()[:-30])
    session, problem = resume(path)
    assert problem.diagnostic.title == "The save `a.save` is damaged"
    assert session.turn == 0
    path.unlink()
    assert "There is no save" in resume(path)[1].diagnostic.title
    previous(path).unlink()
    with pytest.raises(LogError, match="There is no save"):
        resume(path)


LONGER = LINES.replace("1..30", "1..29")


@pytest.mark.parametrize(("change", "code"), [
    (lambda save: replace(save, digest="00"), "RL763"),
    (lambda save: replace(save, seats=("human", "nobody")), "RL763"),
    (lambda save: replace(save, entries=save.entries[:-1]), "RL763"),
    (lambda save: replace(save, entries=(*save.entries, replace(save.entries[-1], n=len(save.entries) + 1))), "RL763"),
    (lambda save: replace(save, picked=(("turn:nothing", ""),)), "RL763"),
    (lambda save: replace(save, entries=(replace(save.entries[0], ids=("deck:77",)), *save.entries[1:])), "RL763"),
    (lambda save: replace(save, header=replace(save.header, seed=99)), "RL763"),
    (lambda save: replace(save, header=replace(save.header, rules_hash="00")), "RL757"),
    (lambda save: replace(save, header=replace(save.header, sources=())), "RL757"),
    (lambda save: replace(save, header=replace(save.header, players=9), seats=("human",) * 9), "RL757"),
    (lambda save: replace(save, header=replace(save.header, first_player=7)), "RL757"),
    (lambda save: replace(save, header=replace(save.header, sources=(
        replace(save.header.sources[0], text=LONGER),))), "RL757"),
], ids=range(12))
def test_a_forged_save_is_refused_even_with_a_right_checksum(tmp_path, change, code):
    running = begun(LINES)
    pick(running, "Fetch")
    path = tmp_path / "a.save"
    path.write_text(save_text(change(running.snapshot())), encoding="ascii")
    with pytest.raises(LogError) as error:
        resume(path)
    assert error.value.diagnostic.code == code
    assert read_save(path)
