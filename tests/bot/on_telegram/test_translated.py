"""Everything that people read on Telegram comes from the catalogue."""

from typing import TYPE_CHECKING, Final

import pytest

from bot.acts.look.help import TOPICS
from bot.acts.registry import COMMANDS
from bot.on_telegram.menu import announce
from bot.texts.catalogue import Catalogue
from tests.bot.pseudo import found, strings
from tests.bot.pseudo import pseudo as in_pseudo

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

CODES: Final = {
    *("allowed_updates", "callback_data", "callback_query_id", "chat_id", "command", "document"),
    *("id", "inline_query_id", "language_code", "media", "parse_mode", "payload", "photo", "scope"),
    *("style", "switch_inline_query", "thumbnail_url", "type", "url"),
}
"""Names of what requests have that nobody reads."""

LINES: Final = (
    *(f"/{command.name}" for command in COMMANDS),
    *(f"/puluc help {topic}" for topic in TOPICS),
    *("/start", "/invite", "/challenge 9", "/open road=1000", "/puluc me quiet=22-8"),
)


@pytest.fixture
def village(village: "Village", pseudo: Catalogue) -> "Village":
    """A village whose bot speaks a made language."""
    village.catalogue = pseudo
    village.begin()
    return village


def sent(village: "Village") -> list[str]:
    """What the bot sent that has plain words."""
    requests = village.sim.requests
    return found(each for request in requests for each in strings(request.params, CODES))


async def test_what_commands_say(village: "Village") -> None:
    """Every command answers in the language, in groups and in private."""
    await announce(village.bot, village.store, village.catalogue)
    for line in LINES:
        await village.say(village.ana, line, at=village.ana.private)
        await village.say(village.ana, line.replace(" ", "@puluc_bot ", 1))
    said = sent(village)
    assert not said, "\n".join(said)


async def test_a_game(village: "Village") -> None:
    """A game is in the language from the offer to its review."""
    await village.offers(village.ana)
    village.corn.numbers = [2, 1, 3]
    offer = await village.say(
        village.ana, "/challenge@puluc_bot Ben road=7 warriors=1", village.ben
    )
    await village.press(village.ben, offer, in_pseudo("Accept"))
    await village.press(village.ana, village.board, village.board.labels[0])
    await village.press(village.eva, village.board, village.board.labels[0])
    for line in ("/hint", "/odds", "/draw", "/resign", "/undo"):
        await village.say(village.ana, f"{line}@puluc_bot")
    said = sent(village)
    assert not said, "\n".join(said)
