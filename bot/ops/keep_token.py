"""`python -m bot.ops.keep_token`: keeps a bot's token in the file of settings.

The token is asked for, so that it is in no command, which the shell would remember and other people
on the machine could see; and it does not show while it is pasted. Only oneself can read the file.
"""

import os
import re
import sys
from getpass import getpass
from pathlib import Path

from bot import config
from bot.config import WrongSetting

LOOKS = {
    "TELEGRAM_TOKEN": re.compile(r"\d{6,}:[\w-]{30,}"),
    "DISCORD_TOKEN": re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
}
"""Which platform a token is from."""


def keep(token: str) -> str:
    """Keep the token in place of an older one, and the rest of the file; return its setting's name.

    Raises WrongSetting for what is no token, and for a file that cannot be read.
    """
    names = [name for name, looks in LOOKS.items() if looks.fullmatch(token)]
    if not names:
        raise WrongSetting("that is no token of a bot in Discord or Telegram; copy all of it")
    (name,) = names
    older = re.compile(rf"\s*(export\s+)?{name}\s*=")
    lines = [line for line in config.env_lines() if not older.match(line)]
    _write(config.ENV_FILE, "".join(f"{line}\n" for line in (*lines, f"{name}={token}")))
    return name


def _write(path: Path, text: str) -> None:
    """Replace the file by one that only its owner can read, as a whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    new.replace(path)


def main() -> int:
    """Ask for a token and keep it; the exit status is 1 if it is none."""
    try:
        name = keep(getpass("Paste the token (it does not show) and press Enter: ").strip())
    except (WrongSetting, OSError) as wrong:
        print(f"puluc: {wrong}", file=sys.stderr)
        return 1
    print(f"Kept as {name} in {config.ENV_FILE}, which only you can read.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
