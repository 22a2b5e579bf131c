"""The simulator with a second library, so that it doesn't just reflect discord.py's assumptions."""

import sys
from asyncio import to_thread

import hikari
import pytest

from discord_simulator.interactions import Callback
from discord_simulator.people import Person
from discord_simulator.places import Channel
from discord_simulator.simulator import DiscordSimulator
from small_bot import png


@pytest.mark.skipif(sys.version_info >= (3, 15), reason="hikari's handshake never ends there")
async def test_another_library(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, ben: Person
) -> None:
    """Hikari logs in, registers commands, responds with a picture and button, and gets a press."""
    bot = hikari.GatewayBot(
        discord_simulator.token,
        rest_url=discord_simulator.url,
        intents=hikari.Intents.GUILDS | hikari.Intents.GUILD_MESSAGES,
        banner=None,
        logs=None,
        suppress_optimization_warning=True,
    )
    errors: list[BaseException] = []
    heard: list[int] = []

    @bot.listen()
    async def failed(event: hikari.ExceptionEvent[hikari.Event]) -> None:
        errors.append(event.exception)

    @bot.listen()
    async def message(event: hikari.GuildMessageCreateEvent) -> None:
        heard.append(event.message.id)

    @bot.listen()
    async def asked(event: hikari.CommandInteractionCreateEvent) -> None:
        interaction = event.interaction
        assert interaction.resolved is not None
        opponent = next(iter(interaction.resolved.members.values()))
        row = bot.rest.build_message_action_row()
        row.add_interactive_button(hikari.ButtonStyle.PRIMARY, "4", label="4 -> 7")
        await interaction.create_initial_response(
            hikari.ResponseType.MESSAGE_CREATE,
            f"{opponent.mention}, a game?",
            component=row,
            user_mentions=[opponent.user],
        )
        await interaction.edit_initial_response(attachment=hikari.Bytes(png().fp, "board.png"))

    @bot.listen()
    async def pressed(event: hikari.ComponentInteractionCreateEvent) -> None:
        interaction = event.interaction
        await interaction.create_initial_response(
            hikari.ResponseType.MESSAGE_UPDATE, "Moved", components=[]
        )
        await interaction.execute("Well done", flags=hikari.MessageFlag.EPHEMERAL)

    await bot.start(check_for_updates=False)
    try:
        application = await bot.rest.fetch_application()
        command = bot.rest.slash_command_builder("challenge", "Challenge someone")
        command.add_option(
            hikari.CommandOption(
                type=hikari.OptionType.USER, name="who", description="Whom", is_required=True
            )
        )
        await bot.rest.set_application_commands(application.id, [command])
        answer = await to_thread(ana.command, plaza, "challenge", who=ben)
        assert answer.acknowledgement is Callback.MESSAGE
        assert plaza.last.pinged == [ben]
        await to_thread(plaza.wait_for, lambda one: one.picture)
        answer = await to_thread(ana.press, plaza.last, "4 -> 7")
        assert (await to_thread(lambda: answer.private)).content == "Well done"
        assert plaza.last.content == "Moved"
        sent = await bot.rest.create_message(plaza.id, attachment=hikari.Bytes(png().fp, "a.png"))
        fetched = await bot.rest.fetch_message(plaza.id, sent)
        assert await fetched.attachments[0].read() == plaza.last.picture
        channel = await bot.rest.create_dm_channel(ben.id)
        await channel.send("Your turn")
        await to_thread(discord_simulator.drop_gateway)
        await to_thread(discord_simulator.wait, lambda: discord_simulator.gateway.resumed)
    finally:
        await bot.close()
    assert heard == [message.id for message in plaza.messages]
    assert errors == []
