"""The bundled server: a real Valkey in the user's data folder, started on demand.

Processes that share a folder share one server. It runs in a session of its own and writes every
change to its append-only file before confirming it, so no game is lost if the bot or the server
dies. The last process to leave stops it.
"""

import time
from pathlib import Path
from threading import Event
from typing import Self
from urllib.parse import quote

import structlog
from redis.exceptions import RedisError

from bot.store import gate, launcher, repair
from bot.store.folder import Folder, NoServer

START_SECONDS = 10.0
"""The timeout for a starting server to answer; it starts over while the server loads its data."""

LAUNCHES = 3
"""How many times to start a server that exits before it answers."""

FIRST_PATIENCE, MOST_PATIENCE = 0.25, 5.0
"""Bounds of the exponential backoff, in seconds, between checks of a server that can't write."""

RELEASE_SECONDS = 2.0
"""How long a leaving process waits for another one that is starting the server."""

log = structlog.get_logger()


class EmbeddedServer:
    """A data folder's server as used by this process."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._full = False
        self._failed = 0
        self._patience, self._next_look = 0.0, 0.0
        self.notices: list[str] = []
        """Messages for the bot's operator."""

    @classmethod
    def start(cls, folder: Path, given_up: Event | None = None) -> Self:
        """Attach to the server of `folder`, starting it if it isn't running.

        Raises NoServer if that fails, or soon after `given_up` is set.
        """
        server = cls(Folder(folder))
        try:
            server.ensure(given_up)
        except NoServer:
            server.release()
            raise
        return server

    @property
    def url(self) -> str:
        """The server's address."""
        return f"unix://{quote(str(self._folder.socket))}"

    def ensure(self, given_up: Event | None = None) -> None:
        """Start the server if it isn't running, wait for it, and open it if it can write.

        Raises NoServer; see `start` for `given_up`. If the disk is full the server stays
        read-only. Callers whose writes fail call this again, which checks the server again, at
        intervals with exponential backoff.
        """
        given_up = given_up or Event()
        with self._folder.starting(given_up):
            until, launches = time.monotonic() + START_SECONDS, 0
            while not self._serves(answer := launcher.ping(self._folder)):
                if answer is None and not self._folder.served():
                    self._launch(launches)
                    launches += 1
                elif answer is not None and answer.startswith(launcher.LOADING):
                    until = time.monotonic() + START_SECONDS
                if given_up.wait(0.005) or time.monotonic() > until:
                    raise NoServer(launcher.complaint(self._folder))

    def is_shared(self, given_up: Event | None = None) -> bool:
        """Whether another process uses the server. Raises NoServer like `ensure`."""
        with self._folder.starting(given_up or Event()):
            return self._folder.is_shared()

    def release(self) -> None:
        """Leave; the last process to leave stops the server, which loses no data."""
        try:
            with self._folder.starting(Event(), RELEASE_SECONDS):
                if self._folder.leave():
                    launcher.stop(self._folder)
        except OSError:
            self._folder.leave()  # the folder is gone, or another process is using the server

    def _launch(self, launches: int) -> None:
        """Start the server; if the previous start failed, repair its file first."""
        if launches == LAUNCHES:
            raise NoServer(launcher.complaint(self._folder))
        if launches:
            self._mend()
        launcher.launch(self._folder)

    def _mend(self) -> None:
        try:
            mended = repair.mend(self._folder.path, launcher.find_binary())
        except repair.Unrepairable as torn:
            raise NoServer(str(torn)) from None
        except OSError as error:
            raise NoServer(
                f"the games in {self._folder.path} need repair, but a copy cannot be written "
                f"({error.strerror})"
            ) from error
        if mended is not None:
            log.warning("store.mended", lost=mended.lost, unread=mended.unread, kept=mended.kept)
            self.notices.append(
                f"the end of the file of games was unreadable and has been cut off: {mended.lost} "
                f"bytes, of which {mended.unread} were not zeros. The original is kept as "
                f"{mended.kept}"
            )

    def _serves(self, answer: bytes | None) -> bool:
        """Whether the server answers, after opening it for writes if it can write."""
        if answer is None or not answer.startswith((launcher.PONG, launcher.UNABLE)):
            return False
        if time.monotonic() < self._next_look:
            return True
        try:
            opened = gate.opened(self._folder.socket)
        except (RedisError, OSError):
            # It exited or hangs. If that happens twice in a row, leave the gate alone for a while.
            self._failed += 1
            if self._failed > 1:
                self._back_off()
            return False
        self._failed = 0
        if opened:
            self._patience = self._next_look = 0.0
        else:
            self._back_off()
        if opened is self._full:
            self._full = not opened
            if self._full:
                log.warning("store.full", folder=str(self._folder.path))
            else:
                log.info("store.writes-again")
        return True

    def _back_off(self) -> None:
        """Postpone the next check of the server, exponentially."""
        self._patience = min(2 * self._patience or FIRST_PATIENCE, MOST_PATIENCE)
        self._next_look = time.monotonic() + self._patience
