"""`python -m bot`: reads the command line, and runs the program.

Everything else is loaded only then, so that `--help` answers at once.
"""

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from threading import Thread

from bot.ops import tools


def main(arguments: Sequence[str] = ()) -> int:
    """Run the bot or a tool; return the exit status, 1 after an error."""
    asked = tools.parser().parse_args(arguments)
    # What is loaded stays, so looking through it for garbage is in vain: a seventh of the start.
    gc.disable()
    # It reads all certificates, which takes 34 ms in which the interpreter can load the rest.
    Thread(target=import_module, args=("aiohttp",)).start()
    from bot import program

    gc.freeze()
    gc.enable()
    return program.main(asked)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
