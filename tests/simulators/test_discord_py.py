"""The simulator with discord.py."""

import asyncio
import io
from asyncio import to_thread
from functools import partial
from typing import cast

import aiohttp
import discord
import pytest

from discord_simulator.commands import Impossible
from discord_simulator.interactions import Callback
from discord_simulator.members import Permission
from discord_simulator.people import Person
from discord_simulator.places import Channel
from discord_simulator.simulator import DiscordSimulator
from small_bot import SmallBot, logged_in, png, press_me


async def test_login(plaza: Channel, bot: SmallBot) -> None:
    """A client logs in and finds the guild and its channel."""
    channel = bot.channel(plaza)
    assert channel.name == "plaza"
    assert channel.permissions_for(channel.guild.me).attach_files


async def test_commands_have_ids(discord_simulator: DiscordSimulator, bot: SmallBot) -> None:
    """Commands that are registered again keep their ids."""
    first = await bot.tree.sync()
    again = await bot.tree.sync()
    assert [one.id for one in first] == [one.id for one in again]
    assert {one["name"] for one in discord_simulator.commands[None]} == {"show", "Challenge"}


async def test_answer_with_picture_and_button(plaza: Channel, ana: Person, bot: SmallBot) -> None:
    """A command is answered with a picture, its alt text and a button."""

    async def show(interaction: discord.Interaction) -> None:
        assert interaction.locale is discord.Locale.spain_spanish
        await interaction.response.send_message("Here", file=png(), view=press_me())

    bot.on_command = show
    answer = await to_thread(ana.command, plaza, "show", road=9)
    assert answer.acknowledgement is Callback.MESSAGE
    assert plaza.messages == [answer.message]
    assert answer.message.alt == "A red board"
    assert (answer.message.picture or b"").startswith(b"\x89PNG")
    assert answer.message.labels == ["Press me"]


async def shown(plaza: Channel, ana: Person, bot: SmallBot) -> None:
    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Here", file=png(), view=press_me())

    bot.on_command = show
    await to_thread(ana.command, plaza, "show")


async def test_press_changes_the_message(plaza: Channel, ana: Person, bot: SmallBot) -> None:
    """The response to a press replaces content, picture and buttons of the same message."""
    await shown(plaza, ana, bot)

    async def change(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(
            content="There", attachments=[png("blue")], view=None
        )

    bot.on_press = change
    answer = await to_thread(ana.press, plaza.last, "Press me")
    assert answer.acknowledgement is Callback.UPDATE
    assert (plaza.last.content, plaza.last.alt, plaza.last.buttons) == ("There", "A blue board", [])
    assert (len(plaza.messages), plaza.last.edits) == (1, 1)


async def test_private_answer(plaza: Channel, ana: Person, bot: SmallBot) -> None:
    """Only the presser sees a private response."""
    await shown(plaza, ana, bot)

    async def refuse(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Not your turn", ephemeral=True)

    bot.on_press = refuse
    answer = await to_thread(ana.press, plaza.last, "pressed")
    assert answer.private.content == "Not your turn"
    assert ana.private == [answer.private]
    assert len(plaza.messages) == 1


async def test_follow_up_after_deferred_update(plaza: Channel, ana: Person, bot: SmallBot) -> None:
    """After a deferred update, a private follow-up can be sent and the message edited."""
    await shown(plaza, ana, bot)

    async def blind(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="Moved")
        await interaction.followup.send("Too late", ephemeral=True)

    bot.on_press = blind
    answer = await to_thread(ana.press, plaza.last, "pressed")
    assert answer.acknowledgement is Callback.DEFERRED_UPDATE
    assert (await to_thread(lambda: answer.private)).content == "Too late"
    assert plaza.last.content == "Moved"


async def test_first_follow_up_fills_the_deferred_answer(
    plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """After "thinking", the first follow-up replaces it."""

    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("Thought")
        original = await interaction.original_response()
        assert original.content == "Thought"

    bot.on_command = think
    answer = await to_thread(ana.command, plaza, "show")
    assert (await to_thread(lambda: answer.message)).content == "Thought"
    assert len(plaza.messages) == 1


async def test_autocomplete(plaza: Channel, ana: Person, bot: SmallBot) -> None:
    """Text typed into an option returns suggestions."""
    answer = await to_thread(ana.autocomplete, plaza, "show", "road", "7")
    assert answer.choices == [("7 spaces", 7)]


async def test_context_menu(plaza: Channel, ana: Person, ben: Person, bot: SmallBot) -> None:
    """A command from a user's context menu names and pings that user."""
    answer = await to_thread(ana.context_menu, plaza, "Challenge", ben)
    assert answer.message.pinged == [ben]


async def test_modal(plaza: Channel, ana: Person, bot: SmallBot) -> None:
    """A form is shown, filled in and submitted."""
    sent = []

    class Form(discord.ui.Modal, title="Import"):
        record: discord.ui.TextInput["Form"] = discord.ui.TextInput(label="Record", custom_id="r")

        async def on_submit(self, interaction: discord.Interaction) -> None:
            sent.append(self.record.value)
            await interaction.response.send_message("Read")

    async def ask(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    bot.on_command = ask
    answer = await to_thread(ana.command, plaza, "show")
    answer = await to_thread(ana.submit, answer.modal, {"r": "1. 4"})
    assert (sent, answer.message.content) == (["1. 4"], "Read")


async def test_select(plaza: Channel, ana: Person, bot: SmallBot) -> None:
    """A choice from a menu arrives with its value."""
    chosen: list[str] = []
    view = discord.ui.View(timeout=None)
    options = [discord.SelectOption(label="Four", value="4")]
    menu: discord.ui.Select[discord.ui.View] = discord.ui.Select(options=options)
    view.add_item(menu)

    async def choose(interaction: discord.Interaction) -> None:
        chosen.extend(cast("dict[str, list[str]]", interaction.data)["values"])
        await interaction.response.defer()

    bot.on_press = choose
    channel = bot.channel(plaza)
    await channel.send("Choose", view=view)
    view.stop()
    await to_thread(ana.choose, plaza.last, "Four")
    assert chosen == ["4"]


async def test_a_menu_of_users(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """Users chosen from a menu arrive with their names, up to the number that the menu allows."""
    ben, cara = (discord_simulator.person(name) for name in ("Ben", "Cara"))
    chosen: list[str] = []

    class People(discord.ui.UserSelect[discord.ui.View]):
        async def callback(self, interaction: discord.Interaction) -> None:
            chosen.extend(person.display_name for person in self.values)
            await interaction.response.defer()

    async def nothing(_: discord.Interaction) -> None: ...  # the menu's own callback answers

    view = discord.ui.View(timeout=None)
    view.add_item(People(max_values=2))
    bot.on_press = nothing
    await bot.channel(plaza).send("Choose", view=view)
    await to_thread(ana.pick, plaza.last, ben, cara)
    assert chosen == ["Ben", "Cara"]
    with pytest.raises(Impossible):
        await to_thread(ana.pick, plaza.last, ana, ben, cara)
    view.stop()


async def test_a_bot_in_a_menu_of_users(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """Another bot can be chosen from a menu of users, and arrives as a bot."""
    assert plaza.guild is not None
    machine = discord_simulator.machine("Robot", plaza.guild)
    chosen: list[tuple[str, bool]] = []

    async def choose(interaction: discord.Interaction) -> None:
        data = cast("dict[str, dict[str, dict[str, dict[str, object]]]]", interaction.data)
        users = data["resolved"]["users"].values()
        chosen.extend((str(user["global_name"]), bool(user["bot"])) for user in users)
        await interaction.response.defer()

    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.UserSelect())
    bot.on_press = choose
    await bot.channel(plaza).send("Choose", view=view)
    view.stop()
    await to_thread(ana.pick, plaza.last, machine)
    assert chosen == [("Robot", True)]


async def test_a_private_message_that_is_edited(plaza: Channel, ana: Person, bot: SmallBot) -> None:
    """The response to a press on a private message can be its edit, which stays private."""

    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Sure?", view=press_me(), ephemeral=True)

    async def change(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="Done", view=None)

    bot.on_command, bot.on_press = show, change
    asked = await to_thread(ana.command, plaza, "show")
    assert asked.said == ["Sure?"]
    done = await to_thread(ana.press, asked.shown, "Press me")
    assert (done.said, done.messages) == (["Done"], [])
    assert done.shown is asked.shown
    assert ana.private == [done.shown]


async def test_edits_by_interactions(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """Each interaction has a limit of its own for its edits, whatever channel it is in."""
    asked: list[discord.Interaction] = []

    async def defer(interaction: discord.Interaction) -> None:
        asked.append(interaction)
        await interaction.response.defer()

    bot.on_press = defer
    message = await bot.channel(plaza).send("Press", view=press_me())
    discord_simulator.limit(2, 30)
    for _ in range(2):
        await to_thread(ana.press, plaza.last, "Press me")
        await asked[-1].edit_original_response(content="Pressed")
    await message.edit(content="Edited")
    edits = [one.status for one in discord_simulator.requests if one.method == "PATCH"]
    assert edits == [200] * 3
    address = f"{discord_simulator.url}/webhooks/{bot.application_id}/{asked[0].token}"
    async with aiohttp.ClientSession() as session:
        edit = partial(session.patch, f"{address}/messages/@original", json={"content": "Again"})
        assert [(await edit()).status for _ in range(2)] == [200, 429]


async def test_users_who_do_not_wait(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """If users don't wait, they can act in the bot's own event loop, and it answers later."""

    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Here")

    bot.on_command = show
    discord_simulator.patient = False
    answer = ana.command(plaza, "show")
    assert answer.failed
    assert (await to_thread(lambda: answer.message)).content == "Here"


async def test_the_system_channel(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """The bot hears which channel of a guild is for greetings."""
    guild = bot.channel(plaza).guild
    assert guild.system_channel is None
    await to_thread(discord_simulator.welcome_in, plaza)
    await to_thread(discord_simulator.wait, lambda: guild.system_channel == bot.channel(plaza))


async def test_direct_message(ana: Person, bot: SmallBot) -> None:
    """The bot can only write to users who accept direct messages."""
    user = await bot.fetch_user(ana.id)
    await user.send("Your turn", view=press_me())
    assert ana.direct.last.pinged == [ana]
    ana.takes_direct_messages = False
    with pytest.raises(discord.Forbidden, match="50007"):
        await user.send("Your turn")


async def test_press_in_direct_message(ana: Person, bot: SmallBot) -> None:
    """A button in a DM works like any other."""
    user = await bot.fetch_user(ana.id)
    await user.send("Your turn", view=press_me())

    async def change(interaction: discord.Interaction) -> None:
        assert interaction.user.id == ana.id
        await interaction.response.edit_message(content="Moved")

    bot.on_press = change
    await to_thread(ana.press, ana.direct.last, "Press me")
    assert ana.direct.last.content == "Moved"


async def test_resume(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """A dropped gateway connection is resumed, and missed events are replayed."""
    await shown(plaza, ana, bot)
    pressed = asyncio.Event()

    async def change(interaction: discord.Interaction) -> None:
        pressed.set()
        await interaction.response.defer()

    bot.on_press = change
    discord_simulator.interactions.first_answer_seconds = 30
    await to_thread(discord_simulator.drop_gateway)
    await to_thread(ana.press, plaza.last, "pressed")
    await asyncio.wait_for(pressed.wait(), 60)
    assert discord_simulator.gateway.resumed == 1
    assert discord_simulator.gateway.identified == {0: 1}


async def test_reconnect_on_demand(discord_simulator: DiscordSimulator, bot: SmallBot) -> None:
    """A client that is asked to reconnect resumes its session."""
    await to_thread(discord_simulator.ask_to_reconnect)
    await to_thread(discord_simulator.wait, lambda: discord_simulator.gateway.resumed == 1)


async def test_rate_limit(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """A rate-limited request is retried after the requested time."""
    channel = bot.channel(plaza)
    discord_simulator.limit_next(2, 0.05, "POST /channels")
    await channel.send("Hello")
    asked = [one for one in discord_simulator.requests if one.method == "POST"]
    assert [one.status for one in asked] == [429, 429, 200]


async def test_too_many_edits_of_an_old_message(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """Too many edits of an old message return 429, and the client tries five times."""
    channel = bot.channel(plaza)
    message = await channel.send("Hello")
    discord_simulator.refuse_next(30046, 5, "PATCH")
    with pytest.raises(discord.HTTPException, match="30046"):
        await message.edit(content="Later")


async def test_missing_permissions(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """Without permission to send or to view the channel, the bot is refused."""
    channel = bot.channel(plaza)
    await to_thread(discord_simulator.refuse, plaza, Permission.SEND_MESSAGES)
    with pytest.raises(discord.Forbidden, match="50013"):
        await channel.send("Hello")
    await to_thread(discord_simulator.refuse, plaza, Permission.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden, match="50001"):
        await channel.send("Hello")


async def test_deleted_places_are_unknown(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """Deleted messages and channels, and guilds that removed the bot, are unknown."""
    channel = bot.channel(plaza)
    message = await channel.send("Hello")
    await to_thread(discord_simulator.delete, plaza.last)
    with pytest.raises(discord.NotFound, match="10008"):
        await message.edit(content="Later")
    await to_thread(discord_simulator.delete, plaza)
    with pytest.raises(discord.NotFound, match="10003"):
        await channel.send("Hello")
    assert plaza.guild is not None
    await to_thread(discord_simulator.kick_bot, plaza.guild)
    await to_thread(discord_simulator.wait, lambda: not bot.guilds)


async def test_late_answer(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """A late response is refused because the interaction is unknown."""
    errors: list[int] = []
    discord_simulator.interactions.first_answer_seconds = 0

    async def late(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("Here")
        except discord.NotFound as error:
            errors.append(error.code)

    bot.on_command = late
    assert (await to_thread(ana.command, plaza, "show")).failed
    await to_thread(discord_simulator.wait, lambda: errors)
    assert errors == [10062]


async def test_delivered_twice(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """A second response to an interaction is refused as already acknowledged."""
    errors: list[int] = []

    async def answer(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("Here")
        except discord.HTTPException as error:
            errors.append(error.code)

    bot.on_command = answer
    with discord_simulator.delivering(times=2):
        await to_thread(ana.command, plaza, "show")
    await to_thread(discord_simulator.wait, lambda: errors)
    assert (errors, len(plaza.messages)) == ([40060], 1)


async def test_two_processes(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """Both clients of a bot receive a press, unless it is delivered to one only."""
    await shown(plaza, ana, bot)
    heard: list[SmallBot] = []
    async with logged_in(discord_simulator) as other:
        for one in (bot, other):

            async def hear(interaction: discord.Interaction, one: SmallBot = one) -> None:
                heard.append(one)
                if not interaction.response.is_done() and one is other:
                    await interaction.response.defer()

            one.on_press = hear
        await to_thread(ana.press, plaza.last, "pressed")
        await to_thread(discord_simulator.wait, lambda: len(heard) == 2)
        with discord_simulator.delivering(to=discord_simulator.sessions[1:]):
            await to_thread(ana.press, plaza.last, "pressed")
        assert heard[2:] == [other]


async def test_nonce(plaza: Channel, bot: SmallBot) -> None:
    """Posting with a known nonce returns the existing message."""
    channel = bot.channel(plaza)
    first = await channel.send("Hello", nonce="t1-r4")
    again = await channel.send("Hello", nonce="t1-r4")
    assert first.id == again.id
    assert len(plaza.messages) == 1


async def test_pings(plaza: Channel, ana: Person, ben: Person, bot: SmallBot) -> None:
    """Only users who are mentioned and may be pinged are notified, and never by edits."""
    channel = bot.channel(plaza)
    only_ben = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(ben.id)])
    both = f"{ana.mention} {ben.mention} @everyone"
    await channel.send(both, allowed_mentions=only_ben)
    assert plaza.last.pinged == [ben]
    message = await channel.send("Hello", allowed_mentions=only_ben)
    await message.edit(content=both)
    assert plaza.last.pinged == []


async def test_thread(discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot) -> None:
    """Sending a message unarchives a thread; editing one in an archived thread is refused."""
    channel = bot.channel(plaza)
    thread = await channel.create_thread(name="Game", type=discord.ChannelType.public_thread)
    message = await thread.send("Hello")
    place = discord_simulator.world.channels[thread.id]
    await to_thread(discord_simulator.archive, place)
    with pytest.raises(discord.HTTPException, match="50083"):
        await message.edit(content="Later")
    await thread.send("Hello again")
    assert not place.archived


async def test_the_end_of_a_thread(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot, ana: Person
) -> None:
    """Who has started a thread may archive it, adds people, which it tells, and opens it again."""
    thread = await (await bot.channel(plaza).send("Hello")).create_thread(
        name="Game", auto_archive_duration=10080
    )
    place = discord_simulator.world.channels[thread.id]
    for _ in range(2):
        await thread.add_user(discord.Object(ana.id))
    assert (len(place.messages), place.archives_after) == (1, 10080)
    await thread.edit(archived=True)
    assert place.archived
    with pytest.raises(discord.HTTPException, match="50083"):
        await thread.add_user(discord.Object(ana.id))
    await thread.edit(archived=False)
    assert not place.archived


async def test_the_end_of_another_s_thread(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot, ana: Person
) -> None:
    """Only moderators archive the threads of others, and nobody starts a thread in a thread."""
    place = await to_thread(discord_simulator.thread, plaza, "Talk", ana)
    thread = await bot.fetch_channel(place.id)
    assert isinstance(thread, discord.Thread)
    with pytest.raises(discord.Forbidden, match="50013"):
        await thread.edit(archived=True)
    message = await thread.send("Hello")
    with pytest.raises(discord.HTTPException, match="50024"):
        await bot.http.start_thread_with_message(
            place.id, message.id, name="Inner", auto_archive_duration=60
        )


async def test_what_discord_refuses(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """An invalid request is refused and recorded as a violation."""
    channel = bot.channel(plaza)
    for content, view in (("x" * 2001, press_me()), ("x", press_me("y" * 81)), ("", None)):
        with pytest.raises(discord.HTTPException):
            await channel.send(content, view=view) if view else await channel.send(content)
    assert len(discord_simulator.violations) == 3
    discord_simulator.violations.clear()


async def test_broken_picture(
    discord_simulator: DiscordSimulator, plaza: Channel, bot: SmallBot
) -> None:
    """A truncated picture is refused."""
    channel = bot.channel(plaza)
    whole = png().fp.read()
    with pytest.raises(discord.HTTPException):
        await channel.send(file=discord.File(io.BytesIO(whole[:-3]), "board.png"))
    assert "isn't a complete PNG" in discord_simulator.violations.pop()


async def test_impossible_actions(plaza: Channel, ana: Person, bot: SmallBot) -> None:
    """Users can only do what their client allows."""
    with pytest.raises(Impossible):
        ana.command(plaza, "hide")
    with pytest.raises(Impossible):
        ana.command(plaza, "show", road="nine")
    await shown(plaza, ana, bot)
    with pytest.raises(Impossible):
        ana.press(plaza.last, "Another button")
