"""Lobbies on boards: who is on which side, how the game starts, and the buttons to join."""

from collections.abc import Iterator, Sequence

from bot.acts.gather.accept import Accept
from bot.acts.gather.begin import Start
from bot.acts.gather.computer import AddComputer
from bot.acts.gather.decline import BlockHost, Decline
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.look.menu import ShowMenu
from bot.acts.look.rules import Rules
from bot.games.catalogue import Games
from bot.show.headline import by_side
from bot.table.agreement import agreement, seat_mark
from bot.table.button import Button, Style
from bot.table.ids import TableId
from bot.table.naming import NAMED, name_of, names_of, team_names
from bot.table.seats import Free, Kept
from bot.table.table import Table
from engine.text import Text


def gathering_lines(games: Games, table: Table) -> Iterator[Text]:
    """Yield who is looking for players, who is on each side, and how the game starts."""
    name = name_of(table.host)
    if len(table.asked) > NAMED:
        yield Text("lobby.invited-many", name=name, count=len(table.asked))
    elif table.asked:
        yield Text("lobby.invited", name=name, other=names_of(table.asked))
    if table.has_free_seat:
        yield Text("lobby.open", name=name)
    yield from side_lines(games, table)
    yield Text("lobby.starts", name=name)


def side_lines(games: Games, table: Table) -> Iterator[Text]:
    """Yield the names of everyone on each side."""
    for side, party in enumerate(by_side(games, table)):
        team = games.of(table.header).team(table.header, side)
        yield Text("lobby.side", team=team, names=team_names(party))


def first_buttons(table: TableId, sides: Sequence[Text]) -> Iterator[Button]:
    """Yield the buttons of a challenge whose table is not open yet.

    Without an agreement, they count for the message as it was posted.
    `sides` are the names of a lobby's sides, empty for a game of two.
    """
    for side, name in enumerate(sides):
        join = Join(table, side, revision=1)
        yield Button(Text("button.join", side=name), join, Style.GOOD, shelf="sides")
    if not sides:
        yield Button(Text("button.accept"), Accept(table, revision=1), Style.GOOD)
    yield Button(Text("button.rules"), Rules(table))


def gathering_buttons(games: Games, table: Table) -> Iterator[Button]:
    """Yield the buttons of a lobby. Everyone sees all of them; wrong presses are refused."""
    family, agreed = games.of(table.header), agreement(table)
    for side, seats in enumerate(by_side(games, table)):
        label = Text("button.join", side=family.side(table.header, side))
        full = not any(isinstance(seat, Free | Kept) for seat in seats)
        style = Style.PLAIN if full else Style.GOOD
        join = Join(table.id, side, table.revision, agreed)
        yield Button(label, join, style, shelf="sides", disabled=full)
    yield Button(Text("button.leave"), Leave(table.id), shelf="seats")
    if table.has_free_seat:
        add = AddComputer(table.id, agreement=agreed)
        yield Button(Text("button.add-computer"), add, shelf="seats")
    yield Button(Text("button.start"), Start(table.id))
    if table.asked:
        yield Button(Text("button.decline"), Decline(table.id), Style.BAD)
        yield Button(Text("button.block"), BlockHost(table.id, seat_mark(table, table.host)))
    yield Button(Text("button.rules"), Rules(table.id))
    yield menu_button(table)


def menu_button(table: Table) -> Button:
    """Return the button that opens the menu of a table."""
    return Button(Text("button.menu"), ShowMenu(table.id), told=Text("page.menu"))
