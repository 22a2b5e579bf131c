"""The simulator is as strict as Discord, so that careless bots fail their tests."""

from asyncio import to_thread
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from discord_simulator.commands import Impossible
from discord_simulator.interactions import MAX_FOLLOWUPS, Callback
from discord_simulator.members import USUAL, Permission
from discord_simulator.people import Person
from discord_simulator.places import Channel
from discord_simulator.simulator import DiscordSimulator
from small_bot import SmallBot, png, press_me

OP_INVALID_SESSION = 9


@pytest.fixture
async def session(discord_simulator: DiscordSimulator) -> AsyncIterator[aiohttp.ClientSession]:
    """An HTTP session with the bot's token."""
    headers = {"Authorization": f"Bot {discord_simulator.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        yield session


async def test_editing_without_the_right_to_send(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """A bot that may no longer send messages can still edit the ones it sent."""
    message = await bot.channel(plaza).send("Hello")
    await to_thread(discord_simulator.refuse, plaza, Permission.SEND_MESSAGES)
    await message.edit(content="Later")
    assert plaza.last.content == "Later"
    with pytest.raises(discord.Forbidden, match="50013"):
        await bot.channel(plaza).send("Hello")


async def test_files_take_a_right_of_their_own(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """Without the right to attach files, a bot can send text, but not send or edit in pictures."""
    await to_thread(discord_simulator.refuse, plaza, Permission.ATTACH_FILES)
    message = await bot.channel(plaza).send("Hello")
    with pytest.raises(discord.Forbidden, match="50013"):
        await bot.channel(plaza).send(file=png())
    with pytest.raises(discord.Forbidden, match="50013"):
        await message.edit(attachments=[png()])


async def test_who_left_is_no_member(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """A user who leaves is unknown as a member; an id that nobody has, as a user."""
    guild = bot.channel(plaza).guild
    assert (await guild.fetch_member(ana.id)).name == "ana"
    assert plaza.guild is not None
    await to_thread(discord_simulator.leave, ana, plaza.guild)
    with pytest.raises(discord.NotFound, match="10007"):
        await guild.fetch_member(ana.id)
    with pytest.raises(discord.NotFound, match="10013"):
        await guild.fetch_member(5)


async def test_a_deleted_account(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """A deleted account has left all guilds and lost its name, and can do nothing more."""
    await to_thread(discord_simulator.delete_account, ana)
    with pytest.raises(discord.NotFound, match="10007"):
        await bot.channel(plaza).guild.fetch_member(ana.id)
    assert (await bot.fetch_user(ana.id)).display_name.startswith("deleted_user")
    with pytest.raises(Impossible):
        await to_thread(ana.command, plaza, "show")


async def test_opening_a_private_chat(
    discord_simulator: DiscordSimulator, ana: Person, bot: SmallBot
) -> None:
    """Opening a private chat again finds the same one; deleted and unknown accounts have none."""
    first = await bot.http.start_private_message(ana.id)
    again = await bot.http.start_private_message(ana.id)
    assert first["id"] == again["id"]
    await to_thread(discord_simulator.delete_account, ana)
    for recipient in (ana.id, 5):
        with pytest.raises(discord.HTTPException, match="50033"):
            await bot.http.start_private_message(recipient)


async def test_private_messages_take_a_shared_guild(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """The bot can open a private chat with a stranger, but not write to them."""
    assert plaza.guild is not None
    await to_thread(discord_simulator.leave, ana, plaza.guild)
    chat = await bot.create_dm(discord.Object(ana.id))
    with pytest.raises(discord.Forbidden, match="50278"):
        await chat.send("Hello")


async def test_private_messages_after_a_block(ana: Person, bot: SmallBot) -> None:
    """The bot can't write to a user who has blocked it, but can delete what it wrote before."""
    chat = await bot.create_dm(discord.Object(ana.id))
    message = await chat.send("Hello")
    ana.takes_direct_messages = False
    with pytest.raises(discord.Forbidden, match="50007"):
        await chat.send("Hello")
    await message.delete()
    assert ana.direct.messages == []


@pytest.mark.parametrize(("archived", "code"), [(False, "160005"), (True, "50083")])
async def test_a_locked_thread(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot, archived: bool, code: str
) -> None:
    """In a locked thread only moderators can write, and sending doesn't unarchive it."""
    thread = await to_thread(discord_simulator.thread, plaza, "Talk")
    known = await bot.fetch_channel(thread.id)
    assert isinstance(known, discord.Thread)
    await known.send("Hello")
    await to_thread(discord_simulator.lock, thread)
    if archived:
        await to_thread(discord_simulator.archive, thread)
    with pytest.raises(discord.HTTPException, match=code):
        await known.send("Hello again")
    assert thread.archived is archived


async def test_a_press_in_a_locked_thread(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """A press in a locked thread is delivered with the lock, and can be answered privately."""
    thread = await to_thread(discord_simulator.thread, plaza, "Talk", ana)
    known = await bot.fetch_channel(thread.id)
    assert isinstance(known, discord.Thread)
    assert known.owner_id == ana.id
    await known.send("Hello", view=press_me())
    await to_thread(discord_simulator.lock, thread)
    seen: list[bool] = []

    async def answer(interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.Thread)
        seen.append(interaction.channel.locked)
        await interaction.response.send_message("Locked", ephemeral=True)

    bot.on_press = answer
    pressed = await to_thread(ana.press, thread.last, "Press me")
    assert (seen, pressed.private.content) == ([True], "Locked")


async def test_a_second_thread_of_a_message(plaza: Channel, bot: SmallBot) -> None:
    """A message can have one thread only."""
    message = await bot.channel(plaza).send("Hello")
    await message.create_thread(name="Game")
    with pytest.raises(discord.HTTPException, match="160004"):
        await message.create_thread(name="Game")


async def test_a_thread_that_is_there_already(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """A message that has a thread, whoever opened it, gets no other one."""
    message = await bot.channel(plaza).send("Hello")
    await to_thread(lambda: discord_simulator.thread(plaza, "Talk", below=plaza.last))
    with pytest.raises(discord.HTTPException, match="160004"):
        await message.create_thread(name="Game")


async def test_an_app_of_a_user(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, ben: Person, bot: SmallBot
) -> None:
    """Where the bot isn't, users who have its app can use the commands that are for users."""
    guild = await to_thread(lambda: discord_simulator.guild("Abroad", with_bot=False))
    abroad = await to_thread(discord_simulator.channel, guild, "plaza")
    guild.members |= {person.id: person for person in (ana, ben)}
    ana.has_app = True
    owners: list[tuple[bool, bool]] = []

    async def hear(interaction: discord.Interaction) -> None:
        by_guild, by_user = interaction.is_guild_integration(), interaction.is_user_integration()
        owners.append((by_guild, by_user))
        await interaction.response.send_message("Heard", ephemeral=True)

    bot.on_command = hear
    for place in (abroad, plaza):
        assert (await to_thread(ana.command, place, "show")).said == ["Heard"]
    assert owners == [(False, True), (True, True)]
    with pytest.raises(Impossible):
        await to_thread(ben.command, abroad, "show")
    with pytest.raises(Impossible):
        await to_thread(ana.context_menu, abroad, "Challenge", ben)
    with pytest.raises(discord.Forbidden, match="50001"):
        await bot.get_partial_messageable(abroad.id).send("Hello")


@pytest.fixture
async def group(
    discord_simulator: DiscordSimulator, ana: Person, ben: Person, bot: SmallBot
) -> Channel:
    """A group DM without the bot, to which Ana has brought its app."""
    ana.has_app = True
    bot.on_command = _offer
    return await to_thread(discord_simulator.between, ana, ben, discord_simulator.machine("Eva"))


async def _offer(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Press", view=press_me())


async def test_an_app_in_a_group(ana: Person, ben: Person, group: Channel, bot: SmallBot) -> None:
    """In a press, the app is that of the user whose message it is, also if another presses it."""
    heard: list[tuple[bool, bool, bool]] = []

    async def hear(interaction: discord.Interaction) -> None:
        private, owned = interaction.context.private_channel, interaction.is_user_integration()
        heard.append((private, owned, isinstance(interaction.channel, discord.GroupChannel)))
        await interaction.response.defer()

    bot.on_press = hear
    await to_thread(ana.command, group, "show")
    for person in (ana, ben):
        await to_thread(person.press, group.last, group.last.labels[0])
    assert heard == [(True, True, True), (True, False, True)]
    with pytest.raises(Impossible):
        await to_thread(ben.command, group, "show")


async def test_channels_without_the_bot(ana: Person, group: Channel, bot: SmallBot) -> None:
    """Where the bot isn't a member, it can't read, post, edit or delete, not even its own."""
    await to_thread(ana.command, group, "show")
    channel = bot.get_partial_messageable(group.id)
    own = channel.get_partial_message(group.last.id)
    for attempt in (channel.send("Hello"), own.edit(content="Later"), own.delete(), own.fetch()):
        with pytest.raises(discord.Forbidden, match="50001"):
            await attempt


async def test_follow_ups_without_the_bot(
    discord_simulator: DiscordSimulator, ana: Person, group: Channel, bot: SmallBot
) -> None:
    """Where the bot isn't a member, an interaction has at most five follow-ups."""

    async def talk(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("1")
        for number in range(5):
            await interaction.followup.send(str(number))
        with pytest.raises(discord.HTTPException, match="40094"):
            await interaction.followup.send("Too much")
        await interaction.edit_original_response(content="Done")

    bot.on_command = talk
    await to_thread(ana.command, group, "show")
    await to_thread(
        discord_simulator.wait, lambda: "Done" in [message.content for message in group.messages]
    )
    assert len(group.messages) == MAX_FOLLOWUPS + 1


async def test_a_guild_that_hides_apps(
    discord_simulator: DiscordSimulator, ana: Person, bot: SmallBot
) -> None:
    """Without the right to use external apps, what the app answers is for the user alone."""
    guild = await to_thread(lambda: discord_simulator.guild("Abroad", with_bot=False))
    abroad = await to_thread(discord_simulator.channel, guild, "plaza")
    guild.members[ana.id], ana.has_app = ana, True
    guild.everyone = USUAL & ~Permission.USE_EXTERNAL_APPS
    bot.on_command = _offer
    answer = await to_thread(ana.command, abroad, "show")
    assert (abroad.messages, answer.said) == ([], ["Press"])


async def test_edits_of_an_old_message(
    discord_simulator: DiscordSimulator,
    plaza: Channel,
    bot: SmallBot,
    session: aiohttp.ClientSession,
) -> None:
    """A message more than an hour old can be edited three times, but not four."""
    message = await bot.channel(plaza).send("Hello")
    address = f"{discord_simulator.url}/channels/{plaza.id}/messages/{message.id}"
    for _ in range(5):
        async with session.patch(address, json={"content": "young"}) as answer:
            assert answer.status == 200
    discord_simulator.age(plaza.last, 3601)
    for status in (200, 200, 200, 429):
        async with session.patch(address, json={"content": "old"}) as answer:
            assert answer.status == status
            said = await answer.json()
    assert said["code"] == 30046


async def test_buckets(
    discord_simulator: DiscordSimulator, plaza: Channel, session: aiohttp.ClientSession
) -> None:
    """Responses contain the rest of the channel's bucket; requests beyond it must wait."""
    discord_simulator.limit(2, 30)
    other = await to_thread(discord_simulator.channel, plaza.guild, "other")
    left = []
    for place in (plaza, plaza, plaza, other):
        address = f"{discord_simulator.url}/channels/{place.id}/messages"
        async with session.post(address, json={"content": "Hello"}) as answer:
            left.append((answer.status, answer.headers.get("X-RateLimit-Remaining")))
            if answer.status == 429:
                assert (await answer.json())["retry_after"] > 20
                assert answer.headers["Retry-After"]
            else:
                assert answer.headers["X-RateLimit-Limit"] == "2"
                assert answer.headers["X-RateLimit-Bucket"]
    assert left == [(200, "1"), (200, "0"), (429, None), (200, "1")]


async def test_a_client_that_heeds_the_buckets(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """A client that respects the headers is never rate limited."""
    discord_simulator.limit(3, 0.3)
    for number in range(7):
        await bot.channel(plaza).send(str(number))
    asked = [one.status for one in discord_simulator.requests if one.method == "POST"]
    assert asked == [200] * 7


@pytest.mark.parametrize("applied", [False, True])
async def test_a_connection_that_is_cut(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot, applied: bool
) -> None:
    """If the connection ends in the middle of a response, the request may have been processed."""
    channel = bot.channel(plaza)
    discord_simulator.cut_next(1, "POST /channels", applied=applied)
    with pytest.raises((aiohttp.ClientError, ConnectionError)):
        await channel.send("Hello")
    assert len(plaza.messages) == applied
    await channel.send("Hello again")


async def test_identifying_too_fast(
    discord_simulator: DiscordSimulator, session: aiohttp.ClientSession
) -> None:
    """A shard that identifies within five seconds of another in its bucket gets no session."""
    gateway = discord_simulator.gateway
    assert gateway.identify_seconds == 5
    gateway.max_concurrency = 2
    ops = []
    for shard in (0, 1, 2):
        async with session.ws_connect(discord_simulator.gateway_url) as socket:
            await socket.receive_json()
            asked = {"token": discord_simulator.token, "intents": 0, "shard": [shard, 4]}
            await socket.send_json({"op": 2, "d": asked})
            ops.append((await socket.receive_json())["op"])
    assert ops == [0, 0, OP_INVALID_SESSION]
    assert (gateway.identified, gateway.hasty) == ({0: 1, 1: 1}, {2: 1})


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [("GET", "/applications/1/commands", 20012), ("POST", "/webhooks/1/token", 10015)],
)
async def test_another_bot(
    discord_simulator: DiscordSimulator,
    session: aiohttp.ClientSession,
    method: str,
    path: str,
    code: int,
) -> None:
    """A bot can't access what belongs to another bot."""
    body = {"content": "Hello"} if method == "POST" else None
    async with session.request(method, discord_simulator.url + path, json=body) as answer:
        assert (await answer.json())["code"] == code


@pytest.mark.parametrize("address", ["GET /users/@me", "GET /gateway/bot"])
async def test_a_start_that_is_broken(
    discord_simulator: DiscordSimulator, session: aiohttp.ClientSession, address: str
) -> None:
    """A client's first request can fail once and succeed the next time."""
    discord_simulator.break_next(503, 1, address)
    for status in (503, 200):
        async with session.get(discord_simulator.url + address.removeprefix("GET ")) as answer:
            assert answer.status == status


@pytest.mark.parametrize("name", ["", "\u3164", "\u202eanA", "@everyone"])
async def test_odd_names(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot, name: str
) -> None:
    """Users can have any display name; if it is empty, their account name is shown."""
    eva = await to_thread(discord_simulator.person, name)
    heard: list[str] = []

    async def hear(interaction: discord.Interaction) -> None:
        heard.append(interaction.user.display_name)
        await interaction.response.send_message("Heard")

    bot.on_command = hear
    await to_thread(eva.command, plaza, "show")
    assert heard == [name or f"user{eva.id}"]


async def test_late_and_second_answers(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """The first response must come within three seconds, and only once."""
    assert discord_simulator.interactions.first_answer_seconds == 3
    codes: list[int] = []

    async def twice(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("One")
        again = discord.InteractionResponse(interaction)
        try:
            await again.send_message("Two")
        except discord.HTTPException as error:
            codes.append(error.code)

    bot.on_command = twice
    answer = await to_thread(ana.command, plaza, "show")
    assert answer.acknowledgement is Callback.MESSAGE
    await to_thread(discord_simulator.wait, lambda: codes)
    discord_simulator.interactions.first_answer_seconds = 0

    async def late(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("Late")
        except discord.HTTPException as error:
            codes.append(error.code)

    bot.on_command = late
    await to_thread(ana.command, plaza, "show")
    await to_thread(discord_simulator.wait, lambda: len(codes) > 1)
    assert codes == [40060, 10062]


async def test_the_second_version_cannot_be_undone(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """An edit can give a message components of the second version, without content, for good."""
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay("Hello"))
    message = await bot.channel(plaza).send("Hello")
    with pytest.raises(discord.HTTPException, match="50035"):
        await message.edit(view=view)
    await message.edit(content=None, view=view)
    with pytest.raises(discord.HTTPException, match="50035"):
        await message.edit(content="Hello", view=None)
    assert (plaza.last.content, plaza.last.words) == ("", "Hello")
    discord_simulator.violations.clear()
