"""What a seat is shown: zones, values, scores, the question, and its log in words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from rulelang.engine.events import Events
from rulelang.engine.knowledge import Knowledge
from rulelang.engine.labels import Labels, Words, cards_in_words, listed
from rulelang.engine.log import seen_log
from rulelang.engine.record import Record
from rulelang.engine.seen import SeenChoice, View
from rulelang.engine.unseen import Secret, UnseenCard, Withheld, open_entry
from rulelang.engine.view import build_view, score_lines
from rulelang.ir.nodes import Const, Decision
from rulelang.ir.numbers import NONE
from rulelang.ir.program import DECIDING, OVER, SEAT, STATUS, PointInfo, Program, ScoreInfo, SpanInfo, TokenInfo
from tests.engine.desk import ALL, DOWN, NOBODY, Desk, Layout

WORTH = {"Apple": 5, "Banana": 2, "Cherry": 1}
TEXTS = ("In hand", "In the open", "take_turns", "Swap a card of your hand", "Refuse", "Which one?")
MARK, BID, DENTS = 0, 1, 2


def program() -> Program:
    layout = Layout(3, tuple(WORTH), (2, 2, 2))
    layout.zone("draw_deck", "stack", NOBODY)
    layout.zone("hand", "set", "owner", per="player")
    layout.zone("line", "row", ALL, "owner", per="player")
    layout.zone("under", "set", ALL, NOBODY, per="card")
    layout.zone("bag", "set", NOBODY, hidden=True)
    layout.var("mark", 1)
    layout.var("bid", 0, per="player")
    layout.var("dents", 0, per="card")
    supply, players = layout.take(1), layout.take(3)
    layout.tokens.append(TokenInfo("coin", 10, supply, players, "owner"))
    scores = (ScoreInfo("worth", ((0, 0), (1, 1))),)
    made = layout.program(scores, TEXTS)
    decisions = (Decision("swap", "choose", Const(1), (), None, 0), Decision("vote", "choose", Const(1), (), None, 0,
                                                                            secret=True))
    points = (PointInfo("a.card", "card"), PointInfo("a.gifts", "old_gifts"), PointInfo("a.x", "x", 5),
              PointInfo("m", ""))
    return replace(made, spans=(SpanInfo(0, 0, 1, 57, 5),), decisions=decisions, points=points)


@dataclass
class Table(Desk):
    """A desk that can be viewed; its scores are two sums over the cards of a seat."""

    program: Program = field(default_factory=program)

    def __post_init__(self) -> None:
        Desk.__init__(self, self.program)
        self.worth = tuple(WORTH[self.program.prints[p].name] for p in self.program.cards)
        self.events = Events(self.program, self.knowledge, self.evaluate)

    def evaluate(self, function: int, s: list[int], seat: int) -> object:
        at = self.program.zones[self.at("line" if function else "hand", seat)].at
        cards = s[at + 2:at + 2 + s[at]]
        faces = self.program.card_cells + 1
        return sum(self.worth[c] for c in cards if not function or s[faces + 2 * c] == 0)

    def question(self) -> tuple[str, str, tuple[SeenChoice, ...], tuple[str, ...]]:
        return "Choose card:", "choose", (SeenChoice("a.card:Apple", "Apple"),), ("Swap",)

    def returns(self) -> tuple[int, ...]:
        return (1, 0, 0)

    def view(self, seat: int | None) -> View:
        return build_view(self, seat)


def zone(view: View, name: str, owner: int = 0) -> list[str | None]:
    return next([card.name for card in z.cards] for z in view.zones if z.name == name and z.owner == owner)


# ------------------------------------------------------------ zones, values


def test_sets_show_known_cards_in_the_order_of_their_prints_then_backs() -> None:
    table = Table()
    one, two = table.at("hand", 1), table.at("hand", 2)
    cherry, *_ = table.deal(one, "Cherry", "Banana", "Apple")
    table.deal(two, "Apple", "Banana")
    table.move(cherry, two)
    assert zone(table.view(1), "hand", 1) == ["Apple", "Banana"]
    assert zone(table.view(1), "hand", 2) == ["Cherry", None, None]
    assert zone(table.view(None), "hand", 2) == [None, None, None]


def test_stacks_are_shown_from_the_top_and_rows_from_the_left() -> None:
    table = Table()
    deck, line = table.at("draw_deck"), table.at("line", 1)
    for name in ("Apple", "Banana", "Cherry"):
        (card,) = table.deal(line, name)
        if name != "Cherry":
            table.move(card, deck, picked=False, face=DOWN)
    assert zone(table.view(2), "draw_deck") == ["Banana", "Apple"]
    assert zone(table.view(2), "line", 1) == ["Cherry"]


def test_cards_whose_order_is_not_drawn_yet_do_not_show_it_by_how_they_lie() -> None:
    views = []
    for down in (0, 1):
        table = Table()
        deck = table.at("draw_deck")
        cards = table.deal(deck, "Apple", "Banana")
        table.s[table.program.card_cells + 2 * cards[down] + 1] = DOWN
        table.knowledge.shuffled(table.s, deck)
        table.s[table.program.zones[deck].at + 1] = 2
        views.append(table.view(1))
    assert views[0] == views[1]


def test_zones_and_counters_of_unseen_cards_come_in_the_order_of_places_not_of_cards() -> None:
    views = []
    for names in (("Apple", "Banana"), ("Banana", "Apple")):
        table = Table()
        left, right = table.deal(table.at("line", 1), *names, face=DOWN)
        table.deal(table.at("under", left), "Cherry")
        table.deal(table.at("under", right), "Cherry", face=DOWN)
        table.s[table.program.vars[DENTS].base + right] = 3
        views.append((table.view(2), table.view(1)))
    assert views[0][0] == views[1][0]
    assert views[0][1] != views[1][1]
    shown = [(z.keys, len(z.cards)) for z in views[0][0].zones if z.name == "under"]
    assert shown == [(("an unseen card",), 1)] * 2
    assert [v.keys for v in views[0][1].values if v.name == "dents"] == [("Banana",)]


def test_a_hidden_count_shows_neither_cards_nor_their_number() -> None:
    table = Table()
    table.deal(table.at("bag"), "Apple")
    seen = next(z for z in table.view(1).zones if z.name == "bag")
    assert (seen.count, seen.cards) == (None, ())


def test_a_variable_that_holds_a_card_names_it_only_to_those_who_know_it() -> None:
    table = Table()
    (apple,) = table.deal(table.at("hand", 1), "Apple")
    table.s[table.program.vars[MARK].base] = apple
    marks = [next(v.words for v in table.view(seat).values if v.name == "mark") for seat in (1, 2, None)]
    assert marks == ["Apple", "an unseen card", "an unseen card"]
    table.s[table.program.vars[MARK].base] = NONE
    assert next(v.words for v in table.view(2).values if v.name == "mark") == "none"


def test_tokens_seen_by_their_owner_show_no_number_to_others() -> None:
    table = Table()
    table.s[table.program.tokens[0].players] = 4
    coins = [[v.number for v in table.view(seat).values if v.what == "tokens"] for seat in (1, 2, None)]
    assert coins == [[4, None, None], [None, 0, None], [None, None, None]]


# ------------------------------------------------------------ scores, the question, the end


def test_score_lines_are_shown_to_those_who_could_work_them_out() -> None:
    table = Table()
    table.deal(table.at("hand", 1), "Apple", "Banana")
    table.deal(table.at("line", 1), "Cherry")
    own = [(line.label, line.now) for line in table.view(1).scores if line.seat == 1]
    assert own == [("In hand", 7), ("In the open", 1)]
    assert [line for line in table.view(2).scores if line.seat == 1] == []
    assert [line.now for line in table.view(2).scores if line.seat == 3] == [0, 0]
    everything = [line.now for line in score_lines(table.program, table.s, table.evaluate) if line.seat == 1]
    assert everything == [7, 1]


def test_a_score_that_reads_only_how_unseen_cards_lie_is_shown() -> None:
    table = Table()
    table.deal(table.at("line", 1), "Cherry")
    table.deal(table.at("line", 1), "Apple", face=DOWN)
    assert [line.now for line in table.view(2).scores if line.seat == 1] == [0, 1]


def test_only_the_one_who_is_asked_sees_the_question() -> None:
    table = Table()
    table.s[STATUS], table.s[SEAT] = DECIDING, 2
    asked, other = table.view(2).decision, table.view(1).decision
    assert asked is not None
    assert (asked.prompt, [choice.label for choice in asked.choices], asked.answered) == ("Choose card:", ["Apple"],
                                                                                         ("Swap",))
    assert other is not None
    assert (other.seat, other.prompt, other.choices, other.answered) == (2, "", (), ())


def test_returns_are_shown_at_the_end_only() -> None:
    table = Table()
    assert (table.view(1).over, table.view(1).returns) == (False, ())
    table.s[STATUS] = OVER
    assert (table.view(1).over, table.view(1).returns) == (True, (1, 0, 0))


# ------------------------------------------------------------ the log


def test_draws_are_told_by_name_to_the_one_who_draws_and_by_number_to_the_others() -> None:
    table = Table()
    deck, hand = table.at("draw_deck"), table.at("hand", 2)
    for card in reversed(table.deal(deck, "Apple", "Banana")):
        table.move(card, hand, picked=False, why="draw", actor=2)
    assert table.log(2) == ["You draw Banana and Apple from draw deck to your hand."]
    assert table.log(1) == table.log(None) == ["Player 2 draws 2 cards from draw deck to their hand."]


def test_a_card_played_face_down_is_a_card_to_the_others() -> None:
    table = Table()
    (apple,) = table.deal(table.at("hand", 2), "Apple")
    table.move(apple, table.at("line", 2), face=DOWN)
    assert table.log(2) == ["Apple moves face down from your hand to your line."]
    assert table.log(1) == ["A card moves face down from Player 2's hand to their line."]


def test_an_answer_shows_to_others_labels_players_and_cards_they_see() -> None:
    table = Table()
    s, events = table.s, table.events
    (apple,) = table.deal(table.at("hand", 1), "Apple")
    (banana,) = table.deal(table.at("line", 2), "Banana")
    parts = [events.label(1, 3, True), events.part(s, 1, 2, 3), events.part(s, 1, 1, apple),
             events.part(s, 1, 1, banana), events.done(1)]
    table.record.add(s, events.decision(0, 1, parts))
    assert table.log(1) == ["You do: Swap a card of your hand (Player 3, Apple, Banana)."]
    assert table.log(3) == ["Player 1 does: Swap a card of their hand (you, Banana)."]


def test_behind_a_label_that_is_secret_nothing_of_the_answer_shows() -> None:
    table = Table()
    s, events = table.s, table.events
    secret = [events.label(1, 4, False), events.part(s, 1, 2, 3)]
    table.record.add(s, events.decision(0, 1, secret))
    table.record.add(s, events.decision(1, 1, [events.part(s, 1, 2, 3)]))
    table.record.add(s, events.decision(0, 1, [events.nothing(1)]))
    assert table.log(2) == ["Player 1 chooses."] * 3
    assert table.log(1) == ["You do: Refuse (Player 3).", "You choose: Player 3.", "You choose: nothing."]


def test_a_chooser_is_not_told_the_print_of_a_card_known_to_lie_somewhere_in_a_hand() -> None:
    table = Table()
    (apple,) = table.deal(table.at("hand", 1), "Apple")
    table.deal(table.at("hand", 2), "Banana")
    table.move(apple, table.at("hand", 2))
    part = table.events.part(table.s, 2, 1, apple)
    start = len(table.record)
    table.record.add(table.s, table.events.decision(0, 2, [part]))
    assert [line.text for line in seen_log(table.program, table.record.events(start), 1)] == ["Player 2 chooses."]


def test_points_from_a_score_are_told_in_one_line_and_only_to_those_who_can_see_why() -> None:
    table = Table()
    table.deal(table.at("hand", 1), "Apple")
    table.deal(table.at("line", 1), "Cherry")
    table.record.add(table.s, table.events.score(table.s, BID, 0, 0, 1, [5, 1]))
    table.record.add(table.s, table.events.store(table.s, BID, 0, 3, 9))
    assert table.log(1) == ["Your bid: 9 (+6: In hand 5, In the open 1)."]
    assert table.log(2) == ["Player 1's bid: 9 (In the open 1)."]


@pytest.mark.parametrize(("make", "text"), [
    (lambda t: t.events.range(t.s, BID, 1, 1000, 999, 0),
     "`Player 2's bid` would have been 1000 at line 57; stored 999."),
    (lambda t: t.events.store(t.s, BID, 1, 3, 4), "Player 2's bid: 4 (was 3)."),
    (lambda t: t.events.shuffle(t.s, 0), "Draw deck is shuffled."),
    (lambda t: t.events.refill(t.s, 0, t.at("line", 1), 4), "4 cards from your line are shuffled into draw deck."),
    (lambda t: t.events.announce("phase", 2, NONE), "Take turns"),
    (lambda t: t.events.announce("phase", 2, 1), "Take turns: you"),
    (lambda t: t.events.tokens(t.s, 0, t.program.tokens[0].supply, t.program.tokens[0].players, 2),
     "2 coins from the supply to you."),
    (lambda t: t.events.value(t.s, 4, 0, 0b111), "Shown to everybody: dark red."),
    (lambda t: t.events.value(t.s, 4, 0, 0b110), "Shown to Player 2 and Player 3: something."),
    (lambda t: t.events.chance([t.events.part(t.s, 0, 2, 1)]), "Chance decides: you."),
    (lambda t: t.events.over(0, (1, 0, 0)), "The game is over."),
])
def test_other_events_in_words(make, text: str) -> None:  # type: ignore[no-untyped-def]
    table = Table()
    table.record.add(table.s, make(table))
    assert table.log(1) == [text]


def test_nobody_else_hears_of_coins_whose_counts_are_hidden() -> None:
    table = Table()
    coin = table.program.tokens[0]
    table.record.add(table.s, table.events.tokens(table.s, 0, coin.supply, coin.players, 2))
    assert table.log(2) == []


# ------------------------------------------------------------ labels


def test_options_name_known_cards_and_count_the_others() -> None:
    table = Table()
    labels = Labels(table.program, table.knowledge)
    (apple,) = table.deal(table.at("hand", 1), "Apple")
    (banana,) = table.deal(table.at("line", 1), "Banana", face=DOWN)
    assert labels.card(table.s, 1, apple) == "Apple"
    assert labels.card(table.s, 2, apple, 2) == "card 2 (unseen)"
    assert labels.card(table.s, 2, banana) == "card 1 (face down)"
    assert labels.card(table.s, 1, banana) == "Banana (place 1)"
    assert labels.card(table.s, 1, apple, with_zone=True) == "Apple in your hand"
    assert labels.value(table.s, 1, 2, 2) == "Player 2"
    assert labels.value(table.s, 2, 2, 2) == "You"
    assert labels.value(table.s, 1, 3, table.at("draw_deck")) == "draw deck"
    assert labels.value(table.s, 1, 5, 1) == "down"


def test_prompts_are_those_of_the_rules_or_made_from_the_name() -> None:
    labels = Labels(program(), Knowledge(program()))
    assert labels.prompt(0, "choose") == "Choose card:"
    assert labels.prompt(1, "choose", 1, 2) == "Choose 1 to 2 old gifts:"
    assert labels.prompt(1, "choose", 2, 2) == "Choose 2 old gifts:"
    assert labels.prompt(2, "choose") == "Which one?"
    assert labels.prompt(3, "menu") == "Choose what to do:"
    assert labels.prompt(3, "either") == "Choose:"
    assert labels.move(["Swap a card", "Apple", "down"]) == "Swap a card: Apple, down"


def test_zones_are_called_as_the_one_who_looks_would_call_them() -> None:
    table = Table()
    words = Words(table.program, 1, ["Ann", "Jens"])
    assert words.zone(table.at("hand", 1)) == "your hand"
    assert words.zone(table.at("hand", 2)) == "Jens' hand"
    assert words.zone(table.at("hand", 3)) == "Player 3's hand"
    assert words.zone((table.program.zones[table.at("under", 0)].family, 1)) == "under Banana"


def test_lists_of_cards_in_words() -> None:
    assert cards_in_words(["Apple", None, "Apple", None]) == "2 Apple and 2 more cards"
    assert cards_in_words(["Apple", None]) == "Apple and another card"
    assert cards_in_words([None]) == "a card"
    assert listed(["a", "b", "c"], "or") == "a, b or c"


def test_a_record_is_told_from_an_event_on() -> None:
    table = Table()
    assert isinstance(table.record, Record)
    for new in (1, 2):
        table.record.add(table.s, table.events.store(table.s, BID, 0, 0, new))
    assert [event.text for event in build_view(table, 1, log_from=1).log] == ["Your bid: 2 (was 0)."]


# ------------------------------------------------------------ what may be read of unseen cards


def test_a_table_that_says_the_same_of_all_cards_it_may_be_is_no_secret() -> None:
    card = UnseenCard(2, 6, (2, 3, 4))
    with pytest.raises(Withheld) as read:
        (0, 0, 7, 7, 7, 1)[card]
    assert open_entry((0, 0, 7, 7, 7, 1), read.value) == 7
    with pytest.raises(Withheld):
        open_entry((0, 0, 7, 7, 8, 1), read.value)


def test_unseen_cards_can_be_told_apart_but_neither_ordered_nor_read() -> None:
    card, other = UnseenCard(2, 6, (2, 3)), UnseenCard(3, 6, (2, 3))
    assert card == 2
    assert card != other
    assert 0 <= card < 6  # type: ignore[operator]
    assert 10 + 2 * card == 14
    for read in (lambda: card < other, lambda: card < 3, lambda: [1, 2, 3][card]):
        with pytest.raises(Withheld):
            read()


def test_a_hidden_number_cannot_be_used_at_all() -> None:
    secret = Secret()
    for read in (lambda: secret + 1, lambda: secret == 1, lambda: secret < 1, lambda: [1][secret]):
        with pytest.raises(Withheld):
            read()
