"""What people want and are told, as it fits a chat of Telegram.

Nobody can be chosen from a list here: a challenge answers a message, names somebody after `@`, or
goes into any chat by inline mode. In the private chat nobody else is there to be challenged.
"""

from dataclasses import replace

from bot.on_telegram import names
from bot.table.intents import Challenge, ChooseOpponent, Intent
from bot.table.people import Place
from bot.table.request import Reply
from engine.text import Text


def meant(intent: Intent, place: Place) -> Intent:
    """What somebody wants: who challenges anyone in the private chat is asked where others are."""
    if isinstance(intent, Challenge) and names.is_private(place):
        return ChooseOpponent(intent.options)
    return intent


def fitted(reply: Reply, place: Place) -> Reply:
    """A reply in words, and with choices, that are right in `place`."""
    private = names.is_private(place)
    if reply.cover:
        how = (*reply.texts, Text("telegram.how"))
        return replace(reply, texts=(Text("telegram.hello"),) if private else how)
    if reply.opponent is not None and private:
        return replace(reply, texts=(Text("telegram.alone"),), choices=())
    if reply.opponent is not None:
        return replace(reply, texts=(Text("telegram.whom"),))
    return reply
