"""Brings a place up to date: edits or posts the message of its board, or leaves a place."""

from collections.abc import Mapping
from dataclasses import replace

from bot.show.notifying import Notifying
from bot.show.outbound import Outbound
from bot.show.page import Page
from bot.show.placement import Placement, copy_placement, has_called, placement, reconcile
from bot.show.presenter import Presenter
from bot.show.pressed import Messages
from bot.show.reposting import Reposting
from bot.show.retiring import Retiring
from bot.show.speaking import language_in
from bot.table.agreement import agreement, with_first_words
from bot.table.people import Place, Platform, User
from bot.table.ports import Clock, Showing, Shown, Store
from bot.table.table import Status, Table


class Updating:
    """Edits or posts a board's message; the caller holds the lease and notes the result."""

    def __init__(
        self,
        store: Store,
        presenter: Presenter,
        outbounds: Mapping[Platform, Outbound],
        clock: Clock,
        retiring: Retiring,
        reposting: Reposting,
        notifying: Notifying,
    ) -> None:
        self._store = store
        self._presenter = presenter
        self._outbounds = outbounds
        self._clock = clock
        self._retiring = retiring
        self._reposting = reposting
        self._notifying = notifying

    async def update(
        self, showing: Showing, place: Place, pressed: Messages
    ) -> tuple[Shown, tuple[str, ...]]:
        """Bring a place up to date; return what it shows now, and which messages to retire.

        The message shown is empty if the place no longer shows the table. Raises what
        `Outbound.show` raises.
        """
        table = showing.table
        outbound = self._outbounds[place.platform]
        if place.reader is not None and outbound.notifies:
            return await self._notify(showing, place, place.reader, outbound), ()
        known, strays = reconcile(table, showing.shown, pressed)
        standing = known if known is not None and known.message else None
        if place not in (*table.shown_in, *_private_places(table)):
            left = () if standing is None else (standing.message,)
            return Shown(table.revision, ""), (*strays, *left)
        if standing is not None and standing.revision == table.revision and known != showing.shown:
            return standing, strays  # nothing to show, but what is shown must be noted
        page, language, where = await self._page(showing, place, standing, outbound)
        calls = place == table.place or bool(page.mentions)
        quiet = table.silent or not calls
        self._retiring.cancel_slow(place)
        own = table.terms.thread if place == table.place else None
        threaded = showing.settings.thread if own is None else own
        message = await outbound.show(
            place, page, standing, where, language=language, threaded=threaded
        )
        if outbound.notifies and calls:
            await self._notifying.plan(table, page, standing)
        now, offered = self._clock(), table.status is Status.OFFERED
        if standing is not None and message == standing.message:
            # A private reminder leaves the board as it was, so it is not reposted because of it.
            at = standing.at if quiet else now
            agreed = with_first_words(table, standing.agreement) if offered else ""
            fresh = replace(standing, revision=table.revision, at=at, agreement=agreed)
        else:
            agreed = agreement(table) if offered else ""
            fresh = Shown(table.revision, message, now, now, agreed)
            strays += () if standing is None else (standing.message,)
        edited = _first_edited(standing, fresh) and not quiet and place == table.place
        if edited and not outbound.places_itself(place):
            await self._reposting.plan(table, place, now)
        return fresh, tuple(stray for stray in strays if stray != message)

    async def _notify(
        self, showing: Showing, place: Place, reader: User, outbound: Outbound
    ) -> Shown:
        """Notify a person, unless the table doesn't call them any more; nothing is noted."""
        table = showing.table
        language = await language_in(place, table, showing.settings, outbound, self._store)
        page = await self._presenter.notification(table, language, reader)
        if page is not None:
            await outbound.show(place, page, None, Placement.POST, language=language)
        return Shown(table.revision, "")

    def notifies(self, place: Place) -> bool:
        """Whether what is shown in a place comes in addition to the board."""
        return place.reader is not None and self._outbounds[place.platform].notifies

    def places_itself(self, place: Place) -> bool:
        """Return whether the place is a single message, which all its tables share."""
        return self._outbounds[place.platform].places_itself(place)

    async def _page(
        self, showing: Showing, place: Place, standing: Shown | None, outbound: Outbound
    ) -> tuple[Page, str, Placement]:
        """Return the page to show, its language, and whether to edit or to post."""
        table, settings = showing.table, showing.settings
        language = await language_in(place, table, settings, outbound, self._store)
        if place.reader is not None:
            page = await self._notice(table, language)
            again = standing is None or standing.revision < _called_at(table)
            return page, language, Placement.POST if again else Placement.EDIT
        look = settings.look if outbound.pictured else None
        made = await self._presenter.page(table, language, look)
        page = made.mentioning(lambda user: table.calls_in(user) == place)
        if standing is None:
            page = replace(page, beside=await self._beside(table, place))
        if place != table.place:
            page = page.copied(seated=any(each.place == place for each in table.joined))
        if (made.mentions or place != table.place) and not page.mentions:
            return page.quiet(), language, copy_placement(table, standing)
        if has_called(table, standing):
            page = replace(page, called=True)
        where = placement(table, standing, settings, now := self._clock())
        if where is Placement.EDIT and standing is not None:
            # Asked only if it matters: a platform may have to be asked, too.
            below = await outbound.below(place, standing.message)
            where = placement(table, standing, settings, now, below)
        return page, language, where

    async def _beside(self, table: Table, place: Place) -> str:
        """Return the message that shows the game which this one follows; "" if there is none."""
        shown = None if table.follows is None else await self._store.shown(table.follows, place)
        return "" if shown is None else shown.message

    async def _notice(self, table: Table, language: str) -> Page:
        """Return a private reminder in a language."""
        look = (await self._store.settings(table.place)).look
        shown = await self._store.shown(table.id, table.place)
        outbound = self._outbounds.get(table.place.platform)
        link = None
        if outbound is not None and shown is not None and shown.message:
            link = outbound.link(table.place, shown.message)
        return await self._presenter.notice(table, language, look, link)


def _private_places(table: Table) -> tuple[Place, ...]:
    """Return where people are reminded in private, or told that the table is over."""
    if table.status is Status.OVER:
        return () if table.told is None else table.told.places
    reminds = table.status is Status.PLAYING and table.calls.place is not None
    return (table.calls.place,) if reminds and table.calls.place is not None else ()


def _called_at(table: Table) -> int:
    """Return the revision that reminded people in private, or told them that the table is over."""
    if table.status is Status.OVER and table.told is not None:
        return table.told.revision
    return table.calls.revision


def _first_edited(before: Shown | None, after: Shown) -> bool:
    """Return whether a message was edited for the first time since it was posted."""
    return before is not None and before.message == after.message and before.at == before.posted
