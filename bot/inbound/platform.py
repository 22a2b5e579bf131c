"""What a platform is to the program: what it is given, and what it gives.

A new one is a folder that offers an `Open`, and one entry in the wiring.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bot.acts.service import Service
from bot.config import Config
from bot.games.catalogue import Games
from bot.inbound.dispatcher import Dispatcher, Seen
from bot.inbound.illustrations import Illustrations
from bot.inbound.localized import Localizer
from bot.show.lesson import Lessons
from bot.show.outbound import Outbound
from bot.show.presenter import Presenter
from bot.table.people import Platform
from bot.table.ports import Store
from bot.texts.catalogue import Catalogue
from bot.work.workshop import Work


class Unreachable(Exception):  # noqa: N818 - a state of the world
    """A platform does not answer; the message is one line that says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What every platform is played in."""

    games: Games
    service: Service
    dispatcher: Dispatcher
    localizer: Localizer
    illustrations: Illustrations
    lessons: Lessons
    store: Store
    presenter: Presenter
    work: Work
    catalogue: Catalogue
    url: str | None
    """Where people reach the public pages, without a slash at its end; None if there are none."""

    @classmethod
    def of(
        cls,
        games: Games,
        service: Service,
        seen: Seen,
        *,
        store: Store,
        presenter: Presenter,
        work: Work,
        catalogue: Catalogue,
        url: str | None = None,
    ) -> "House":
        """Put together what platforms share."""
        illustrations = Illustrations(games, work, catalogue)
        lessons = Lessons(games, work, catalogue)
        return cls(
            games=games,
            service=service,
            dispatcher=Dispatcher(service, seen),
            localizer=Localizer(presenter, illustrations, lessons, store.settings),
            illustrations=illustrations,
            lessons=lessons,
            store=store,
            presenter=presenter,
            work=work,
            catalogue=catalogue,
            url=url,
        )


class Hook(Protocol):
    """Takes what a platform sends by HTTP."""

    path: str
    """Where it sends that."""
    header: str
    """The header that bears its secret."""

    def knows(self, secret: str) -> bool:
        """Whether a request with this secret comes from the platform."""
        ...

    async def take(self, body: bytes) -> int:
        """Handle what was sent; return the HTTP status. StoreDown is a 503."""
        ...


class Connection(Protocol):
    """A bot that is logged in."""

    @property
    def platform(self) -> Platform:
        """Where it is."""
        ...

    @property
    def outbound(self) -> Outbound:
        """How boards are shown there."""
        ...

    @property
    def greeting(self) -> str:
        """One line for whoever starts the program: where to look."""
        ...

    @property
    def hook(self) -> Hook | None:
        """What takes requests of the platform, where it sends any."""
        ...

    async def ready(self) -> None:
        """Hear that everything runs, the web server, too. WrongSetting where it cannot go on."""
        ...

    async def run(self) -> None:
        """Take what people do until cancelled; raises where the connection is lost for good.

        Returns at once where there is nothing to do for that.
        """
        ...

    async def drain(self) -> None:
        """Wait until what has begun is done and answered."""
        ...


Open: TypeAlias = Callable[[Config, House], AbstractAsyncContextManager[Connection] | None]
"""Logs in, for as long as the context lasts; None where the settings do not ask for it.

Entering raises WrongSetting for what is set wrong, Unreachable where the platform does not answer.
"""
