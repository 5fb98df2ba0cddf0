"""Functions, tables, data in, the bytes of a WebAssembly module out: sections, numbers, instructions, nothing of games.

A `Func` is written instruction by instruction; blocks, loops and ifs are `with` statements that give labels to branch
to. Functions may be called before they are written: a call names the `Func`, which gets its number at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

I32 = 0x7F
I64 = 0x7E
V128 = 0x7B
EMPTY = 0x40
ELSE, END = b"\x05", b"\x0b"
OPENING = (0x02, 0x03, 0x04)        # block, loop, if

OPS = {
    "unreachable": 0x00, "return": 0x0F, "drop": 0x1A, "select": 0x1B,
    "i32.eqz": 0x45, "i32.eq": 0x46, "i32.ne": 0x47, "i32.lt_s": 0x48, "i32.lt_u": 0x49, "i32.gt_s": 0x4A,
    "i32.gt_u": 0x4B, "i32.le_s": 0x4C, "i32.le_u": 0x4D, "i32.ge_s": 0x4E, "i32.ge_u": 0x4F,
    "i64.eqz": 0x50, "i64.eq": 0x51, "i64.ne": 0x52, "i64.lt_s": 0x53, "i64.lt_u": 0x54, "i64.gt_s": 0x55,
    "i64.gt_u": 0x56, "i64.le_s": 0x57, "i64.ge_s": 0x59,
    "i32.clz": 0x67, "i32.ctz": 0x68, "i32.popcnt": 0x69, "i32.add": 0x6A, "i32.sub": 0x6B, "i32.mul": 0x6C,
    "i32.div_u": 0x6E, "i32.rem_u": 0x70, "i32.and": 0x71, "i32.or": 0x72, "i32.xor": 0x73, "i32.shl": 0x74,
    "i32.shr_s": 0x75, "i32.shr_u": 0x76,
    "i64.ctz": 0x7A, "i64.popcnt": 0x7B,
    "i64.add": 0x7C, "i64.sub": 0x7D, "i64.mul": 0x7E, "i64.div_s": 0x7F, "i64.div_u": 0x80, "i64.rem_s": 0x81,
    "i64.xor": 0x85, "i64.and": 0x83, "i64.or": 0x84,
    "i64.shl": 0x86, "i64.shr_u": 0x88,
    "i32.wrap_i64": 0xA7, "i64.extend_i32_s": 0xAC, "i64.extend_i32_u": 0xAD,
}

# Instructions on four ints at once.
WIDE = {"i32x4.splat": b"\xfd\x11", "i32x4.eq": b"\xfd\x37", "i32x4.lt_s": b"\xfd\x39",
        "v128.and": b"\xfd\x4e", "v128.andnot": b"\xfd\x4f", "v128.or": b"\xfd\x50", "v128.xor": b"\xfd\x51",
        "v128.bitselect": b"\xfd\x52", "i32x4.bitmask": b"\xfd\xa4\x01", "i32x4.shl": b"\xfd\xab\x01",
        "i32x4.shr_u": b"\xfd\xad\x01", "i32x4.add": b"\xfd\xae\x01", "i32x4.mul": b"\xfd\xb5\x01",
        "i32x4.min_s": b"\xfd\xb6\x01", "i32x4.max_s": b"\xfd\xb8\x01", "i32x4.replace_lane 3": b"\xfd\x1c\x03",
        **{f"i32x4.extract_lane {n}": bytes((0xFD, 0x1B, n)) for n in range(4)}}

Signature = tuple[tuple[int, ...], tuple[int, ...]]

# What a function is written in. Bytes are instructions as they will be. Local n is pushed by 4n, popped into by 4n + 1,
# kept in by 4n + 2. A return from inside d blocks is -1 - d. A function is a call of it.
Item: TypeAlias = "bytes | int | Func"
GET, SET, TEE = 0, 1, 2
_LOCAL = (b"\x20", b"\x21", b"\x22")
_OPCODES = {name: bytes((code,)) for name, code in OPS.items()} | WIDE


def unsigned(n: int) -> bytes:
    """An unsigned number in LEB128."""
    if n < 0x80:
        return bytes((n,))
    found = bytearray()
    while n >= 0x80:
        found.append(n & 0x7F | 0x80)
        n >>= 7
    found.append(n)
    return bytes(found)


def signed(n: int) -> bytes:
    """A signed number in LEB128."""
    found = bytearray()
    while not -64 <= n < 64:
        found.append(n & 0x7F | 0x80)
        n >>= 7
    found.append(n & 0x7F)
    return bytes(found)


def sized(content: bytes) -> bytes:
    """Content behind its length."""
    return unsigned(len(content)) + content


def listed(items: Sequence[bytes]) -> bytes:
    """Items behind their number."""
    return unsigned(len(items)) + b"".join(items)


class Func:
    """One function while it is written. Parameters are locals 0, 1, ...; `local` gives further ones, 0 at first."""

    __slots__ = ("apart", "code", "depth", "hot", "number", "params", "result", "written")

    def __init__(self, number: int, params: Sequence[int], result: Sequence[int]) -> None:
        self.number = number
        self.params = tuple(params)
        self.result = tuple(result)
        self.written: list[int] = []
        self.code: list[Item] = []
        self.depth = 0
        self.apart = False              # whether it stays a function of its own: it is seldom called
        self.hot = False                # whether whole games are played in it

    def clear(self) -> None:
        """Begin again; locals stay."""
        self.code = []

    # ------------------------------------------------------------ locals

    def local(self, kind: int = I32) -> int:
        """A new local."""
        self.written.append(kind)
        return len(self.params) + len(self.written) - 1

    def get(self, n: int) -> None:
        """Push a local."""
        self.code.append(4 * n)

    def set(self, n: int) -> None:
        """Pop into a local."""
        self.code.append(4 * n + SET)

    def tee(self, n: int) -> None:
        """Keep the top of the stack in a local too."""
        self.code.append(4 * n + TEE)

    def gget(self, n: int) -> None:
        """Push a global."""
        self.code.append(b"\x23" + unsigned(n))

    def gset(self, n: int) -> None:
        """Pop into a global."""
        self.code.append(b"\x24" + unsigned(n))

    # ------------------------------------------------------------ plain instructions

    def op(self, *names: str) -> None:
        """Instructions without operands, in order."""
        for name in names:
            self.code.append(_OPCODES[name] if name != "return" else -1 - self.depth)

    def const(self, n: int) -> None:
        """Push a 32-bit number (signed or unsigned)."""
        self.code.append(number(n))

    def const64(self, n: int) -> None:
        """Push a 64-bit number."""
        self.code.append(b"\x42" + signed(n))

    def load(self, offset: int = 0) -> None:
        """Pop an address, push the int at it plus an offset."""
        self.code.append(b"\x28\x02" + unsigned(offset))

    def load64(self, offset: int = 0) -> None:
        """Pop an address, push the 64-bit int at it plus an offset."""
        self.code.append(b"\x29\x00" + unsigned(offset))

    def store(self, offset: int = 0) -> None:
        """Pop an int and an address; keep the int at the address plus an offset."""
        self.code.append(b"\x36\x02" + unsigned(offset))

    def load_at(self, address: int) -> None:
        """Push the int at a known address."""
        self.const(0)
        self.load(address)

    def store_at(self, address: int, value: Callable[[], None]) -> None:
        """Keep what is pushed at a known address."""
        self.const(0)
        value()
        self.store(address)

    def zeros_at(self, address: int, count: int) -> None:
        """Zeros at a known address, four at a time."""
        for n in range(0, count - 3, 4):
            self.const(0)
            self.wide((0, 0, 0, 0))
            self.store_wide(address + 4 * n)
        for n in range(count - count % 4, count):
            self.store_at(address + 4 * n, lambda: self.const(0))

    def load_wide(self, offset: int = 0) -> None:
        """Pop an address, push the four ints at it plus an offset."""
        self.code.append(b"\xfd\x00\x02" + unsigned(offset))

    def store_wide(self, offset: int = 0) -> None:
        """Pop four ints and an address; keep them at the address plus an offset."""
        self.code.append(b"\xfd\x0b\x02" + unsigned(offset))

    def wide(self, values: Sequence[int]) -> None:
        """Push four known ints."""
        self.code.append(b"\xfd\x0c" + b"".join(value.to_bytes(4, "little", signed=True) for value in values))

    def store64(self, offset: int = 0) -> None:
        """Pop a 64-bit int and an address; keep the int at the address plus an offset."""
        self.code.append(b"\x37\x00" + unsigned(offset))

    def load8(self, offset: int = 0) -> None:
        """Pop an address, push the byte at it plus an offset."""
        self.code.append(b"\x2d\x00" + unsigned(offset))

    def store8(self, offset: int = 0) -> None:
        """Pop an int and an address; keep its low byte at the address plus an offset."""
        self.code.append(b"\x3a\x00" + unsigned(offset))

    def copy(self) -> None:
        """Pop length, source and target in bytes; copy memory, overlapping or not."""
        self.code.append(b"\xfc\x0a\x00\x00")

    def fill(self) -> None:
        """Pop length, byte and target; fill memory."""
        self.code.append(b"\xfc\x0b\x00")

    def call(self, func: Func) -> None:
        """Call a function."""
        self.code.append(func)

    def call_table(self, signature: int) -> None:
        """Pop a place in the table and call the function there, which must have this type."""
        self.code.append(b"\x11" + unsigned(signature) + b"\x00")

    # ------------------------------------------------------------ structure

    @contextmanager
    def block(self, result: int = EMPTY) -> Iterator[int]:
        """A block; branching to its label leaves it."""
        self._open(0x02, result)
        yield self.depth
        self._close()

    @contextmanager
    def loop(self) -> Iterator[int]:
        """A loop; branching to its label begins it again."""
        self._open(0x03, EMPTY)
        yield self.depth
        self._close()

    @contextmanager
    def when(self, result: int = EMPTY) -> Iterator[int]:
        """Pop a truth; what follows is done if it is not 0. `otherwise` begins the other part."""
        self._open(0x04, result)
        yield self.depth
        self._close()

    def open_block(self) -> None:
        """Begin a block; `depth` is its label."""
        self._open(0x02, EMPTY)

    def close_block(self) -> None:
        """End the innermost block."""
        self._close()

    def otherwise(self) -> None:
        """The other part of `when`."""
        self.code.append(ELSE)

    def br(self, label: int) -> None:
        """Go to a label."""
        self.code.append(b"\x0c" + unsigned(self.depth - label))

    def br_if(self, label: int) -> None:
        """Pop a truth; go to a label unless it is 0."""
        self.code.append(b"\x0d" + unsigned(self.depth - label))

    def br_table(self, labels: Sequence[int], other: int) -> None:
        """Pop a number; go to the label at that place, or to the other."""
        places = listed([unsigned(self.depth - label) for label in labels])
        self.code.append(b"\x0e" + places + unsigned(self.depth - other))

    def _open(self, instruction: int, result: int) -> None:
        self.code.append(bytes((instruction, result)))
        self.depth += 1

    def _close(self) -> None:
        self.code.append(END)
        self.depth -= 1

    # ------------------------------------------------------------ bytes

    def body(self) -> bytes:
        """The function's entry in the code section."""
        runs: list[tuple[int, int]] = []
        for kind in self.written:
            if runs and runs[-1][1] == kind:
                runs[-1] = (runs[-1][0] + 1, kind)
            else:
                runs.append((1, kind))
        locals_ = listed([unsigned(n) + bytes((kind,)) for n, kind in runs])
        return sized(locals_ + b"".join(map(_encoded, self.code)) + END)


def read_first(items: Sequence[Item]) -> list[int]:
    """Locals that may be read before they are written, as far as a look at the order of items says it."""
    first: dict[int, bool] = {}
    depth = 0
    for item in items:
        if isinstance(item, int):
            if item >= 0:
                first.setdefault(item >> 2, item & 3 == GET or depth > 0)
        elif isinstance(item, bytes):
            depth += (item[0] in OPENING) - (item == END)
    return [local for local, read in first.items() if read]


def block_type(module: Module, results: Sequence[int]) -> bytes:
    """The type of a block that gives these results."""
    if not results:
        return bytes((EMPTY,))
    return bytes(results) if len(results) == 1 else signed(module.signature((), results))


def number(n: int) -> bytes:
    """Push a 32-bit number (signed or unsigned)."""
    return b"\x41" + signed(n - 0x100000000 if n > 0x7FFFFFFF else n)


def zero(kind: int) -> bytes:
    """Push a 0 of a kind."""
    return {I32: b"\x41\x00", I64: b"\x42\x00", V128: b"\xfd\x0c" + bytes(16)}[kind]


def _encoded(item: Item) -> bytes:
    """One item as bytes."""
    if isinstance(item, bytes):
        return item
    if isinstance(item, int):
        return _LOCAL[item & 3] + unsigned(item >> 2) if item >= 0 else _OPCODES["return"]
    return b"\x10" + unsigned(item.number)


class Module:
    """A module while it is put together."""

    def __init__(self) -> None:
        self.types: dict[Signature, int] = {}
        self.imports: list[tuple[str, Func]] = []
        self.funcs: list[Func] = []
        self.globals: list[tuple[int, int]] = []
        self.exports: list[tuple[str, Func]] = []
        self.data: list[tuple[int, bytes]] = []
        self.table: list[Func] = []
        self.pages = 1
        self.most_pages = 0         # how far the memory may grow; 0: not at all

    def signature(self, params: Iterable[int], result: Iterable[int]) -> int:
        """The number of a function type."""
        return self.types.setdefault((tuple(params), tuple(result)), len(self.types))

    def func(self, params: Sequence[int] = (), result: Sequence[int] = ()) -> Func:
        """A new function, to be written."""
        self.signature(params, result)
        self.funcs.append(Func(len(self.funcs), params, result))
        return self.funcs[-1]

    def imported(self, name: str, params: Sequence[int]) -> Func:
        """A function of the host. All of them come before the module's own."""
        self.imports.append((name, self.func(params)))
        return self.funcs[-1]

    def variable(self, initial: int = 0) -> int:
        """A new global 32-bit variable."""
        self.globals.append((I32, initial))
        return len(self.globals) - 1

    def encode(self) -> bytes:
        """The whole module."""
        for n, f in enumerate(self.funcs):
            f.number = n
        types = [b"\x60" + sized(bytes(params)) + sized(bytes(result)) for params, result in self.types]
        numbers = [unsigned(self.types[f.params, f.result]) for f in self.funcs]
        own = len(self.imports)
        imports = [sized(b"host") + sized(name.encode()) + b"\x00" + number
                   for (name, _), number in zip(self.imports, numbers, strict=False)]
        globals_ = [bytes((kind, 1, 0x41)) + signed(value) + b"\x0b" for kind, value in self.globals]
        exports = [sized(name.encode()) + b"\x00" + unsigned(f.number) for name, f in self.exports]
        exports.append(sized(b"memory") + b"\x02\x00")
        elements = b"\x00\x41\x00\x0b" + listed([unsigned(f.number) for f in self.table])
        data = [b"\x00\x41" + signed(at) + b"\x0b" + sized(content) for at, content in self.data]
        size = unsigned(len(self.table))
        memory = unsigned(self.pages) + unsigned(max(self.pages, self.most_pages))
        sections = [
            (1, listed(types)), (2, listed(imports)), (3, listed(numbers[own:])),
            (4, listed([b"\x70\x01" + size + size])),
            (5, listed([b"\x01" + memory])), (6, listed(globals_)), (7, listed(exports)),
            (9, listed([elements])), (10, listed([f.body() for f in self.funcs[own:]])),
            (11, listed(data)),
        ]
        return b"\0asm\x01\0\0\0" + b"".join(bytes((number,)) + sized(content) for number, content in sections)
