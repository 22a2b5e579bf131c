"""The write gate: the bundled server accepts writes only once it has proved that it can.

Every server starts read-only for its default user. The keeper, a second user, writes a trial
value as large as many moves and checks that it has reached the file. If so, it switches the server
to syncing each change to disk before confirming it (`appendfsync always`), and opens it for
writes.

With `always`, the server exits at the first write that fails, before confirming it. The next one
stays read-only while the disk is full. The trial value waits in its memory, and the server retries
writing it every second, so the keeper only has to query its status to learn that there is room
again. Because the trial itself takes room, a nearly full disk doesn't open and close the gate
repeatedly.
"""

from pathlib import Path

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError
from redis.retry import Retry

from bot.store.launcher import EVERYTHING, KEEPER

TRIAL = "trial"
TRIAL_BYTES = 65_536
ANSWER_SECONDS = 2.0


def opened(socket: Path) -> bool:
    """Open the server for writes if it can write; return whether it is open.

    Raises redis's ConnectionError or TimeoutError if the server exits or hangs.
    """
    with Redis(
        unix_socket_path=str(socket),
        username=KEEPER,
        password=KEEPER,  # not checked, but the library only sends a user with a password
        socket_timeout=ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
    ) as keeper:
        if keeper.config_get("appendfsync")["appendfsync"] == "always":
            return True
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
