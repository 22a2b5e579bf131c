"""Lobbies on boards: who is on which side, how the game starts, and the buttons to join."""

from collections.abc import Iterator

from bot.games.catalogue import Games
from bot.show.headline import by_side
from bot.table.button import Button, Style
from bot.table.intents import (
    AddComputer,
    BlockHost,
    Decline,
    Join,
    Leave,
    ShowMenu,
    Start,
    TableRules,
)
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


def gathering_buttons(games: Games, table: Table) -> Iterator[Button]:
    """Yield the buttons of a lobby. Everyone sees all of them; wrong presses are refused."""
    family = games.of(table.header)
    for side, seats in enumerate(by_side(games, table)):
        label = Text("button.join", side=family.side(table.header, side))
        full = not any(isinstance(seat, Free | Kept) for seat in seats)
        style = Style.PLAIN if full else Style.GOOD
        yield Button(label, Join(table.id, side, table.revision), style)
    yield Button(Text("button.leave"), Leave(table.id))
    if table.has_free_seat:
        yield Button(Text("button.add-computer"), AddComputer(table.id))
    yield Button(Text("button.start"), Start(table.id))
    if table.asked:
        yield Button(Text("button.decline"), Decline(table.id), Style.BAD)
        yield Button(Text("button.block"), BlockHost(table.id))
    yield Button(Text("button.rules"), TableRules(table.id))
    yield Button(Text("button.menu"), ShowMenu(table.id))
