"""One game in a channel and in a browser: its second player has come by a link."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.clock import SetClock
from tests.e2e.process import Process
from tests.e2e.served import made, press, settings
from tests.pages.at_table import TOLD, WAITS, AtTable
from tests.pages.browser import Windows
from tests.scenarios.on_discord import DISCORD
from tests.scenarios.on_telegram import TELEGRAM
from tests.scenarios.town import Town

if TYPE_CHECKING:
    from conftest import Bot

pytestmark = pytest.mark.browser

LINK = re.compile(r"http://\S+#seat=[a-z2-7]{24}")
CODE = re.compile(r"^[a-z2-7]{34}$", re.MULTILINE)
TEAMS = {"ruleset": "aj-sayil", "options": "seats=6"}
GUESTS, SIDES = ("Dora", "Gus"), ("Join jade", "Join red")
MOVER = f"async () => {{ const state = await ({TOLD})(); return state.seats[state.turn].name; }}"
"""Runs in a page: the name of the player to move."""

MOVES, TURNS = 4, 6


def public(bot: "Bot") -> dict[str, str]:
    """Return the settings of public pages at the bot's own port."""
    return {"PORT": str(bot.port), "PULUC_URL": bot.url, "PULUC_WEB": "play"}


@pytest.fixture
def everywhere(
    new_bot: "Callable[..., Bot]", tmp_path: Path
) -> Iterator[tuple[Process, Town, Town]]:
    """A process with public pages that serves both platforms, and a place on each."""
    clock = SetClock(tmp_path / "ahead")
    with DISCORD.simulate(clock) as one, TELEGRAM.simulate(clock) as other:
        process = made(
            DISCORD, one, new_bot, tmp_path, lambda bot: public(bot) | settings(TELEGRAM, other)
        )
        process.start()
        one.wait_for_bot()
        other.wait_for_bot()
        yield process, DISCORD.meet(process, one), TELEGRAM.meet(process, other)
        process.stop()
        assert [*one.violations, *other.violations] == []


def sits(page: Page, link: str, name: str, button: str = "Accept") -> AtTable:
    """Take a seat by a link, under a name."""
    table = AtTable.open(page, link)
    table.press(button)
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(LINK)
    return table


@pytest.mark.night
def test_a_channel_and_a_browser(everywhere: tuple[Process, Town, Town], windows: Windows) -> None:
    """Both see each move, although the process is killed between any two steps."""
    process, town, group = everywhere
    ana, *_ = town.people
    town.command(ana, "open")
    town.offers("Accept")
    everyone_again(process, town, group)
    town.command(ana, "game share")
    found = LINK.search(town.hears(ana, "#seat=").words)
    assert found is not None
    everyone_again(process, town, group)
    guest = sits(windows.take(), found[0], "Dora")
    guest.begins()
    everyone_again(process, town, group)
    town.sees("Dora")
    movers = set[bool]()
    for _ in range(MOVES):
        movers.add(moves(town, guest))
        everyone_again(process, town, group)
    assert movers == {True, False}


def moves(town: Town, guest: AtTable) -> bool:
    """Let the player to move play their first move; return whether that is the guest."""
    if isinstance(guest.page.evaluate(WAITS), int):
        before = town.board.words
        guest.move()
        town.wait(lambda: town.board.words != before)
        return True
    revision = guest.revision
    town.move()
    guest.reaches(revision + 1)
    return False


def test_three_platforms(everywhere: tuple[Process, Town, Town], windows: Windows) -> None:
    """Six play, two each in a channel, a group and browsers: killed after each step, it goes on."""
    process, channel, group = everywhere
    (ana, ben, *_), (*_, dan, eve) = channel.people, group.people
    channel.command(ana, "open", **TEAMS)
    channel.press(ben, channel.offers("Join red"), "Join red")
    channel.command(ana, "game share")
    told = channel.hears(ana, "#seat=").words
    links, codes = LINK.findall(told), CODE.findall(told)
    guests = []
    for link, name, side in zip(links, GUESTS, SIDES, strict=False):
        everyone_again(process, channel, group)
        guests.append(sits(windows.take(), link, name, side))
    for code, person in zip(codes[2:], (dan, eve), strict=False):
        everyone_again(process, channel, group)
        group.command(person, "game sit", code=code)
        group.press(person, group.hears(person, button="Accept"), "Accept")
    guests[0].begins()
    for _ in range(TURNS):
        everyone_again(process, channel, group)
        in_turn(guests, channel, group)


def test_a_lost_cookie(everywhere: tuple[Process, Town, Town], windows: Windows) -> None:
    """The host's new link brings a guest back in a browser of no past, and the old one prevails."""
    process, town, group = everywhere
    ana, *_ = town.people
    town.command(ana, "open")
    town.offers("Accept")
    town.command(ana, "game share")
    found = LINK.search(town.hears(ana, "#seat=").words)
    assert found is not None
    old = windows.take()
    sits(old, found[0], "Dora").begins()
    everyone_again(process, town, group)
    town.command(ana, "game share")
    town.press(ana, town.hears(ana, button="New link for Dora"), "New link for Dora")
    link = LINK.search(town.hears(ana, "Dora can continue").words)
    assert link is not None
    everyone_again(process, town, group)
    new = AtTable.open(windows.take(), link[0])
    new.press("Continue as Dora")
    expect(new.page.locator(".top h1")).to_contain_text("with")
    town.sees("Dora continued in another browser")
    everyone_again(process, town, group)
    AtTable(old).press("Take the seat back")
    expect(old.locator(".top h1")).to_contain_text("with")
    town.wait(lambda: "another browser" not in town.board.words)


def test_watching_elsewhere(everywhere: tuple[Process, Town, Town]) -> None:
    """A group watches a game of a channel, once the player who is asked has allowed it."""
    process, town, group = everywhere
    ana, ben, *_ = town.people
    town.begin()
    town.command(ana, "game share")
    code = CODE.search(town.hears(ana, "this code shows this game").words)
    assert code is not None
    eve = group.people[-1]
    group.command(eve, "game watch", code=code[0])
    group.hears(eve, "asked Ben whether")
    everyone_again(process, town, group)
    asks = town.sees(f"{eve.name} asks to show this game in another chat", "Allow")
    assert asks.pinged == [ben]
    town.press(ben, asks, "Allow")
    everyone_again(process, town, group)
    group.sees("Ana", "…")


def in_turn(guests: Sequence[AtTable], *towns: Town) -> None:
    """Let the player to move play their first move, in whatever place they are."""
    first = guests[0]
    revision, name = first.revision, first.page.evaluate(MOVER)
    if name in GUESTS:
        guests[GUESTS.index(name)].move()
    for town in towns:
        for person in town.people:
            if person.name == name:
                town.wait(lambda town=town, name=name: f"{name} " in town.board.words)
                press(person, town.board)
    first.reaches(revision + 1)
    for town in towns:
        town.program.settle()


def everyone_again(process: Process, *towns: Town) -> None:
    """Kill the process, and start another one, to which all platforms are connected."""
    process.kill()
    with ExitStack() as stack:
        for town in towns:
            stack.enter_context(town.reconnected())
        process.start()
