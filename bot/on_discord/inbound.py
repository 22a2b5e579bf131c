"""Turns interactions into acts and replies to each within Discord's time limit."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import discord
import structlog
from discord.app_commands import Choice

from bot.acts.act import Act
from bot.acts.options import SEATS, can_grow, headers_of, is_playable, with_seats
from bot.acts.registry import BY_NAME, decoded, is_for_moderators
from bot.commands.command import OPTIONS, PACE, RULESET, BadCommand
from bot.commands.commands import commands
from bot.commands.completion import completions, paces
from bot.games.spelling import typed_name
from bot.inbound.board_links import BoardLinks, LinkOf
from bot.inbound.localized import LocalizedReply
from bot.inbound.outcome import BLIND_SECONDS, FAILED, acknowledging
from bot.inbound.platform import Services
from bot.inbound.speech import answered_in
from bot.inbound.tasks import Tasks
from bot.inbound.typed import parse_form
from bot.on_discord import barriers, links, names, words
from bot.on_discord.answers import answer
from bot.on_discord.commands import MAX_CHOICES, MAX_LENGTH, Arguments, Choices, short
from bot.on_discord.components import MAX_OPTIONS, choices, outside, people
from bot.on_discord.couriers import Couriers
from bot.on_discord.faults import ALREADY_ACKNOWLEDGED
from bot.on_discord.greeting import greet
from bot.on_discord.layout import Layout
from bot.on_discord.responder import Responder
from bot.on_discord.visits import Visit
from bot.show.outbound import Barrier
from bot.table.button import Posts
from bot.table.durations import pace_text
from bot.table.naming import called
from bot.table.options import Options
from bot.table.people import Platform
from bot.table.ports import CorruptRecord, StoreDown
from bot.table.request import Reply, Request
from bot.table.seats import Free
from engine.text import Say, Text

UNKNOWN_INTERACTION = 10062

Interaction: TypeAlias = "discord.Interaction[Any]"

log = structlog.get_logger()


class Inbound:
    """Passes commands and presses in Discord to the service.

    Meanwhile `couriers` offers each press to the outbound, which can edit the board by it.
    """

    def __init__(self, services: Services, couriers: Couriers) -> None:
        self._services = services
        self._couriers = couriers
        self._tasks = Tasks()
        self._closing = False

    async def drain(self) -> None:
        """Ignore new interactions, and wait until all running ones have been replied to."""
        self._closing = True
        await self._tasks.drain()

    async def command(self, interaction: Interaction, name: str, arguments: Arguments) -> None:
        """Run a slash command."""
        people = [value for value in arguments.values() if isinstance(value, discord.abc.User)]
        if bot := _bot_among(people):
            await self._refuse(interaction, bot)
            return
        values = {option: str(v) for option, v in arguments.items() if v not in people}
        try:
            act = parse_form(name, values, self._services.games, [*map(names.other, people)])
        except BadCommand as bad:
            await self._refuse(interaction, bad.text)
            return
        await self._execute(interaction, act)

    async def press(self, interaction: Interaction, code: str) -> None:
        """Do what a button or menu option says."""
        act = decoded(code)
        if act is None:
            await self._refuse(interaction, Text("press.unknown"))
        else:
            await self._execute(interaction, act)

    async def choose(
        self, interaction: Interaction, code: str, people: Sequence[discord.abc.User]
    ) -> None:
        """Do what a menu says with the users selected in it; `code` is its custom id."""
        asking = decoded(code)
        act = None if asking is None else asking.with_people([*map(names.other, people)])
        if act is None:
            await self._refuse(interaction, Text("press.unknown"))
        elif bot := _bot_among(people):
            await self._refuse(interaction, bot, keeps=True)
        else:
            await self._execute(interaction, act, keeps=True)

    async def complete(
        self, interaction: Interaction, command: str, option: str, typed: str
    ) -> Choices:
        """Return suggestions for an option that match what is typed."""
        language = await self._language(interaction)
        say = words.plain(self._services.catalogue, language)  # choices don't render markup
        if option == OPTIONS.name:
            return self._options(interaction, say, command, typed)
        if option == PACE.name:
            return [
                Choice(name=f"{pace}: {say(pace_text(pace))}", value=str(pace))
                for pace in paces(typed)
            ]
        offers: Mapping[str, str]
        if option == RULESET:
            offers = {
                typed_name(
                    key
                ): f"{say(Text(f'ruleset.{key}.title'))}: {say(Text(f'ruleset.{key}.line'))}"
                for key in commands(self._services.games).rulesets_of(BY_NAME[command])
            }
        else:
            offers = await self._tables(interaction, say, all_here=is_for_moderators(command))
        wanted = typed.casefold()
        return [
            Choice(name=short(label), value=value)
            for value, label in offers.items()
            if wanted in label.casefold() or wanted in value
        ][:MAX_CHOICES]

    def _options(self, interaction: Interaction, say: Say, command: str, typed: str) -> Choices:
        """Suggest continuations of an option line for the ruleset selected next to it."""
        ruleset: str | None = getattr(interaction.namespace, RULESET, None)
        known = commands(self._services.games).line_options_of(BY_NAME[command], ruleset)
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
            if len(each.line) <= MAX_LENGTH
        ][:MAX_CHOICES]

    async def _tables(
        self, interaction: Interaction, say: Say, *, all_here: bool
    ) -> Mapping[str, str]:
        """Return the user's tables, those waiting for them first, or all tables in this channel."""
        if all_here:
            tables = self._services.service.open_tables(names.place(interaction))
        else:
            tables = self._services.service.games(names.actor(interaction))
        try:
            async with asyncio.timeout(BLIND_SECONDS):
                lines = await tables
        except (StoreDown, TimeoutError):
            return {}
        channel = _channel_names(interaction)
        return {line.table: say(names.located(line.text, channel)) for line in lines}

    async def greet(self, guild: discord.Guild, *, known: bool = False) -> None:
        """Post the greeting in a server that the bot has joined, unless the process is stopping."""
        if not self._closing:
            await self._tasks.finish(greet(self._services, guild, known=known))

    async def lift(self, channels: Iterable[discord.abc.Snowflake]) -> None:
        """Have boards shown that were barred from these channels and threads."""
        with contextlib.suppress(StoreDown):  # they are tried again in any case
            await self._services.lift(Platform.DISCORD, {str(each.id) for each in channels})

    async def failed(self, interaction: Interaction) -> None:
        """Reply that an internal error occurred."""
        await self._refuse(interaction, FAILED)

    async def _refuse(self, interaction: Interaction, why: Text, *, keeps: bool = False) -> None:
        log.info("discord.refused", why=why.key)
        await self._answer(interaction, _ready(Reply((why,), refused=True)), keeps=keeps)

    async def _execute(self, interaction: Interaction, act: Act, *, keeps: bool = False) -> None:
        """Carry out an act, and reply. One that leads from page to page `keeps` its page, too."""
        keeps = keeps or act.declared.pages
        if barrier := barriers.before(interaction, act):
            await self._refuse(interaction, barrier, keeps=keeps)
            return
        request = Request(
            names.operation(interaction),
            names.actor(interaction),
            names.place(interaction),
            names.message(interaction),
            threadless=barriers.threadless(interaction),
        )
        if interaction.message is None or act.posts.is_board:
            shown = self._act_and_show(interaction, act, request)
            await self._answer(interaction, shown, act, keeps=keeps)
        else:
            doing = self._act(interaction, act, request)
            await self._answer(interaction, doing, act, check_board=True, keeps=keeps)

    async def _act_and_show(self, interaction: Interaction, act: Act, request: Request) -> Reply:
        """Carry out an act and wait for its board: the reply says where it is, or why it isn't.

        For commands, and for presses that post a board.
        """
        outcome = await self._services.dispatcher.act_and_show(act, request)
        reply = outcome.reply
        if outcome.barrier is not None:
            return Reply((*reply.texts, barriers.after(interaction, outcome.barrier)), refused=True)
        opened = reply.table is not None and act.posts.is_new
        if opened and names.in_own_thread(interaction) and not await self._is_here(reply, request):
            posted = Text("discord.posted", place=request.place.channel)
            return replace(reply, texts=(*reply.texts, posted))
        if act.posts is Posts.NOTHING and not _needs_message(reply):
            return replace(reply, texts=(Text("lobby.done"),))  # its board may be out of sight
        return await self._with_links(interaction, request, reply)

    async def _is_here(self, reply: Reply, request: Request) -> bool:
        """Return whether the table that a press has opened goes on in the thread of that press."""
        if reply.table is None:
            return False
        try:
            shown = await self._services.store.shown(reply.table, request.place)
        except StoreDown:
            return False
        thread = request.message.rpartition("/")[0]
        return shown is not None and bool(thread) and shown.message.startswith(f"{thread}/")

    async def _act(self, interaction: Interaction, act: Act, request: Request) -> Reply:
        """Carry out an act without waiting for the board to be updated."""
        outcome = await self._services.dispatcher.act(act, request)
        return await self._with_links(interaction, request, outcome.reply)

    async def _with_links(self, interaction: Interaction, request: Request, reply: Reply) -> Reply:
        """Return a list of games with links to the boards, other replies unchanged."""
        board_links = BoardLinks(self._services.store, _links(interaction))
        movable = not names.is_hidden(interaction)
        try:
            return await board_links.linked(reply, request.actor, request.place, movable=movable)
        except (StoreDown, CorruptRecord) as error:
            log.warning("links.failed", why=type(error).__name__)
            return reply

    async def _answer(
        self,
        interaction: Interaction,
        doing: Coroutine[Any, Any, Reply],
        act: Act | None = None,
        *,
        check_board: bool = False,
        keeps: bool = False,
    ) -> None:
        """Execute first, then reply with the outcome; acknowledge early if it takes too long.

        A press that changes the pressed board, and needs no other reply, is answered by the board.

        With `check_board`, a second message follows if the changed board can't be shown. What was
        pressed or chosen from in private is replaced by the reply; if it `keeps`, not by a refusal,
        after which people can choose again.
        """
        if self._closing:
            doing.close()
            return  # a new process handles it, or will in a moment
        replying = self._act_and_reply(
            interaction, doing, act, check_board=check_board, keeps=keeps
        )
        await self._tasks.finish(replying)

    async def _act_and_reply(
        self,
        interaction: Interaction,
        doing: Coroutine[Any, Any, Reply],
        act: Act | None,
        *,
        check_board: bool,
        keeps: bool,
    ) -> None:
        visiting = None if names.is_member(interaction) else act
        responder = Responder(
            interaction,
            guest=visiting is not None,
            awaited=visiting is not None and visiting.posts.is_board,
            hidden=names.is_hidden(interaction),
        )

        async def acknowledge() -> None:
            with _logging_errors(interaction):
                await responder.acknowledge()

        async with contextlib.AsyncExitStack() as stack:
            message = names.message(interaction)
            stack.enter_context(self._couriers.during(message, responder))
            if visiting is not None:
                visit = Visit(responder, message, visiting.about, visiting.posts)
                stack.enter_context(self._couriers.visits.during(names.place(interaction), visit))
            async with acknowledging(acknowledge):
                reply = await doing
                if keeps and reply.refused and not reply.choices:
                    responder.keep()
                if visiting is not None:
                    await self._catch_up(interaction, visiting, reply)
                # Start before replying, which may take longer than finding the barrier.
                showing = asyncio.create_task(
                    self._barrier(interaction, reply, check_board=check_board)
                )
                stack.callback(showing.cancel)
                rendered = None
                if _needs_message(reply):
                    rendered = await self._rendered(interaction, reply)
                else:
                    await asyncio.wait({showing})  # which the outbound may do by this press
            with _logging_errors(interaction):
                if rendered is None:
                    await responder.finish()
                for layout in rendered or ():
                    await responder.say(layout)
            barrier = await showing
        if barrier is not None:
            with _logging_errors(interaction):
                say = self._translator(interaction, await self._language(interaction))
                why = say(barriers.after(interaction, barrier))
                await responder.say(Layout((why,)))

    async def _catch_up(self, interaction: Interaction, act: Act, reply: Reply) -> None:
        """Show what boards have waited for: an interaction where the bot is a guest."""
        place, dispatcher = names.place(interaction), self._services.dispatcher
        await dispatcher.barrier(Reply(table=reply.table or act.about), place)
        with contextlib.suppress(StoreDown, CorruptRecord):
            message = names.message(interaction)
            for each in await self._services.service.catch_up(place, act.about, message):
                await dispatcher.barrier(Reply(table=each), place)

    async def _barrier(
        self, interaction: Interaction, reply: Reply, *, check_board: bool
    ) -> Barrier | None:
        """Return why the board that a press has changed can't be shown; None if it can."""
        return (
            await self._services.dispatcher.barrier(reply, names.place(interaction))
            if check_board
            else None
        )

    async def _rendered(self, interaction: Interaction, reply: Reply) -> Sequence[Layout]:
        """Return the messages of the private reply to the user, in their language."""
        language, illustrations = await self._language(interaction), self._services.illustrations
        say = self._translator(interaction, language)
        if reply.lists or reply.choices:
            say = _without_ids(say)
        linked = [await self._linked(interaction, text) for text in reply.texts]
        reply = replace(reply, texts=tuple(linked))
        if not names.is_member(interaction):
            reply = replace(reply, choices=tuple(outside(reply.choices)))
        localized = await self._services.localizer.localized(reply, language, say)
        try:
            plain = words.plain(self._services.catalogue, language)
            channel = _channel_names(interaction)
            offered = (*localized.choices, *localized.further)
            if localized.lesson is not None:
                offered = localized.lesson.buttons
            rows = [*choices(offered, localized.groups, plain, channel, self._services.url)]
            if localized.completes is not None and (most := await self._most_people(localized)):
                question = Text("challenge.whom" if localized.opponent else "discord.invite")
                rows.append(people(localized.completes, question, most, plain))
            return await answer(localized, say, illustrations, rows)
        except (StoreDown, CorruptRecord) as error:
            return await answer(LocalizedReply((say(error.text),)), say, illustrations)
        except Exception:
            log.exception("reply.failed")
            return await answer(LocalizedReply((say(FAILED),)), say, illustrations)

    async def _linked(self, interaction: Interaction, text: Text) -> Text:
        """Return a list line with a link to its table's board, if the board is known."""
        target = names.table_of(text)
        if target is None:
            return text
        try:
            shown = await self._services.store.shown(*target)
        except StoreDown:
            return text
        link, (_, place) = _links(interaction), target
        url = None if shown is None else link(place, shown.message)
        return text if url is None else names.linked(text, url)

    async def _most_people(self, localized: LocalizedReply) -> int:
        """Return how many people can be challenged or invited, up to the limit of a menu.

        Raises StoreDown or CorruptRecord.
        """
        if localized.invite is not None:
            table = await self._services.store.load(localized.invite)
            return 0 if table is None else sum(isinstance(seat, Free) for seat in table.seats)
        options, games = localized.opponent or Options(), self._services.games
        if SEATS in dict(options.chosen) or not can_grow(games, options.ruleset):
            return games.game(headers_of(games, options)[0]).seats - 1
        most = range(MAX_OPTIONS, 1, -1)
        return next((n for n in most if is_playable(games, with_seats(options, n + 1))), 1)

    async def _language(self, interaction: Interaction) -> str:
        """Return the language of replies to this user."""
        return await answered_in(self._services.store, names.actor(interaction))

    def _translator(self, interaction: Interaction, language: str) -> Say:
        """Return the translator for replies to this user; channels become links."""
        say = words.marked_up(self._services.catalogue, language, interaction.client.group)
        return lambda text: say(names.located(text, "<#{}>".format))


def _bot_among(people: Sequence[discord.abc.User]) -> Text | None:
    """Return why a bot among these people can't play; None if there is none."""
    bots = (names.other(person) for person in people if person.bot)
    return next((Text("discord.bot", name=called(bot.name)) for bot in bots), None)


def _without_ids(say: Say) -> Say:
    """Return a translator that leaves the ids of tables out, for which there are buttons."""
    return lambda text: names.without_id(text, say(text))


def _needs_message(reply: Reply) -> bool:
    """Whether the reply needs a message; if the board says it all, it doesn't."""
    shown = reply.lesson or reply.board or reply.advice or reply.file or reply.invite
    return bool(reply.texts or reply.choices or shown)


def _links(interaction: Interaction) -> LinkOf:
    """Return a function from places and messages to URLs."""
    return partial(links.to_message, interaction.client)


def _channel_names(interaction: Interaction) -> Callable[[str], str]:
    """Return a function from channel ids to names, for text without links."""

    def name(number: str) -> str:
        known = interaction.client.get_channel(int(number))
        return f"#{known}" if isinstance(known, discord.abc.GuildChannel) else "…"

    return name


async def _ready(reply: Reply) -> Reply:
    return reply


@contextlib.contextmanager
def _logging_errors(interaction: Interaction) -> Iterator[None]:
    """Log errors while replying, such as a late or repeated reply, instead of raising them.

    The act has been carried out in any case, and the board shows the result.
    """
    try:
        yield
    except discord.InteractionResponded:
        log.info("answer.twice", interaction=interaction.id)
    except discord.HTTPException as error:
        if error.code not in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED):
            log.warning("answer.failed", interaction=interaction.id, code=error.code)
    except Exception as error:
        # A broken connection: every library has its own exceptions for it.
        log.warning("answer.failed", interaction=interaction.id, why=type(error).__name__)
