"""Updates from Telegram, links to the bot, and inline queries."""

import json
import time
from functools import cache
from typing import Any, Final

from telegram.request import BaseRequest, RequestData

from bot.acts.look.play import Play
from bot.commands.command import BadCommand
from bot.on_telegram import inline, links, updates
from bot.on_telegram.answers import Answers
from bot.on_telegram.flood import Flood, Rates
from bot.on_telegram.inbound import Inbound
from bot.on_telegram.members import Members
from bot.on_telegram.updates import Listener
from bot.table.people import Platform
from tests.fuzz import codes, lines, words
from tests.fuzz.chance import Chance
from tests.fuzz.changes import altered, edited, value
from tests.fuzz.faults import Logged, reported
from tests.fuzz.world import NAMES, World, run

Json = Any

FIRST: Final = 5_000_000_001
"""The number of the first person."""

PLAZA: Final = {"id": -4_000_000_001, "type": "group", "title": "Plaza"}

USERNAME: Final = "puluc_bot"

PLENTY: Final = 10_000_000


class Silent(BaseRequest):
    """Telegram, which accepts whatever the bot sends."""

    @property
    def read_timeout(self) -> float:
        return 5.0

    async def initialize(self) -> None:
        """Open nothing."""

    async def shutdown(self) -> None:
        """Close nothing."""

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        call = url.rpartition("/")[2]
        result: Json = True
        if call == "getMe":
            result = {"id": 1, "is_bot": True, "first_name": "Puluc", "username": USERNAME}
        elif call == "answerGuestQuery":
            result = {"inline_message_id": "m2"}
        elif call == "sendMediaGroup":
            result = [_message()]
        elif call.startswith("send"):
            result = _message()
        elif call == "getChat":
            result = {**PLAZA, "accent_color_id": 1, "max_reaction_count": 1}
        elif call == "getChatMember":
            result = {"status": "member", "user": _person(0)}
        return 200, json.dumps({"ok": True, "result": result}).encode()


class Town:
    """A process of the bot in a group."""

    def __init__(self) -> None:
        self.world = World(Platform.TELEGRAM, str(PLAZA["id"]), FIRST)
        self.bot = Listener("1:fuzz", request=Silent(), get_updates_request=Silent())
        run(self.bot.initialize())
        services = self.world.services
        flood = Flood(time.monotonic, Rates(PLENTY, PLENTY, PLENTY, PLENTY))
        self._answers = Answers(
            self.bot, services.store, flood, services.localizer, services.illustrations
        )
        self._inbound = Inbound(
            self.bot, services, self._answers, Members(self.bot, time.monotonic)
        )

    def hear(self, data: Json) -> bool:
        """Let an update come in; return whether the bot did what it says."""
        data = self.world.named(data)
        updates.number(data)
        found = updates.read(data, self.bot)
        if found is None:
            return False
        person = found.effective_user

        async def come_in() -> None:
            await self._inbound.handle(found)
            await self._answers.drain()

        return self.world.judged(come_in, None if person is None else str(person.id))


@cache
def town() -> Town:
    """Return the process, which runs as long as this one."""
    return Town()


def update(chance: Chance) -> Json:
    """Return an update, usually one that Telegram could send."""
    if chance.one_in(24):
        return value(chance)
    kind, content = chance.choice(_KINDS)(chance)
    found = {"update_id": 7, kind: content}
    return altered(chance, found, 2) if chance.one_in(3) else found


def check_update(data: Json) -> bool:
    """An update that isn't valid is passed over; nobody changes what belongs to others."""
    try:
        with reported("update.unread"):
            return town().hear(data)
    except Logged:
        if _is_typed_like(data, _everything()) and not _lacks(data):
            raise  # otherwise `Inbound` has reported it, all that Telegram's mistakes deserve
        return False


def _person(number: int) -> Json:
    return {
        "id": FIRST + number,
        "is_bot": False,
        "first_name": NAMES[number],
        "language_code": "en",
    }


def _message(**more: Json) -> Json:
    return {"message_id": 7, "date": 1_700_000_000, "chat": PLAZA, "from": _person(0), **more}


def _from(chance: Chance) -> Json:
    return _person(3 - chance.below(len(NAMES)))


def _chat(chance: Chance, author: Json) -> Json:
    """Return the group or, sometimes, the author's private chat with the bot."""
    if chance.one_in(3):
        return {"id": author["id"], "type": "private", "first_name": author["first_name"]}
    return PLAZA


def _typed(chance: Chance) -> tuple[str, Json]:
    """Return a command, in which people are mentioned by name or from the list."""
    command, _, rest = lines.rest(chance).partition(" ")
    return _said(
        chance, f"/{command or 'x'}@{USERNAME}" if chance.one_in(2) else f"/{command}", rest
    )


def _followed(chance: Chance) -> tuple[str, Json]:
    """Return the command that Telegram sends when someone follows a link."""
    return _said(chance, "/start", link(chance))


def _summoned(chance: Chance) -> tuple[str, Json]:
    """Return a message that names the bot where it isn't a member."""
    _, said = _said(chance, f"@{USERNAME}", lines.rest(chance), "mention")
    return "guest_message", said | {"guest_query_id": "9"}


def _said(chance: Chance, command: str, rest: str, kind: str = "bot_command") -> tuple[str, Json]:
    author, text = _from(chance), f"{command} {rest}".strip()
    entities = [{"type": kind, "offset": 0, "length": _units(command)}]
    for number, name in enumerate(NAMES):
        before, mention, _ = text.partition(f"@{name}")
        if mention and not chance.one_in(3):
            text = text.replace(f"@{name}", name, 1)
            chosen = {"type": "text_mention", "length": _units(name), "user": _person(number)}
            entities.append({**chosen, "offset": _units(before)})
        elif mention:
            entities.append({"type": "mention", "offset": _units(before), "length": len(mention)})
    entities.sort(key=lambda entity: entity["offset"])
    said = _message(text=text, entities=entities, chat=_chat(chance, author)) | {"from": author}
    if chance.one_in(6):
        said["reply_to_message"] = _message(text="hello") | {"from": _from(chance)}
    if chance.one_in(8):
        said |= {"is_topic_message": True, "message_thread_id": 5}
    return "message", said


def _units(text: str) -> int:
    """Return the length of a text as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def _pressed(chance: Chance) -> tuple[str, Json]:
    author, code = _from(chance), codes.carried(chance)
    query = {"id": "77", "from": author, "chat_instance": "1", "data": code}
    if chance.one_in(5):
        return "callback_query", {**query, "inline_message_id": "m1"}
    message = _message(text="board", chat=_chat(chance, author))
    if chance.one_in(2):
        key = {"text": "x", "callback_data": code}
        message["reply_markup"] = {"inline_keyboard": [[key]]}
    return "callback_query", {**query, "message": message}


def _asked(chance: Chance) -> tuple[str, Json]:
    asked = {"id": "8", "from": _from(chance), "query": query(chance), "offset": ""}
    return "inline_query", asked


def _chosen(chance: Chance) -> tuple[str, Json]:
    ruleset = chance.choice(words.GAMES.rulesets)
    chosen = {"result_id": f"{ruleset}.8", "from": _from(chance), "query": query(chance)}
    return "chosen_inline_result", chosen | {"inline_message_id": "m1"}


def _joined(chance: Chance) -> tuple[str, Json]:
    statuses = ("left", "member", "restricted", "kicked", "administrator")
    old, new = (
        {"status": chance.choice(statuses), "user": _person(0), **_MEMBER} for _ in range(2)
    )
    change = {"chat": PLAZA, "from": _from(chance), "date": 1_700_000_000}
    return "my_chat_member", change | {"old_chat_member": old, "new_chat_member": new}


_RIGHTS: Final = """
is_member can_send_messages can_send_audios can_send_documents can_send_photos can_send_videos
can_send_video_notes can_send_voice_notes can_send_polls can_send_other_messages
can_add_web_page_previews can_change_info can_invite_users can_pin_messages can_edit_tag
can_manage_topics can_be_edited is_anonymous can_manage_chat can_delete_messages
can_manage_video_chats can_restrict_members can_promote_members can_post_stories can_edit_stories
can_delete_stories
"""

_MEMBER: Final = {"until_date": 0, **dict.fromkeys(_RIGHTS.split(), True)}
"""What Telegram says of members of any status."""

_KINDS: Final = (
    *(_typed, _pressed, _typed, _pressed, _followed, _asked, _chosen, _joined),
    _summoned,
)


@cache
def _everything() -> Json:
    """Return an update with all kinds of content."""
    found: dict[str, Json] = {"update_id": 1}
    for make in _KINDS:
        for seed in range(256):
            kind, content = make(Chance(bytes([seed]) * 200))
            found[kind] = found.get(kind, {}) | content
    return found


@cache
def _always(kind: str) -> frozenset[str]:
    """Return the fields that a kind of content always has."""
    chances = [Chance(bytes([seed]) * 200) for seed in range(256)]
    made = [content for make in _KINDS for found, content in map(make, chances) if found == kind]
    return frozenset.intersection(*map(frozenset, made))


def _lacks(data: Json) -> bool:
    """Return whether an update lacks what Telegram always sends."""
    return any(not _always(kind) <= data[kind].keys() for kind in data if kind != "update_id")


def _is_typed_like(given: Json, valid: Json) -> bool:
    """Return whether a value has the JSON types of a valid one, in which some may be missing."""
    if isinstance(given, dict) and isinstance(valid, dict):
        return all(_is_typed_like(each, valid.get(key, each)) for key, each in given.items())
    if isinstance(given, list) and isinstance(valid, list):
        return all(any(_is_typed_like(each, one) for one in valid) for each in given)
    return type(given) is type(valid)


# Links


def link(chance: Chance) -> str:
    """Return what follows `start=` in a link to the bot."""
    kind = chance.below(8)
    if kind == 0:
        return chance.text(20)
    if kind == 1:
        return chance.choice(("learn", "games", "next", "help", "me", "mydata", "forgetme", "new"))
    if kind < 5:
        payload = f"{chance.choice('abemvfsq')}-{chance.choice(words.TABLES)}"
    elif kind == 5:
        payload = f"h-{PLAZA['id']}_{chance.choice(('', '5', 'x'))}"
    else:
        options = [each for _ in range(chance.below(3)) for each in words.change(chance)]
        ruleset = chance.choice(words.GAMES.rulesets)
        payload = f"{chance.choice('lopr')}-{'_'.join([ruleset, *options])}"
    return edited(chance, payload) if chance.one_in(3) else payload


def check_link(payload: str) -> bool:
    """A link is refused with a text, or is an intent about a place of Telegram."""
    world = town().world
    try:
        intent, place = links.read(world.named(payload), world.place)
    except BadCommand as bad:
        lines.SAY(bad.text)
        return False
    links.payload(intent, place)
    return not isinstance(intent, Play)


# Inline queries


def query(chance: Chance) -> str:
    """Return what someone has typed after the bot's name."""
    ruleset = chance.choice(("", "pu", *words.GAMES.rulesets))
    options = chance.some(words.change, 2)
    text = " ".join([ruleset, *(f"{name}={value}" for name, value in options)])
    return edited(chance, text) if chance.one_in(3) else text


def check_query(text: str) -> bool:
    """An inline query has offers, or is refused with a text."""
    try:
        return bool(inline.offers(text, lines.SAY, words.GAMES))
    except BadCommand as bad:
        lines.SAY(bad.text)
        return False
