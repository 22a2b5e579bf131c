"""Deep links to the bot, and the acts that they carry.

A link's payload is the code of an act, with its parts separated by `_`: `rules_k3f9qd7m2x` explains
a table's rules, and `open_kekchi_road_9` posts a challenge. After `in_<chat>_<topic>_`, the act is
about the user's own table there. Telegram allows letters, digits, `_` and `-`, and 64 of them.

Anyone can make up a link and have others follow it. So links carry only acts that declare it, and
never a confirmation. A challenge is accepted on its board, where people see what they agree to.
"""

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.acts.act import Act, Audience, TableAct
from bot.acts.codec import BadCode, parts_of
from bot.acts.registry import act, read_link
from bot.table.options import Options
from bot.table.people import Place, Platform

INVITED = "new"
"""The payload of the link that adds the bot to a group."""

_SUPERGROUP = "-100"
"""The prefix of a supergroup's id. Only messages in supergroups have links."""

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_SEPARATOR = "_"
_THERE = "in"
"""How the payload of a link begins whose act is about the user's own table in a chat."""


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


def payload(wanted: Act, place: Place) -> str:
    """Return the payload of a link to the private reply to an act from `place`.

    If a link can't carry all options of a game, it carries its ruleset.
    """
    options: Options | None = getattr(wanted, "options", None)
    changed: dict[str, Any] = {} if options is None else {"options": Options(options.ruleset)}
    for each in (wanted, replace(wanted, **changed), act("help")):
        with suppress(ValueError):
            parts = parts_of(each, on_link=True)
            if isinstance(each, TableAct) and len(parts) == 1:
                parts = [_THERE, place.channel, place.thread, *parts]
            written = _SEPARATOR.join(parts)
            unambiguous = not any(_SEPARATOR in part for part in parts)
            if each.declared.is_linked and unambiguous and _PAYLOAD.fullmatch(written):
                return written
    raise AssertionError("a link can always carry the act that lists the commands")


def read(payload: str, place: Place) -> tuple[Act, Place]:
    """Return the act of a link, and the place for it.

    An empty or unknown payload shows the introduction.
    """
    parts, there = payload.split(_SEPARATOR), place
    if parts[0] == _THERE and len(parts) == len((_THERE, "channel", "thread", "name")):
        there = Place(Platform.TELEGRAM, parts[1], parts[2])
        del parts[:-1]
    try:
        linked = read_link(parts)
    except BadCode:
        return act("play"), place
    if there != place:  # a private reply can be about another chat, but nothing is done there
        is_private = linked.declared.audience is Audience.LONG
        return (linked, there) if is_private else (act("play"), place)
    return linked, place
