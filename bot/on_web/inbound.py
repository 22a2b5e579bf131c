"""What a tab sends becomes a request for the service: typed lines and pressed buttons."""

import json
import re
from dataclasses import dataclass, replace

from aiohttp import web

from bot.on_web import bodies, rules
from bot.on_web.answers import Wrong, answer
from bot.on_web.people import Door, actor, check_channel, clean_name, finder
from bot.on_web.sessions import MOST_PERSONAS, Sessions
from bot.table import codes, typed
from bot.table.commands import BadCommand
from bot.table.intents import Accept, GiveWord, Intent
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Channels, Clock, Operation
from bot.table.request import Request
from bot.table.service import Service
from renderer.text import Say, Text

LINE_LIMIT = 500
"""The longest line that can be said, in characters."""

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
        service: Service,
        channels: Channels,
        sessions: Sessions,
        door: Door,
        say: Say,
        clock: Clock,
    ) -> None:
        self._service = service
        self._channels = channels
        self._sessions = sessions
        self._door = door
        self._say = say
        self._clock = clock

    def routes(self) -> list[web.RouteDef]:
        """Where the doors are."""
        return [
            web.post("/api/people", self.people),
            web.post("/api/enter", self.enter),
            web.post("/api/say", self.say),
            web.post("/api/press", self.press),
        ]

    async def people(self, request: web.Request) -> web.Response:
        """Let the browser be some more people, in a channel; tell their ids and names."""
        body = await _read(request)
        channel, asked = check_channel(_text(body, "channel")), body.get("names")
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

    async def enter(self, request: web.Request) -> web.Response:
        """Bring a persona into a channel; tell what it is called there."""
        body = await _read(request)
        persona = self._sessions.persona(request, _text(body, "persona"))
        people = await self._door.enter(check_channel(_text(body, "channel")), persona)
        return web.json_response({"id": persona.id, "name": people[persona.id]})

    async def say(self, request: web.Request) -> web.Response:
        """Do the command that was typed, or post the line for everybody."""
        body = await _read(request)
        sender = await self._sender(request, body)
        line = " ".join(_text(body, "text").split())
        if not 0 < len(line) <= LINE_LIMIT:
            raise Wrong(Text("web.line", limit=LINE_LIMIT))
        if line.startswith("/"):
            try:
                intent = typed.parse(line, finder(sender.people))
            except BadCommand as bad:
                raise Wrong(bad.text) from bad
            return await self._act(sender, intent)
        who = sender.actor
        said = bodies.line(who.user.id, who.name, line, int(self._clock()))
        await self._channels.post(sender.place.channel, sender.operation, said, once=True)
        return answer(self._say, ())

    async def press(self, request: web.Request) -> web.Response:
        """Do what the button says that was pressed."""
        body = await _read(request)
        sender = await self._sender(request, body)
        try:
            intent = codes.decode(_text(body, "code"))
        except codes.BadCode as bad:
            raise Wrong(Text("web.code")) from bad
        if isinstance(intent, Accept | GiveWord) and "word" in body:
            intent = replace(intent, word=_text(body, "word"))
        return await self._act(sender, intent)

    async def _sender(self, request: web.Request, body: dict[str, object]) -> Sender:
        persona = self._sessions.persona(request, _text(body, "persona"))
        channel, operation = check_channel(_text(body, "channel")), _text(body, "operation")
        if not _OPERATION.fullmatch(operation):
            raise Wrong(Text("web.form"))
        people = await self._door.enter(channel, persona)
        return Sender(
            actor(persona.id, people[persona.id]),
            Place(Platform.WEB, channel),
            Operation(f"{Platform.WEB}:{persona.id}:{operation}"),
            people,
        )

    async def _act(self, sender: Sender, intent: Intent) -> web.Response:
        request = Request(sender.operation, sender.actor, sender.place, intent)
        reply = await self._service.act(request)
        return answer(
            self._say,
            reply.texts,
            pictures=rules.named(reply.ruleset, self._say) if reply.ruleset else (),
            refused=reply.refused,
            headed=reply.headed,
            status=403 if reply.refused else 200,
        )


async def _read(request: web.Request) -> dict[str, object]:
    """Read a JSON object; another content type would let foreign pages send without asking."""
    if request.content_type != "application/json":
        raise Wrong(Text("web.form"), 415)
    try:
        body = await request.json()
    except ValueError as wrong:
        raise Wrong(Text("web.form")) from wrong
    if not isinstance(body, dict):
        raise Wrong(Text("web.form"))
    return body


def _text(body: dict[str, object], field: str) -> str:
    """Return a field that must be text, and text that can be written down."""
    value = body.get(field)
    if not isinstance(value, str) or any("\ud800" <= character <= "\udfff" for character in value):
        raise Wrong(Text("web.form"))
    return value
