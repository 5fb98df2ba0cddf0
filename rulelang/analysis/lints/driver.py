"""A checked model in, warnings out: what is never used or reached, may never end, or cannot work as it is written.

Only the file itself is judged, not the base of a variant: what a variant no longer needs is no mistake of its base.
"""

from __future__ import annotations

from rulelang.analysis import model as m
from rulelang.analysis.lints.absent import find_absent
from rulelang.analysis.lints.choices import find_hopeless
from rulelang.analysis.lints.course import find_endless, find_unreachable
from rulelang.analysis.lints.supply import find_shortages
from rulelang.analysis.lints.unused import find_unused
from rulelang.diagnostics import Diagnostics
from rulelang.syntax import ast
from rulelang.syntax.walk import walk


def find_lints(model: m.GameModel, found: Diagnostics) -> None:
    """Report what is odd in a model without errors. One kind is an error: a choice that can never have options."""
    said = Diagnostics()
    own = own_declarations(model)
    parts = [part for declaration in own for part in walk(declaration)]
    find_absent(model, said)
    find_unused(model, own, said)
    find_unreachable(parts, said)
    find_endless(model, parts, said)
    find_hopeless(model, parts, said)
    find_shortages(model, own, said)
    for diagnostic in said.found:
        found.add(diagnostic)


def own_declarations(model: m.GameModel) -> list[ast.Declaration]:
    """The declarations that stand in the file that is checked, not in a base; without examples."""
    main = next((source for source, role in model.sources if role == "rules"), None)
    found = [item.declaration for item in model.merged.items if not isinstance(item.declaration, ast.Example)]
    return [declaration for declaration in found if main is None or declaration.span.source is main]
