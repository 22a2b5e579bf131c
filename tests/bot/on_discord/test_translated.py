"""Everything that people read on Discord comes from the catalogue."""

from typing import TYPE_CHECKING, Final

import pytest

from bot.acts.registry import COMMANDS
from bot.texts.catalogue import Catalogue
from tests.bot.pseudo import found, strings
from tests.bot.pseudo import pseudo as in_pseudo

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import House, Town

CODES: Final = {
    *("custom_id", "emoji", "filename", "id", "nonce", "op", "token", "type", "url", "value"),
}
"""Names of what requests have that nobody reads."""

PATHS: Final = {command.name: command.path for command in COMMANDS}


@pytest.fixture
def house(house: "House", pseudo: Catalogue) -> "House":
    """State of a bot that speaks a made language."""
    house.catalogue = pseudo
    return house


def sent(town: "Town") -> list[str]:
    """What the bot sent that has plain words."""
    requests = town.sim.requests
    return found(each for request in requests for each in strings(request.body, CODES))


async def test_what_commands_say(town: "Town") -> None:
    """Every command is described, and answers, in the language."""
    for command in COMMANDS:
        await town.command(town.ana, f"puluc {command.path}")
    said = sent(town)
    assert not said, "\n".join(said)


async def test_a_game(town: "Town") -> None:
    """A game is in the language from the offer to its review."""
    town.house.corn.numbers = [2, 1, 3]
    await town.command(town.ana, "puluc challenge", opponent=town.ben)
    await town.press(town.ben, town.board, in_pseudo("Accept"))
    await town.press(town.ben, town.board, town.labels[0])
    await town.press(town.ana, town.board, town.labels[0])
    for name in ("hint", "odds", "draw", "resign", "undo", "rules", "games"):
        await town.command(town.ana, f"puluc {PATHS[name]}")
    said = sent(town)
    assert not said, "\n".join(said)
