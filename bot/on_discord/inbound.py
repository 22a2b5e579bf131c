"""Interactions become intents; whoever asked is answered once, within the platform's time."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import discord
import structlog
from discord.app_commands import Choice

from bot.acts.service import Service
from bot.commands.commands import RULESET, BadCommand, commands
from bot.games.catalogue import Games
from bot.games.option import Option
from bot.on_discord import names
from bot.on_discord.answers import Answer, answer
from bot.on_discord.commands import MOST_CHOICES, Choices, Given, short
from bot.on_discord.components import WITH_WORD, choices, typed_word, word_window
from bot.on_discord.talk import ALREADY_ACKNOWLEDGED, Talk
from bot.show.illustrations import Illustrations
from bot.show.outbound import Barrier
from bot.show.page import Picture
from bot.show.presenter import Presenter
from bot.table.codes import BadCode, decode
from bot.table.intents import (
    Accept,
    Cancel,
    Challenge,
    Help,
    Intent,
    ListGames,
    Practice,
    Rules,
    ShowBoard,
    TableRules,
)
from bot.table.naming import called, plain_name
from bot.table.people import Place
from bot.table.ports import Operation, StoreDown
from bot.table.request import Reply, Request
from bot.table.table import TableId
from bot.texts.catalogue import Catalogue
from bot.work.workshop import Busy
from engine.text import Say, Text

BLIND_SECONDS = 1.5
"""An act that takes longer is acknowledged before its outcome is known."""

SEEN_SECONDS = 10.0
"""How long it is waited for a board to be shown, before nothing is said about it."""

UNKNOWN_INTERACTION = 10062

Interaction: TypeAlias = "discord.Interaction[Any]"
Seen: TypeAlias = Callable[[TableId, Place, float], Awaitable[Barrier | None]]
"""Why a board that has just changed cannot be shown, if it cannot be; waits for so long."""

log = structlog.get_logger()


class Inbound:
    """Takes what people type and press in Discord to the service."""

    def __init__(
        self,
        games: Games,
        service: Service,
        catalogue: Catalogue,
        presenter: Presenter,
        illustrations: Illustrations,
        seen: Seen,
    ) -> None:
        self._games = games
        self._illustrations = illustrations
        self._service = service
        self._catalogue = catalogue
        self._presenter = presenter
        self._seen = seen
        self._answering: set[asyncio.Task[None]] = set()
        self._closing = False

    async def drain(self) -> None:
        """Take nothing more, and wait until what has begun is done and answered.

        Who gives up waiting ends it: an act that is not committed yet has changed nothing.
        """
        self._closing = True
        try:
            while self._answering:
                await asyncio.wait(tuple(self._answering))
        finally:
            left = tuple(self._answering)
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    async def command(self, interaction: Interaction, name: str, given: Given) -> None:
        """Do what was typed after the slash."""
        people = [value for value in given.values() if isinstance(value, discord.abc.User)]
        other = names.other(people[0]) if people else None
        if other is not None and people[0].bot:
            await self._refuse(interaction, Text("discord.bot", name=called(other.name)))
            return
        values = {option: str(v) for option, v in given.items() if v not in people}
        try:
            intent = commands(self._games).intent(name, values, other)
        except BadCommand as bad:
            await self._refuse(interaction, bad.text)
            return
        if barrier := _barrier(interaction, intent):
            await self._refuse(interaction, barrier)
        else:
            await self._take(interaction, intent)

    async def press(self, interaction: Interaction, code: str) -> None:
        """Do what a button, or an option of a menu, means."""
        intent = _decoded(code.removeprefix(WITH_WORD))
        if intent is None:
            await self._refuse(interaction, Text("press.unknown"))
        elif code.startswith(WITH_WORD):
            window = word_window(code.removeprefix(WITH_WORD), self._voice(interaction))
            with _forgiven(interaction):
                await Talk(interaction).show(window)
        else:
            await self._take(interaction, intent)

    async def submit(self, interaction: Interaction) -> None:
        """Do what a window asked for; the library has forgotten it by now."""
        data: Mapping[str, Any] = interaction.data or {}
        match _decoded(str(data.get("custom_id")).removeprefix(WITH_WORD)):
            case Accept() as accepts:
                await self._take(interaction, replace(accepts, word=typed_word(data)))
            case _:
                await self._refuse(interaction, Text("press.unknown"))

    async def complete(
        self, interaction: Interaction, command: str, option: str, typed: str
    ) -> Choices:
        """Offer values for an option that begin with, or contain, what is typed."""
        numbers = next((o for o in commands(self._games).of_game if o.name == option), None)
        if numbers is not None:
            return _numbers(numbers, typed)
        # Choices know no markup.
        say = self._catalogue.voice(str(interaction.locale), plain_name)
        offers: Mapping[str, str]
        if option == RULESET:
            offers = {
                key: f"{say(Text(f'ruleset.{key}.title'))}: {say(Text(f'ruleset.{key}.line'))}"
                for key in self._games.rulesets
            }
        else:
            offers = await self._tables(interaction, say, everybody=command == "close")
        wanted = typed.casefold()
        return [
            Choice(name=short(told), value=value)
            for value, told in offers.items()
            if wanted in told.casefold() or wanted in value
        ][:MOST_CHOICES]

    async def _tables(
        self, interaction: Interaction, say: Say, *, everybody: bool
    ) -> Mapping[str, str]:
        """One's own tables, first those that wait for one; or everybody's, of this place."""
        if everybody:
            tables = self._service.standing(names.place(interaction))
        else:
            tables = self._service.games(names.actor(interaction))
        try:
            async with asyncio.timeout(BLIND_SECONDS):
                lines = await tables
        except (StoreDown, TimeoutError):
            return {}
        channel = _channel_names(interaction)
        return {line.table: say(names.located(line.text, channel)) for line in lines}

    async def failed(self, interaction: Interaction) -> None:
        """Tell that a fault of ours kept something from being done."""
        await self._refuse(interaction, Text("discord.failed"))

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
        await self._answer(interaction, self._act(interaction, request))

    async def _act(self, interaction: Interaction, request: Request) -> Reply:
        """Act. What was typed is done when its board is shown: the answer says where, or why not.

        A press is answered before that.
        """
        reply = await self._service.act(request)
        if interaction.message is not None or reply.table is None:
            return reply
        opens = isinstance(request.intent, _OPENING_ANEW)
        if (barrier := await self._seen(reply.table, request.place, SEEN_SECONDS)) is not None:
            if opens:
                operation = Operation(f"{request.operation}:unposted")
                taken_back = Cancel(reply.table)
                await self._service.act(replace(request, operation=operation, intent=taken_back))
            return Reply((*reply.texts, _unseen(interaction, barrier)), refused=True)
        if opens and names.in_own_thread(interaction):
            posted = Text("discord.posted", place=request.place.channel)
            return replace(reply, texts=(*reply.texts, posted))
        return reply

    async def _answer(self, interaction: Interaction, act: Coroutine[Any, Any, Reply]) -> None:
        """Act first, then answer with the outcome; blindly where that takes too long."""
        if self._closing:
            act.close()
            return  # another process is there already, or will be in a moment
        task = asyncio.create_task(self._act_and_tell(interaction, act))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        await task

    async def _act_and_tell(
        self, interaction: Interaction, act: Coroutine[Any, Any, Reply]
    ) -> None:
        talk, outcome = Talk(interaction), asyncio.create_task(self._outcome(act))
        try:
            done, _ = await asyncio.wait({outcome}, timeout=BLIND_SECONDS)
            if not done:
                with _forgiven(interaction):
                    await talk.acknowledge()
            reply = await outcome
        finally:
            outcome.cancel()
        # Begun before the answer, which may take longer than a board that is refused.
        showing = asyncio.create_task(self._barrier(interaction, reply))
        try:
            with _forgiven(interaction):
                if _speaks(interaction, reply):
                    await (await self._worded(interaction, reply)).send(talk)
                else:
                    await talk.acknowledge()
            barrier = await showing
        finally:
            showing.cancel()
        if barrier is not None:
            with _forgiven(interaction):
                await talk.say(self._voice(interaction)(_unseen(interaction, barrier)))

    async def _barrier(self, interaction: Interaction, reply: Reply) -> Barrier | None:
        """Why the board that a press has changed cannot be shown, if it cannot be."""
        if interaction.message is None or reply.refused or reply.table is None:
            return None
        return await self._seen(reply.table, names.place(interaction), SEEN_SECONDS)

    async def _outcome(self, act: Coroutine[Any, Any, Reply]) -> Reply:
        """What came of an act; whoever asked must hear of a fault, too."""
        try:
            return await act
        except StoreDown as down:
            return Reply((down.text,), refused=True)
        except Exception:
            log.exception("act.failed")
            return Reply((Text("discord.failed"),), refused=True)

    async def _worded(self, interaction: Interaction, reply: Reply) -> Answer:
        """What the asker alone is told and shown, in their language."""
        say, board, view = self._voice(interaction), None, None
        try:
            if reply.board is not None:
                language = self._catalogue.language(str(interaction.locale))
                board = await self._presenter.page(reply.board, language)
            if reply.choices:
                plain = self._catalogue.voice(str(interaction.locale), plain_name)
                view = choices(reply.choices, plain, _channel_names(interaction))
            pictures = await self._pictures(reply, str(interaction.locale))
            return answer(reply, say, board=board, pictures=pictures, view=view)
        except Exception:
            log.exception("answer.unmade")
            return answer(Reply((Text("discord.failed"),), refused=True), say)

    async def _pictures(self, reply: Reply, locale: str) -> tuple[Picture, ...]:
        """The pictures of the ruleset that is explained; none where there is no time for them."""
        if reply.ruleset is None:
            return ()
        try:
            return await self._illustrations.of(reply.ruleset, self._catalogue.language(locale))
        except Busy:
            return ()

    def _voice(self, interaction: Interaction) -> Say:
        return self._catalogue.voice(str(interaction.locale), names.escape)


_ANYWHERE = (Rules, TableRules, Help, ListGames)
"""What needs no place where the bot itself is."""

_OPENING_ANEW = (Challenge, Practice)
_OPENING = (*_OPENING_ANEW, ShowBoard)
"""What is for nothing where no board can be posted."""


def _barrier(interaction: Interaction, intent: Intent) -> Text | None:
    """Why a command cannot be done where it was typed."""
    if not names.is_member(interaction) and not isinstance(intent, _ANYWHERE):
        return Text("discord.no-member")
    if isinstance(intent, Challenge) and names.is_alone(interaction):
        return Text("discord.alone")
    if isinstance(intent, _OPENING) and names.is_locked(interaction):
        return Text("discord.locked")
    if isinstance(intent, _OPENING) and names.missing(interaction):
        return _unseen(interaction, Barrier.NO_PERMISSION)
    return None


def _unseen(interaction: Interaction, barrier: Barrier) -> Text:
    """Why a board cannot be shown where it was asked for, and what to do."""
    if barrier is Barrier.LOCKED:
        return Text("discord.locked")
    if rights := names.missing(interaction):
        return Text("discord.forbidden", rights=tuple(Text(f"discord.right.{r}") for r in rights))
    return Text("discord.unshown")


def _speaks(interaction: Interaction, reply: Reply) -> bool:
    """Whether an answer has words: a press needs none where the board that was pressed has them."""
    pressed = interaction.message
    on_a_board = pressed is not None and not pressed.flags.ephemeral
    return not on_a_board or bool(reply.texts or reply.choices or reply.board)


def _channel_names(interaction: Interaction) -> Callable[[str], str]:
    """How channels are called where no link to them can stand."""

    def name(number: str) -> str:
        known = interaction.client.get_channel(int(number))
        return f"#{known}" if isinstance(known, discord.abc.GuildChannel) else "…"

    return name


async def _ready(reply: Reply) -> Reply:
    return reply


def _decoded(code: str) -> Intent | None:
    """What a code means; None for what no button of ours carries."""
    try:
        return decode(code)
    except BadCode:
        return None


def _numbers(option: Option, typed: str) -> Choices:
    """Usual numbers, the least and the most, and any other that is being typed."""
    numbers = option.numbers or range(0)
    every = dict.fromkeys((*sorted({*option.usual, *numbers[:1], *numbers[-1:]}), *numbers))
    fitting = [number for number in every if str(number).startswith(typed)]
    return [Choice(name=str(number), value=number) for number in fitting[:MOST_CHOICES]]


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
