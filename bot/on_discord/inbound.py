"""Interactions become intents; whoever asked is answered once, within the platform's time."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import discord
import structlog
from discord.app_commands import Choice

from bot.commands.commands import OPTIONS, RULESET, BadCommand, commands
from bot.commands.completion import completions
from bot.commands.typed import parse_form
from bot.games.catalogue import title
from bot.inbound.dispatcher import decoded
from bot.inbound.localized import LocalizedReply
from bot.inbound.outcome import BLIND_SECONDS, FAILED, acknowledging
from bot.inbound.platform import House
from bot.inbound.tasks import Tasks
from bot.on_discord import barriers, components, names, words
from bot.on_discord.answers import Answer, answer
from bot.on_discord.barriers import OPENED, SHOWING
from bot.on_discord.commands import MOST_CHOICES, MOST_LETTERS, Choices, Given, short
from bot.on_discord.components import MOST_BUTTONS, choices, people
from bot.on_discord.greeting import greet
from bot.on_discord.responder import ALREADY_ACKNOWLEDGED, Responder
from bot.show.outbound import Barrier
from bot.table.button import Button, Offer
from bot.table.intents import (
    Challenge,
    ChooseOpponent,
    Intent,
    Options,
    Play,
    Rules,
)
from bot.table.naming import called, plain_name
from bot.table.ports import StoreDown
from bot.table.request import Reply, Request
from engine.text import Say, Text

UNKNOWN_INTERACTION = 10062

MOST_OTHERS = MOST_BUTTONS - 1
"""How many other rulesets are offered below the rules of one, with room for a button more."""

_WITH_WORD = "word:"
"""How the buttons of earlier releases begin that asked for a word in a window."""

Interaction: TypeAlias = "discord.Interaction[Any]"

log = structlog.get_logger()


class Inbound:
    """Takes what people type and press in Discord to the service."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tasks = Tasks()
        self._closing = False

    async def drain(self) -> None:
        """Take nothing more, and wait until what has begun is done and answered."""
        self._closing = True
        await self._tasks.drain()

    async def command(self, interaction: Interaction, name: str, given: Given) -> None:
        """Do what was typed after the slash."""
        people = [value for value in given.values() if isinstance(value, discord.abc.User)]
        other = names.other(people[0]) if people else None
        if other is not None and people[0].bot:
            await self._refuse(interaction, Text("discord.bot", name=called(other.name)))
            return
        values = {option: str(v) for option, v in given.items() if v not in people}
        try:
            intent = parse_form(name, values, self._house.games, other)
        except BadCommand as bad:
            await self._refuse(interaction, bad.text)
            return
        if barrier := barriers.before(interaction, intent):
            await self._refuse(interaction, barrier)
        else:
            await self._take(interaction, intent)

    async def press(self, interaction: Interaction, code: str) -> None:
        """Do what a button, or an option of a menu, means."""
        intent = decoded(code)
        if intent is None:
            old = code.startswith(_WITH_WORD)
            await self._refuse(interaction, Text("discord.word" if old else "press.unknown"))
        elif barrier := barriers.before(interaction, intent):
            await self._refuse(interaction, barrier)
        else:
            await self._take(interaction, intent)

    async def challenge(
        self, interaction: Interaction, code: str, person: discord.abc.User
    ) -> None:
        """Challenge whoever was chosen from the list of people that a code has drawn up."""
        asked = decoded(code)
        if not isinstance(asked, ChooseOpponent):
            await self._refuse(interaction, Text("press.unknown"))
            return
        other = names.other(person)
        intent = Challenge(other, asked.options)
        if person.bot:
            await self._refuse(interaction, Text("discord.bot", name=called(other.name)))
        elif barrier := barriers.before(interaction, intent):
            await self._refuse(interaction, barrier)
        else:
            await self._take(interaction, intent)

    async def submit(self, interaction: Interaction) -> None:
        """Say that a window of an earlier release asks for nothing any more."""
        await self._refuse(interaction, Text("discord.word"))

    async def complete(
        self, interaction: Interaction, command: str, option: str, typed: str
    ) -> Choices:
        """Offer values for an option that begin with, or contain, what is typed."""
        say = self._plain(interaction)  # choices know no markup
        if option == OPTIONS.name:
            return self._options(interaction, say, typed)
        offers: Mapping[str, str]
        if option == RULESET:
            offers = {
                key: f"{say(Text(f'ruleset.{key}.title'))}: {say(Text(f'ruleset.{key}.line'))}"
                for key in self._house.games.rulesets
            }
        else:
            offers = await self._tables(interaction, say, everybody=command == "close")
        wanted = typed.casefold()
        return [
            Choice(name=short(told), value=value)
            for value, told in offers.items()
            if wanted in told.casefold() or wanted in value
        ][:MOST_CHOICES]

    def _options(self, interaction: Interaction, say: Say, typed: str) -> Choices:
        """Go on with a line of options, of the ruleset that is chosen beside it."""
        ruleset: str | None = getattr(interaction.namespace, RULESET, None)
        known = commands(self._house.games).game_options_of(ruleset)
        return [
            Choice(
                name=short(
                    each.line
                    if each.option is None
                    else f"{each.line} {say(Text(f'typed.{each.option.name}'))}"
                ),
                value=each.line,
            )
            for each in completions(typed, known)
            if len(each.line) <= MOST_LETTERS
        ][:MOST_CHOICES]

    async def _tables(
        self, interaction: Interaction, say: Say, *, everybody: bool
    ) -> Mapping[str, str]:
        """One's own tables, first those that wait for one; or everybody's, of this place."""
        if everybody:
            tables = self._house.service.open_tables(names.place(interaction))
        else:
            tables = self._house.service.games(names.actor(interaction))
        try:
            async with asyncio.timeout(BLIND_SECONDS):
                lines = await tables
        except (StoreDown, TimeoutError):
            return {}
        channel = _channel_names(interaction)
        return {line.table: say(names.located(line.text, channel)) for line in lines}

    async def greet(self, guild: discord.Guild) -> None:
        """Greet a server that the bot has come into, unless another process is there for that."""
        if not self._closing:
            await self._tasks.finish(greet(self._house, guild))

    async def failed(self, interaction: Interaction) -> None:
        """Tell that a fault of ours kept something from being done."""
        await self._refuse(interaction, FAILED)

    async def _refuse(self, interaction: Interaction, why: Text) -> None:
        log.info("discord.refused", why=why.key)
        await self._answer(interaction, _ready(Reply((why,), refused=True)))

    async def _take(self, interaction: Interaction, intent: Intent) -> None:
        request = Request(
            names.operation(interaction),
            names.actor(interaction),
            names.place(interaction),
            intent,
            names.message(interaction),
        )
        if interaction.message is None or isinstance(intent, SHOWING):
            await self._answer(interaction, self._shown(interaction, request))
        else:
            await self._answer(interaction, self._pressed(request), unseen=True)

    async def _shown(self, interaction: Interaction, request: Request) -> Reply:
        """What was typed is done when its board is shown: the answer says where, or why not.

        So is a press that has a board posted.
        """
        outcome = await self._house.dispatcher.act_and_show(request)
        reply = outcome.reply
        if outcome.barrier is not None:
            return Reply((*reply.texts, barriers.after(interaction, outcome.barrier)), refused=True)
        opened = reply.table is not None and isinstance(request.intent, OPENED)
        if opened and names.in_own_thread(interaction):
            posted = Text("discord.posted", place=request.place.channel)
            return replace(reply, texts=(*reply.texts, posted))
        return reply

    async def _pressed(self, request: Request) -> Reply:
        """A press is answered before the board is shown."""
        return (await self._house.dispatcher.act(request)).reply

    async def _answer(
        self, interaction: Interaction, act: Coroutine[Any, Any, Reply], *, unseen: bool = False
    ) -> None:
        """Act first, then answer with the outcome; blindly where that takes too long.

        `unseen`: whether the board can be shown is not known yet, and told afterwards.
        """
        if self._closing:
            act.close()
            return  # another process is there already, or will be in a moment
        await self._tasks.finish(self._act_and_tell(interaction, act, unseen=unseen))

    async def _act_and_tell(
        self, interaction: Interaction, act: Coroutine[Any, Any, Reply], *, unseen: bool
    ) -> None:
        responder = Responder(interaction)

        async def acknowledge() -> None:
            with _forgiven(interaction):
                await responder.acknowledge()

        async with contextlib.AsyncExitStack() as stack:
            async with acknowledging(acknowledge):
                reply = await act
                # Begun before the answer, which may take longer than a board that is refused.
                showing = asyncio.create_task(self._barrier(interaction, reply, unseen=unseen))
                stack.callback(showing.cancel)
                speaks = _speaks(interaction, reply)
                worded = await self._worded(interaction, reply) if speaks else None
            if worded is None:
                await acknowledge()
            else:
                with _forgiven(interaction):
                    await worded.send(responder)
            barrier = await showing
        if barrier is not None:
            with _forgiven(interaction):
                await responder.say(self._voice(interaction)(barriers.after(interaction, barrier)))

    async def _barrier(
        self, interaction: Interaction, reply: Reply, *, unseen: bool
    ) -> Barrier | None:
        """Why the board that a press has changed cannot be shown, if it cannot be."""
        return (
            await self._house.dispatcher.barrier(reply, names.place(interaction))
            if unseen
            else None
        )

    async def _worded(self, interaction: Interaction, reply: Reply) -> Answer:
        """What the asker alone is told and shown, in their language."""
        say, illustrations, view = self._voice(interaction), self._house.illustrations, None
        linked = [await self._linked(interaction, text) for text in reply.texts]
        reply = replace(reply, texts=tuple(linked))
        told = await self._house.localizer.localized(reply, names.actor(interaction).language, say)
        try:
            plain, channel = self._plain(interaction), _channel_names(interaction)
            if told.lesson is not None:
                view = components.view(told.lesson, plain)
            elif offered := (*told.choices, *self._rulesets(reply)):
                view = choices(offered, plain, channel, self._house.url)
            if view is not None and told.opponent is not None:
                view.add_item(people(told.opponent, plain))
            return await answer(told, say, illustrations, view)
        except Exception:
            log.exception("answer.unmade")
            return await answer(LocalizedReply((say(FAILED),)), say, illustrations)

    async def _linked(self, interaction: Interaction, text: Text) -> Text:
        """A line of a list that leads to the board which it tells of, where that is known."""
        standing = names.standing(text)
        channel = standing and interaction.client.get_channel(int(standing[1].channel))
        if not (standing and isinstance(channel, discord.abc.GuildChannel)):
            return text
        try:
            shown = await self._house.store.shown(*standing)
        except StoreDown:
            return text
        known = shown is not None and shown.message
        return names.linked(text, str(channel.guild.id), known) if known else text

    def _rulesets(self, reply: Reply) -> tuple[Offer, ...]:
        """Below the rules of one ruleset: all others to read, and a way to play."""
        if reply.ruleset is None:
            return ()
        others = [key for key in self._house.games.rulesets if key != reply.ruleset]
        new = Button(Text("button.new"), Play())
        return (*(Button(title(key), Rules(Options(key))) for key in others[:MOST_OTHERS]), new)

    def _voice(self, interaction: Interaction) -> Say:
        """How texts are said to whoever asked; places are links to their channels."""
        language = names.actor(interaction).language
        say = words.voice(self._house.catalogue, language, names.escape)
        return lambda text: say(names.located(text, "<#{}>".format))

    def _plain(self, interaction: Interaction) -> Say:
        """How texts are said where there is no markup, as on buttons and in lists."""
        return words.voice(self._house.catalogue, names.actor(interaction).language, plain_name)


def _speaks(interaction: Interaction, reply: Reply) -> bool:
    """Whether an answer has words: a press needs none where the board that was pressed has them."""
    pressed = interaction.message
    on_a_board = pressed is not None and not pressed.flags.ephemeral
    shown = reply.lesson or reply.board or reply.file
    return not on_a_board or bool(reply.texts or reply.choices or shown)


def _channel_names(interaction: Interaction) -> Callable[[str], str]:
    """How channels are called where no link to them can stand."""

    def name(number: str) -> str:
        known = interaction.client.get_channel(int(number))
        return f"#{known}" if isinstance(known, discord.abc.GuildChannel) else "…"

    return name


async def _ready(reply: Reply) -> Reply:
    return reply


@contextlib.contextmanager
def _forgiven(interaction: Interaction) -> Iterator[None]:
    """Let an answer go that comes too late, or twice: what was done stands, the board shows it."""
    try:
        yield
    except discord.InteractionResponded:
        log.info("answer.twice", interaction=interaction.id)
    except discord.HTTPException as error:
        if error.code not in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED):
            log.warning("answer.failed", interaction=interaction.id, code=error.code)
    except Exception as error:
        # A connection that broke, of which each library has errors of its own.
        log.warning("answer.failed", interaction=interaction.id, why=type(error).__name__)
