"""What the table page is told of its table, for each who looks at it."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.config import WebMode
from bot.games.catalogue import games
from bot.table.accounts import moved
from bot.table.people import Place, Platform, User
from engine.corn import commitment

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House, Open


async def path(house: "House") -> str:
    """Return the path of the page of the newest table."""
    await house.settled()
    return f"/g/{house.store.tables[0].code}"


async def state(house: "House", browser: "Browser", query: str = "rows=3") -> dict[str, Any]:
    """Return what a browser is told of the newest table."""
    told: dict[str, Any] = (await browser.get(f"{await path(house)}/state?{query}")).json
    return told


async def press(house: "House", browser: "Browser", label: str) -> None:
    """Press a button of the page."""
    offered = (await state(house, browser))["buttons"]
    (code,) = [each["code"] for each in offered if each["label"] == label]
    assert (await browser.press(code)).status == 200


async def begun(house: "House", ana: "Browser", ben: "Browser", options: str = "") -> None:
    """Let Ana challenge Ben, who accepts."""
    await ana.say(f"/puluc challenge @Ben {options}")
    await press(house, ben, "Accept")


def labels(told: dict[str, Any]) -> list[str]:
    return [each["label"] for each in told["buttons"]]


async def test_a_challenge(house: "House", ana: "Browser", ben: "Browser") -> None:
    """A challenge offers the one who is asked to accept it, and its host to cancel it."""
    await ana.say("/puluc challenge @Ben")
    host, asked = await state(house, ana), await state(house, ben)
    assert (host["status"], host["band"]["text"]) == ("offered", "Waiting for players")
    assert labels(host) == ["Cancel", "Rules"]
    assert labels(asked)[:2] == ["Accept", "Decline"]


async def test_a_stranger_at_a_challenge(
    house: "House", ana: "Browser", ben: "Browser", open_browser: "Open"
) -> None:
    """Nobody else is offered to accept a challenge, or to decline it."""
    await ana.say("/puluc challenge @Ben")
    assert labels(await state(house, open_browser())) == ["Rules"]


async def test_an_open_challenge(house: "House", ana: "Browser", open_browser: "Open") -> None:
    """Anyone is offered to accept an open challenge, also before they have a name."""
    await ana.say("/puluc open")
    told = await state(house, open_browser())
    assert labels(told) == ["Accept", "Rules"]
    assert told["as"] == {"persona": None, "channel": "maize"}


async def test_only_the_mover_is_told_moves(
    house: "House", ana: "Browser", ben: "Browser", open_browser: "Open"
) -> None:
    """Moves are told to the player who is to move, and to nobody else."""
    await begun(house, ana, ben)
    told = [await state(house, each) for each in (ana, ben, open_browser())]
    assert sorted(bool(each["moves"]) for each in told) == [False, False, True]
    assert {each["turn"] for each in told} == {told[0]["turn"]}


async def test_who_you_are(
    house: "House", ana: "Browser", ben: "Browser", open_browser: "Open"
) -> None:
    """Each player is told which seat is theirs and whose turn it is; a watcher has no seat."""
    await begun(house, ana, ben)
    mine = [(await state(house, each))["mine"] for each in (ana, ben, open_browser())]
    assert mine == [[0], [1], []]
    texts = {(await state(house, each))["band"]["text"] for each in (ana, ben)}
    assert "Your turn" in texts
    assert texts & {"Ana to move", "Ben to move"}


async def test_several_at_one_screen(house: "House", ana: "Browser") -> None:
    """Two players of one browser play on one page, which acts as the one who is to move."""
    first, second = await ana.be("Cara", "Dan")
    await ana.say("/puluc challenge @Dan", persona=first["id"])
    await press_as(house, ana, "Accept", second["id"])
    told = await state(house, ana)
    assert told["mine"] == [0, 1]
    assert told["moves"]
    assert told["as"]["persona"] == (first, second)[told["turn"]]["id"]
    assert told["band"]["text"] == f"{('Cara', 'Dan')[told['turn']]} to move"


async def press_as(house: "House", browser: "Browser", label: str, persona: str) -> None:
    """Press a button as one of the people of a browser."""
    offered = (await state(house, browser, f"rows=3&as={persona}"))["buttons"]
    (code,) = [each["code"] for each in offered if each["label"] == label]
    assert (await browser.press(code, persona=persona)).status == 200


async def test_one_of_several(house: "House", ana: "Browser") -> None:
    """A page that is opened as one of a browser's people plays for that one alone."""
    first, second = await ana.be("Cara", "Dan")
    await ana.say("/puluc challenge @Dan", persona=first["id"])
    told = await state(house, ana, f"rows=3&as={second['id']}")
    assert told["mine"] == [1]


async def test_someone_elses_person(
    house: "House", ana: "Browser", ben: "Browser", open_browser: "Open"
) -> None:
    """A browser can't look at a table as a person of another browser."""
    await begun(house, ana, ben)
    stranger = open_browser()
    answer = await stranger.get(f"{await path(house)}/state?as={ana.me}")
    assert answer.status == 403


@pytest.mark.parametrize(
    "query", ["rows=1", "rows=99", "rows=x", "rows=3&theme=neon", "rows=" + "9" * 40]
)
async def test_an_unknown_view(house: "House", ana: "Browser", query: str) -> None:
    """A shape or theme that does not exist is not found."""
    await ana.say("/puluc practice")
    assert (await ana.get(f"{await path(house)}/state?{query}")).status == 404


async def test_a_played_move_is_in_the_log(house: "House", ana: "Browser", ben: "Browser") -> None:
    """The log tells each move, with its seat and number; throws for the first turn come first."""
    await begun(house, ana, ben)
    told = [await state(house, each) for each in (ana, ben)]
    (at, mover), *_ = [(at, each) for at, each in enumerate(told) if each["moves"]]
    await (ana, ben)[at].press(mover["moves"][0]["code"])
    log = (await state(house, ana))["log"]
    assert log[0]["text"].endswith("for the first turn.")
    assert (log[-1]["seat"], log[-1]["number"]) == (mover["turn"], mover["throws"][-1]["number"])


async def test_the_log_addresses_who_reads_it(
    house: "House", ana: "Browser", ben: "Browser", open_browser: "Open"
) -> None:
    """What somebody did is told to them as their own doing, and to others by their name."""
    await begun(house, ana, ben)
    told = [(await state(house, each))["log"][0]["text"] for each in (ana, ben)]
    watched = (await state(house, open_browser()))["log"][0]["text"]
    assert watched.startswith("Ana throws ")
    assert told == [watched.replace("Ana throws", "You throw"), watched]


async def test_the_time_left(house: "House", ana: "Browser", ben: "Browser") -> None:
    """A page is told how many seconds the player to move has left."""
    await begun(house, ana, ben, "pace=10m")
    house.now += 60
    assert (await state(house, ben))["left"] == 540


async def test_no_time_runs(house: "House", ana: "Browser", ben: "Browser") -> None:
    """Without a time limit, there is nothing to count down."""
    await begun(house, ana, ben)
    assert (await state(house, ben))["left"] is None


async def test_the_end(house: "House", ana: "Browser", ben: "Browser") -> None:
    """After a resignation the winner is told so, the loser who has won, and both can play again."""
    await begun(house, ana, ben)
    asked = await ana.say("/puluc resign")
    await ana.press(asked.json["choices"][0]["code"])
    loser, winner = await state(house, ana), await state(house, ben)
    assert (winner["band"]["text"], winner["band"]["won"]) == ("You win!", True)
    assert (loser["band"]["text"], loser["band"]["won"]) == ("Ben wins", False)
    assert "Rematch" in labels(loser)
    assert "Rematch" in labels(winner)


async def test_a_table_of_another_platform(house: "House", ana: "Browser") -> None:
    """A table of another platform can only be watched by people who have no seat there."""
    await ana.say("/puluc practice")
    await house.settled()
    (table,) = house.store.tables
    elsewhere = moved(table, User(Platform.WEB, ana.me), User(Platform.DISCORD, "7"))
    elsewhere = replace(elsewhere, place=Place(Platform.DISCORD, "1"))
    house.store._tables[table.id] = elsewhere  # noqa: SLF001 - no other way leads there
    assert (await state(house, ana))["as"] is None


async def test_fair_throws(house: "House", ana: "Browser", ben: "Browser") -> None:
    """The page of a game's throws is told with their commitment, which that page verifies."""
    await begun(house, ana, ben)
    (table,) = house.store.tables
    told = (await state(house, ana))["fair"]
    assert told == f"/g/{table.code}/fair#{commitment(table.seed)}"


async def test_a_public_page(house: "House", ana: "Browser", open_browser: "Open") -> None:
    """Where the server has no chat, nobody can press anything."""
    await ana.say("/puluc open")
    async with house.serving(WebMode.WATCH) as address:
        told = await state(house, open_browser(address))
    assert (told["as"], told["mine"]) == (None, [])


async def test_the_page_has_its_state(house: "House", ana: "Browser", ben: "Browser") -> None:
    """The page comes with its state, in which no name can end the script element."""
    await ben.be("</script><b>Eva")
    await ben.say("/puluc open")
    page = await ana.get(await path(house))
    assert page.status == 200
    assert page.text.count("</script>") == page.text.count("<script")
    assert "<b>Eva" not in page.text


async def test_every_game_has_a_page(house: "House", ana: "Browser") -> None:
    """Each game of the first shelves can be looked at in its first shape."""
    for ruleset in games().rulesets:
        await ana.say(f"/puluc practice easy {ruleset}")
        told = await state(house, ana, "")
        assert told["board"]["size"] == told["shapes"][str(told["rows"])]
        await ana.say("/puluc cancel")


async def test_an_unknown_code(ana: "Browser") -> None:
    """There is no page for a code that no table has."""
    assert (await ana.get("/g/nothing")).status == 404


async def test_the_menu(house: "House", ana: "Browser", ben: "Browser") -> None:
    """The menu has what a player can do with the table, in groups with labels."""
    await begun(house, ana, ben)
    told = await state(house, ana)
    choices = (await ana.press(told["menu"])).json["choices"]
    grouped = {each["label"]: each["group"] for each in choices if "group" in each}
    assert {"Play", "Look", "End"} <= set(grouped.values())
