"""The menu of a lobby: what its host can do with it, and what others can."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.acts import access
from bot.table.button import Button, Style
from bot.table.intents import (
    BlockHost,
    Cancel,
    ChooseInvited,
    ChooseOptions,
    Decline,
    Dismiss,
    HandOver,
    Leave,
    MenuTopic,
    ShowMenu,
    Shuffle,
)
from bot.table.naming import name_of
from bot.table.people import Actor
from bot.table.seats import Computer, Free, Kept, Person
from bot.table.table import Table
from engine.text import Text

QUESTIONS: Final[Mapping[MenuTopic, Text]] = {
    MenuTopic.DISMISS: Text("menu.dismiss"),
    MenuTopic.HAND_OVER: Text("menu.hand-over"),
}
"""The questions of the menus that name players."""


def for_host(table: Table) -> Iterator[Button]:
    """Yield what the host can do.

    There may be sixteen players, so actions on one of them have menus of their own.
    """
    others = [seat for n, seat in enumerate(table.seats) if n != table.hosted_by]
    joined = any(isinstance(seat, Person) for seat in others)
    if table.has_free_seat:
        yield Button(Text("button.invite"), ChooseInvited(table.id))
    if any(not isinstance(seat, Free) for seat in others):
        yield Button(Text("button.shuffle"), Shuffle(table.id))
        yield Button(Text("button.dismiss"), ShowMenu(table.id, MenuTopic.DISMISS))
    if joined:
        yield Button(Text("button.hand-over"), ShowMenu(table.id, MenuTopic.HAND_OVER))
    else:
        yield Button(Text("button.change"), ChooseOptions(table.id))
    yield Button(Text("button.cancel-game"), Cancel(table.id), Style.BAD)


def for_anyone(table: Table, actor: Actor) -> Iterator[Button]:
    """Yield what players other than the host can do: leave, or decline an invitation."""
    if table.seat_of(actor.user) is not None:
        yield Button(Text("button.leave"), Leave(table.id))
    elif access.is_addressed(table, actor):
        yield Button(Text("button.decline"), Decline(table.id), Style.BAD)
        yield Button(Text("button.block"), BlockHost(table.id))


def players(table: Table, topic: MenuTopic) -> Iterator[Button]:
    """Yield a button for each player whom the host can dismiss, or hand the lobby over to."""
    for number, seat in enumerate(table.seats):
        if number == table.hosted_by or isinstance(seat, Free):
            continue
        name = name_of(seat)
        match topic, seat:
            case MenuTopic.HAND_OVER, Person():
                yield Button(Text("button.hand-over-to", name=name), HandOver(table.id, number))
            case MenuTopic.DISMISS, Person() | Computer():
                yield Button(Text("button.dismiss-player", name=name), Dismiss(table.id, number))
            case MenuTopic.DISMISS, Kept():
                yield Button(Text("button.uninvite", name=name), Dismiss(table.id, number))
