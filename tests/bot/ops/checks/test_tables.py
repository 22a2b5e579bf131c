"""What the doctor finds about exact tables."""

from pathlib import Path

from bot.config import Config
from bot.findings import Finding, Level, fail, ok, warn
from bot.ops.checks import tables
from tests.bot.ops.exact import TINY, cut, make_table


async def found(folder: Path) -> list[Finding]:
    """What is found in a folder that is set."""
    return [each async for each in tables.examine(Config(_env_file=None, puluc_tables=folder))]


async def test_none(tmp_path: Path) -> None:
    """No table is needed."""
    settings = Config(_env_file=None, puluc_data=tmp_path)
    assert [each async for each in tables.examine(settings)] == [
        ok("tables", "none; the bot plays without them")
    ]


async def test_none_where_some_are_expected(tmp_path: Path) -> None:
    """A folder that is set, but has no table, is a warning with the command that makes one."""
    folder = tmp_path / "tables"
    assert await found(folder) == [
        warn(
            "PULUC_TABLES",
            f"there are no tables in {folder}; make one, such as: python -m bot tables build puluc",
        )
    ]


async def test_some(tmp_path: Path) -> None:
    """Tables are counted."""
    make_table(tmp_path)
    assert await found(tmp_path) == [ok("tables", f"1 in {tmp_path}")]


async def test_the_default_folder(tmp_path: Path) -> None:
    """Without a setting, tables are looked for in the folder of the bundled server."""
    make_table(tmp_path / "tables")
    settings = Config(_env_file=None, puluc_data=tmp_path)
    assert [each async for each in tables.examine(settings)] == [
        ok("tables", f"1 in {tmp_path / 'tables'}")
    ]


async def test_a_damaged_one(tmp_path: Path) -> None:
    """A damaged table is a failure that says what to do."""
    path = make_table(tmp_path)
    cut(path)
    first, *_ = await found(tmp_path)
    assert first == fail(path.name, f"{path} is incomplete; delete it, and make it again")


async def test_one_that_is_not_found(tmp_path: Path) -> None:
    """A table with a name of its own is a warning with the right name."""
    path = make_table(tmp_path)
    path.rename(tmp_path / "mine.values")
    first, second = await found(tmp_path)
    assert (first.level, first.subject) == (Level.WARN, "mine.values")
    assert first.text.endswith(f"rename it to {path.name}")
    assert second == ok("tables", f"1 in {tmp_path}")


async def test_another_game(tmp_path: Path) -> None:
    """A table of a game that can't be solved is a failure, too."""
    path = make_table(tmp_path)
    parchis = b"parchis seats=2".ljust(len(TINY))
    path.write_bytes(path.read_bytes().replace(TINY.encode(), parchis))
    first, *_ = await found(tmp_path)
    assert first.level is Level.FAIL


async def test_not_a_folder(tmp_path: Path) -> None:
    """A setting that isn't a folder is a failure."""
    file = tmp_path / "file"
    file.touch()
    assert await found(file) == [
        fail("PULUC_TABLES", f"{file} can't be read (Not a directory); check its path")
    ]
