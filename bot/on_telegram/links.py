"""Deep links to the bot, and the intents that their payloads encode.

With a table's id: `a-` accepts its challenge, `b-` shows its board, `m-` its menu, `e-` its rules,
`v-` its throws, `f-` its record as a file, `i-` a hint, `w-` who probably wins, and `g-` a review;
`s-` asks how a lobby's game is to start, and `q-` whether to leave a match. With a ruleset and its
options (`kekchi_road_9`): `o-` opens a table, `p-` starts a practice game, `r-` explains the rules,
`l-` starts the tutorial. With a chat's id, `h-` explains the rules of the user's own table there,
and `i-`, `w-` and `g-` are about that table.

Anyone can follow any link, so payloads are checked like typed commands.
"""

import re
from collections.abc import Callable, Mapping

from bot.acts.service import Service
from bot.commands.commands import PREFIX
from bot.commands.typed import parse
from bot.games.catalogue import Games
from bot.table.ids import TableId
from bot.table.intents import (
    Accept,
    AskHint,
    ForgetMe,
    Help,
    Intent,
    Learn,
    LeaveMatch,
    ListGames,
    Next,
    Play,
    Rules,
    ShowMe,
    ShowMenu,
    ShowMyData,
    ShowOdds,
    ShowRecord,
    ShowReview,
    Start,
    TableRules,
    Verify,
)
from bot.table.people import Place, Platform

_ADVICE = (AskHint, ShowOdds, ShowReview)

LONG_REPLIES = (Rules, TableRules, Learn, Help, ShowMe, ShowMyData, ForgetMe, *_ADVICE)
"""Intents with long or personal replies. In a group, the reply is a link to the private chat."""

PRIVATE_REPLIES = (*LONG_REPLIES, ShowMenu, Verify, ShowRecord, ListGames, Next)
"""Intents whose reply is for the user alone: a button in a group opens the private chat."""

ASKING = (Start, LeaveMatch)
"""Intents whose reply may be a question, for which an inline message opens the private chat."""

INVITED = "new"
"""The payload of the link that adds the bot to a group."""

_ALONE: Mapping[str, Intent] = {
    "learn": Learn(),
    "games": ListGames(),
    "next": Next(),
    "help": Help(),
    "me": ShowMe(),
    "mydata": ShowMyData(),
    "forgetme": ForgetMe(),
}

_OF_TABLE: Mapping[str, Callable[[TableId], Intent]] = {
    "e": TableRules,
    "m": ShowMenu,
    "v": Verify,
    "f": ShowRecord,
    "s": Start,
    "q": LeaveMatch,
    "i": AskHint,
    "w": ShowOdds,
    "g": ShowReview,
}

_LETTERS: Mapping[type[Intent], str] = {AskHint: "i", ShowOdds: "w", ShowReview: "g"}

_HERE: Mapping[str, Intent] = {
    "h": Rules(None),
    "i": AskHint(),
    "w": ShowOdds(),
    "g": ShowReview(),
}
"""Intents about the user's own table in a chat, by the letter of links with the chat's id."""

_SUPERGROUP = "-100"
"""The prefix of a supergroup's id. Only messages in supergroups have links."""

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)

_TYPED: Mapping[str, str] = {
    "a": "accept",
    "b": "board",
    "l": "learn",
    "o": "open",
    "p": "practice",
    "r": "rules",
}


def address(username: str, payload: str, *, group: bool = False) -> str:
    """Return the link that starts the bot with a payload, in private or in a selected group."""
    return f"https://t.me/{username}?{'startgroup' if group else 'start'}={payload}"


def to_message(place: Place, message: str) -> str | None:
    """Return the link to a message, for members of its chat; None if it has no link."""
    chat = place.channel.removeprefix(_SUPERGROUP)
    if chat == place.channel or not message.isdecimal():
        return None
    within = f"{place.thread}/" if place.thread else ""
    return f"https://t.me/c/{chat}/{within}{message}"


def payload(intent: Intent, place: Place) -> str:
    """Return the payload of a link to the private reply to an intent from `place`."""
    match intent:
        case TableRules(table):
            return f"e-{table}"
        case ShowMenu(table):
            return f"m-{table}"
        case Verify(str() as table):
            return f"v-{table}"
        case ShowRecord(str() as table):
            return f"f-{table}"
        case Learn(ruleset=ruleset):
            return f"l-{ruleset}" if ruleset else "learn"
        case Start(str() as table):
            return f"s-{table}"
        case LeaveMatch(str() as table):
            return f"q-{table}"
        case ListGames():
            return "games"
        case Next():
            return "next"
        case ShowMe():
            return "me"
        case ShowMyData():
            return "mydata"
        case ForgetMe():
            return "forgetme"
        case AskHint(table) | ShowOdds(table) | ShowReview(table):
            return f"{_LETTERS[type(intent)]}-{table or _here(place)}"
        case Rules(None):
            return f"h-{_here(place)}"
        case Rules(options) if options is not None:
            words = [f"r-{options.ruleset}"]
            for name, value in options.chosen:
                words += [name, value]
            fits = filter(_PAYLOAD.fullmatch, ("_".join(words), words[0]))
            return next(fits, "help")  # a client can send any options, even too long ones
    return "help"


def _here(place: Place) -> str:
    """Return a chat, or a topic in it, as a part of a payload."""
    return f"{place.channel}_{place.thread}"


async def read(payload: str, place: Place, service: Service, games: Games) -> tuple[Intent, Place]:
    """Return the intent of a link, and the place for it. Raises BadCommand.

    An empty or unknown payload shows the introduction.
    """
    kind, _, rest = payload.partition("-")
    channel, is_chat, thread = rest.partition("_")
    if kind in _HERE and is_chat:
        return _HERE[kind], Place(Platform.TELEGRAM, channel, thread)
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
