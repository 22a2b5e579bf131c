"""The interface between the program and a chat platform.

To add a platform, write a package with an `Open`, and add it to the wiring.
"""

from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bot.acts.service import Service
from bot.config import Config
from bot.games.catalogue import Games
from bot.inbound.dispatcher import BarrierOf, Dispatcher
from bot.inbound.illustrations import Illustrations
from bot.inbound.localized import Localizer
from bot.show.advice import Adviser
from bot.show.lesson import Lessons
from bot.show.outbound import Outbound
from bot.show.presenter import Presenter
from bot.table.invites import Invites
from bot.table.people import Platform
from bot.table.ports import Store
from bot.texts.catalogue import Catalogue
from bot.work.workshop import Work

Lift: TypeAlias = Callable[[Platform, Collection[str]], Awaitable[None]]
"""Has boards shown that were barred from these channels and threads, where rights have changed.

May raise StoreDown.
"""


class Unreachable(Exception):  # noqa: N818 - a condition, not a bug
    """A platform does not answer; the message says so in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The services that all platforms share."""

    games: Games
    service: Service
    dispatcher: Dispatcher
    localizer: Localizer
    illustrations: Illustrations
    lessons: Lessons
    adviser: Adviser
    store: Store
    presenter: Presenter
    work: Work
    catalogue: Catalogue
    lift: Lift
    url: str | None
    """The base URL of the public pages, without a trailing slash; None if there are none."""
    invites: Invites
    """Makes what gives a seat to those who have it."""

    @classmethod
    def of(
        cls,
        games: Games,
        service: Service,
        barrier_of: BarrierOf,
        *,
        lift: Lift,
        store: Store,
        presenter: Presenter,
        work: Work,
        catalogue: Catalogue,
        url: str | None = None,
        invites: Invites,
    ) -> "Services":
        """Create the services that platforms share."""
        illustrations = Illustrations(games, work, catalogue)
        lessons = Lessons(games, work, catalogue)
        adviser = Adviser(games, work, store.record)
        return cls(
            games=games,
            service=service,
            dispatcher=Dispatcher(service, barrier_of),
            localizer=Localizer(presenter, illustrations, lessons, adviser, store.settings),
            illustrations=illustrations,
            lessons=lessons,
            adviser=adviser,
            store=store,
            presenter=presenter,
            work=work,
            catalogue=catalogue,
            lift=lift,
            url=url,
            invites=invites,
        )


class Hook(Protocol):
    """A webhook: handles HTTP requests from a platform."""

    path: str
    """The path that the platform sends them to."""
    header: str
    """The name of the header with the secret."""

    def knows(self, secret: str) -> bool:
        """Return whether a request with this secret comes from the platform."""
        ...

    async def take(self, body: bytes) -> int:
        """Handle a request body; return the HTTP status, 503 for StoreDown."""
        ...


class Connection(Protocol):
    """A bot that is logged in to a platform."""

    @property
    def platform(self) -> Platform:
        """The platform."""
        ...

    @property
    def outbound(self) -> Outbound:
        """Shows boards on the platform."""
        ...

    @property
    def client_id(self) -> str:
        """The id by which the platform knows the bot's program where people sign in (OAuth 2.0)."""
        ...

    @property
    def greeting(self) -> str:
        """One line for the operator: where to find the bot."""
        ...

    @property
    def connected(self) -> bool:
        """Whether the platform can be reached and sends its events."""
        ...

    @property
    def hook(self) -> Hook | None:
        """The platform's webhook, None if it needs none."""
        ...

    async def ready(self) -> None:
        """Called once everything runs, including the web server. May raise WrongSetting."""
        ...

    async def run(self) -> None:
        """Receive events until cancelled. Raises if the connection is permanently lost.

        Returns at once if there is nothing to receive here.
        """
        ...

    async def drain(self) -> None:
        """Wait until requests in progress are handled and answered."""
        ...


Open: TypeAlias = Callable[[Config, Services], AbstractAsyncContextManager[Connection] | None]
"""Logs in for as long as the context lasts; returns None if the settings do not ask for it.

Entering the context raises WrongSetting for a wrong setting, and Unreachable if the platform does
not answer.
"""
