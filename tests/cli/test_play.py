"""Playing at a terminal: what is shown, what may be typed, how one leaves."""

import re

import pytest

from tests.support.small_games import BIDS, ENDLESS, FORCED, LINES


@pytest.fixture
def lines(tmp_path):
    return written(tmp_path, "lines.rules", LINES)


@pytest.fixture
def bids(tmp_path):
    return written(tmp_path, "bids.rules", BIDS)


def written(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def prompts(done):
    """How often something was asked."""
    return done.out.count("> \n")


# ---------------------------------------------------------------- a game from start to end


def test_a_whole_game_against_a_bot(command, lines):
    done = command("play", lines, "--seed", 3, typed="1\n1\n")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Lines · Player 1: human, Player 2: random · seed 3\n")
    assert "The game is over." in done.out
    assert done.out.endswith("Seed: 3\n")


def test_the_table_the_question_and_the_options_are_shown(command, lines):
    shown = command("play", lines, "--seed", 3).out
    assert "── Lines" in shown
    assert re.search(r"^deck +\d+ cards$", shown, re.M)
    assert re.search(r"^your hand +\d", shown, re.M)
    assert re.search(r"^Player 2's hand +3 cards$", shown, re.M)
    assert re.search(r"^ +1 \S", shown, re.M)
    assert "\x1b" not in shown


def test_few_moves_are_offered_whole_under_their_actions(command, lines):
    shown = command("play", lines, "--seed", 3).out
    assert re.search(r"^ Lay a card\n   1 \d+, up\n   2 \d+, down\n", shown, re.M)


def test_many_moves_are_offered_step_by_step(command, lines):
    done = command("play", lines, "--seed", 3, "--set", "cards_dealt=6", typed="lay\n")
    assert re.search(r"^ 1 Lay a card\n 2 Fetch a card\n> ", done.out, re.M)
    assert "\nLay a card\nChoose card:\n" in done.out


def test_an_unfinished_move_can_be_taken_back(command, lines):
    done = command("play", lines, "--seed", 3, "--set", "cards_dealt=6", typed="lay\n1\nback\nback\nback\nfetch\n")
    assert "There is nothing to take back" in done.out
    assert done.out.count("\n 1 Lay a card\n 2 Fetch a card\n") == 3
    assert "You do: Fetch a card" in done.out


def test_what_happened_since_the_last_decision_is_told_in_words(command, lines):
    shown = command("play", lines, "--seed", 3, typed="fetch\n").out
    news = shown.split("> \n")[1]
    assert "You do: Fetch a card." in news
    assert "Player 2 does: " in news


def test_choices_with_one_option_are_taken_and_said(command, tmp_path):
    done = command("play", written(tmp_path, "forced.rules", FORCED), "--seed", 1, typed="2\n")
    assert "(Only one option, taken for you: Fox.)" in done.out
    assert prompts(done) == 1


def test_a_number_that_is_a_label_means_that_label(command, bids):
    done = command("play", bids, "--seed", 1, typed="0\n")
    assert "You choose: 0." in done.out


def test_numbers_out_of_their_range_are_said(command, bids):
    done = command("play", bids, "--seed", 1, typed="3\n")
    assert "! `pot` would have been 5" in done.out


@pytest.mark.parametrize(("typed", "answer"), [
    ("99\n", 'No option is called or begins with "99"'),
    ("xyz\n", 'No option is called or begins with "xyz"'),
    ("\n", "Type a number or the first letters of an option"),
    ("?\n", "You can type"),
    ("help\n", "You can type"),
    ("? fetch\n", "The rules file says no more about this option."),
    ("? lay\n", "Lay a card at the right end of your line."),
    ("? none such\n", "Neither an option nor a card or place you see"),
    ("rules\n", "Cards dealt to each player: 6"),
    ("\x1b[A\n", "No option"),
])
def test_answers_to_what_is_typed(command, lines, typed, answer):
    done = command("play", lines, "--set", "cards_dealt=6", "--seed", 3, typed=typed)
    assert done.code == 0
    assert answer in done.out
    assert "\x1b" not in done.out


def test_a_beginning_that_fits_several_options_is_no_answer(command, lines):
    done = command("play", lines, "--seed", 3, typed="lay\n")
    assert '"lay" fits several options: ' in done.out


def test_the_log_and_the_table_can_be_seen_again(command, lines):
    done = command("play", lines, "--seed", 3, typed="fetch\nlog\ntable\n")
    assert done.out.count("shuffled") == 2
    assert done.out.count("── Lines") == 3


# ---------------------------------------------------------------- leaving


@pytest.mark.parametrize("typed", ["", "q\n", "quit\n", "Q\n"])
def test_leaving_and_the_end_of_the_input_are_fine(command, lines, typed):
    done = command("play", lines, "--seed", 7, "--log", "game.log", typed=typed)
    assert done.code == 0
    assert done.out.endswith("You left the game.\nSaved: go on with `rulelang play --resume lines-7`\n"
                             "Seed: 7\nLog: game.log  (rulelang replay game.log)\n")


def test_ctrl_c_exits_130_and_says_seed_and_log(command, lines):
    done = command("play", lines, "--seed", 7, "--log", "game.log", interrupts=True)
    assert done.code == 130
    assert done.out.endswith("Interrupted.\nSaved: go on with `rulelang play --resume lines-7`\n"
                             "Seed: 7\nLog: game.log  (rulelang replay game.log)\n")
    assert command("replay", "game.log").code == 0


def test_a_seed_is_printed_even_if_none_was_given(command, lines):
    done = command("play", lines)
    seed = re.search(r"^Seed: (\d+)$", done.out, re.M)[1]
    again = command("play", lines, "--seed", seed)
    assert again.out.replace(f"lines-{seed}-2", f"lines-{seed}") == done.out


# ---------------------------------------------------------------- seats


def test_bots_play_by_themselves_with_auto(command, lines):
    done = command("play", lines, "--auto", "--seed", 5)
    assert done.code == 0
    assert "Player 1: random, Player 2: random" in done.out
    assert "Player 1 does: " in done.out
    assert "The game is over." in done.out
    assert "you" not in done.out.lower().replace("your line", "")


def test_the_same_seed_gives_the_same_game(command, lines):
    assert command("play", lines, "--auto", "--seed", 5).out == command("play", lines, "--auto", "--seed", 5).out
    assert command("play", lines, "--auto", "--seed", 5).out != command("play", lines, "--auto", "--seed", 6).out


def test_the_last_seat_repeats(command, lines):
    done = command("play", lines, "--players", 3, "--seats", "human,random", "--seed", 1)
    assert "Player 1: human, Player 2: random, Player 3: random" in done.out


def test_people_who_share_a_screen_hand_it_over(command, lines):
    done = command("play", lines, "--seats", "human", "--seed", 3, typed="\n1\n\n\n1\n")
    assert "Player 1, press Enter when only you look at the screen." in done.out
    assert "Player 2, press Enter when only you look at the screen." in done.out
    between = done.out.split("Player 2, press Enter")[0]
    assert between.endswith("\n" * 40)


def test_what_the_other_person_holds_is_not_shown(command, lines):
    done = command("play", lines, "--seats", "human", "--seed", 3, typed="\nfetch\n\n\n")
    second = done.out.split("Player 2, press Enter")[1]
    assert re.search(r"^Player 1's hand +4 cards$", second, re.M)


# ---------------------------------------------------------------- wrong usage


@pytest.mark.parametrize(("words", "message"), [
    (["--players", "9"], "Lines is not for 9 players"),
    (["--players", "0"], "Lines is not for 0 players"),
    (["--seats", "humn"], "Did you mean `human`?"),
    (["--seats", "human,human,human"], "3 seats were named, but 2 play."),
    (["--first-player", "3"], "Seat 3 cannot start"),
    (["--set", "rounds"], "A setting is written name=value"),
    (["--set", "rounds=99"], "rounds"),
    (["--set", "roundz=2"], "rounds"),
    (["--set", "rounds=2", "--set", "rounds=3"], "`rounds` is set twice"),
    (["--seed", "-1"], "A seed is a number from 0"),
    (["--seed", "99999999999999999999"], "A seed is a number from 0"),
    (["--auto", "--seats", "human"], "With --auto bots sit in all seats"),
    (["--log", "none/game.log"], "The log `none/game.log` cannot be written"),
    (["--log", "lines.rules"], "a log never overwrites one"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_options_that_do_not_fit_the_game(command, lines, words, message):
    done = command("play", lines, *words)
    assert done.code == 2
    assert message in done.err
    assert done.out == ""


def test_rules_with_mistakes_are_not_played(command, tmp_path):
    done = command("play", written(tmp_path, "wrong.rules", BIDS.replace("leader = you", "leder = you")))
    assert done.code == 1
    assert "`leder`" in done.err
    assert done.out == ""


def test_rules_that_never_come_to_a_choice_stop_with_their_line(command, tmp_path):
    done = command("play", written(tmp_path, "endless.rules", ENDLESS), "--seed", 1, "--auto")
    assert done.code == 1
    assert "RL701" in done.out
    assert "endless.rules:1" in done.out
    assert done.out.endswith("Seed: 1\n")


# ---------------------------------------------------------------- pages


@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_wider_than_the_page(command, lines, width):
    done = command("play", lines, "--auto", "--seed", 2, "--width", width, "--set", "rounds=9")
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= max(52, width)


@pytest.mark.parametrize("width", [-3, 0, 39, 201])
def test_a_width_that_no_page_can_have_is_wrong_usage(command, lines, width):
    done = command("play", lines, "--auto", "--width", width)
    assert (done.code, done.err) == (2, f"rulelang: --width is a number from 40 to 200, not {width}.\n")


def test_settings_change_the_game(command, lines):
    short = command("play", lines, "--auto", "--seed", 2, "--set", "rounds=1").out
    long = command("play", lines, "--auto", "--seed", 2, "--set", "rounds=9").out
    assert short.count(" does: ") == 2
    assert long.count(" does: ") == 18


def test_a_bundled_game_is_played_from_any_folder(command):
    done = command("play", "kuhn_poker", "--auto", "--seed", 1)
    assert done.code == 0
    assert "Results: " in done.out


def test_a_game_for_one_is_played_alone(command):
    done = command("play", "blackjack", "--players", 1, "--seed", 5, typed="6\n2\n")
    assert done.code == 0
    assert "Results: You +9." in done.out


def test_the_last_table_says_where_the_points_come_from(command, lines):
    shown = command("play", lines, "--auto", "--seed", 4, "--set", "rounds=5").out
    rows = {line[:12].strip(): [int(word) for word in line[12:].split()] for line in shown.splitlines()
            if line.startswith(("  Face ", "  together"))}
    up, down, together = rows["Face up"], rows["Face down"], rows["together"]
    assert [a + b for a, b in zip(up, down, strict=True)] == together
    assert together[0::2] == together[1::2]
    assert max(together) > 0


def test_a_mistake_of_ours_says_how_to_repeat_it(command, lines, monkeypatch, capsys):
    monkeypatch.setattr("rulelang.play.session.Session.step_bot", lambda session: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        command("play", lines, "--auto", "--seed", 4, "--log", "game.log")
    assert "to repeat it: --seed 4, log game.log" in capsys.readouterr().err
