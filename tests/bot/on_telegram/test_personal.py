"""What concerns one person alone is not told to a group, whatever is typed or pressed there."""

from typing import TYPE_CHECKING

import pytest

from bot.acts.act import Audience
from bot.acts.named import ACTS
from bot.acts.registry import COMMANDS
from bot.table.people import Platform, User
from bot.table.preferences import Preferences, Quiet, Reminders, Vacation
from telegram_simulator.places import Chat

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

SECRETS = ("Secret garden", "Mallory", "Kathmandu", "vacation until", "Reminders:")
"""What the group mustn't read: another group, who is blocked, and what people have set."""

TYPED = (
    *(command.name for command in COMMANDS),
    *("me reminders=less", "me quiet=1-5", "me zone=Asia/Kathmandu", "me vacation=7d"),
    *("me vacation=off", "block everyone", "unblock everyone", "accept word=rain", "word rain"),
    *(
        "start games",
        "start next",
        "start block",
        "start me",
        "start menu_{id}",
    ),
    *("start record_{id}", "start verify_{id}", "start mydata", "start unblock", "start word_{id}"),
    *("verify {id}", "record {id}", "hint {id}", "odds {id}", "review {id}", "rules {id}"),
    *("nudge {id}", "draw {id}", "pause {id}", "undo {id}", "cancel {other}", "decline {other}"),
)
"""Every command, some with what can be typed after it; `id` and `other` are games elsewhere."""


def user(person: object) -> User:
    return User(Platform.TELEGRAM, str(person.id))  # type: ignore[attr-defined] # of the simulator


async def garden(village: "Village") -> tuple[Chat, str, str]:
    """Let Ana play and wait in another group, block somebody there, and set what can be set."""
    mallory = village.sim.person("Mallory", language="en")
    there = village.sim.group("Secret garden", village.ana, mallory)
    await village.hear()  # the greeting
    offer = await village.say(village.ana, "/challenge@puluc_bot Mallory", mallory, at=there)
    village.now += 1
    await village.press(mallory, offer, "Accept")
    await village.say(village.ana, "/challenge@puluc_bot Mallory bul", mallory, at=there)
    await village.say(village.ana, "/open@puluc_bot kekchi", at=there)
    away = Vacation(int(village.now) + 5, int(village.now) + 86_400)
    for person in (village.ana, village.ben):
        await village.store.prefer(
            user(person),
            Preferences(
                reminders=Reminders.OFF, quiet=Quiet(1, 5), zone="Asia/Kathmandu", vacation=away
            ),
        )
        await village.store.block(user(person), user(mallory), "Mallory")
    playing, challenge, *_ = sorted(village.store.tables, key=lambda table: table.created)
    return there, playing.id, challenge.id


def told(village: "Village") -> list[str]:
    """What the bot has written in the group, with the labels and addresses of its buttons."""
    messages = [message for message in village.plaza.messages if message.sender.bot]
    return ["\n".join([m.text, m.caption, *m.labels, *m.links]) for m in messages]


@pytest.mark.parametrize("started", [True, False])
@pytest.mark.parametrize("plays", [True, False])
async def test_no_command_tells_a_group(village: "Village", *, started: bool, plays: bool) -> None:
    """Whatever somebody types in a group, it learns nothing about other groups or settings."""
    _, playing, challenge = await garden(village)
    if started:
        village.ana.start()
        await village.hear()
    if plays:
        await village.play()
    for line in TYPED:
        name, _, rest = line.format(id=playing, other=challenge).partition(" ")
        if (name, rest) == ("board", ""):
            continue  # it brings a game here
        village.now += 30
        await village.say(village.ana, f"/{name}@puluc_bot {rest}".rstrip())
        found = [(secret, text) for text in told(village) for secret in SECRETS if secret in text]
        assert not found, line
    heard = [message for message in village.ana.private.messages if message.sender.bot]
    assert bool(heard) is started


async def test_several_games_elsewhere(village: "Village") -> None:
    """/board without a game here lists those elsewhere in the private chat."""
    await garden(village)
    village.ana.start()
    await village.hear()
    before = len(village.plaza.messages)
    await village.say(village.ana, "/board@puluc_bot")
    assert "Secret garden" in village.ana.private.last.text
    assert len(village.plaza.messages) == before + 1  # the command


async def test_blocking_somebody(village: "Village") -> None:
    """/block with a name is carried out where it is typed, and confirmed in private."""
    village.ana.start()
    await village.hear()
    await village.say(village.ana, "/block@puluc_bot Ben", village.ben)
    assert village.ana.private.last.text.startswith("Ben can't challenge you any more.")
    assert not told(village)
    preferences = await village.store.preferences(user(village.ana))
    assert preferences.blocked == {user(village.ben): "Ben"}


async def test_before_the_chat_is_started(village: "Village") -> None:
    """Who hasn't started the bot gets a link, with which the private chat shows the answer."""
    reply = await village.say(village.ana, "/block@puluc_bot Ben", village.ben)
    assert "Ben" not in reply.text
    assert reply.text.startswith("My answer is only for you.")
    village.ana.open(reply.links[0])
    await village.hear()
    await village.say(village.ana, "/block@puluc_bot")
    assert "You're blocking challenges from Ben." in village.ana.private.last.text


@pytest.mark.parametrize("command", ["games", "next"])
async def test_a_link_to_the_games(village: "Village", command: str) -> None:
    """/games and /next in a group lead to the private chat, which lists the games."""
    await garden(village)
    reply = await village.say(village.ana, f"/{command}@puluc_bot")
    assert reply.labels == ["My games"]
    village.ana.open(reply.links[0])
    await village.hear()
    assert "Secret garden" in village.ana.private.last.text


async def test_a_link_blocks_nobody(village: "Village") -> None:
    """No link makes whoever follows it block everyone."""
    village.ana.start("block__y")
    await village.hear()
    assert not (await village.store.preferences(user(village.ana))).blocks_all


async def test_others_settings(village: "Village") -> None:
    """That an opponent wants no reminders or has quiet hours is told to who nudges alone."""
    board = await village.play()
    await village.press(village.ana, board, board.labels[0])
    waiting = village.ana if (await village.table()).clock.seat == 1 else village.ben  # type: ignore[union-attr] # it runs
    other = village.ben if waiting is village.ana else village.ana
    await village.store.prefer(user(other), Preferences(reminders=Reminders.OFF))
    waiting.start()
    await village.hear()
    before = told(village)
    await village.say(waiting, "/nudge@puluc_bot")
    assert waiting.private.last.text.endswith("has turned off reminders.")
    assert told(village) == before


@pytest.mark.parametrize(
    "name", [name for name, kind in ACTS.items() if kind.declared.audience is Audience.PERSONAL]
)
async def test_forged_presses(village: "Village", name: str) -> None:
    """Whatever is pressed in a group, a personal answer is an alert."""
    _, playing, _ = await garden(village)
    board = await village.play()
    before = told(village)
    codes = {"me-set": "1me-set.reminders.less", "block-host": f"1block-host.{playing}"}
    answer = village.ana.forge(board, codes.get(name, f"1{name}"), wait=False)
    await village.hear()
    assert answer.text
    assert told(village) == before
