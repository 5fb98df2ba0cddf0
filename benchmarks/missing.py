"""Why something cannot be measured here: no compiler, no peer, not enough cores."""


class Missing(Exception):
    """What is missing; the text says why a line is skipped."""
