"""Every command in the documents works: it is parsed or run here, or by the test named here."""

import argparse
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.acts.gather.challenge import Challenge
from bot.acts.gather.practice import Practice
from bot.acts.look.rules import Rules
from bot.acts.registry import GROUPS
from bot.commands.command import PREFIX
from bot.config import Config
from bot.games.catalogue import games
from bot.inbound.typed import parse
from bot.on_telegram.commands import INVITE, START
from bot.on_telegram.inline import offers
from bot.ops import tools
from bot.table.people import Actor, Platform, User
from bot.texts.catalogue import Catalogue
from engine.__main__ import parser as engine_parser
from engine.game import Corrupt
from engine.games import family_of
from tests.docs import test_records
from tests.docs.pages import DATA, ROOT, Command, commands, pages

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
EXAMPLE = test_records.TEXT
(COMMITMENT,) = re.findall(r'^\[Commitment "(\w+)"\]', EXAMPLE, re.M)

PYTHON = re.compile(r"(?:\.venv/bin/)?python3? -m (\S+) ?(.*)")
BOT = "@your_puluc_bot"

TESTED = {
    "ACL SETUSER ": "tests/bot/store/test_rights.py::test_the_rights_on_the_page",
    "docker ": "tests/project/test_hosting.py::test_the_compose_file_as_documented",
    "deploy/puluc-tool ": "tests/project/test_hosting.py::test_the_wrapper_of_tools",
    "heroku run ": "tests/project/test_hosting.py::test_tools_of_other_hosts",
    "systemctl restart ": "tests/project/test_hosting.py::test_the_unit_as_documented",
    "cd /opt/puluc": "tests/project/test_hosting.py::test_the_unit_as_documented",
    "chmod 600 /etc/puluc.env": "tests/project/test_hosting.py::test_the_unit_as_documented",
    "cp deploy/puluc.service ": "tests/project/test_hosting.py::test_the_unit_as_documented",
    "systemctl enable ": "tests/project/test_hosting.py::test_the_unit_as_documented",
    "0 4 * * * ": "tests/project/test_hosting.py::test_the_nightly_backup",
    "printf '%s": "tests/docs/test_check_casts.py::test_the_published_example",
    "python3 -m venv .venv": "tests/docs/test_commands.py::test_venv_is_made_as_in_the_makefile",
}
"""Commands that other tests run, by their beginnings."""

SHELL = ("chmod 600 .env", "git fetch --tags", "git log --format='%an <%ae>'")
"""Commands of other programs, which are run as they are."""

BOTFATHER = ("/newbot", "/setinline", "/setinlinefeedback")
"""Commands of Telegram's BotFather."""

PLACEHOLDERS = {
    "[game]": "k3f9qd7m2x",
    "[level]": "easy",
    "[option=...]": "reminders=less",
    "[options]": "road=9",
    "[ruleset]": "puluc",
    "[setting]": "theme",
    "[topic]": "game",
    "[value]": "dark",
    "[word=...]": "word=maize",
}
"""Optional parts of commands as they appear on pages, with an example of each."""

SHORT = {"bench": ["--plies", "20", "--games", "1"], "match": ["--games", "2"]}
"""Further arguments of the engine's commands that would take long."""

EARLIER = "CHANGELOG.md"
"""A page that also names commands of earlier releases."""

FOUND = sorted({found for page in pages() if page.name != EARLIER for found in commands(page)})


def someone(name: str) -> Actor | None:
    """Whoever is called by one word, and Ana Maria."""
    known = name == "Ana Maria" or (" " not in name and name != "Ana")
    return Actor(User(Platform.WEB, name), name, "en") if known else None


def type_line(line: str) -> None:
    """Parse a typed command, with and without its optional parts, and the game that it names."""
    words = line.split()
    if len(words) == 2 and words[1] in GROUPS:
        return
    shortest = [word for word in words if not word.startswith("[")]
    longest = [PLACEHOLDERS.get(word, word) for word in words]
    for typed in (shortest, longest):
        intent = parse(" ".join(typed), someone, games())
        if isinstance(intent, Challenge | Practice | Rules) and intent.options is not None:
            assert games().header(intent.options)


def read_position(asked: argparse.Namespace) -> None:
    """Read the position that a command of the engine names, if any, as one of its game."""
    if getattr(asked, "position", None) is None:
        return
    family = family_of(asked.ruleset)
    given = {name: getattr(asked, option.field) for name, option in family.options.items()}
    chosen = {name: value for name, value in given.items() if value is not None}
    family.game_with(asked.ruleset, chosen).read_position(asked.position)


def run_module(module: str, arguments: list[str], folder: Path) -> None:
    """Run a command of the engine with the example record, and parse those of tools.

    So are those of scripts and measurements. Commands about exact tables are only parsed, too, with
    their positions, because tables of whole games take minutes; `tests/e2e/test_tables.py` runs
    them. Any other module must only exist.
    """
    assert find_spec(module)
    if not arguments:
        return
    if module == "bot":
        try:
            tools.parser().parse_args(arguments)
        except SystemExit as ended:  # such as after --version
            assert not ended.code  # noqa: PT017 - most commands are parsed without an exit
        return
    if module == "compileall":
        assert all((ROOT / name).is_dir() for name in arguments if not name.startswith("-"))
        return
    if module.startswith(("scripts.", "tests.scale.")):
        import_module(module).parser().parse_args(arguments)
        return
    assert module == "engine"
    (folder / "RECORD").write_text(EXAMPLE, "utf-8")
    known = [COMMITMENT if argument == "HASH" else argument for argument in arguments]
    if "--values" in known or "solve" in known:  # needs a table, or much time
        read_position(engine_parser().parse_args(known))
        return
    short = SHORT.get(known[0], [])
    subprocess.run(
        [sys.executable, "-m", module, *known, *short],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def run_pytest(arguments: list[str], config: pytest.Config) -> None:
    """Parse the options of a test run, and look for its tests."""
    found = config._parser.parse(arguments)  # noqa: SLF001 - there is no public way
    assert found.file_or_dir
    assert all((ROOT / path).exists() for path in found.file_or_dir)


def run_shell(line: str, folder: Path) -> None:
    """Run a command of another program in a folder with what it needs."""
    if line.startswith("git ") and not (ROOT / ".git").exists():
        pytest.skip("this is not a Git repository")
    (folder / ".env").touch()
    git = {"GIT_DIR": str(ROOT / ".git")}
    subprocess.run(
        shlex.split(line),
        cwd=folder,
        env=os.environ | git,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def exists(test: str) -> bool:
    """Return whether a test of this name exists."""
    path, _, name = test.partition("::")
    return f"def {name}(" in (ROOT / path).read_text("utf-8")


@pytest.mark.parametrize("found", FOUND, ids=lambda found: f"{found.page}: {found.line}")
def test_a_command_works(found: Command, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Every command on a page is of a known kind, and it works."""
    line = found.line
    tested = [test for beginning, test in TESTED.items() if line.startswith(beginning)]
    if found.session:
        assert line in dict(test_records.COMMANDS)
    elif tested:
        assert all(map(exists, tested))
    elif line.startswith(f"{PREFIX} "):
        type_line(line)
    elif line.startswith(f"{BOT} "):
        assert offers(line.removeprefix(BOT), Catalogue().voice("en"), games())
    elif line in BOTFATHER:
        assert found.page.endswith("telegram.md")
    elif line.startswith("/"):
        name, _, rest = line[1:].partition(" ")
        if name not in (INVITE, START):
            type_line(f"{PREFIX} {name.partition('@')[0]} {rest}")
    elif line.startswith("make "):
        for word in line.split()[1:]:
            variable, sign, _ = word.partition("=")
            pattern = rf"\$\({variable}\)" if sign else rf"^{re.escape(word)}:.*## "
            assert re.search(pattern, MAKEFILE, re.M)
    elif module := PYTHON.fullmatch(line):
        arguments = shlex.split(module[2])
        if module[1] == "pytest":
            run_pytest(arguments, pytestconfig)
        elif module[1] == "pip":
            assert module[2].removeprefix("install ") in MAKEFILE
        else:
            run_module(module[1], arguments, tmp_path)
    elif tag := re.fullmatch(r"git checkout v(\S+)", line):
        assert f"\n## {tag[1]} (" in (ROOT / EARLIER).read_text("utf-8")
    elif line in SHELL:
        run_shell(line, tmp_path)
    elif setting := re.fullmatch(r"([A-Z_]+)=\S+", line):
        assert setting[1].lower() in Config.model_fields
    else:
        pytest.fail(f"{found.page} has a command that nothing checks: {line}")


def test_a_wrong_position_is_found(tmp_path: Path) -> None:
    """A position that doesn't fit the game of the command is an error, even without its table."""
    command = ["odds", "puluc", "--road", "9", "--values", "FILE", "--position"]
    run_module("engine", [*command, "1 a3 41/01 4a2b 8b"], tmp_path)
    with pytest.raises(Corrupt, match="seat 1 has 6 warriors, not 5"):
        run_module("engine", [*command, "1 a3 42/01 4a2b 8b"], tmp_path)


def test_venv_is_made_as_in_the_makefile() -> None:
    """The page and the Makefile make the virtual environment in the same way."""
    assert "$(PYTHON) -m venv .venv" in MAKEFILE
    assert "PYTHON ?= python3" in MAKEFILE


@pytest.mark.parametrize("test", DATA.values())
def test_blocks_without_commands_are_tested(test: str) -> None:
    """Blocks that aren't commands are checked by a test that exists."""
    assert exists(test)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Run:\n\n    make run   # now\n\nOr `make\ntest`.\n", ["make run", "make test"]),
        ("```\n/puluc help\n```\n", ["/puluc help"]),
        ("1. One\n\n       make token\n\n2. Two\n", ["make token"]),
        ("    a \\\n      b | c\n", ["a b | c"]),
        ("    $ one\n    1\n    $ two\n", ["one", "two"]),
        ("    record 2\n\n    0110\n\n`not a command`\n", []),
        ("- One\n    - make nothing\n", []),
    ],
)
def test_commands_are_found(
    text: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands are found in indented and fenced blocks and in sentences, without their comments."""
    monkeypatch.setattr("tests.docs.pages.ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(text, "utf-8")
    assert [found.line for found in commands(page)] == expected
