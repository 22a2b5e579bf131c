"""Posting, editing and deleting messages, each with its gateway event."""

import copy
import mimetypes
import re
import time
from collections.abc import Mapping, Sequence

from discord_simulator import limits
from discord_simulator.members import Json, Permission, User
from discord_simulator.places import Attachment, Channel, ChannelKind, Flag, Message, MessageKind
from discord_simulator.refusals import Refused

Files = Mapping[int, tuple[str, bytes]]
SENDABLE = Flag.EPHEMERAL | Flag.SILENT | Flag.COMPONENTS_V2 | (1 << 2)  # 1 << 2: no link previews
NONCE_SECONDS = 300
OLD_SECONDS, OLD_EDITS = 3600, 3
"""How often a message more than an hour old may be edited."""


def _check(
    channel: Channel, body: Json, flags: Flag, files: Files, kept: Sequence[Attachment] = ()
) -> None:
    """Refuse a wrong message; an edit has `kept` these attachments."""
    wrong = list(limits.wrong_message(body, flags, len(files)))
    names = [one.name for one in kept] + _names(body, files)
    if "components" in body and not flags & Flag.LOADING:
        components = body["components"] or []
        wrong += limits.wrong_components(components, flags, names)
        wrong += limits.wrong_emojis(components, channel.world.emoji)
    wrong += [line for name, data in files.values() for line in limits.wrong_file(name, data)]
    if wrong:
        raise Refused(50035, wrong)
    if any(len(data) > limits.FILE_BYTES for _, data in files.values()):
        raise Refused(40005)


def _names(body: Json, files: Files) -> list[str]:
    """Return the names of uploaded files."""
    described = {str(one["id"]): one for one in body.get("attachments") or []}
    return [
        described.get(str(number), {}).get("filename") or name
        for number, (name, _) in sorted(files.items())
    ]


def _attached(channel: Channel, body: Json, files: Files) -> list[Attachment]:
    world = channel.world
    described = {str(one["id"]): one for one in body.get("attachments") or []}
    found = []
    for number, (name, data) in sorted(files.items()):
        said = described.get(str(number), {})
        one, name = world.number(), said.get("filename") or name
        url = f"{world.url}/attachments/{channel.id}/{one}/{name}"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        found.append(Attachment(one, name, data, said.get("description"), url, kind))
    return found


def _components(body: Json, attachments: Sequence[Attachment]) -> list[Json]:
    """Return the components with ids, as Discord returns them."""
    components: list[Json] = copy.deepcopy(body.get("components") or [])
    names = {f"{limits.ATTACHED}{one.name}": one for one in attachments}
    for number, one in enumerate(limits.every(components), 1):
        one.setdefault("id", number)
    for media in limits.media(components):
        if (attached := names.get(media["url"])) is not None:
            media |= {"url": attached.url, "proxy_url": attached.url}
            media |= {"attachment_id": str(attached.id), "content_type": attached.content_type}
    return components


def _mentions(message: Message) -> list[User]:
    ids = dict.fromkeys(re.findall(r"<@!?(\d+)>", message.text))
    users = message.channel.world.users
    return [users[int(one)] for one in ids if int(one) in users]


def _pinged(message: Message, allowed: Json | None) -> list[User]:
    """List the users who are notified: those mentioned, if the message may ping them."""
    if Flag.SILENT in message.flags or message.seen_by is not None:
        return []
    if message.channel.recipient is not None:
        return [message.channel.recipient]
    parse = ["users", "roles", "everyone"] if allowed is None else allowed.get("parse") or []
    listed = {str(one) for one in (allowed or {}).get("users") or []}
    guild = message.channel.guild
    found = [user for user in message.mentions if "users" in parse or str(user.id) in listed]
    if guild and "everyone" in parse and re.search("@(everyone|here)", message.text):
        found = list(guild.members.values())
    answered = message.channel.history.get(message.reply_to or 0)
    if answered and (allowed is None or allowed.get("replied_user")):
        found.append(answered.author)
    return [user for user in dict.fromkeys(found) if user is not message.author]


def payload(message: Message) -> Json:
    """Return a message as the gateway sends it."""
    guild, found = message.channel.guild, message.json()
    found["channel_type"] = int(message.channel.kind)
    if guild is not None:
        member = guild.member(message.author)
        del member["user"]
        found |= {"guild_id": str(guild.id), "member": member}
    return found


def _publish(event: str, message: Message) -> None:
    world = message.channel.world
    if message.seen_by is None and message.channel.has_bot:
        world.publish(event, payload(message), message.channel.guild)
    world.changes.touch()


def post(
    channel: Channel,
    author: User,
    body: Json,
    files: Files,
    *,
    kind: MessageKind = MessageKind.PLAIN,
    reply_to: int | None = None,
    seen_by: User | None = None,
    asked: Json | None = None,
) -> Message:
    """Post a message in a channel; for a known nonce, return the existing message."""
    world = channel.world
    if channel.deleted:
        raise Refused(10003)
    flags = Flag(body.get("flags") or 0) & (SENDABLE | Flag.LOADING)
    _check(channel, body, flags, files)
    nonce = None if body.get("nonce") is None else str(body["nonce"])
    if nonce is not None and body.get("enforce_nonce"):
        for place in world.channels.values():
            for known in place.history.values():
                fresh = time.time() - known.created < NONCE_SECONDS
                if known.author is author and known.nonce == nonce and fresh:
                    return known
    attachments = _attached(channel, body, files)
    message = Message(
        world.number(),
        channel,
        author,
        body.get("content") or "",
        _components(body, attachments),
        attachments,
        flags,
        kind,
        nonce,
        reply_to,
        seen_by,
        asked,
    )
    if not message.text and not attachments and not message.components and not message.loading:
        raise Refused(50006)
    message.mentions = _mentions(message)
    message.pinged = _pinged(message, body.get("allowed_mentions"))
    if channel.kind is ChannelKind.THREAD:
        channel.joined |= {user.id: user for user in message.pinged if not user.bot}
    if channel.archived:
        archive(channel, archived=False)
    channel.history[message.id] = message
    _publish("MESSAGE_CREATE", message)
    return message


def edit(message: Message, body: Json, files: Files) -> Message:
    """Change the fields that the request contains, and keep the rest."""
    if message.deleted or message.channel.deleted:
        raise Refused(10008)
    if time.time() - message.created > OLD_SECONDS and not message.loading:
        if message.old_edits >= OLD_EDITS:
            raise Refused(30046)
        message.old_edits += 1
    flags = message.flags & ~Flag.LOADING
    flags |= Flag(body.get("flags") or 0) & Flag.COMPONENTS_V2
    kept = message.attachments
    if body.get("attachments") is not None:
        named = {str(one["id"]) for one in body["attachments"]}
        kept = [one for one in kept if str(one.id) in named]
    _check(message.channel, body, flags, files, kept)
    if Flag.COMPONENTS_V2 in flags and message.content and "content" not in body:
        raise Refused(50035, ["content would remain beside components of the second version"])
    attachments = kept + _attached(message.channel, body, files)
    components = message.components
    if "components" in body:
        components = _components(body, attachments)
    content = message.content
    if "content" in body:
        content = body["content"] or ""
    if not content and not attachments and not components:
        raise Refused(50006)
    was_loading = message.loading
    message.content, message.components = content, components
    message.attachments, message.flags = attachments, flags
    message.mentions = _mentions(message)
    if was_loading:
        message.pinged = _pinged(message, body.get("allowed_mentions"))
    else:
        message.edited = time.time()
        message.edits += 1
    _publish("MESSAGE_UPDATE", message)
    return message


def delete(message: Message) -> None:
    message.deleted = True
    channel = message.channel
    del channel.history[message.id]
    if message.seen_by is None and channel.has_bot:
        data = {"id": str(message.id), "channel_id": str(channel.id)}
        if channel.guild:
            data["guild_id"] = str(channel.guild.id)
        channel.world.publish("MESSAGE_DELETE", data, channel.guild)
    channel.world.changes.touch()


def archive(thread: Channel, *, archived: bool) -> None:
    """Archive a thread, or unarchive it."""
    thread.archived = archived
    thread.world.publish("THREAD_UPDATE", thread.json(), thread.guild)


def lock(thread: Channel, *, locked: bool) -> None:
    """Lock a thread, so that only moderators can write, or unlock it."""
    thread.locked = locked
    thread.world.publish("THREAD_UPDATE", thread.json(), thread.guild)


def add_to_thread(thread: Channel, user: User) -> None:
    """Add a user to a thread, which it tells in a message; nothing happens if they are in it."""
    if thread.archived:
        raise Refused(50083)
    if thread.guild is None or user.id not in thread.guild.members:
        raise Refused(50001)
    if user.id in thread.joined or user is thread.world.bot:
        return
    thread.joined[user.id] = user
    world = thread.world
    told = Message(world.number(), thread, world.bot, kind=MessageKind.ADDED, mentions=[user])
    thread.history[told.id] = told
    _publish("MESSAGE_CREATE", told)


def open_thread(
    parent: Channel,
    name: str,
    number: int | None = None,
    owner: User | None = None,
    archives_after: int = 1440,
) -> Channel:
    """Open a thread; one attached to a message has the message's id."""
    world = parent.world
    if number in world.channels:
        raise Refused(160004)
    thread = Channel(
        world,
        number or world.number(),
        ChannelKind.THREAD,
        name,
        parent.guild,
        parent,
        owner=owner,
        archives_after=archives_after,
    )
    world.channels[thread.id] = thread
    world.publish("THREAD_CREATE", thread.json() | {"newly_created": True}, parent.guild)
    return thread


def bot_needs(
    channel: Channel, *, reads: bool = False, sends: bool = False, files: bool = False
) -> None:
    """Refuse a request if the bot lacks a permission in a channel."""
    if not channel.has_bot:
        raise Refused(50001)
    if channel.guild is None:
        return
    allowed = channel.allowed_to_bot()
    if Permission.VIEW_CHANNEL not in allowed:
        raise Refused(50001)
    wanted = Permission(0)
    if sends and channel.kind is ChannelKind.THREAD:
        wanted |= Permission.SEND_MESSAGES_IN_THREADS
    elif sends:
        wanted |= Permission.SEND_MESSAGES
    if files:
        wanted |= Permission.ATTACH_FILES
    if reads:
        wanted |= Permission.READ_MESSAGE_HISTORY
    if wanted & ~allowed:
        raise Refused(50013)
    if sends or files:
        thread_is_open(channel)


def thread_is_open(channel: Channel) -> None:
    """Refuse what only moderators may do in a locked thread, if the bot isn't one."""
    if channel.locked and Permission.MANAGE_THREADS not in channel.allowed_to_bot():
        raise Refused(50083 if channel.archived else 160005)
