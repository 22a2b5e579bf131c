"""Whether the bundled server may be written to: it may once it has shown that it can write.

Every server starts shut: people's users may only read. The keeper writes something of the size
of many moves, and asks whether that has reached the file. If so, the server is told to write each
change to the disk before it says that it is done (`appendfsync always`), and is opened.

A server with `always` ends at the first write that fails, which nobody has been told is done. The
one that is started after it stays shut as long as the disk is full, and serves what it has. What
the keeper wrote waits in its memory, and the server tries each second to get rid of it; so asking
how that goes is all it takes to learn that there is room again. As each attempt takes room, a
disk that is about to be full does not open the gate again and again.
"""

from pathlib import Path

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, ResponseError
from redis.retry import Retry

from bot.store.launcher import EVERYTHING, KEEPER

TRIAL = "trial"
TRIAL_BYTES = 65_536
ANSWER_SECONDS = 2.0


def opened(socket: Path) -> bool:
    """Open the server if it can write; False where it cannot, and serves only what it has.

    Raises ConnectionError or TimeoutError of redis where the server ends or hangs.
    """
    with Redis(
        unix_socket_path=str(socket),
        username=KEEPER,
        password=KEEPER,  # asked for none; the library names no user without one
        socket_timeout=ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
    ) as keeper:
        try:
            if keeper.config_get("appendfsync")["appendfsync"] == "always":
                return True
        except AuthenticationError:
            return True  # started by an earlier release, which knew no gate
        if not _writes(keeper):
            return False
        try:
            keeper.set(TRIAL, bytes(TRIAL_BYTES))
        except ResponseError:
            return False
        if not _writes(keeper):
            return False
        with keeper.pipeline() as change:
            change.execute_command("CONFIG", "SET", "appendfsync", "always")
            change.execute_command("ACL", "SETUSER", "default", *EVERYTHING)
            change.delete(TRIAL)
            change.execute()
        return True


def _writes(keeper: "Redis") -> bool:
    return bool(keeper.info("persistence")["aof_last_write_status"] == "ok")
