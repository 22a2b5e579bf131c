"""Pages that remind people of a game."""

import io

from PIL import Image

from bot.acts.look.games import ListGames
from bot.show.page import Mention, Page, Picture
from bot.table.button import Button, Url
from bot.table.ids import TableId
from bot.table.people import Platform, User
from discord_simulator.people import Person
from engine.text import Text

BOARD = "https://discord.com/channels/1/2/3"
"""The link below a reminder."""


def reminder(person: Person, revision: int = 7, table: str = "k3f9qd7m2x") -> Page:
    """Return a page that reminds a person, with a picture, a link to its board and a button."""
    png = io.BytesIO()
    Image.new("P", (8, 8)).save(png, "PNG")
    return Page(
        table=TableId(table),
        code="secret",
        revision=revision,
        lines=(Text("play.what"), Text("name.person", name=person.name)),
        picture=Picture(png.getvalue(), "A board"),
        buttons=(Url(Text("button.board"), BOARD), Button(Text("play.games"), ListGames())),
        mentions=(Mention(User(Platform.DISCORD, str(person.id)), person.name),),
        calls=True,
        live=True,
    )
