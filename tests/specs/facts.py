"""The format of reduced specifications: JSON with one line per entry."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


def write(name: str, reduce: Callable[[Json], Json]) -> None:
    """Reduce the specification named on the command line to the file `name` in this folder."""
    source = json.loads(Path(sys.argv[1]).read_text())
    Path(__file__).with_name(name).write_text(lines(reduce(source)))


def lines(facts: Json) -> str:
    """Return JSON with one line for each entry of each section."""
    sections = [
        f"{json.dumps(section)}:{{\n"
        + ",\n".join(
            f"{json.dumps(name)}:{json.dumps(entry, separators=(',', ':'))}"
            for name, entry in entries.items()
        )
        + "\n}"
        for section, entries in facts.items()
    ]
    return "{\n" + ",\n".join(sections) + "\n}\n"
