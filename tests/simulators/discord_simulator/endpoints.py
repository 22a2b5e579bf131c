"""The effect of each endpoint on the world."""

from typing import Any

from discord_simulator import limits, messages
from discord_simulator.gateway import Gateway
from discord_simulator.interactions import Interactions
from discord_simulator.members import Guild, Json, Permission, User
from discord_simulator.places import Channel, ChannelKind, Flag, Message
from discord_simulator.refusals import Refused
from discord_simulator.rest import Handler, Request
from discord_simulator.world import World

NOTHING = (204, None)


class Endpoints:
    """Handlers by endpoint, for one world."""

    def __init__(self, world: World, gateway: Gateway, interactions: Interactions) -> None:
        self.world = world
        self.gateway = gateway
        self.interactions = interactions
        self.commands: dict[int | None, list[Json]] = {}  # by guild; None for global commands
        self.portal: Json = {}  # changes to the application's JSON
        self.handlers: dict[str, Handler] = {
            "GET /applications/@me": self._application,
            "GET /oauth2/applications/@me": self._application,
            "GET /applications/{application_id}/commands": self._get_commands,
            "PUT /applications/{application_id}/commands": self._put_commands,
            "GET /applications/{application_id}/guilds/{guild_id}/commands": self._get_commands,
            "PUT /applications/{application_id}/guilds/{guild_id}/commands": self._put_commands,
            "GET /applications/{application_id}/emojis": self._emoji,
            "POST /applications/{application_id}/emojis": self._add_emoji,
            "GET /channels/{channel_id}": lambda r: self._channel(r).json(),
            "PATCH /channels/{channel_id}": self._change_thread,
            "DELETE /channels/{channel_id}": self._delete_thread,
            "GET /channels/{channel_id}/messages": self._history,
            "POST /channels/{channel_id}/messages": self._post,
            "GET /channels/{channel_id}/messages/{message_id}": self._read,
            "PATCH /channels/{channel_id}/messages/{message_id}": self._edit,
            "DELETE /channels/{channel_id}/messages/{message_id}": self._delete,
            "POST /channels/{channel_id}/messages/{message_id}/threads": self._thread,
            "POST /channels/{channel_id}/threads": self._thread,
            "PUT /channels/{channel_id}/thread-members/@me": lambda _: NOTHING,
            "PUT /channels/{channel_id}/thread-members/{user_id}": self._add_to_thread,
            "GET /gateway": lambda _: {"url": gateway.url},
            "GET /gateway/bot": lambda _: gateway.about(),
            "GET /guilds/{guild_id}": lambda r: self._guild(r).json(),
            "GET /guilds/{guild_id}/members/{user_id}": self._member,
            "POST /interactions/{interaction_id}/{interaction_token}/callback": self._callback,
            "GET /users/@me": lambda _: world.bot.json() | {"locale": "en-US", "mfa_enabled": True},
            "POST /users/@me/channels": self._direct,
            "DELETE /users/@me/guilds/{guild_id}": self._leave,
            "GET /users/{user_id}": lambda r: self._user(r.number("user_id")).json(),
            "POST /webhooks/{webhook_id}/{webhook_token}": self._follow_up,
        }
        answers = "/webhooks/{webhook_id}/{webhook_token}/messages/"
        for name in ("@original", "{message_id}"):
            self.handlers["GET " + answers + name] = lambda r: self._answer(r).json()
            self.handlers["PATCH " + answers + name] = self._edit_answer
            self.handlers["DELETE " + answers + name] = self._delete_answer

    # users, guilds, the application

    def _user(self, number: int) -> User:
        if number not in self.world.users:
            raise Refused(10013)
        return self.world.users[number]

    def _guild(self, request: Request) -> Guild:
        guild = self.world.guilds.get(request.number("guild_id"))
        if guild is None or self.world.bot.id not in guild.members:
            raise Refused(10004)
        return guild

    def _member(self, request: Request) -> Json:
        guild = self._guild(request)
        user = self._user(request.number("user_id"))
        if user.id not in guild.members:
            raise Refused(10007)
        return guild.member(user)

    def _leave(self, request: Request) -> object:
        guild = self._guild(request)
        del guild.members[self.world.bot.id]
        self.gateway.publish("GUILD_DELETE", {"id": str(guild.id)}, guild)
        return NOTHING

    def _application(self, _: Request) -> Json:
        bot = self.world.bot
        owner = User(1, "Owner").json()
        return {
            "id": str(bot.id),
            "name": bot.name,
            "icon": None,
            "description": "",
            "type": None,
            "bot": bot.json(),
            "owner": owner,
            "team": None,
            "summary": "",
            "verify_key": "0" * 64,
            "flags": 0,
            "bot_public": True,
            "bot_require_code_grant": False,
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "flags_new": "0",
            "approximate_guild_count": len(self.world.guilds),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": ["bot", "applications.commands"],
            "integration_types_config": {"0": {}},
            **self.portal,
        }

    def _own(self, request: Request, name: str, code: int) -> None:
        """Refuse requests on behalf of another bot."""
        if request.number(name) != self.world.bot.id:
            raise Refused(code)

    def _get_commands(self, request: Request) -> list[Json]:
        self._own(request, "application_id", 20012)
        guild = request.ids.get("guild_id")
        found = self.commands.get(int(guild) if guild else None, [])
        if request.query.get("with_localizations", "").lower() in ("1", "true"):
            return found
        return [_untranslated(command) for command in found]

    def _put_commands(self, request: Request) -> list[Json]:
        self._own(request, "application_id", 20012)
        if wrong := list(limits.wrong_commands(request.body or [])):
            raise Refused(50035, wrong)
        guild = request.ids.get("guild_id")
        place = int(guild) if guild else None
        known = {(one["type"], one["name"]): one["id"] for one in self.commands.get(place, [])}
        self.commands[place] = [
            {
                "description": "",
                "options": [],
                "default_member_permissions": None,
                "nsfw": False,
                **{name: value for name, value in one.items() if value is not None},
                "type": one.get("type") or 1,
                "id": known.get((one.get("type") or 1, one["name"])) or str(self.world.number()),
                "application_id": str(self.world.bot.id),
                "version": str(self.world.number()),
                **({"guild_id": guild} if guild else {}),
            }
            for one in request.body or []
        ]
        return self.commands[place]

    def _emoji(self, request: Request) -> Json:
        self._own(request, "application_id", 20012)
        return {"items": [*self.world.emoji.values()]}

    def _add_emoji(self, request: Request) -> Json:
        """Add an emoji to the application; those of one application have different names."""
        self._own(request, "application_id", 20012)
        name, image = request.body["name"], request.body["image"]
        wrong = list(limits.wrong_emoji(name, image))
        if name in {one["name"] for one in self.world.emoji.values()}:
            wrong.append(f"{name}: this name is taken")
        if wrong:
            raise Refused(50035, wrong)
        if len(self.world.emoji) >= limits.EMOJI:
            raise Refused(30008)
        number = self.world.number()
        added: Json = {
            "id": str(number),
            "name": name,
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
            "user": self.world.bot.json(),
        }
        self.world.emoji[number] = added
        return added

    # channels

    def _channel(self, request: Request) -> Channel:
        channel = self.world.channels.get(request.number("channel_id"))
        if channel is None or channel.deleted:
            raise Refused(10003)
        messages.bot_needs(channel)
        return channel

    def _direct(self, request: Request) -> Json:
        recipient = self.world.users.get(int(request.body["recipient_id"]))
        if recipient is None or recipient.deleted:
            raise Refused(50033)
        return self.direct(recipient).json()

    def direct(self, recipient: User) -> Channel:
        """Open the bot's DM channel with a user."""
        for channel in self.world.channels.values():
            if channel.recipient is recipient:
                return channel
        channel = Channel(
            self.world, self.world.number(), ChannelKind.DIRECT, "", recipient=recipient
        )
        self.world.channels[channel.id] = channel
        return channel

    def _thread(self, request: Request) -> object:
        parent = self._channel(request)
        if Permission.CREATE_PUBLIC_THREADS not in parent.allowed_to_bot():
            raise Refused(50013)
        if parent.kind is ChannelKind.THREAD:
            raise Refused(50024)
        name, number = request.body["name"], None
        if "message_id" in request.ids:
            number = self._message(request).id
        minutes = request.body.get("auto_archive_duration") or 1440
        thread = messages.open_thread(parent, name, number, archives_after=minutes)
        return 201, thread.json()

    def _change_thread(self, request: Request) -> Json:
        """Change a thread, which its owner may archive and name, and anyone in it may reopen."""
        thread, changes = self._channel(request), request.body
        manages = Permission.MANAGE_THREADS in thread.allowed_to_bot()
        owns = thread.owner in (None, self.world.bot)
        opens = changes == {"archived": False}
        messages.thread_is_open(thread)
        if not (manages or owns or opens) or ("locked" in changes and not manages):
            raise Refused(50013)
        if thread.archived and changes.get("archived", True):
            raise Refused(50083)
        thread.name = changes.get("name") or thread.name
        thread.archives_after = changes.get("auto_archive_duration") or thread.archives_after
        messages.archive(thread, archived=bool(changes.get("archived", thread.archived)))
        return thread.json()

    def _add_to_thread(self, request: Request) -> object:
        thread = self._channel(request)
        messages.bot_needs(thread, sends=True)
        messages.add_to_thread(thread, self._user(request.number("user_id")))
        return NOTHING

    def _delete_thread(self, request: Request) -> Json:
        thread = self._channel(request)
        if Permission.MANAGE_THREADS not in thread.allowed_to_bot():
            raise Refused(50013)
        thread.deleted = True
        self.gateway.publish("THREAD_DELETE", thread.json(), thread.guild)
        return thread.json()

    # messages

    def _message(self, request: Request) -> Message:
        channel = self._channel(request)
        message = channel.history.get(request.number("message_id"))
        if message is None or message.seen_by is not None:
            raise Refused(10008)
        return message

    def _read(self, request: Request) -> Json:
        messages.bot_needs(self._channel(request), reads=True)
        return self._message(request).json()

    def _history(self, request: Request) -> list[Json]:
        channel, asked = self._channel(request), request.query
        after, before = int(asked.get("after", 0)), int(asked.get("before", 1 << 63))
        found = [one.json() for one in channel.messages if after < one.id < before]
        limit = int(asked.get("limit", 50))
        return (found[:limit] if "after" in asked else found[-limit:])[::-1]

    def _post(self, request: Request) -> Json:
        channel = self._channel(request)
        messages.bot_needs(channel, sends=True, files=bool(request.files))
        if channel.recipient is not None:
            self._must_reach(channel.recipient)
        if Flag(request.body.get("flags") or 0) & Flag.EPHEMERAL:
            raise Refused(50035, ["only an answer to an interaction can be private"])
        reference = request.body.get("message_reference") or {}
        reply_to = int(reference["message_id"]) if reference else None
        if reply_to not in channel.history and reply_to is not None:
            if reference.get("fail_if_not_exists", True):
                raise Refused(50035, ["message_reference: unknown message"])
            reply_to = None
        message = messages.post(
            channel, self.world.bot, request.body, request.files, reply_to=reply_to
        )
        return message.json()

    def _must_reach(self, user: User) -> None:
        """Refuse a direct message to a user without the bot, or who accepts none.

        The user has the bot if they share a guild with it, or have installed it for themselves.
        """
        shared = user.has_app or any(
            {user.id, self.world.bot.id} <= guild.members.keys()
            for guild in self.world.guilds.values()
        )
        if not shared:
            raise Refused(50278)
        if not user.takes_direct_messages:
            raise Refused(50007)

    def _edit(self, request: Request) -> Json:
        message = self._message(request)
        if message.author is not self.world.bot:
            raise Refused(50005)
        if message.channel.archived:
            raise Refused(50083)
        messages.bot_needs(message.channel, files=bool(request.files))
        return messages.edit(message, request.body, request.files).json()

    def _delete(self, request: Request) -> object:
        message = self._message(request)
        own = message.author is self.world.bot
        if not own and Permission.MANAGE_MESSAGES not in message.channel.allowed_to_bot():
            raise Refused(50013)
        messages.delete(message)
        return NOTHING

    # interactions

    def _callback(self, request: Request) -> object:
        token = request.ids["interaction_token"]
        found = self.interactions.callback(token, request.body, request.files)
        return found if request.query.get("with_response") in ("1", "true") else NOTHING

    def _answer(self, request: Request) -> Message:
        self._own(request, "webhook_id", 10015)
        name = request.ids.get("message_id", "@original")
        return self.interactions.message(request.ids["webhook_token"], name)

    def _edit_answer(self, request: Request) -> Json:
        message = self._answer(request)
        if message.seen_by is None:
            messages.thread_is_open(message.channel)
        return messages.edit(message, request.body, request.files).json()

    def _delete_answer(self, request: Request) -> object:
        messages.delete(self._answer(request))
        return NOTHING

    def _follow_up(self, request: Request) -> Json:
        self._own(request, "webhook_id", 10015)
        token = request.ids["webhook_token"]
        return self.interactions.follow_up(token, request.body, request.files).json()


def _untranslated(part: Any) -> Any:
    """Return a part of a command without its translations."""
    if isinstance(part, list):
        return [_untranslated(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        name: _untranslated(value)
        for name, value in part.items()
        if name not in ("name_localizations", "description_localizations")
    }
