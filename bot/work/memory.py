"""How much memory a process has."""

from pathlib import Path
from typing import Final

_SHARE: Final = "Pss:"
_KILOBYTE: Final = 1024


def memory_of(process: int | None) -> float:
    """Return the memory of a process in bytes; pages that it shares count in part (PSS).

    So the figures of several processes add up. They are 0 for a process that doesn't run, and on
    systems other than Linux, which don't tell.
    """
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    (share,) = (line for line in rollup.splitlines() if line.startswith(_SHARE))
    return float(share.split()[1]) * _KILOBYTE
