"""Loading a game: which places it comes from, for which players and params, and what is said when it cannot be."""

import pytest

import rulelang
from rulelang.analysis.settings import SettingError
from rulelang.compiler import check, compile_game, load
from rulelang.diagnostics import RulesError

GAME = """game "Small"
players {players}
param rounds: 1..12 = 4
param safe: flag = no
param trump: suit = clubs
param ace: rank = 3
param spare: 0..9 = 2
enum suit: clubs, hearts
enum rank: 2..4, jack
tokens coin: 5 - spare
cards card:
    3 - spare "Fox"
    2 "Owl"
zones:
    deck: stack of card, seen by nobody
win: highest number(you)
phase play:
    repeat rounds times: move all card to deck
    if safe and trump is clubs and ace is jack and supply(coin) > 0: shuffle deck
"""
TEXT = GAME.format(players="1..3")


def params_of(**given):
    return dict(load(TEXT, **given).program.params)


def finding_of(**given):
    with pytest.raises(SettingError) as problem:
        load(TEXT, **given)
    assert isinstance(problem.value, ValueError)
    assert isinstance(problem.value, RulesError)
    (finding,) = problem.value.diagnostics
    return finding


@pytest.mark.parametrize(("allowed", "chosen"), [("1..3", 2), ("2", 2), ("3..5", 3), ("1", 1), ("2..4", 2)])
def test_two_play_if_two_may_else_the_fewest(allowed, chosen):
    assert load(GAME.format(players=allowed)).players == chosen


def test_params_have_their_defaults_or_what_is_asked_for():
    assert params_of() == {"rounds": 4, "safe": 0, "trump": 0, "ace": 1, "spare": 2}
    assert params_of(rounds=7, safe=True, trump="hearts", ace="jack") == {
        "rounds": 7,
        "safe": 1,
        "trump": 1,
        "ace": 3,
        "spare": 2,
    }
    assert params_of(rounds="12", safe="yes", ace=4) == {"rounds": 12, "safe": 1, "trump": 0, "ace": 2, "spare": 2}


@pytest.mark.parametrize(
    ("given", "code", "title", "allowed"),
    [
        ({"players": 4}, "RL270", "Small is not for 4 players", "It is for 1 to 3."),
        ({"players": 0}, "RL270", "Small is not for 0 players", "It is for 1 to 3."),
        ({"rounds": 13}, "RL272", "`rounds` cannot be 13", "It is a number from 1 to 12."),
        ({"rounds": True}, "RL272", "`rounds` cannot be True", "It is a number from 1 to 12."),
        ({"rounds": "many"}, "RL272", "`rounds` cannot be many", "It is a number from 1 to 12."),
        ({"rounds": 10**30}, "RL272", f"`rounds` cannot be {10**30}", "It is a number from 1 to 12."),
        ({"safe": 2}, "RL272", "`safe` cannot be 2", "It is `yes` or `no`."),
        ({"trump": "spades"}, "RL272", "`trump` cannot be spades", "It is `clubs` or `hearts`."),
        ({"trump": 1}, "RL272", "`trump` cannot be 1", "It is `clubs` or `hearts`."),
        ({"ace": 9}, "RL272", "`ace` cannot be 9", "It is `2`, `3`, `4` or `jack`."),
    ],
)
def test_what_the_rules_do_not_allow(given, code, title, allowed):
    finding = finding_of(**given)
    assert (finding.code, finding.title, finding.allowed) == (code, title, allowed)


def test_a_param_that_is_not_there():
    finding = finding_of(round=3)
    assert (finding.code, finding.hint) == ("RL271", "Did you mean `rounds`?")


def test_params_with_which_there_are_fewer_than_no_cards():
    assert finding_of(spare=4).code == "RL235"


def test_players_and_numbers_of_programs_are_checked_too():
    model = check(TEXT).model
    assert dict(compile_game(model, 2, {"ace": 3}).params)["ace"] == 3
    for wrong in ({"ace": 4}, {"nothing": 1}, {"safe": -1}):
        with pytest.raises(SettingError):
            compile_game(model, 2, wrong)
    with pytest.raises(SettingError):
        compile_game(model, 7)


def test_rules_with_mistakes_raise_all_of_them():
    with pytest.raises(RulesError) as problem:
        rulelang.load('game "G"\nplayers 0\nphase play: end plya\n')
    assert {"RL209", "RL251"} < {d.code for d in problem.value.diagnostics}


def test_a_file_that_is_not_there_raises_what_was_found():
    with pytest.raises(RulesError, match="There is no file"):
        rulelang.load("nothing/here.rules")


def test_a_game_comes_from_a_path_a_name_a_text_or_texts(tmp_path):
    (tmp_path / "small.rules").write_text(TEXT)
    names = [
        load(where).program.sources[0].name
        for where in (tmp_path / "small.rules", str(tmp_path / "small.rules"), "kuhn_poker", TEXT, {"a/b.rules": TEXT})
    ]
    assert names == ["small.rules", "small.rules", "rulelang:classics/kuhn_poker.rules", "<text>", "a/b.rules"]


def test_files_are_named_the_same_wherever_the_project_lies(tmp_path, monkeypatch):
    hashes = set()
    for place in ("here", "there/deep"):
        folder = tmp_path / place / "games"
        folder.mkdir(parents=True)
        (folder.parent / "rulelang.toml").touch()
        (folder / "small.rules").write_text(TEXT)
        monkeypatch.chdir(folder)
        program = load("small.rules").program
        assert [source.name for source in program.sources] == ["games/small.rules"]
        hashes.add(program.rules_hash)
    assert len(hashes) == 1


def test_sources_are_the_rules_then_bases_then_tables():
    program = load("linkage_six_rounds").program
    assert [source.role for source in program.sources] == ["rules", "base", "cards"]


def test_a_program_carries_what_is_needed_to_compile_it_again():
    program = load("linkage_six_rounds", players=3, rounds=2).program
    result = check({source.name: source.text for source in program.sources})
    assert compile_game(result.model, program.players, dict(program.params), result.bundle) == program


def test_a_word_that_is_no_value_hears_which_are():
    words = [f"colour_{number}" for number in range(30)]
    text = TEXT.replace("enum suit: clubs, hearts", f"enum suit: clubs, hearts, {', '.join(words)}")
    with pytest.raises(SettingError) as problem:
        load(text, trump="heart")
    (finding,) = problem.value.diagnostics
    assert all(f"`{word}`" in finding.allowed for word in ("clubs", "hearts", *words))
    assert finding.hint == "Did you mean `hearts`?"
