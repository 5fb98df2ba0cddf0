"""A rules text and who sits where in, a running session out, and short ways to answer it."""

import rulelang
from rulelang.match.recorder import Recorder
from rulelang.match.transcript import header_of
from rulelang.play.lines import text_of
from rulelang.play.session import Session
from rulelang.play.setup import seat_agents, seat_names


def begun(rules, kinds=("human", "random"), *, seed=3, first=1, names=(), log=None, **params):
    """A session up to its first question."""
    running = laid_out(rules, kinds, seed=seed, first=first, names=names, log=log, **params)
    running.run()
    return running


def laid_out(rules, kinds=("human", "random"), *, seed=3, first=1, names=(), log=None, **params):
    """A session before anything was played in it."""
    game = rulelang.load(rules, len(kinds), **params) if isinstance(rules, str) else rules
    recorder = Recorder(header_of(game, "0", tuple(kinds), seed, first, tuple(names)), log)
    return Session(game, seat_agents(kinds), recorder, seat_names(len(kinds), names))


def pick(running, *texts):
    """Answer with the first option whose heading and label contain a text, and play on to the next question."""
    for text in texts:
        running.answer(next(o for o in running.question().options if text in f"{o.group}: {o.label}"))
        running.run()


def page(lines):
    """Lines as one text."""
    return "\n".join(text_of(each) for each in lines)
