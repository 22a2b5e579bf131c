"""The company at a table: how many watch it, and the faces that they make.

Each open page says that it is there, under the name by which the table's changes are told, so that
whoever comes, leaves or makes a face is heard like a move. Nothing of it is kept.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.games.page import Json
from bot.on_web.answers import RequestError
from bot.table.ids import TableId, fingerprint
from bot.table.notes import Notes, Said, changes_of
from bot.table.ports import Store
from engine.text import Text

FACES: Final = ("smile", "wow", "ouch", "think", "bow")
"""The reactions: faces of kernels."""

PRESENT_SECONDS: Final = 60.0
"""For how long a page is there that says nothing more; open pages speak each 25 seconds."""

FACE_SECONDS: Final = 10.0
"""For how long a face is told to pages."""

PAUSE_SECONDS: Final = 2
"""The pause between two faces of one person."""

_WATCHES, _PLAYS, _FACE = "w", "p", "f"

_PAGE: Final = re.compile(r"[0-9a-f]{12}", re.ASCII)


def page_id(text: str) -> str:
    """Return the id of a page that it has chosen itself, or a new one."""
    return text if _PAGE.fullmatch(text) else secrets.token_hex(6)


class Company(NamedTuple):
    """How many watch a table, and the new faces."""

    watchers: int
    faces: tuple[Json, ...] = ()


@dataclass
class Presence:
    """A page at a table, by an id of its own, and what it knows of the others."""

    store: Store
    table: TableId
    plays: bool
    page: str
    personas: Sequence[str]
    """Everybody who plays in its browser."""
    _known: frozenset[str] | None = None
    _watchers: int = 0

    async def look(self, *, plays: bool) -> Company | None:
        """Say that the page is there, and return the company if it has changed.

        Somebody who has watched `plays` once they have a seat. Faces that were made before the page
        came aren't new to it.
        """
        if plays is not self.plays:
            await self.leave()
            self.plays = plays
        name, who = changes_of(self.table), " ".join(map(fingerprint, self.personas))
        said = await self.store.report(name, self._holder, who, PRESENT_SECONDS)
        watchers = sum(each.startswith(f"{_WATCHES}.") for each in said)
        made = _faces(said)
        new = made.keys() - self._known if self._known is not None else frozenset[str]()
        first = self._known is None
        self._known = frozenset(made)
        if not new and watchers == self._watchers and not first:
            return None
        self._watchers = watchers
        return Company(watchers, tuple(made[each] for each in sorted(new)))

    async def leave(self) -> None:
        """Say that the page is gone."""
        await self.store.leave(changes_of(self.table), self._holder)

    @property
    def _holder(self) -> str:
        return f"{_PLAYS if self.plays else _WATCHES}.{self.page}"


async def is_looking(notes: Notes, table: TableId, persona: str) -> bool:
    """Return whether a page at a table is open in a browser of somebody. May raise StoreDown."""
    said = await notes.said(changes_of(table))
    pages = (text for holder, (text, _) in said.items() if not holder.startswith(f"{_FACE}."))
    return any(fingerprint(persona) in text.split() for text in pages)


async def make_face(
    store: Store, table: TableId, persona: str, seat: int | None, face: str
) -> None:
    """Show a face of somebody to all who look at a table. Raises RequestError."""
    if face not in FACES:
        raise RequestError(Text("web.form"))
    who = fingerprint(persona)
    if not await store.gate(f"face:{table}:{who}", PAUSE_SECONDS):
        raise RequestError(Text("table-page.face-again"), 429, retry=PAUSE_SECONDS)
    text = f"{secrets.token_hex(4)} {'-' if seat is None else seat} {face}"
    await store.report(changes_of(table), f"{_FACE}.{who}", text, FACE_SECONDS)


def _faces(said: Mapping[str, Said]) -> dict[str, Json]:
    """Return the faces that are being made, each by what identifies it."""
    made: dict[str, Json] = {}
    for holder, (text, _) in said.items():
        kind, _, who = holder.partition(".")
        if kind == _FACE:
            id_, seat, face = text.split(" ")
            made[id_] = {
                "who": who,
                "seat": None if seat == "-" else int(seat),
                "face": face,
            }
    return made
