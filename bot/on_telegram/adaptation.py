"""Adaptation of replies to Telegram.

Telegram has no menu of users to pick from: to challenge someone, you reply to their message, type
their `@` name, or send a challenge to any chat by inline mode; to invite people to a lobby, you
type `/invite`. A private chat with the bot has nobody else to challenge.
"""

from dataclasses import replace

from bot.commands.lines import typed_game
from bot.on_telegram import names
from bot.table.options import Options
from bot.table.people import Place
from bot.table.request import Reply
from engine.text import Text


def adapted_reply(reply: Reply, place: Place) -> Reply:
    """Return the reply with the texts and choices for `place`."""
    private = names.is_private(place)
    if reply.cover:
        how = (*reply.texts, Text("telegram.how"))
        return replace(reply, texts=(Text("telegram.hello"),) if private else how)
    if reply.opponent is not None and private:
        return replace(reply, texts=(Text("telegram.alone"), *reply.texts[1:]))
    if reply.opponent is not None:
        game = "" if reply.opponent == Options() else typed_game(reply.opponent)
        texts = (Text("telegram.whom", command=f"/challenge {game}".rstrip()), *reply.texts[1:])
        return replace(reply, texts=texts)
    if reply.invite is not None:
        inviting = Text("telegram.invite-there" if private else "telegram.invite")
        return replace(reply, texts=(*reply.texts, inviting))
    return reply
