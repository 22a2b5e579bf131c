"""The bundled server: a real Valkey in the user's data folder, started when nobody else has.

Processes that share a folder share one server. It is in a session of its own and writes every
change to its append-only file before it says that it is done, so that neither the end of the bot
nor its own loses a game. The last process to leave stops it.
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
"""How long a server may be silent while it starts; one that is reading its file is waited for."""

LAUNCHES = 3
"""How often a server is started that ends before it answers."""

FIRST_PATIENCE, MOST_PATIENCE = 0.25, 5.0
"""Seconds between two looks at a server that could not write: each time twice as many."""

RELEASE_SECONDS = 2.0
"""How long whoever leaves waits for others that start the server."""

log = structlog.get_logger()


class EmbeddedServer:
    """This process's share of the server of one data folder."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._full = False
        self._failed = 0
        self._patience, self._next_look = 0.0, 0.0
        self.notices: list[str] = []
        """What whoever hosts the bot has to be told."""

    @classmethod
    def start(cls, folder: Path, given_up: Event | None = None) -> Self:
        """Attach to the server of `folder`, starting it if it does not run. Raises NoServer.

        It ends soon, by NoServer, once `given_up` is set.
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
        """Start the server if it does not run, wait until it answers, and open it if it can write.

        Raises NoServer; see `start` for `given_up`. Where the disk is full the server stays shut
        for writers; who calls this again, for they could not write, has it looked at again, though
        not too often.
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

    def release(self) -> None:
        """Leave; the last to leave stops the server, which keeps everything it was told."""
        try:
            with self._folder.starting(Event(), RELEASE_SECONDS):
                if self._folder.leave():
                    launcher.stop(self._folder)
        except OSError:
            self._folder.leave()  # the folder is gone, or whoever holds the lock uses the server

    def _launch(self, launches: int) -> None:
        """Start the server; where it ended while it started, mend its file first."""
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
                f"the games in {self._folder.path} must be mended, and there is no way to write "
                f"a copy ({error.strerror})"
            ) from error
        if mended is not None:
            log.warning("store.mended", lost=mended.lost, unread=mended.unread, kept=mended.kept)
            self.notices.append(
                f"the end of the games' file could not be read and was cut off: {mended.lost} "
                f"bytes, of which {mended.unread} were no filling. The file as it was is kept "
                f"as {mended.kept}"
            )

    def _serves(self, answer: bytes | None) -> bool:
        """Whether the server is there for readers, and for writers if it can write."""
        if answer is None or not answer.startswith((launcher.PONG, launcher.UNABLE)):
            return False
        if time.monotonic() < self._next_look:
            return True
        try:
            opened = gate.opened(self._folder.socket)
        except (RedisError, OSError):
            # It ended, or hangs. Where that was no chance it is left shut the next time.
            self._failed += 1
            if self._failed > 1:
                self._rest()
            return False
        self._failed = 0
        if opened:
            self._patience = self._next_look = 0.0
        else:
            self._rest()
        if opened is self._full:
            self._full = not opened
            if self._full:
                log.warning("store.full", folder=str(self._folder.path))
            else:
                log.info("store.writes-again")
        return True

    def _rest(self) -> None:
        """Have the server looked at again later, and then later still."""
        self._patience = min(2 * self._patience or FIRST_PATIENCE, MOST_PATIENCE)
        self._next_look = time.monotonic() + self._patience
