"""`python -m bot.ops.alive`: tells a container's health check whether the bot's web server answers.

It needs the standard library only, because it runs every 30 seconds.
"""

import os
import sys
from http.client import HTTPConnection, HTTPException

SECONDS = 4.0
"""How long to wait for an answer."""


def main() -> int:
    """Return 0 if the bot answers, else print why not and return 1."""
    port = os.environ.get("PORT") or os.environ.get("PULUC_PORT") or "8765"
    connection = HTTPConnection("127.0.0.1", int(port), timeout=SECONDS)
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except (OSError, HTTPException) as error:
        print(f"http://127.0.0.1:{port}/healthz: {error}", file=sys.stderr)
        return 1
    finally:
        connection.close()
    if status != 200:
        print(f"http://127.0.0.1:{port}/healthz: status {status}", file=sys.stderr)
    return int(status != 200)


if __name__ == "__main__":
    sys.exit(main())
