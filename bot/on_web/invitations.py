"""Choosing people to invite to a lobby: several of those in its channel, with one request.

The request is a press of the button that asks whom to invite, with the ids of the people chosen.
"""

from collections.abc import Mapping

from bot.on_web.answers import RequestError
from bot.on_web.payloads import Body
from bot.on_web.people import actor
from bot.table.button import Pressable
from bot.table.people import Actor, Platform
from bot.table.seats import Free
from bot.table.table import Table
from engine.text import Text

FIELD = "people"
"""The field of a press with the ids of the people chosen."""


def picker(invites: Pressable, table: Table, people: Mapping[str, str], chooser: str) -> Body:
    """Return who can be invited, and how many at most: there must be a free seat for each.

    `invites` is what they are chosen for, `people` are the names of the channel's members by id,
    and `chooser` is the member who invites.
    """
    here = {user.id for user in table.people if user.platform is Platform.WEB}
    return {
        "code": invites.code,
        "people": [
            {"id": id_, "name": name}
            for id_, name in people.items()
            if id_ not in here and id_ != chooser
        ],
        "most": sum(isinstance(seat, Free) for seat in table.seats),
    }


def chosen_people(chosen: object, people: Mapping[str, str]) -> tuple[Actor, ...]:
    """Return the people with the ids `chosen`. Raises RequestError.

    Everyone invited must be a member of the channel; their names are those they have there.
    """
    if (
        not isinstance(chosen, list)
        or not chosen
        or not all(isinstance(id_, str) for id_ in chosen)
    ):
        raise RequestError(Text("web.form"))
    if not all(id_ in people for id_ in chosen):
        raise RequestError(Text("web.not-here"))
    return tuple(actor(id_, people[id_]) for id_ in dict.fromkeys(chosen))
