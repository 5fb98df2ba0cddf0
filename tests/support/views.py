"""Small views made by hand, for tests of pages: no engine needed."""

from rulelang.engine.seen import SeenCard, SeenChoice, SeenDecision, SeenLine, SeenValue, SeenZone, View


def card(name, *, down=False, text="", attributes=()):
    return SeenCard(name, down, "card", attributes, text)


def cards(names):
    """`"A B [C] [?] ?"`: face up, face down and known, face down, in a place one cannot see into."""
    found = []
    for word in names.split():
        name = word.strip("[]").replace("_", " ")
        found.append(card(None if name == "?" else name, down=word.startswith("[")))
    return tuple(found)


def zone(name, kind, names="", owner=0, keys=()):
    shown = cards(names)
    return SeenZone(name, keys or ((f"Player {owner}",) if owner else ()), owner, kind, shown, len(shown))


def value(name, words, owner=0, keys=(), what="variable"):
    number = int(words) if words.lstrip("-").isdigit() else None
    return SeenValue(name, keys or ((f"Player {owner}",) if owner else ()), owner, words, number, what)


def score(name, label, now, recorded=None, into=""):
    """A line of every seat: `now` and `recorded` hold a number per seat."""
    recorded = recorded or [None] * len(now)
    return tuple(SeenLine(name, label, seat, n, r, into)
                 for seat, (n, r) in enumerate(zip(now, recorded, strict=True), 1))


def decision(*labels, prompt="Your turn", seat=1, answered=(), group=""):
    choices = tuple(SeenChoice(f"x:{label}", label, group) for label in labels)
    return SeenDecision(seat, prompt, "choose", choices, tuple(answered))


def view(*, zones=(), values=(), scores=(), asks=None, seat=1, players=2, log=(), over=False, adjudicated="",
         returns=(), running=("play", "round"), turn=0, title="Sample"):
    names = tuple(f"Player {k}" for k in range(1, players + 1))
    return View(title, seat, players, names, turn, tuple(running), tuple(zones), tuple(values), tuple(scores), asks,
                tuple(log), over, adjudicated, tuple(returns))


def strands(players=2, seat=1):
    """A table with a shared row above rows of the players, hands, decks and scores."""
    zones = [zone("marker", "row", "Start"), zone("template", "row", "DNA_Guanine DNA_Adenine DNA_Thymine"),
             zone("drawn", "set"), zone("deck", "stack", "? ? ? ? ? ?"), zone("rna_discard", "stack", "Uracil Adenine")]
    hands = ["Adenine Adenine Cytosine_Chaperone DNA_Mutation Uracil", "Uracil ? ? ?", "? ?", "?"]
    rows = ["Cytosine [Uracil]", "[?] Guanine_Mutation Adenine Adenine", "", "Uracil"]
    zones += [zone("hand", "set", hands[k], k + 1) for k in range(players)]
    zones += [zone("strand", "row", rows[k], k + 1) for k in range(players)]
    now, so_far = [4, 2, 0, 12][:players], [10, 8, 6, 4][:players]
    scores = (*score("round_points", "Correct cards", now, so_far, "points"),
              *score("round_points", "Sequences, no card used twice", [0] * players, [2] * players, "points"))
    values = [value("rounds", "4", what="param"), value("starter", "you" if seat == 1 else "Player 1"),
              *(value("points", str(so_far[k] + 2), k + 1) for k in range(players))]
    asks = decision("Add an RNA card to your strand", "Repair your RNA strand", "Done")
    return view(zones=zones, values=values, scores=scores, asks=asks, players=players, seat=seat, turn=12,
                running=("play", "round", "turn"), title="Linkage")
