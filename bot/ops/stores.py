"""The connection to the store that the settings name, or to the bundled server."""

import asyncio
import ssl
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from threading import Event
from typing import Final, TypeVar

from bot.config import Config, WrongSetting
from bot.ops import disks
from bot.store import address, layout
from bot.store.embedded import EmbeddedServer
from bot.store.folder import NoServer
from bot.store.layout import Misfit
from bot.store.link import Link
from bot.store.preflight import Unfit, reach

T = TypeVar("T")

_MISFITS: Final[Mapping[Misfit, str]] = {
    Misfit.BEFORE_1_0: "holds games of Puluc before 1.0, which this version can't read; name an "
    "empty store instead",
    Misfit.LATER: "holds games of a later version of Puluc; update this one, or name another store",
}


async def connected(
    settings: Config, stack: AsyncExitStack, *, alone: bool = False
) -> tuple[Link, Sequence[str]]:
    """Connect to the configured server or the bundled one; return the link and any notices.

    Raises WrongSetting if the configured server can't be used, if this host would wipe the bundled
    one's folder, if another process uses that one although this one must be `alone`, or if another
    version's games are there, NoServer if the bundled one can't start, and StoreDown.
    """
    link, notices = await _reached(settings, stack, alone=alone)
    if (why := await misfit(settings, link)) is not None:
        raise WrongSetting(f"{why}. Nothing was changed")
    return link, notices


async def misfit(settings: Config, link: Link) -> str | None:
    """Return why this version can't use the games in the store; None if it can.

    It is one line that names the setting. Raises StoreDown.
    """
    found = await layout.misfit(link)
    name = "PULUC_DATA" if settings.redis_url is None else "REDIS_URL"
    return None if found is None else f"{name}: {described(settings)} {_MISFITS[found]}"


async def _reached(
    settings: Config, stack: AsyncExitStack, *, alone: bool
) -> tuple[Link, Sequence[str]]:
    """Connect, whatever is stored there; see `connected`."""
    if settings.redis_url is not None:
        link = configured(settings, settings.redis_url.get_secret_value())
        stack.push_async_callback(link.close)
        try:
            await reach(link)
        except Unfit as unfit:
            raise WrongSetting(str(unfit)) from None
        return link, ()
    folder = settings.data_folder
    if not settings.puluc_ephemeral and (wiped := disks.complaint(folder)) is not None:
        raise WrongSetting(wiped)
    embedded = await _in_thread(partial(EmbeddedServer.start, folder), EmbeddedServer.release)
    stack.push_async_callback(asyncio.to_thread, embedded.release)
    if alone and await _in_thread(embedded.is_shared):
        raise WrongSetting(
            f"another process uses {described(settings)}: stop the bot, then try again. Nothing was"
            " changed"
        )

    async def revive() -> None:
        await _in_thread(embedded.ensure)

    link = Link(embedded.url, connections=settings.redis_connections, revive=revive)
    stack.push_async_callback(link.close)
    return link, embedded.notices


def configured(settings: Config, url: str) -> Link:
    """Return a link to the server at `url`, without connecting. Raises WrongSetting."""
    if settings.redis_ca_file is not None:
        try:
            ssl.create_default_context(cafile=settings.redis_ca_file)
        except OSError:
            raise WrongSetting(
                "REDIS_CA_FILE must be a readable PEM file with CA certificates"
            ) from None
    try:
        return Link(
            url,
            connections=settings.redis_connections,
            ca_file=settings.redis_ca_file,
            verify=settings.redis_verify,
        )
    except ValueError as error:
        raise WrongSetting(f"REDIS_URL: {error}") from None


async def _in_thread(work: Callable[[Event], T], undo: Callable[[T], None] | None = None) -> T:
    """Run `work` in a thread. If this is cancelled, tell the work to give up, and wait for it.

    Whatever it has created by then is undone.
    """
    given_up = Event()
    working = asyncio.create_task(asyncio.to_thread(work, given_up))
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        given_up.set()
        with suppress(NoServer):
            made = await working
            if undo is not None:
                await asyncio.to_thread(undo, made)
        raise


def described(settings: Config) -> str:
    """Return which store the settings name, without its password."""
    if settings.redis_url is None:
        return f"the bundled server in {settings.data_folder}"
    url = settings.redis_url.get_secret_value()
    return f"the {'cluster' if address.is_cluster(url) else 'server'} at {address.place(url)}"
