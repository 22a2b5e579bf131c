"""Links to the bot: what somebody asks by following one.

`a-` and a table accepts, `b-` shows its board, `m-` its menu, `e-` its rules, `v-` its throws and
`f-` its record as a file; `o-`, `p-` and `r-` with a ruleset and its options (`kekchi_road_9`) open
a table, practise, explain; `h-` and a chat explains the rules of one's own table there. Anyone may
follow any link: what it says is read as if typed.
"""

import re
from collections.abc import Callable, Mapping

from bot.acts.service import Service
from bot.commands.commands import PREFIX
from bot.commands.typed import parse
from bot.games.catalogue import Games
from bot.table.intents import (
    Accept,
    Help,
    Intent,
    Learn,
    ListGames,
    Play,
    Rules,
    ShowMenu,
    ShowRecord,
    TableRules,
    Verify,
)
from bot.table.people import Place, Platform
from bot.table.table import TableId

AT_LENGTH = (Rules, TableRules, Learn, Help)
"""What is answered at length: in private, where there are others, and by a link there."""

FOR_ONE = (*AT_LENGTH, ShowMenu, Verify, ShowRecord, ListGames)
"""What only the presser reads: a button in a group leads to the private chat, where it is done."""

INVITED = "new"
"""What the link says by which somebody takes the bot into a group."""

_ALONE: Mapping[str, Intent] = {"learn": Learn(), "games": ListGames(), "help": Help()}

_OF_TABLE: Mapping[str, Callable[[TableId], Intent]] = {
    "e": TableRules,
    "m": ShowMenu,
    "v": Verify,
    "f": ShowRecord,
}

_SUPERGROUP = "-100"
"""What the numbers of those chats begin with whose messages have links."""

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)

_TYPED: Mapping[str, str] = {
    "a": "accept",
    "b": "board",
    "o": "open",
    "p": "practice",
    "r": "rules",
}


def address(username: str, payload: str, *, group: bool = False) -> str:
    """The link that starts the bot with a payload, in private or in a group that is chosen."""
    return f"https://t.me/{username}?{'startgroup' if group else 'start'}={payload}"


def to_message(place: Place, message: str) -> str | None:
    """The link to a message for the members of its chat; None where messages have none."""
    chat = place.channel.removeprefix(_SUPERGROUP)
    if chat == place.channel or not message.isdecimal():
        return None
    within = f"{place.thread}/" if place.thread else ""
    return f"https://t.me/c/{chat}/{within}{message}"


def payload(intent: Intent, place: Place) -> str:
    """What a link says that asks for an answer in private; `place` is where it was asked."""
    match intent:
        case TableRules(table):
            return f"e-{table}"
        case ShowMenu(table):
            return f"m-{table}"
        case Verify(str() as table):
            return f"v-{table}"
        case ShowRecord(str() as table):
            return f"f-{table}"
        case Learn():
            return "learn"
        case ListGames():
            return "games"
        case Rules(None):
            return f"h-{place.channel}_{place.thread}"
        case Rules(options) if options is not None:
            words = [f"r-{options.ruleset}"]
            for name, value in options.chosen:
                words += [name, value]
            fits = filter(_PAYLOAD.fullmatch, ("_".join(words), words[0]))
            return next(fits, "help")  # anyone may ask for any ruleset with a button of their own
    return "help"


async def read(payload: str, place: Place, service: Service, games: Games) -> tuple[Intent, Place]:
    """What a link asks, and where it is done; BadCommand for a command that cannot be read.

    One that says nothing, or what no link of ours says, leads to the first steps.
    """
    kind, _, rest = payload.partition("-")
    if kind == "h":
        channel, _, thread = rest.partition("_")
        return Rules(None), Place(Platform.TELEGRAM, channel, thread)
    if kind in _OF_TABLE:
        return _OF_TABLE[kind](TableId(rest)), place
    if kind not in _TYPED:
        return _ALONE.get(payload, Play()), place
    first, *more = rest.split("_")
    options = (f"{name}={value}" for name, value in zip(more[::2], more[1::2], strict=False))
    intent = parse(" ".join([PREFIX, _TYPED[kind], first, *options]), lambda _: None, games)
    if isinstance(intent, Accept) and intent.table is not None:
        return intent, await service.place_of(intent.table) or place
    return intent, place
