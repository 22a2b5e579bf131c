"""Messages as Discord lays them out: words, pictures, files and rows of buttons, in any order.

All messages of the bot are made of components of Discord's second version. A message can't go back
from it, but an edit converts one that was posted before; so whatever is edited is written whole.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from bot.on_discord.names import every
from bot.on_discord.words import MAX_ALT_LENGTH, MAX_LENGTH
from renderer.colours import Colour

MAX_COMPONENTS, MAX_FILES = 40, 10
"""Discord's limits of a message: components, however deeply nested, and files."""

BOARD: Final = "board.png"
"""The file with the picture of a board."""

Row: TypeAlias = "ui.ActionRow[Any]"
Item: TypeAlias = "ui.Item[Any]"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with alt text: a PNG file or, in an edit, an attachment that the message keeps."""

    name: str
    alt: str
    source: bytes | discord.Attachment


@dataclass(frozen=True, slots=True)
class Download:
    """A file that people can download."""

    name: str
    data: bytes


Part: TypeAlias = "str | Picture | Download | Row"
"""Words, a picture, a file, or a row of buttons."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A message, from top to bottom; if `framed`, in a frame whose edge has the `accent` colour.

    Once posted, it notifies the users with the ids in `pings`, if it mentions them, and nobody
    else. Edits notify nobody.
    """

    parts: tuple[Part, ...]
    framed: bool = False
    accent: Colour | None = None
    pings: tuple[int, ...] = ()

    @property
    def new(self) -> dict[str, Any]:
        """The arguments for posting the message. Made anew, because files are read only once."""
        users = [*map(discord.Object, self.pings)]
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, users=users, replied_user=False
        )
        return {"view": self._view(), "files": self._files(), "allowed_mentions": allowed}

    @property
    def changes(self) -> dict[str, Any]:
        """The arguments for an edit that replaces everything in a message, of either version."""
        shown = {"view": self._view(), "attachments": self._files()}
        return {"content": None, **shown, "allowed_mentions": discord.AllowedMentions.none()}

    def _view(self) -> ui.LayoutView:
        view = ui.LayoutView(timeout=None)
        items = [*map(_item, self.parts)]
        if self.framed:
            accent = None if self.accent is None else discord.Colour.from_rgb(*self.accent)
            items = [ui.Container(*items, accent_colour=accent)]
        for item in items:
            view.add_item(item)
        view.stop()  # the library needn't remember it: presses are matched by custom id
        return view

    def _files(self) -> list[discord.File | discord.Attachment]:
        files: list[discord.File | discord.Attachment] = []
        for part in self.parts:
            match part:
                case Picture(name, _, bytes(data)) | Download(name, data):
                    files.append(discord.File(BytesIO(data), filename=name))
                case Picture(source=discord.Attachment() as attachment):
                    files.append(attachment)
        return files


def kept(message: discord.Message) -> Sequence[Picture]:
    """Return the pictures of a message of either version, for an edit that keeps them."""
    galleries = [
        c for c in every(message.components) if isinstance(c, discord.MediaGalleryComponent)
    ]
    alts = [item.description for gallery in galleries for item in gallery.items]
    alts = alts or [each.description for each in message.attachments]
    return [
        Picture(each.filename, alt or "", each)
        for each, alt in zip(message.attachments, alts, strict=False)
    ]


def paged(parts: Sequence[Part]) -> Iterator[Layout]:
    """Yield one or more messages with these parts, none of which is too large by itself."""
    page: list[Part] = []
    for part in parts:
        if page and not _fits([*page, part]):
            yield Layout(tuple(page))
            page = []
        page.append(part)
    yield Layout(tuple(page))


def _fits(parts: Sequence[Part]) -> bool:
    words = sum(len(part) for part in parts if isinstance(part, str))
    files = sum(isinstance(part, Picture | Download) for part in parts)
    components = sum(
        1 + len(part.children) if isinstance(part, ui.ActionRow) else 1 for part in parts
    )
    return words <= MAX_LENGTH and files <= MAX_FILES and components <= MAX_COMPONENTS


def _item(part: Part) -> Item:
    match part:
        case str():
            return ui.TextDisplay(part)
        case Picture(name, alt):
            shown = discord.MediaGalleryItem(_attached(name), description=alt[:MAX_ALT_LENGTH])
            return ui.MediaGallery(shown)
        case Download(name):
            return ui.File(_attached(name))
    return part


def _attached(name: str) -> str:
    return f"attachment://{name}"
