"""How reduced specifications are kept: as JSON with one line for each thing that they tell of."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


def write(name: str, reduce: Callable[[Json], Json]) -> None:
    """Reduce the specification that the command line names to the file `name` beside this one."""
    source = json.loads(Path(sys.argv[1]).read_text())
    Path(__file__).with_name(name).write_text(lines(reduce(source)))


def lines(facts: Json) -> str:
    """JSON with one line for each entry of each section."""
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
