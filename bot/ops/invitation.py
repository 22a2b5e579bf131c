"""What the terminal says of a web chat that is open to the local network, with a QR code."""

import io
import shutil
from typing import Final, TextIO

_COLOURS: Final = "\033[97;40m"
"""White on black, in terminals of any colours: scanners want the code dark on light."""

_PLAIN: Final = "\033[0m"

_BLOCKS: Final = "█▀▄"
"""What a code is drawn with."""


def invitation(address: str, columns: int) -> str:
    """Return the lines that say who can open the address, and how; with a code if it has room."""
    code = qr_code(address)
    drawn = columns >= _width(code)
    way = f"{address} or scan this code:\n\n{code}" if drawn else f"{address}."
    port = address.strip("/").rpartition(":")[2]
    return f"""\

Others on your network can open {way}

Anyone on the same network who opens this address can play, watch, and see all games here.

If a phone can't reach it:
- Connect it to the same Wi-Fi as this computer. Guest networks often keep devices apart.
- Let this computer's firewall accept connections to Python, or to port {port}.
- Turn off the VPN on both, if they use one.
"""


def room(out: TextIO) -> int:
    """Return how many columns a code can use, 0 if `out` can't show it."""
    if not out.isatty():
        return 0
    try:
        _BLOCKS.encode(out.encoding)
    except UnicodeEncodeError:
        return 0
    return shutil.get_terminal_size().columns


def qr_code(address: str) -> str:
    """Return a QR code as lines of a terminal, each two rows of the code."""
    import segno  # takes 50 ms, which other starts needn't

    drawn = io.StringIO()
    segno.make_qr(address).terminal(drawn, compact=True)
    return "\n".join(f"{_COLOURS}{line}{_PLAIN}" for line in drawn.getvalue().splitlines())


def _width(code: str) -> int:
    """Return how many columns a code takes."""
    line, _, _ = code.partition("\n")
    return len(line) - len(_COLOURS) - len(_PLAIN)
