"""The Markdown files of the project, and the commands in them."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

_SHOWN = (".github",)
"""Hidden folders that have pages."""

_SHELL = (
    "/puluc ",
    "make ",
    "python ",
    "python3 ",
    "docker ",
    "heroku ",
    ".venv/bin/python ",
    "git ",
    "chmod ",
    "printf ",
)
"""Beginnings of commands within sentences."""

_CODE = re.compile(r"^```\w+\n.*?^```$", re.M | re.S)
"""A block that names its language; `tests/docs/test_contributing.py` tries them all."""

_TELEGRAM = re.compile(r"/[a-z]+(@\w+)?( .+)?")
"""A Telegram command within a sentence."""


DATA = {
    "#.": "tests/bot/texts/test_languages.py::test_the_entry_on_the_page",
    "record": "tests/docs/test_records.py::test_the_record_on_the_page",
    "[Player": "tests/docs/test_records.py::test_changes_of_players",
    "puluc": "tests/docs/test_players.py::test_the_review_on_the_page",
    "{": "tests/docs/test_records.py::test_the_json_on_the_page",
    "scrape_configs:": "tests/project/test_monitoring.py::test_the_configuration_on_the_page",
    "...": "tests/project/test_monitoring.py::test_the_log_on_the_page",
    "bot": "tests/docs/test_architecture.py::test_layers",
    "bot/": "tests/docs/test_architecture.py::test_the_tree",
    "People": "tests/docs/test_architecture.py::test_the_picture",
}
"""The first words of blocks that aren't commands, with the tests that check them."""


class Command(NamedTuple):
    """A command and the page that it is on; `session` if the page also shows its output."""

    page: str
    line: str
    session: bool = False


def pages() -> list[Path]:
    """Return every Markdown file of the project."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name in _SHOWN or not name.startswith(".")]
        found += [Path(folder, name) for name in files if name.endswith(".md")]
    return sorted(found)


def blocks(text: str) -> Iterator[list[str]]:
    """Yield the lines of each code block, indented or fenced, without blank lines and indents."""
    block: list[str] = []
    fenced, after_blank = False, True
    for line in [*text.splitlines(), "end"]:
        fence = line.lstrip().startswith("```")
        indented = line.startswith("    ") and bool(block or after_blank)
        if fence:
            fenced = not fenced
        elif line.strip() and (fenced or indented):
            block.append(line)
        if block and (fence or line.strip()) and not fenced and not indented:
            margin = min(len(each) - len(each.lstrip()) for each in block)
            yield [each[margin:].rstrip() for each in block]
            block = []
        after_blank = not line.strip()


def prose(text: str) -> str:
    """Return a page without its code blocks."""
    text = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)
    return re.sub(r"(?<=\n\n)(?: {4}.*\n|\n(?= {4}))+", "", text)


def commands(page: Path) -> Iterator[Command]:
    """Yield the commands of a page, in its code blocks and in its sentences."""
    name, text = str(page.relative_to(ROOT)), _CODE.sub("", page.read_text("utf-8"))
    for block in blocks(text):
        sent = [line.removeprefix("$ ") for line in block if line.startswith("$ ")]
        if sent:
            yield from (Command(name, line, session=True) for line in sent)
        elif block[0].split()[0] in DATA:
            continue
        else:
            joined = "\n".join(block).replace("\\\n", " ")
            lines = [re.sub(r"\s+# .*", "", line) for line in joined.splitlines()]
            yield from (Command(name, " ".join(line.split())) for line in lines)
    for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", prose(text)):
        line = " ".join(span.split())
        telegram = page.stem == "telegram" and _TELEGRAM.fullmatch(line)
        if line.startswith(_SHELL) or telegram:
            yield Command(name, line)
