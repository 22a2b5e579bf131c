"""Arguments of the engine's command line."""

import io
import os
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from typing import Any, Final
from unittest.mock import patch

from engine.__main__ import main, parser
from tests.fuzz import records
from tests.fuzz.chance import Chance
from tests.fuzz.changes import altered
from tests.fuzz.words import NAMED, value

QUICK: Final = ("verify", "replay", "perft", "odds")
"""Commands that are also run; of the others, the arguments are parsed."""

MOST: Final = 1
"""The depth of `perft` that is quick enough."""

REFUSED: Final = 2


def given(chance: Chance) -> dict[str, Any]:
    """Return arguments, and the standard input."""
    header, position, _ = records.position(chance)
    key, *options = header.split(" ") or [""]
    command = chance.choice(
        (*QUICK, "perft", "perft", "trace", "bench", "solve", "match", "review")
    )
    if command in ("verify", "replay", "review"):
        flags = {"verify": ["--commitment", "0" * 64], "replay": ["--json"], "review": ["--json"]}
        arguments = [command, "-", *(flags[command] if chance.one_in(3) else [])]
    else:
        rules = [word for option in options for word in f"--{option}".split("=", 1)]
        if chance.one_in(3):
            option = chance.choice(NAMED)
            rules += [f"--{option.name}", value(chance, option)]
        names = ["easy", "random", "--ruleset", key] if command == "match" else [key]
        flags = {
            "perft": ["--depth", "1", "--position", position],
            "odds": ["--position", position, "--values", "/nowhere"],
            "trace": ["--seed", "1", "--position", position],
            "solve": ["--out", "x"],
            "bench": ["--plies", "10"],
            "match": ["--games", "1", "--processes", "1"],
        }
        arguments = [command, *names, *rules, *flags[command]]
    if chance.one_in(3):
        arguments = altered(chance, arguments, 2)
    return {"arguments": [*map(_passed, map(str, arguments))], "input": records.text(chance)}


def _passed(argument: str) -> str:
    """Return an argument as the system can pass it: as bytes, none of which is zero."""
    return os.fsdecode(argument.encode("utf-8", "surrogatepass").replace(b"\0", b""))


def check(called: Any) -> bool:
    """A command line is refused in one line, or prints what it was asked for."""
    arguments, output, errors = called["arguments"], io.StringIO(), io.StringIO()
    entered = io.TextIOWrapper(io.BytesIO(called["input"].encode("utf-8", "surrogatepass")))
    status: Any = 0
    with redirect_stdout(output), redirect_stderr(errors), patch("sys.stdin", entered):
        try:
            options = _parser().parse_args(arguments)
            if options.command in QUICK and getattr(options, "depth", 0) <= MOST:
                main(arguments)
        except SystemExit as exited:
            status = exited.code or 0
    assert status in (0, 1, REFUSED), status
    if status != REFUSED:
        return True
    refusal = errors.getvalue()
    assert refusal.endswith("\n"), refusal
    return False


@cache
def _parser() -> Any:
    return parser()
