"""Records as they come from chats and word processors are read, or told where they are wrong."""

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.corn import Binding, commitment
from engine.game import Corrupt
from engine.pasted import decoded, pasted
from engine.record import Record
from engine.record_json import record_data
from engine.tags import Tags

SEED = bytes(range(32))
PLAYED = "1001 1101 0110 b-2 1011 b+3 0010 6-1 0110 b+2 1010 b-2 1100 2+2 0000 6-5"
RECORD = Record(
    "puluc road=7 warriors=2 table=kernels casts=one",
    tuple(PLAYED.split()),
    Tags(
        date="2026-11-22",
        players=("Ana \u2013 \u201cAnt\u201d", "Ben\u200d"),
        ending="time-up",
        binding=Binding("k3f9qd7m2x", commitment(SEED), ("a\u2013b", ""), SEED),
    ),
)
TEXT = RECORD.write()


def curly(text: str) -> str:
    """Return a text with the quotes around values as a word processor writes them."""
    return text.replace(' "', " \u201c").replace('"]', "\u201d]")


def dashed(text: str) -> str:
    """Return a text with the dashes of a word processor outside of names."""
    head, _, entries = text.partition("\n\n")
    return head + "\n\n" + entries.replace("-", "\u2013")


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("\n", "  \t\n"),
        TEXT.replace("\n", "\N{NO-BREAK SPACE}\r\n"),
        f"\n\n  {TEXT}\n\n",
        f"```\n{TEXT}```\n",
        f"```text\n{TEXT}```\nThat was fun",
        f"~~~\n{TEXT}~~~",
        curly(TEXT),
        dashed(TEXT),
        TEXT.replace("b-2", "b\u22122"),
        TEXT.replace("2026-11-22", "2026\u201311\u201322"),
        TEXT.replace("time-up", "time\u2011up"),
        TEXT.replace("1001", "\uff11\uff10\uff10\uff11"),
        TEXT.replace("1101", "\u200b1101"),
        "\ufeff" + curly(dashed(TEXT)),
    ],
)
def test_a_pasted_record(text: str) -> None:
    """Blanks, fences, typographic quotes and dashes make no difference."""
    assert pasted(text).read() == RECORD


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_encodings(encoding: str) -> None:
    """A record is read in every encoding that editors offer as Unicode."""
    assert pasted(decoded(TEXT.encode(encoding))).read() == RECORD


def test_another_encoding() -> None:
    """What is no Unicode text is told with its line."""
    with pytest.raises(Corrupt, match=r"^line 4 is not UTF-8 text: save the record as UTF-8$"):
        decoded(TEXT.encode("cp1252", "replace"))


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("record 2", "record 9", "the first line must be 'record 2'"),
        ("[Ending", "[ending", "line 8: '[ending"),
        ("[Date", "[Game", "line 5: the record has the tag Game twice"),
        ('[Date "2026', '[Date "\\2026', "line 5: "),
        ("b+3", "b+9", "line 19: entry 5, 'b+9'"),
    ],
)
def test_what_is_wrong_with_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, wrong: str
) -> None:
    """What can't be read is told with the number of the line in the file."""
    path = tmp_path / "record.txt"
    path.write_text(f"\n```\n{TEXT.replace(old, new, 1)}```\n", "utf-8")
    with pytest.raises(SystemExit):
        main(["replay", str(path)])
    assert wrong in capsys.readouterr().err


def test_json_in_a_fence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record as JSON may have a fence, too; names in it stay as they are."""
    path = tmp_path / "record.json"
    written = json.dumps(record_data(RECORD), ensure_ascii=False, indent=1)
    path.write_text(f"```json\n{written}\n```\n", "utf-16")
    main(["replay", str(path)])
    assert "Ana \u2013 \u201cAnt\u201d" in capsys.readouterr().out
