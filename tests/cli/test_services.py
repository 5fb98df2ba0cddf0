"""What a person can ask for while playing: reasons, cards, hints, other players in a seat, a way back."""

import re

import pytest

from tests.support.small_games import LINES

RULES = LINES.replace("    do: draw 1 from deck to your hand",
                      '    when size(your hand) < 4 else "Your hand is full."\n    do: draw 1 from deck to your hand')
OPEN = LINES.replace("card, seen by owner", "card, seen by all").replace("down seen by owner", "down seen by all")


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "lines.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture
def open_lines(tmp_path):
    path = tmp_path / "open.rules"
    path.write_text(OPEN, encoding="utf-8")
    return path


def answers(done):
    """What was answered to each line typed."""
    return done.out.split("> \n")[1:]


@pytest.mark.parametrize(("typed", "answer"), [
    ("why fetch", "Fetch a card\n  You can do it now.\n"),
    ("why", "Why what?"),
    ("why zzz", 'Neither an action nor a card you know is called "zzz".'),
    ("look deck", "deck\n  A pile, from its top; "),
    ("look player 2", "Player 2's hand\n  Cards without an order; 3 cards.\n"),
    ("look", "Look at what?"),
    ("look zzz", 'No card or place you see is called "zzz".'),
    ("rules lay", "Lay a card\n  Lay a card at the right end of your line.\n"),
    ("rules", "Lay a card\n  Lay a card at the right end of your line.\n"),
    ("rules zzz", 'Nothing in the rules is called "zzz".'),
    ("? shared", "shared\n  A row, from the left; 2 cards"),
    ("seat", "1 Player 1: human\n2 Player 2: random\n"),
    ("seat 9 greedy", "Which seat?"),
    ("seat 2 gredy", "Nobody called `gredy` can sit in a seat; there are human, random, greedy."),
    ("undo", "There is nothing to take back yet."),
    ("look \x1b[2J", "No card or place"),
    ("why " + "x" * 999, "Neither an action nor a card"),
])
def test_answers(command, lines, typed, answer):
    done = command("play", lines, "--seed", 3, typed=f"{typed}\n")
    assert done.code == 0
    assert answers(done)[0].startswith(answer)
    assert "\x1b" not in done.out


def test_the_rule_that_stands_against_an_action(command, lines):
    done = command("play", lines, "--seed", 3, typed="fetch\nwhy fetch\n")
    assert "Fetch a card\n  Your hand is full. (`when size(your hand) < 4`, line 34)\n" in done.out


def test_a_hint_names_a_move_that_is_offered(command, lines):
    done = command("play", lines, "--seed", 3, typed="hint\n")
    assert re.match(r"(Lay|Fetch) a card", answers(done)[0])


def test_a_move_that_showed_nothing_is_taken_back(command, open_lines):
    done = command("play", open_lines, "--seed", 3, "--seats", "human", "--names", "Ann,Bo", typed="\n1\nundo\n\n\n")
    assert done.out.count("Ann, press Enter when only you look") == 1
    assert done.out.count("── Lines ─") == 2
    assert "move 1: you" in done.out.split("── Lines ─")[2]


def test_the_way_back_is_closed_with_its_reason(command, lines):
    done = command("play", lines, "--seed", 3, "--seats", "human", "--names", "Ann,Bo", typed="\nfetch\nundo\n\n\n")
    assert "That cannot be taken back: you have seen something since then" in done.out.replace("\n", " ")
    done = command("play", lines, "--seed", 3, typed="fetch\nundo\n")
    assert "That cannot be taken back: Player 2 has decided something since then." in done.out


def test_a_bot_takes_over_a_seat_and_gives_it_back(command, lines):
    done = command("play", lines, "--seed", 3, "--seats", "human", "--names", "Ann,Bo", "--set", "rounds=4",
                   typed="\nseat bo greedy\n1\nseat 2 human\n1\n")
    assert "Bo is now: greedy." in done.out
    assert "Bo is now: human." in done.out
    assert "pass the device to Bo" in done.out


def test_when_the_last_person_leaves_a_seat_to_a_bot_the_game_is_played_out(command, lines):
    done = command("play", lines, "--seed", 3, typed="seat 1 random\n")
    assert done.code == 0
    assert "The game is over." in done.out
    assert done.out.endswith("Seed: 3\n")


def test_what_one_person_did_is_shown_to_them_before_the_screen_is_cleared(command, lines):
    done = command("play", lines, "--seed", 3, "--seats", "human", "--names", "Ann,Bo", typed="\nfetch\n\n\n")
    own, _, others = done.out.partition("then pass the device to Bo; or `undo`. ")
    drawn = re.search(r"^  (\d+) is drawn from deck to your hand\.$", own, re.M)[1]
    assert "\n" * 40 in others
    assert f"  {drawn} is drawn" not in others
    assert "  A card is drawn from deck to Ann's hand." in others


@pytest.mark.parametrize("width", [40, 80, 200])
def test_all_of_it_fits_the_page(command, lines, width):
    typed = "why lay\nlook deck\nrules lay\nhint\nseat\nseat 9 x\nundo\n?\n? shared\nlog\nfetch\nwhy fetch\nundo\n"
    done = command("play", lines, "--seed", 3, "--width", width, "--names", "Ann", typed=typed)
    shown = done.out.split("You left the game.")[0]
    assert max(map(len, shown.splitlines()[2:])) <= width


# ---------------------------------------------------------------- examples


EXAMPLE = '''
example "a card goes up" for 2 players:
    given p1's hand = "1", "2"
    given p2's hand = "3", "4"
    given deck = "5", "6"
    when p1 does lay with card = "1", side = up
    expect size(p1's line) is 1
'''


def test_a_game_from_an_example_is_logged_replayed_and_resumed(command, tmp_path):
    (tmp_path / "lines.rules").write_text(LINES + EXAMPLE, encoding="utf-8")
    done = command("play", "lines.rules", "--from", "a card", "--seats", "human", "--log", "g.log", "--seed", 2,
                   typed="\n1\n")
    assert done.code == 0
    assert re.search(r"^Player 1's line 1$", done.out, re.M)
    (tmp_path / "lines.rules").unlink()
    assert command("replay", "g.log").code == 0
    again = command("play", "--resume", typed="\n")
    assert again.code == 0
    assert re.search(r"^Player 2's line \S", again.out, re.M) or re.search(r"line +\S", again.out)


@pytest.mark.parametrize(("words", "message"), [
    (["--from", "zzz"], 'There are "a card goes up".'),
    (["--from", "a card", "--players", "3"], "The example is for 2 players."),
    (["--from", "a card", "--first-player", "1"], "leave out --first-player"),
    (["--watch", "--auto"], "--watch is for people"),
    (["--watch", "--resume"], "A save goes on under its own rules"),
    (["--resume", "--set", "rounds=3"], "A save goes on as it was begun: leave out --set."),
    (["--resume", "--seed", "0"], "A save goes on as it was begun: leave out --seed."),
])
def test_options_that_do_not_go_together(command, tmp_path, words, message):
    (tmp_path / "lines.rules").write_text(LINES + EXAMPLE, encoding="utf-8")
    if "--resume" in words:
        command("play", "lines.rules", "--seed", 1)
        done = command("play", *words)
    else:
        done = command("play", "lines.rules", *words)
    assert done.code == 2
    assert message in done.err


# ---------------------------------------------------------------- step by step


@pytest.fixture
def log(command, lines):
    command("play", lines, "--auto", "--seed", 5, "--names", "Ann,Bo", "--log", "g.log")
    return "g.log"


def test_a_recorded_game_is_stepped_through(command, log):
    done = command("replay", log, "--step", typed="\nn\np\n4\nlast\nn\n0\np\nq\n")
    assert done.code == 0
    steps = re.findall(r"^step (\d) of 4 > $", done.out, re.M)
    assert steps == ["0", "1", "2", "1", "4", "4", "4", "0", "0"]
    assert "This is the end." in done.out
    assert "This is the start." in done.out
    assert "The game is over." in done.out


def test_a_recorded_game_is_seen_as_a_player_saw_it(command, log):
    done = command("replay", log, "--step", typed="as ann\nas all\nas zed\nlook deck\nlog\nhelp\n")
    assert re.search(r"^your hand +\d+, \d+, \d+$", done.out, re.M)
    assert re.search(r"^Ann's hand +3 cards$", done.out, re.M)
    assert "Which seat?" in done.out
    assert "a new game from here" in done.out


def test_a_new_game_begins_at_a_step(command, log):
    done = command("replay", log, "--step", typed="2\nfork greedy,human,human\nfork human,random\n1\n1\n")
    assert "3 seats were named, but 2 play." in done.out
    assert "Ann: human, Bo: random" in done.out
    assert "The game is over." in done.out
    assert command("replay", log).code == 0


def test_nothing_goes_on_from_the_end(command, log):
    assert "the game is over" in command("replay", log, "--step", typed="last\nfork\n").out
