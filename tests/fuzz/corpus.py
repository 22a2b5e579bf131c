"""The kept corpus: inputs that were once a problem, or are interesting, one to a file."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "corpus"


def kept() -> Iterator[tuple[str, Path]]:
    """Yield all inputs with the names of their ways."""
    for path in sorted(FOLDER.glob("*/*.json")):
        yield path.parent.name, path


def read(path: Path) -> Any:
    """Return an input."""
    return json.loads(path.read_text())


def keep(way: str, value: Any) -> Path:
    """Keep an input, and return where."""
    text = json.dumps(value, indent=1) + "\n"
    path = FOLDER / way / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path
