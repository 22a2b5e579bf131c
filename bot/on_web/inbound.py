"""What a tab sends becomes a request for the service: typed lines and pressed buttons."""

import json
import re
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from aiohttp import web

from bot.commands import typed
from bot.commands.commands import PREFIX, BadCommand
from bot.commands.typed import challenge_line
from bot.inbound.dispatcher import decoded
from bot.inbound.localized import LocalizedReply
from bot.inbound.outcome import Outcome
from bot.inbound.platform import House
from bot.inbound.tasks import Tasks
from bot.on_web import payloads, rules
from bot.on_web.answers import Wrong, answer
from bot.on_web.language import Languages
from bot.on_web.looks import DARK
from bot.on_web.people import Door, actor, check_channel, clean_name, finder
from bot.on_web.request_body import read_object, read_text
from bot.on_web.security import BODY_LIMIT
from bot.on_web.sessions import MOST_PERSONAS, Sessions
from bot.table.button import resolved
from bot.table.intents import Accept, GiveWord, Intent, Rules, TableRules
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Channels, Clock, Operation, StoreDown
from bot.table.request import Request
from engine.text import Say, Text

LINE_LIMIT = 500
"""The longest line that can be said, in characters."""

Body: TypeAlias = dict[str, object]
"""What a tab sends."""

_OPERATION = re.compile(r"[A-Za-z0-9-]{8,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent something, where, by which operation, and who else is there."""

    actor: Actor
    place: Place
    operation: Operation
    people: dict[str, str]


class Inbound:
    """The doors for what tabs send."""

    def __init__(
        self,
        *,
        house: House,
        languages: Languages,
        channels: Channels,
        sessions: Sessions,
        door: Door,
        clock: Clock,
        tasks: Tasks,
    ) -> None:
        self._house = house
        self._languages = languages
        self._tasks = tasks
        self._channels = channels
        self._sessions = sessions
        self._door = door
        self._clock = clock

    def routes(self) -> list[web.RouteDef]:
        """Where the doors are."""
        return [
            web.post("/api/people", self._to_the_end(self.people)),
            web.post("/api/enter", self._to_the_end(self.enter)),
            web.post("/api/say", self._to_the_end(self.say)),
            web.post("/api/press", self._to_the_end(self.press)),
        ]

    def _to_the_end(
        self, act: Callable[[web.Request, Body], Coroutine[Any, Any, web.Response]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        """Read what was sent, and then do it, though the tab may be closed meanwhile."""

        async def handle(request: web.Request) -> web.Response:
            body = await read_object(request, BODY_LIMIT)
            return await self._tasks.finish(act(request, body))

        return handle

    async def people(self, request: web.Request, body: Body) -> web.Response:
        """Let the browser be some more people, in a channel; tell their ids and names."""
        channel, asked = check_channel(read_text(body, "channel")), body.get("names")
        if not isinstance(asked, list) or not all(isinstance(name, str) for name in asked):
            raise Wrong(Text("web.form"))
        if len(self._sessions.personas(request)) + len(asked) > MOST_PERSONAS:
            raise Wrong(Text("web.crowded", limit=MOST_PERSONAS))
        names = [clean_name(name) for name in asked]
        response = web.Response(content_type="application/json")
        added = []
        for name in names:
            persona = self._sessions.add(response, name)
            people = await self._door.enter(channel, persona)
            added.append({"id": persona.id, "name": people[persona.id]})
        response.text = json.dumps({"people": added})
        return response

    async def enter(self, request: web.Request, body: Body) -> web.Response:
        """Bring a persona into a channel; tell what it is called there."""
        persona = self._sessions.persona(request, read_text(body, "persona"))
        channel = check_channel(read_text(body, "channel"))
        people = await self._door.enter(channel, persona)
        await self._channels.enter(channel, persona.id, people[persona.id])  # once more this year
        return web.json_response({"id": persona.id, "name": people[persona.id]})

    async def say(self, request: web.Request, body: Body) -> web.Response:
        """Do the command that was typed, or post the line for everybody."""
        sender = await self._sender(request, body)
        line = " ".join(read_text(body, "text").split())
        if not 0 < len(line) <= LINE_LIMIT:
            raise Wrong(Text("web.line", limit=LINE_LIMIT))
        if line.startswith("/"):
            try:
                intent = typed.parse(_prefixed(line), finder(sender.people), self._house.games)
            except BadCommand as bad:
                raise Wrong(bad.text) from bad
            return await self._act(sender, intent)
        who = sender.actor
        said = payloads.line(who.user.id, who.name, line, int(self._clock()))
        await self._channels.post(sender.place.channel, sender.operation, said, once=True)
        return answer(())

    async def press(self, request: web.Request, body: Body) -> web.Response:
        """Do what the button says that was pressed."""
        sender = await self._sender(request, body)
        intent = decoded(read_text(body, "code"))
        if intent is None:
            raise Wrong(Text("press.unknown"))
        if isinstance(intent, Accept | GiveWord) and "word" in body:
            intent = replace(intent, word=read_text(body, "word"))
        return await self._act(sender, intent)

    async def _sender(self, request: web.Request, body: Body) -> Sender:
        persona = self._sessions.persona(request, read_text(body, "persona"))
        channel, operation = check_channel(read_text(body, "channel")), read_text(body, "operation")
        if not _OPERATION.fullmatch(operation):
            raise Wrong(Text("web.form"))
        people = await self._door.enter(channel, persona)
        return Sender(
            actor(persona.id, people[persona.id], self._languages.of(request)),
            Place(Platform.WEB, channel),
            Operation(f"{Platform.WEB}:{persona.id}:{operation}"),
            people,
        )

    async def _act(self, sender: Sender, intent: Intent) -> web.Response:
        request = Request(sender.operation, sender.actor, sender.place, intent)
        outcome = await self._house.dispatcher.act(request)
        language = sender.actor.language
        say = self._house.catalogue.voice(language)
        told = await self._house.localizer.localized(outcome.reply, language, say)
        return answer(
            told.lines,
            more=_more(told, say, sender) | {"kind": _kind(intent)},
            refused=outcome.reply.refused,
            headed=told.headed,
            status=_status(outcome),
        )


def _prefixed(line: str) -> str:
    """A command with its prefix, which may be left out here: nothing else takes commands."""
    first, *_ = line.split()
    return line if first.casefold() == PREFIX else f"{PREFIX} {line[1:]}"


def _kind(intent: Intent) -> str:
    """What sort of answer an intent gets; a newer one of the same kind replaces it."""
    return (Rules if isinstance(intent, TableRules) else type(intent)).__name__.lower()


def _status(outcome: Outcome) -> int:
    """The HTTP status of an outcome; with 503 the tab sends the same act again."""
    if isinstance(outcome.trouble, StoreDown):
        return 503
    if outcome.trouble is not None:
        return 500
    return 403 if outcome.reply.refused else 200


def _more(told: LocalizedReply, say: Say, sender: Sender) -> dict[str, object]:
    """What the asker alone is shown beside the lines."""
    more: dict[str, object] = {}
    if told.sections:
        more["sections"] = [asdict(section) for section in told.sections]
    if told.illustrations:
        more["pictures"] = rules.named(told.illustrations)
    if told.choices:
        more["choices"] = [payloads.button(each, say) for each in resolved(told.choices, "")]
    if told.lesson is not None:
        more["lesson"] = payloads.lesson(told.lesson, say)
    if told.opponent is not None:
        others = (name for id_, name in sender.people.items() if id_ != sender.actor.user.id)
        more["opponents"] = [
            {"label": name, "line": challenge_line(name, told.opponent)} for name in others
        ]
    if told.cover is not None:
        more["cover"] = {
            "picture": rules.COVER,
            "dark": f"{rules.COVER}?{DARK}",
            "alt": told.cover.alt,
            "size": payloads.picture_size(told.cover.png),
        }
    if told.file is not None:
        more["file"] = {"name": told.file.name, "text": told.file.data.decode()}
    if told.board is not None:
        more["board"] = payloads.look(told.board, say)
    return more
