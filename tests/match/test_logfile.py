"""A log on the disk: written line by line, read back equal, and every damage found at its line."""

import json

import pytest

from rulelang.ir.program import SourceInfo
from rulelang.match.errors import LogError
from rulelang.match.reader import read_log
from rulelang.match.transcript import Ending, Entry, Header, Transcript
from rulelang.match.writer import LogWriter, sealed

HEADER = Header("0.1.0", "Sample ü", (SourceInfo("a.rules", 'game "A"\n', "rules"),), "ab12", (("rounds", 2),), 2,
                ("human", "random"), 42, None)
ENTRIES = (Entry(1, 0, ("deck:Fox",)), Entry(2, 1, ("turn:add", "add.card:Fox"), "Add: Fox"),
           Entry(3, 2, ("turn:done",), "Done"))
ENDING = Ending("over", "ff00", (1, 0))


def write(path, entries=ENTRIES, ending=ENDING, header=HEADER):
    log = LogWriter(path, header)
    for entry in entries:
        log.entry(entry)
    if ending is None:
        log.close()
    else:
        log.finish(ending)
    return path


def wrong(path):
    """The finding for a log that cannot be read at all: its code, line and title."""
    with pytest.raises(LogError) as error:
        read_log(path)
    found = error.value.diagnostic
    return found.code, found.span.line, found.title


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def log(tmp_path):
    return write(tmp_path / "game.jsonl")


def test_a_log_is_read_back_as_it_was_written(log):
    transcript, _, problem = read_log(log)
    assert transcript == Transcript(HEADER, ENTRIES, ENDING)
    assert problem is None


def test_a_log_is_json_lines_with_a_header_that_names_the_format(log):
    first, *moves, last = [json.loads(line) for line in lines(log)]
    assert (first["format"], first["version"], first["rulelang"], first["seed"]) == ("rulelang-log", 1, "0.1.0", 42)
    assert first["sources"][0]["text"] == 'game "A"\n'
    assert [(move["n"], move.get("seat"), move.get("chance")) for move in moves] == [
        (1, None, True), (2, 1, None), (3, 2, None)]
    assert (last["end"], last["hash"], last["returns"]) == ("over", "ff00", [1, 0])


def test_every_line_is_on_the_disk_at_once(tmp_path):
    path = tmp_path / "game.jsonl"
    log = LogWriter(path, HEADER)
    assert len(lines(path)) == 1
    log.entry(ENTRIES[0])
    assert len(lines(path)) == 2
    log.close()


def test_line_ends_of_other_systems_are_read(log):
    log.write_bytes(log.read_bytes().replace(b"\n", b"\r\n"))
    assert read_log(log)[0].ending == ENDING


def test_a_log_never_overwrites_a_file(log):
    with pytest.raises(FileExistsError):
        LogWriter(log, HEADER)


def test_a_disk_that_fails_does_not_stop_the_game(tmp_path):
    log = LogWriter(tmp_path / "game.jsonl", HEADER)
    log._file.close()
    log._file = FullDisk()
    log.entry(ENTRIES[0])
    log.entry(ENTRIES[1])
    log.finish(ENDING)
    assert "No space" in log.failed


class FullDisk:
    closed = False

    def write(self, text):
        raise OSError(28, "No space left on device")

    def flush(self):
        raise AssertionError("nothing to flush")

    def close(self):
        self.closed = True


# ---------------------------------------------------------------- damage


@pytest.mark.parametrize("line", range(5))
def test_a_flipped_bit_is_found_in_its_line(log, line):
    data = bytearray(log.read_bytes())
    starts = [0, *(k + 1 for k, byte in enumerate(data) if byte == 10)]
    for at in range(starts[line] + 40, starts[line + 1] - 1, 9):
        flipped = bytearray(data)
        flipped[at] ^= 1
        if flipped[at] in (10, 13):
            continue
        log.write_bytes(flipped)
        code, where, title = wrong(log)
        assert (code, where) == ("RL752", line + 1)
        assert f"Line {line + 1} of the log is not as it was written" == title


def test_every_cut_gives_the_moves_before_it_and_the_line(log):
    whole = log.read_bytes()
    ends = [k + 1 for k, byte in enumerate(whole) if byte == 10]
    for length in range(ends[0], len(whole)):
        log.write_bytes(whole[:length])
        transcript, _, problem = read_log(log)
        complete = sum(end <= length for end in ends) - 1
        assert transcript.entries == ENTRIES[:complete]
        assert transcript.ending is None
        found = problem.diagnostic
        assert found.code == "RL753"
        assert found.span.line == complete + (1 if length in ends else 2)


@pytest.mark.parametrize("length", [1, 10, 100])
def test_a_cut_header_leaves_nothing_to_show(log, length):
    log.write_bytes(log.read_bytes()[:length])
    code, line, _ = wrong(log)
    assert (code, line) == ("RL750" if length < 24 else "RL753", 1)


@pytest.mark.parametrize("gone", [1, 2, 3])
def test_a_line_taken_out_is_found(log, gone):
    kept = lines(log)
    del kept[gone]
    log.write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert wrong(log)[:2] == ("RL752", gone + 1)


def test_two_lines_that_changed_places_are_found(log):
    one, two, three, four, five = lines(log)
    log.write_text("\n".join([one, three, two, four, five]) + "\n", encoding="utf-8")
    assert wrong(log)[:2] == ("RL752", 2)


def test_lines_behind_the_end_are_found(log):
    log.write_text("\n".join([*lines(log), lines(log)[1]]) + "\n", encoding="utf-8")
    assert wrong(log)[:2] == ("RL752", 6)


@pytest.mark.parametrize("version", [2, 99, 0, -1, None, "1", 1.5, True])
def test_another_format_is_named(tmp_path, version):
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps({"format": "rulelang-log", "version": version, "rulelang": "7.0"}) + "\n",
                    encoding="utf-8")
    code, line, title = wrong(path)
    assert (code, line) == ("RL751", 1)
    assert "format" in title


@pytest.mark.parametrize("data", [
    b"", b"\n", b"hello\n", b"{}\n", b"[1, 2]\n", b'{"format": "other"}\n', b"\x80\x04\x95\x00pickle", b"\x00" * 100,
    b"\xff\xfe{\x00", b"PK\x03\x04zip", b"[" * 100_000, b'{"a":' * 100_000, b"1" * 10_000, b"NaN\n", b'"text"\n',
], ids=range(15))
def test_files_that_are_no_logs_are_refused(tmp_path, data):
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    code, line, title = wrong(path)
    assert (code, line) == ("RL750", 1)
    assert "is not a log of a game" in title


def test_no_file_a_folder_and_a_file_too_large_are_refused(tmp_path):
    assert wrong(tmp_path / "none.jsonl")[0] == "RL750"
    assert wrong(tmp_path)[0] == "RL750"
    huge = tmp_path / "huge.jsonl"
    with huge.open("wb") as file:
        file.truncate(65 * 2**20)
    assert "larger than any log" in wrong(huge)[2]


@pytest.mark.parametrize("change", [
    {"seed": "42"}, {"seed": True}, {"players": None}, {"sources": {}}, {"sources": [{"name": "a"}]}, {"params": [1]},
    {"seats": "human"}, {"first_player": "1"}, {"title": 3}, {"params": {"rounds": "2"}}, {"sources": ["text"]},
])
def test_a_header_with_other_types_in_it_is_refused(log, tmp_path, change):
    fields = json.loads(lines(log)[0]) | change
    del fields["sum"]
    path = tmp_path / "other.jsonl"
    path.write_text(sealed(fields, "")[0] + "\n", encoding="utf-8")
    assert wrong(path)[:2] == ("RL754", 1)


@pytest.mark.parametrize("fields", [
    {}, {"n": 1}, {"n": 1, "seat": 0, "ids": ["a"], "label": ""}, {"n": 1, "seat": 1, "ids": [], "label": ""},
    {"n": 2, "seat": 1, "ids": ["a"], "label": ""}, {"n": 1, "seat": 1, "ids": "a", "label": ""},
    {"n": 1, "seat": 1, "ids": [1], "label": ""}, {"n": 1, "chance": True}, {"end": "won", "hash": "", "returns": []},
    {"end": "over", "hash": "", "returns": [0.5]}, {"end": "over"},
], ids=str)
def test_a_line_with_other_fields_is_refused(log, tmp_path, fields):
    header = lines(log)[0]
    path = tmp_path / "other.jsonl"
    line, _ = sealed({"pad": 0, **fields}, json.loads(header)["sum"])
    path.write_text(f"{header}\n{line}\n", encoding="utf-8")
    assert wrong(path)[:2] == ("RL754", 2)
