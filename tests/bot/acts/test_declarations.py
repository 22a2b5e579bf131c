"""What acts declare, all of it at a glance: how platforms treat each of them."""

import pytest

from bot.acts.act import Act
from bot.acts.limits import PRESSES
from bot.acts.named import ACTS

USUAL = "actor nothing players commands"
FLAGS = ("inside", "needs_others", "linked", "pages", "at_home", "at_seat")
DECLARED = {
    "answer": "actor nothing players presses",
    "claim": "actor nothing players presses",
    "extend": "actor nothing players presses",
    "keep": "actor nothing players presses",
    "move": "actor nothing players presses",
    "quit": "actor nothing players commands linked",
    "resume": "actor nothing players presses",
    "take": "actor nothing players commands at_home",
    "accept": "actor nothing players presses",
    "begin": "actor nothing players presses linked",
    "challenge": "actor table players commands needs_others pages",
    "change": "actor nothing players commands pages",
    "choose": "actor nothing players presses pages",
    "options": "actor nothing players presses linked pages",
    "computer": "actor nothing players presses",
    "decline": "actor nothing players presses",
    "demo": "actor table players commands inside",
    "join": "actor nothing players presses",
    "leave": "actor nothing players presses",
    "open": "actor table players commands needs_others linked",
    "practice": "actor table players commands linked",
    "rematch": "actor next players commands at_seat",
    "board": "actor board players commands linked",
    "close": "actor nothing moderators commands inside at_home",
    "games": "long nothing players commands",
    "help": "long nothing players commands pages",
    "hint": "long nothing players commands",
    "learn": "long nothing players commands pages",
    "menu": "private nothing players commands",
    "next": "long nothing players commands",
    "odds": "long nothing players commands",
    "play": "chat message anyone commands",
    "record": "private nothing players commands",
    "review": "long nothing players commands",
    "rules": "long nothing players commands",
    "series": "chat message players commands",
    "set": "actor nothing moderators commands inside",
    "settings": "chat message anyone commands inside",
    "renew": "long nothing players commands",
    "share": "long nothing players commands",
    "sit": "actor nothing players presses linked",
    "sit-unnamed": "actor nothing players presses",
    "verify": "private nothing players commands",
    "block": "personal nothing players commands linked",
    "block-host": "personal nothing players commands",
    "forgetme": "long nothing players commands",
    "me": "long nothing players commands",
    "me-set": "personal nothing players commands",
    "link": "long nothing players commands",
    "link-sure": "personal nothing players commands",
    "unlink": "long nothing players commands",
    "sessions": "long nothing players commands",
    "unblock": "personal nothing players commands linked",
    "mydata": "long nothing players commands",
    "watch": "actor board players commands",
}
"""For whom the reply is, what is posted, who may do it, its rate limit, and flags; if not usual."""


@pytest.mark.parametrize("kind", ACTS.values(), ids=lambda kind: kind.__name__)
def test_an_act_declares(kind: type[Act]) -> None:
    """Each act declares what it should; a new one that is not usual needs a line above."""
    declared = kind.declared
    limit = "presses" if declared.limit is PRESSES else "commands"
    named = (each.name.lower() for each in (declared.audience, declared.posts, declared.who))
    found = " ".join([*named, limit, *(flag for flag in FLAGS if getattr(declared, flag))])
    assert found == DECLARED.get(declared.name, USUAL), (
        f'add to DECLARED in this file: "{declared.name}": "{found}",'
    )
