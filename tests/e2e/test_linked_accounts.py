"""One person with an account on each platform: she goes on with a game wherever she is."""

import re
from typing import Any

from tests.e2e.process import Process
from tests.e2e.served import move
from tests.e2e.test_seat_links import everyone_again, everywhere
from tests.scenarios.town import Town

__all__ = ["everywhere"]

CODE = re.compile(r"Your code is ([a-z2-7]{8})")
MOST = 12
"""After so many moves, Ana has had several turns, whatever was thrown."""

AWAY_SECONDS = 120
"""After such a time, a player is called."""


def linked(channel: Town, group: Town, everyone_back: Any) -> None:
    """Link Ana's account in the channel and Eve's in the group, as both have agreed."""
    ana, eve = channel.people[0], group.people[-1]
    channel.command(ana, "me link")
    offered = channel.hears(ana, button="Continue")
    code = CODE.search(offered.words)
    assert code is not None
    everyone_back()
    group.command(eve, "me link", code=code[1])
    eve.open(group.hears(eve, "our private chat", "Open our chat").links[0])
    group.press(eve, group.hears(eve, "Ana on Discord", "Link accounts"), "Link accounts")
    group.hears(eve, "go back to where you got the code")
    everyone_back()
    channel.press(ana, offered, "Continue")
    sure = channel.hears(ana, f"{eve.name} on Telegram has entered your code", "Link accounts")
    everyone_back()
    channel.press(ana, sure, "Link accounts")
    channel.hears(ana, "This account is now linked")


def test_two_accounts(everywhere: tuple[Process, Town, Town]) -> None:
    """She moves in the group, is called there, and nobody else can; killed after each step."""
    process, channel, group = everywhere
    ana = channel.people[0]
    *_, dan, eve = group.people
    channel.begin()
    linked(channel, group, lambda: everyone_again(process, channel, group))
    everyone_again(process, channel, group)
    group.command(eve, "board")
    group.sees("Ana", "…")
    called = set[Any]()
    for _ in range(MOST):
        if called:
            break
        everyone_again(process, channel, group)
        process.advance(AWAY_SECONDS)
        before = channel.board.words
        if channel.mover is ana:
            board = group.board
            called.update(board.pinged)
            group.press(dan, board, board.codes[0])  # changes nothing
            group.press(eve, board, board.codes[0])
        else:
            move(channel)
        channel.wait(lambda before=before: channel.board.words != before)
        group.wait(lambda: channel.mover.name in group.board.words)
        channel.program.settle()
    assert called == {eve}
