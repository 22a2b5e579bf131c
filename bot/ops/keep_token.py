"""`python -m bot.ops.keep_token`: saves a bot token in the settings file.

The token is read from the terminal without echo, so it appears neither in the shell's history nor
in the process list. Only the file's owner can read it.
"""

import os
import re
import sys
from getpass import getpass
from pathlib import Path

from bot import config
from bot.config import WrongSetting
from bot.ops import loading
from bot.tokens import LOOKS


def keep(token: str) -> str:
    """Save the token in the settings file, replacing an older one; return the setting's name.

    Raises WrongSetting if it is not a token, or if the file cannot be read.
    """
    names = [name for name, looks in LOOKS.items() if looks.fullmatch(token)]
    if not names:
        raise WrongSetting(
            "that is not a Discord or Telegram bot token; copy the whole token and try again"
        )
    (name,) = names
    older = re.compile(rf"\s*(export\s+)?{name}\s*=")
    lines = [line for line in loading.env_lines() if not older.match(line)]
    _write(config.ENV_FILE, "".join(f"{line}\n" for line in (*lines, f"{name}={token}")))
    return name


def _write(path: Path, text: str) -> None:
    """Replace the file atomically; only its owner can read it."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    new.replace(path)


def main() -> int:
    """Prompt for a token and save it; return the exit status, 1 if it is invalid."""
    try:
        name = keep(getpass("Paste the token (it stays hidden) and press Enter: ").strip())
    except (WrongSetting, OSError) as wrong:
        print(f"puluc: {wrong}", file=sys.stderr)
        return 1
    print(f"Saved as {name} in {config.ENV_FILE}, which only you can read.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
