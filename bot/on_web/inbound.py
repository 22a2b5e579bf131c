"""Turns what tabs send, typed lines and pressed buttons, into requests to the service."""

import base64
import json
from dataclasses import asdict, dataclass, replace

from aiohttp import web

from bot.acts.act import Act, Audience
from bot.acts.registry import decoded
from bot.commands.command import PREFIX, BadCommand
from bot.commands.lines import challenge_line
from bot.inbound import typed
from bot.inbound.localized import Captioned, LocalizedReply
from bot.on_web import payloads, rules
from bot.on_web.answers import RequestError, answer, status_of
from bot.on_web.payloads import DARK
from bot.on_web.people import actor, channel_at, check_channel, clean_name, finder
from bot.on_web.reception import Reception
from bot.on_web.request_body import Body, finishing, read_operation, read_text
from bot.on_web.sessions import MAX_PERSONAS, Persona
from bot.on_web.table_page.viewer import Viewer
from bot.table.button import Button, Url, resolved
from bot.table.channels import Channels
from bot.table.ids import TableId, fingerprint
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Clock, Operation
from bot.table.request import Reply, Request
from bot.table.table import Table
from engine.text import Say, Text

LINE_LIMIT = 500
"""The maximum length of a line, in characters."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of a request, with its place and operation, and the people there by id."""

    actor: Actor
    place: Place
    operation: Operation
    people: dict[str, str]


class Inbound:
    """Handles requests from tabs."""

    def __init__(self, reception: Reception, channels: Channels, clock: Clock) -> None:
        self._services = reception.services
        self._languages = reception.languages
        self._own_languages = reception.own_languages
        self._tasks = reception.tasks
        self._sessions = reception.sessions
        self._membership = reception.membership
        self._channels = channels
        self._clock = clock

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the requests of all pages."""
        return [web.post("/api/press", finishing(self._tasks, self.press))]

    def chat_routes(self) -> list[web.RouteDef]:
        """Return the routes of the chat's other requests."""
        return [
            web.post("/api/people", finishing(self._tasks, self.people)),
            web.post("/api/enter", finishing(self._tasks, self.enter)),
            web.post("/api/say", finishing(self._tasks, self.say)),
        ]

    async def people(self, request: web.Request, body: Body) -> web.Response:
        """Create personas in a channel; return their ids and names."""
        channel, requested = check_channel(read_text(body, "channel")), body.get("names")
        if not isinstance(requested, list) or not all(isinstance(name, str) for name in requested):
            raise RequestError(Text("web.form"))
        if len(self._sessions.personas(request)) + len(requested) > MAX_PERSONAS:
            raise RequestError(Text("web.crowded", limit=MAX_PERSONAS))
        names, language = [clean_name(name) for name in requested], self._languages.of(request)
        response = web.Response(content_type="application/json")
        added = []
        for name in names:
            persona = self._sessions.add(response, name)
            people = await self._membership.enter(channel, persona, language)
            added.append({"id": persona.id, "name": people[persona.id]})
        response.text = json.dumps({"people": added})
        return response

    async def enter(self, request: web.Request, body: Body) -> web.Response:
        """Add a persona to a channel; return its name there."""
        persona = self._sessions.persona(request, read_text(body, "persona"))
        channel = check_channel(read_text(body, "channel"))
        people = await self._membership.enter(channel, persona, self._languages.of(request))
        await self._channels.enter(channel, persona.id, people[persona.id])  # extends it for a year
        return web.json_response({"id": persona.id, "name": people[persona.id]})

    async def say(self, request: web.Request, body: Body) -> web.Response:
        """Run a typed command, or post the line to the channel."""
        sender = await self._sender(request, body)
        line = " ".join(read_text(body, "text").split())
        if not 0 < len(line) <= LINE_LIMIT:
            raise RequestError(Text("web.line", limit=LINE_LIMIT))
        if line.startswith("/"):
            try:
                act = typed.parse(_prefixed(line), finder(sender.people), self._services.games)
            except BadCommand as bad:
                raise RequestError(bad.text) from bad
            return await self._act(request, sender, act)
        author = sender.actor
        message = payloads.line(author.user.id, author.name, line, int(self._clock()))
        id_ = fingerprint(sender.operation)  # it stays when the line is deleted
        await self._channels.post(sender.place.channel, id_, message, once=True)
        return answer(())

    async def press(self, request: web.Request, body: Body) -> web.Response:
        """Do what a pressed button says."""
        act = decoded(read_text(body, "code"))
        if act is None:
            raise RequestError(Text("press.unknown"))
        sender = await self._sender(request, body, act.about)
        if "word" in body:
            act = act.with_word(read_text(body, "word"))
        return await self._act(request, sender, act)

    async def _sender(
        self, request: web.Request, body: Body, about: TableId | None = None
    ) -> Sender:
        persona = self._sessions.persona(request, read_text(body, "persona"))
        channel, operation = check_channel(read_text(body, "channel")), read_operation(body)
        language = self._languages.of(request)
        try:
            people = await self._membership.come(channel, persona, language)
        except RequestError:
            if about is None or not await self._has_game(persona, about, channel):
                raise
            people = await self._membership.enter(channel, persona, language)
        return Sender(
            actor(persona.id, people[persona.id], language),
            Place(Platform.WEB, channel),
            Operation(f"{Platform.WEB}:{persona.id}:{operation}"),
            people,
        )

    async def _has_game(self, persona: Persona, id_: TableId, channel: str) -> bool:
        """Return whether a channel is that of a game in which an account of a persona plays."""
        table = await self._services.store.load(id_)
        if table is None or channel_at(table) != channel:
            return False
        return bool((await Viewer.known((persona,), self._services.store)).hands(table))

    async def _act(self, asked: web.Request, sender: Sender, act: Act) -> web.Response:
        speaks = await self._own_languages.bring(asked, sender.actor.user)
        request = Request(sender.operation, sender.actor, sender.place)
        outcome = await self._services.dispatcher.act(act, request)
        if act.declared.audience is Audience.PERSONAL:
            speaks = await self._own_languages.after(asked, sender.actor.user)
        language = speaks or self._languages.preferred(asked)
        say = self._services.catalogue.voice(language)
        given, shown = _without_board(outcome.reply)
        reply = await self._services.localizer.localized(given, language, say)
        more = _more(reply, say, sender) | {
            "kind": act.declared.name,
            "page": act.declared.pages and not outcome.reply.refused,
        }
        if shown is not None:
            page = await self._services.presenter.page(shown, language, None)
            more["card"] = payloads.summary(page, say)
        response = answer(
            reply.said,
            more=more,
            refused=outcome.reply.refused,
            headed=reply.headed,
            status=status_of(outcome),
        )
        self._own_languages.take(asked, response, speaks)
        return response


def _prefixed(line: str) -> str:
    """Return a command with its prefix, which is optional here: there are no other bots."""
    first, *_ = line.split()
    return line if first.casefold() == PREFIX else f"{PREFIX} {line[1:]}"


def _without_board(reply: Reply) -> tuple[Reply, Table | None]:
    """Return a reply as the web chat gives it, and the table that it shows.

    A table is shown as a card, and people are invited by the link to it.
    """
    if reply.invite is not None:
        return Reply((Text("web.invite"),)), None
    return replace(reply, board=None), reply.board


def _more(reply: LocalizedReply, say: Say, sender: Sender) -> dict[str, object]:
    """Return what a reply has besides lines."""
    more: dict[str, object] = {}
    if reply.sections:
        more["sections"] = [asdict(section) for section in reply.sections]
    if reply.illustrations:
        more["pictures"] = rules.as_json(reply.illustrations)
    if reply.figures:
        more["figures"] = [_inline(each) for each in reply.figures]
    if reply.move:
        more["move"] = reply.move
    if reply.choices:
        groups = {each.shelf: {"group": say(each.label)} for each in reply.groups}
        more["choices"] = [
            payloads.button(each, say) | groups.get(each.shelf, {}) | _act(each)
            for each in resolved(reply.choices, "")
        ]
    if reply.lesson is not None:
        more["lesson"] = payloads.lesson(reply.lesson, say)
    if reply.opponent is not None:
        others = (name for id_, name in sender.people.items() if id_ != sender.actor.user.id)
        more["opponents"] = [
            {"label": name, "line": challenge_line(name, reply.opponent)} for name in others
        ]
    if reply.cover is not None:
        path = rules.SHEET.format(reply.sheet) if reply.sheet else rules.COVER
        more["cover"] = {
            "picture": path,
            "dark": f"{path}?{DARK}",
            "alt": reply.cover.alt,
            "size": payloads.picture_size(reply.cover.png),
        }
    if reply.file is not None:
        more["file"] = payloads.file(reply.file)
    return more


def _act(choice: Button | Url) -> dict[str, object]:
    """Return what the page has to know of an act, so that it can leave out what it does itself."""
    return {"act": choice.act.act_name} if isinstance(choice, Button) else {}


def _inline(shown: Captioned) -> dict[str, object]:
    """Return a picture as part of the reply itself, because only one player may see it."""
    png = base64.b64encode(shown.picture.png).decode()
    return {
        "picture": f"data:image/png;base64,{png}",
        "alt": shown.picture.alt,
        "size": payloads.picture_size(shown.picture.png),
        "caption": shown.caption,
    }
