"""The ways into the program: what comes in, and what must be true whatever it is.

A way has a strategy for its inputs, which are JSON, and a check. The check raises whatever escapes
from the program, except errors that are part of its contract, and AssertionError for an effect that
mustn't be.
"""

import asyncio
import base64
import io
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from unittest.mock import patch

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from telegram import Bot, Update

from bot import config
from bot.commands.commands import BY_NAME, BadCommand
from bot.commands.typed import parse, parse_form
from bot.config import WrongSetting
from bot.games.catalogue import games
from bot.inbound.dispatcher import decoded
from bot.on_telegram import commands as telegram_commands
from bot.on_telegram import inline, updates
from bot.ops.backup_file import Reader, Unusable
from bot.store import address, codec, json_values
from bot.table import codes
from bot.table.codes import BadCode
from bot.table.people import Actor, Platform, User
from bot.table.ports import CorruptRecord
from bot.texts.catalogue import catalogue
from engine import Corrupt, IllegalMove
from engine.record import Record, replay
from engine.record_json import read_record_data
from tests.bot.store.test_written import WRITTEN
from tests.fuzz.page import page
from tests.fuzz.strangers import NOWHERE, PLAYED, WAITING, intrusion

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Way:
    """A way in. `share` is its part of all inputs in a long run."""

    inputs: SearchStrategy[Json]
    check: Callable[[Json], None]
    share: float = 1.0


# Inputs

_JSON: Final[SearchStrategy[Json]] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@st.composite
def changed(draw: st.DrawFn, valid: Sequence[str], alphabet: str = "") -> str:
    """A valid text in which some parts are replaced, removed or repeated."""
    text = draw(st.sampled_from(valid))
    letters = st.sampled_from(alphabet) if alphabet else st.characters()
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        end = draw(st.integers(at, min(len(text), at + 8)))
        new = draw(st.text(letters, max_size=6) | st.just(text[at:end] * 2))
        text = text[:at] + new + text[end:]
    return text


@st.composite
def altered(draw: st.DrawFn, valid: Sequence[Json]) -> Json:
    """A valid value in which some parts are replaced or removed."""
    value = json.loads(json.dumps(draw(st.sampled_from(valid))))
    for _ in range(draw(st.integers(0, 3))):
        inside: Any = value
        while isinstance(inside, dict | list) and inside:
            keys = [*inside] if isinstance(inside, dict) else [*range(len(inside))]
            key = draw(st.sampled_from(keys))
            if not isinstance(inside[key], dict | list) or draw(st.booleans()):
                if isinstance(inside, dict) and draw(st.booleans()):
                    del inside[key]
                else:
                    inside[key] = draw(_JSON)
                break
            inside = inside[key]
    return value


TABLES: Final = (PLAYED, WAITING, NOWHERE)

CODES: Final = (
    f"1m.{PLAYED}.2.b+3",
    f"1m.{PLAYED}.12qzpa.4+3",
    f"1a.{WAITING}.1",
    f"1j.{WAITING}.join.1.1",
    f"1j.{WAITING}.start.fill",
    f"1j.{WAITING}.computer.0.hard",
    f"1j.{WAITING}.alter.seats_4",
    f"1j.{WAITING}.alter.level_hard",
    f"1j.{PLAYED}.seat.1",
    f"1q.{PLAYED}.y",
    f"1x.{PLAYED}",
    f"1w.{PLAYED}",
    "1p.demo.easy.bul.road_9",
    "1s.parchis.seats_4.pace_1d",
    "1r.bul",
    "1l.parchis.3.b+5",
    "1y.zone.Europe*Berlin",
    "1u.forget.discord,1",
)

_WORDS: Final = st.sampled_from(
    [
        *("y", "join", "leave", "start", "fill", "fewer", "seat", "computer", "alter", "dismiss"),
        *("hand", "options", "shuffle", "quit", "claim", "extend", "undo", "draw", "pause", "yes"),
        *("no", "keep", "nudge", "resume", "hard", "bul", "parchis", "road_9", "seats_4", "menu"),
        *("0", "1", "2", "3", "9", "12qzpa", "b+3", "4+3", "bb-2", "-", "more"),
    ]
)

_CODE: Final[SearchStrategy[str]] = st.builds(
    lambda letter, table, parts: ".".join([f"1{letter}", *table, *parts]),
    st.sampled_from("abcdefghijklmnopqrstuvwxyz"),
    st.sampled_from([[table] for table in TABLES] + [[]]),
    st.lists(_WORDS, max_size=3),
)

_PRESSED: Final = _CODE | changed(CODES) | st.text(max_size=70)

LINES: Final = (
    "/puluc challenge @Ben bul road=9 pace=1d",
    "/puluc open parchis seats=4 match=3",
    '/puluc challenge @"Ana Maria" aj-sayil seats=6 flag=auto',
    "/puluc me zone=Berlin quiet=22-8 vacation=3d",
    "/puluc settings look=letters language=es",
    "/puluc word corn and beans",
    "/puluc practice hard parchis seats=4",
    "/puluc forgetme",
    "/puluc block @Cara",
    "/puluc learn parchis",
    "/puluc resign",
)

_LINE: Final = changed(LINES) | st.text(max_size=60).map(lambda text: f"/puluc {text}")

_MESSAGE: Final = {
    "message_id": 7,
    "date": 1_700_000_000,
    "chat": {"id": -4_000_000_001, "type": "group", "title": "Plaza"},
    "from": {"id": 5, "is_bot": False, "first_name": "Ana", "language_code": "en"},
}

UPDATES: Final = (
    {
        "update_id": 1,
        "message": _MESSAGE
        | {
            "text": "/challenge@puluc_bot Ben bul",
            "entities": [
                {"type": "bot_command", "offset": 0, "length": 20},
                {
                    "type": "text_mention",
                    "offset": 21,
                    "length": 3,
                    "user": {"id": 6, "is_bot": False, "first_name": "Ben"},
                },
            ],
        },
    },
    {
        "update_id": 2,
        "callback_query": {
            "id": "77",
            "from": _MESSAGE["from"],
            "chat_instance": "1",
            "data": CODES[0],
            "message": _MESSAGE | {"text": "board"},
        },
    },
    {
        "update_id": 3,
        "inline_query": {"id": "8", "from": _MESSAGE["from"], "query": "bul road=9", "offset": ""},
    },
    {
        "update_id": 4,
        "my_chat_member": {
            "chat": _MESSAGE["chat"],
            "from": _MESSAGE["from"],
            "date": 1_700_000_000,
            "old_chat_member": {"status": "left", "user": _MESSAGE["from"]},
            "new_chat_member": {"status": "member", "user": _MESSAGE["from"]},
        },
    },
)

_EVERYTHING: Final = {key: value for one in UPDATES for key, value in one.items()}
"""An update with all kinds of content."""

ADDRESSES: Final = (
    "redis://:s3cret@127.0.0.1:6379/0",
    "rediss://ana:s3cret@host",
    "unix:///tmp/redis.sock",
    "redis-cluster://ana:s3cret@a:7000,b,[::1]:7001/0",
)

RECORDS: Final = (
    "puluc-record 1\nGame: puluc road=11 warriors=5 table=kernels casts=one\n\n0110 b+2 0111 b-3\n",
)

BACKUPS: Final = ('{"puluc": "backup", "format": 1}\n{"keys": {}}\n{"end": {}, "sha256": "00"}\n',)

SETTINGS: Final = (
    "REDIS_URL",
    "REDIS_WAIT",
    "REDIS_CONNECTIONS",
    "DISCORD_SHARDS",
    "DISCORD_API_URL",
    "TELEGRAM_WEBHOOK_URL",
    "TELEGRAM_GROUP_MINUTE",
    "PULUC_URL",
    "PULUC_WEB",
    "PULUC_PAUSE",
    "PULUC_LOG",
    "PULUC_OPERATOR",
    "PULUC_DATA",
    "PULUC_TABLES",
    "PORT",
    "PULUC_PORT",
    "DYNO",
)


# Checks

_GAMES: Final = games()
_SAY: Final = catalogue(_GAMES.texts).voice("en")
_ANA: Final = Actor(User(Platform.WEB, "ana"), "Ana")
_BOT: Final = Bot("1:fuzz")


def code(text: Json) -> None:
    """A code is refused, or decodes to an intent that is encoded as the same code."""
    with suppress(BadCode):
        intent = codes.decode(text)
        if codes.fits(intent):
            again = codes.decode(codes.encode(intent))
            assert again == intent, (intent, again)


def line(text: Json) -> None:
    """A typed line is an intent, or is refused with a text."""
    try:
        parse(text, lambda _: _ANA, _GAMES)
    except BadCommand as bad:
        _SAY(bad.text)


def form(given: Json) -> None:
    """A command from a form is an intent, or is refused with a text."""
    name, values = given
    try:
        parse_form(name, values, _GAMES, [_ANA])
    except BadCommand as bad:
        _SAY(bad.text)


def update(data: Json) -> None:
    """An update that isn't valid is passed over; what is in the others is read or refused."""
    updates.number(data)
    found = updates.read(data, _BOT)
    if found is None:
        return
    try:
        _read_text(found)
    except Exception:  # `Inbound.handle` reports it, which is all that Telegram's mistakes deserve
        if _is_typed_like(data, _EVERYTHING):
            raise


def _is_typed_like(value: Json, valid: Json) -> bool:
    """Return whether a value has the JSON types of a valid one, in which some may be missing."""
    if isinstance(value, dict) and isinstance(valid, dict):
        return all(_is_typed_like(each, valid.get(key, each)) for key, each in value.items())
    if isinstance(value, list) and isinstance(valid, list):
        return all(any(_is_typed_like(each, one) for one in valid) for each in value)
    return type(value) is type(valid)


def _read_text(found: Update) -> None:
    """Read what people have written or pressed."""
    if found.message is not None:
        command = telegram_commands.typed(found.message, "puluc_bot")
        if command is not None:
            with suppress(BadCommand):
                telegram_commands.intent_of(command, found.message, _GAMES)
    if found.callback_query is not None and isinstance(found.callback_query.data, str):
        decoded(found.callback_query.data)


def query(text: Json) -> None:
    """An inline query has offers, or is refused with a text."""
    try:
        inline.offers(text, _SAY, _GAMES)
    except BadCommand as bad:
        _SAY(bad.text)


def record(text: Json) -> None:
    """A record is refused, or can be replayed and written."""
    with suppress(Corrupt, IllegalMove):
        found = Record.read(text, _GAMES.game)
        game = _GAMES.game(found.tags.game)
        for step in replay(game, found.entries):
            game.write_position(step.after)
        found.write(_GAMES.game)


def record_data(data: Json) -> None:
    """A record as JSON is refused, or is a record."""
    with suppress(Corrupt):
        read_record_data(data, _GAMES.game)


def stored(text: Json) -> None:
    """What is stored of a table is a table, or is reported as corrupt."""
    with suppress(CorruptRecord):
        table = codec.read(text.encode("latin-1"))
        assert codec.read(codec.write(table)) == table


def small_values(text: Json) -> None:
    """Stored settings and places are read, or ValueError is raised."""
    for read in (json_values.read_settings, json_values.read_shown):
        with suppress(ValueError):
            read(text)


def store_address(text: Json) -> None:
    """An address is accepted, or refused without repeating its password."""
    refusal = ""
    try:
        address.check(text)
        address.peers(text)
        address.place(text)
    except ValueError as error:
        refusal = str(error)
    assert "s3cret" not in refusal


def settings(environment: Json) -> None:
    """Settings are accepted, or refused in one line that hides secrets."""
    refusal = ""
    with patch.dict("os.environ", environment, clear=True):
        try:
            config.load()
        except WrongSetting as wrong:
            refusal = str(wrong)
    assert "\n" not in refusal
    assert "s3cret" not in refusal


def backup(text: Json) -> None:
    """A file that isn't a backup is refused."""
    with suppress(Unusable):
        reader = Reader(io.BytesIO(text.encode("utf-8", "surrogatepass")), "a file")
        reader.check()
        list(reader.pieces())


def strangers(acts: Json) -> None:
    """Nobody changes a game that they don't play, moves out of turn, or runs another's lobby."""
    asyncio.run(intrusion(acts))


def request(given: Json) -> None:
    """A request by a stranger is answered, and changes nothing in a game."""
    page().send(given)


PATHS: Final = (
    *("/", "/c/maize", "/api/people", "/api/enter", "/api/say", "/api/press", "/api/events"),
    *("/api/hello", "/picture/TABLE/3.png", "/table/TABLE/as/ANA", "/g/CODE", "/g/CODE/fair"),
    *("/g/CODE/record.txt", "/g/CODE/record.json", "/g/CODE/1.png", "/g/CODE/1.txt", "/healthz"),
    *("/metrics", "/rules/bul", "/rules/bul/1.png", "/learn/bul/1.png", "/static/page.js"),
)

BODIES: Final = (
    '{"channel": "maize", "persona": "ANA", "operation": "op-1", "code": "1q.TABLE.y"}',
    '{"channel": "maize", "names": ["Ana"]}',
)
"""Bodies that are changed as text, and may then no longer be JSON."""

_FIELDS: Final = ("channel", "persona", "operation", "text", "code", "names", "name", "since")


def _requests() -> SearchStrategy[Json]:
    words = st.sampled_from(["ANA", "BEN", "maize", "1m.TABLE.3.b+1", "1q.TABLE.y", "0", "op-1"])
    texts = words | _PRESSED | _LINE | st.text(max_size=20)
    printable = st.text(st.characters(codec="ascii", min_codepoint=32, max_codepoint=126))
    return st.fixed_dictionaries(
        {
            "method": st.sampled_from(["GET", "GET", "POST", "POST", "PUT", "OPTIONS"]),
            "path": st.sampled_from(PATHS) | changed(PATHS, "/.%abc123-_"),
            "query": st.dictionaries(st.sampled_from(_FIELDS), words, max_size=3),
            "headers": st.dictionaries(
                st.sampled_from(["Accept-Language", "Last-Event-ID", "Cookie", "X-Forwarded-For"]),
                printable.map(str.strip),
                max_size=2,
            ),
            "body": st.dictionaries(st.sampled_from(_FIELDS), texts | _JSON, max_size=6)
            | _JSON
            | changed(BODIES),
        }
    )


_TEXT: Final = st.text(st.characters(codec="latin-1"), max_size=200)


def _states() -> list[str]:
    """Return tables of all formats as they are stored."""
    lines = [line for path in WRITTEN for line in path.read_text("utf-8").splitlines()[::7]]
    return [base64.b64decode(json.loads(line)["state"]).decode("latin-1") for line in lines]


def _fields() -> list[Json]:
    """Return the fields of tables of the present format."""
    dictionary = codec._DICTIONARY  # noqa: SLF001 - inputs are made as they are stored
    packed = [state.encode("latin-1") for state in _states() if state.startswith("\x02")]
    return [
        json.loads(zlib.decompressobj(-15, zdict=dictionary).decompress(state[1:]))
        for state in packed
    ]


def _stored(fields: Json) -> str:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(fields).encode()) + packer.flush()
    return (b"\x02" + packed).decode("latin-1")


_LETTERS: Final = "".join(map(chr, range(256)))


def _forms() -> SearchStrategy[Json]:
    names = st.sampled_from(sorted(BY_NAME))
    options = st.sampled_from(["ruleset", "seats", "pace", "level", "word", "zone", "options"])
    values = st.sampled_from(["bul", "4", "1d", "hard", "Berlin", "road=9 pace=1d"])
    return st.tuples(names, st.dictionaries(options, values | st.text(max_size=30), max_size=4))


def _environments() -> SearchStrategy[Json]:
    safe = st.characters(exclude_characters="\0", exclude_categories=("Cs",))
    values = st.sampled_from([*ADDRESSES, "0-3/16", "https://puluc.example", "5000", "chat", "1"])
    return st.dictionaries(
        st.sampled_from(SETTINGS), values | st.text(safe, max_size=30), max_size=5
    )


def _acts() -> SearchStrategy[Json]:
    return st.lists(
        st.tuples(st.integers(0, 3), (_PRESSED | _LINE).filter(bool)), min_size=1, max_size=10
    )


WAYS: Final[Mapping[str, Way]] = {
    "code": Way(_PRESSED, code, 4),
    "line": Way(_LINE, line, 2),
    "form": Way(_forms(), form, 2),
    "update": Way(altered(UPDATES) | _JSON, update, 2),
    "query": Way(changed(("bul road=9 pace=1d", "challenge parchis", "")), query),
    "record": Way(changed(RECORDS), record),
    "record-data": Way(_JSON, record_data),
    "stored": Way(_TEXT | changed(_states(), _LETTERS) | altered(_fields()).map(_stored), stored),
    "small-values": Way(_TEXT | _JSON.map(json.dumps), small_values, 2),
    "address": Way(changed(ADDRESSES), store_address, 2),
    "settings": Way(_environments(), settings),
    "backup": Way(changed(BACKUPS), backup),
    "strangers": Way(_acts(), strangers),
    "request": Way(_requests(), request),
}
