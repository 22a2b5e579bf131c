"""How many people one person may call: challenge, invite or remind, so that messages mention them.

The limits hold over all processes, because they protect the people who are called.
"""

from collections.abc import Sequence
from typing import Final

from bot.table.ids import fingerprint
from bot.table.pace import HOUR
from bot.table.people import User
from bot.table.ports import Store
from bot.table.request import Refusal, Request
from engine.text import Text

MAX_CALLED: Final = 15
"""How many people one person may call within `CALLED_SECONDS`."""

MAX_CALLS: Final = 5
"""How often one person may call the same person within `CALLED_SECONDS`."""

CALLED_SECONDS: Final = HOUR


async def count_called(store: Store, request: Request, people: Sequence[User], now: int) -> None:
    """Count that the actor calls people, in advance. Raises Refusal if a limit is reached.

    Then nobody is counted. A redelivered request is counted once.
    """
    caller = request.actor.user
    often = Text("limit.challenges", count=MAX_CALLS)
    many = Text("limit.called", count=MAX_CALLED)
    press = fingerprint(str(request.operation))
    each = [(_calls(caller, person), press, MAX_CALLS, often) for person in people]
    all_ = [(_called(caller), _alias(person), MAX_CALLED, many) for person in people]
    known = await store.taken(_called(caller), now=now) if people else ()
    counted = list[tuple[str, str]]()
    for name, item, limit, refusal in (*each, *all_):
        if not await store.take(name, item, now=now, until=now + CALLED_SECONDS, limit=limit):
            for taken in counted:
                await store.give_back(*taken)
            raise Refusal(refusal)
        if item not in known:
            counted.append((name, item))


def _called(caller: User) -> str:
    return f"called:{caller}"


def _calls(caller: User, person: User) -> str:
    return f"calls:{caller}:{_alias(person)}"


def _alias(person: User) -> str:
    """Return what stands for a person who is called: the store need not know whom one calls."""
    return fingerprint(str(person))
