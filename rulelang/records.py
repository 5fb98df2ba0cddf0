"""A class of annotated fields in, the dataclass out that the standard library would make of it, in less time.

For every frozen dataclass the standard library writes six methods as source and compiles them while its module is
imported (three or two for others). There are some four hundred of them here, most of them nodes of trees: that took as
long as checking a game. Here `__init__` is compiled when the first object of a class is made, and the other methods are
not compiled at all: they are the same functions for every class, told which fields to read.

What such a class does is unchanged: slots, nothing can be assigned if it is frozen, equality and hash by the compared
fields, the same representation, `match`, `fields`, `replace`, copies and pickles. Type checkers see the standard
library's `dataclass`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    def dataclass(**options: bool) -> Callable[[type], type]:
        """As `dataclasses.dataclass`; quicker for classes with slots and no options but `frozen` and `eq=False`."""
        if not options.get("slots") or options.keys() - {"slots", "frozen", "eq"}:
            return dataclasses.dataclass(**options)
        return lambda cls: _record(cls, frozen=options.get("frozen", False), eq=options.get("eq", True))


def _record(cls: type, *, frozen: bool, eq: bool) -> Any:
    """Raises TypeError for what none of the classes here needs."""
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    fields = dataclasses.fields(made)
    if hasattr(cls, "__post_init__") or any(f.kw_only or (not f.init and _has_default(f)) for f in fields):
        raise TypeError(f"{cls.__qualname__} needs the standard library's dataclass")
    methods = [_init(made), _repr([f.name for f in fields if f.repr])]
    if eq:
        methods += _equality([f.name for f in fields if f.compare])
    if frozen:
        methods += [*_state([f.name for f in fields]), _refuse("assign to", "__setattr__"),
                    _refuse("delete", "__delattr__")]
    for method in methods:
        if method.__name__ not in cls.__dict__:
            setattr(made, method.__name__, method)
    if eq and not frozen:
        made.__hash__ = None
    return made


def _has_default(field: dataclasses.Field[Any]) -> bool:
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def _init(made: Any) -> Callable[..., None]:
    """Compiles itself away: the first object made pays for the method that makes all others."""
    def __init__(self: Any, *values: Any, **named: Any) -> None:
        made.__init__ = _compiled_init(made)
        made.__init__(self, *values, **named)
    return __init__


def _compiled_init(made: Any) -> Any:
    """`__init__` of the fields in their order; each is put where its slot is, past the method that refuses."""
    names: dict[str, Any] = {"_factory": object()}
    head, body = ["self"], []
    for field in (f for f in dataclasses.fields(made) if f.init):
        name, value = field.name, field.name
        names[f"_set_{name}"] = getattr(made, name).__set__
        if field.default_factory is not dataclasses.MISSING:
            names[f"_make_{name}"] = field.default_factory
            value = f"_make_{name}() if {name} is _factory else {name}"
            head.append(f"{name}=_factory")
        elif field.default is not dataclasses.MISSING:
            names[f"_default_{name}"] = field.default
            head.append(f"{name}=_default_{name}")
        else:
            head.append(name)
        body.append(f"    _set_{name}(self, {value})\n")
    exec(f"def __init__({', '.join(head)}):\n{''.join(body) or '    pass'}", names)
    names["__init__"].__qualname__ = f"{made.__qualname__}.__init__"
    return names["__init__"]


def _values(names: list[str]) -> Callable[[Any], Any]:
    """What an object's fields hold, to be compared and hashed."""
    return attrgetter(*names) if names else lambda _: ()


def _equality(names: list[str]) -> tuple[Callable[..., Any], ...]:
    values = _values(names)

    def __eq__(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(values(self))
    return __eq__, __hash__


def _repr(names: list[str]) -> Callable[..., str]:
    def __repr__(self: Any) -> str:
        shown = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
        return f"{self.__class__.__qualname__}({shown})"
    return __repr__


def _state(names: list[str]) -> tuple[Callable[..., Any], ...]:
    """What copies and pickles hold of an object, and put into a new one."""
    def __getstate__(self: Any) -> list[Any]:
        return [getattr(self, name) for name in names]

    def __setstate__(self: Any, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)
    return __getstate__, __setstate__


def _refuse(what: str, method: str) -> Callable[..., None]:
    def refuse(self: Any, name: str, *_: Any) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot {what} field {name!r}")
    refuse.__name__ = method
    return refuse
