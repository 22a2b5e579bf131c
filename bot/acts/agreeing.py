"""What people agree to when they take a seat or begin a game, and that nothing else counts."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from bot.acts.context import Context
from bot.acts.tables import RolledBack, Stale, Unseen, board_near
from bot.table.agreement import Part, Seen, changes, with_first_words
from bot.table.naming import name_of
from bot.table.seats import Person
from bot.table.table import Table
from engine.text import Name, Text

TO_PRACTISE: Final = (Part.GAME, Part.PEOPLE)
"""Starting one's own game against computers."""

TO_ACCEPT: Final = (Part.GAME, Part.TERMS, Part.PEOPLE, Part.WORDS)
"""Accepting a challenge, or starting the game of a lobby."""

TO_JOIN: Final = (Part.GAME, Part.TERMS)
"""Joining a lobby, in which people come and go, and change their words, until the game begins."""

TO_JOIN_LAST: Final = (*TO_JOIN, Part.WORDS)
"""Joining a lobby in its last free seat, so that the game begins."""

TO_BE_READY: Final = (Part.GAME, Part.TERMS, Part.PEOPLE)
"""Being ready for the next game of a match."""

TO_BE_READY_LAST: Final = (*TO_BE_READY, Part.WORDS)
"""Likewise, as the last one, so that the game begins."""


async def must_agree(here: Context, table: Table, seen: Seen, parts: Iterable[Part]) -> None:
    """Raise Refusal if one of these parts of a table is not as the actor has seen it.

    Who types has seen the message as it was posted, not how it was edited since: an edit notifies
    nobody.
    """
    if seen.revision is not None and seen.revision > table.revision:
        raise RolledBack(table)
    if not seen.agreement and seen.revision != table.revision:
        await _must_be_posted(here, table, seen, parts)
    elif seen.agreement and (changed := changes(table, seen.agreement, parts)):
        raise Stale(table, has_changed("agreement.changed", table, changed))


def has_changed(key: str, table: Table, parts: Iterable[Part]) -> Text:
    """Return the text `key` about what has changed."""
    return Text(key, what=tuple(chain.from_iterable(_texts(table, part) for part in parts)))


def _texts(table: Table, part: Part) -> tuple[Text, ...]:
    """Return what a part is called. Words are told, because boards don't show them."""
    people = [seat for seat in table.seats if isinstance(seat, Person) and seat.word]
    if part is not Part.WORDS or not people:
        return (Text(f"agreement.{part.value}"),)
    return tuple(Text("agreement.word", name=name_of(p), word=Name(p.word)) for p in people)


async def _must_be_posted(here: Context, table: Table, seen: Seen, parts: Iterable[Part]) -> None:
    """Raise Refusal if these parts of a table have changed since its message was posted."""
    if table.is_practice:
        return  # nobody but the actor can have changed it
    shown = await here.store.shown(table.id, board_near(table, here.place))
    if shown is None and seen.revision is not None:
        raise Stale(table)  # the first button of an inline challenge
    if shown is None:
        return  # nobody can have seen anything else
    if not shown.agreement:
        raise Unseen(table, Text("agreement.unknown"))
    known = with_first_words(table, shown.agreement)  # they may not be shown yet
    if changed := changes(table, known, parts):
        raise Unseen(table, has_changed("agreement.edited", table, changed))
