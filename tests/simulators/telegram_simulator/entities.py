"""Texts with entities: Telegram's HTML, and what it finds in plain text.

Offsets and lengths are in UTF-16 code units, as everywhere in Telegram.
"""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from telegram_simulator.members import Json, User

TAGS = {
    **dict.fromkeys(("b", "strong"), "bold"),
    **dict.fromkeys(("i", "em"), "italic"),
    **dict.fromkeys(("u", "ins"), "underline"),
    **dict.fromkeys(("s", "strike", "del"), "strikethrough"),
    **dict.fromkeys(("tg-spoiler", "span"), "spoiler"),
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-time": "date_time",
}
REFERENCE = re.compile(r"&(?:(?:lt|gt|amp|quot)|#(?:\d{1,7}|[xX][0-9a-fA-F]{1,6}));")
PLAIN = re.compile(r"&|[^<&]+")
ATTRIBUTE = re.compile(r"\s*([^\s=>]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+)))?")
DOMAINS = "com|org|net|io|me|app|dev|gg|info|example|xyz|ru|de|gt|bz"
"""Some of the top-level domains that turn the text before them into a link."""
FOUND = re.compile(
    r"(?P<bot_command>(?<![\w/@])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?\b)"
    r"|(?P<email>\b[\w.+-]+@[\w-]+\.[\w.-]*\w)"
    r"|(?P<mention>(?<![\w@])@[A-Za-z0-9_]{4,32}\b)"
    r"|(?P<hashtag>(?<![\w#])#\w*[^\W\d]\w*)"
    r"|(?P<cashtag>(?<![\w$])\$[A-Z]{1,8}\b)"
    r"|(?P<url>\b(?:(?:https?|ftp|tg|ton)://[^\s<>\"]*[^\s<>\".,:;!?)]"
    rf"|[\w-]+(?:\.[\w-]+)*\.(?:{DOMAINS})\b(?:/[^\s<>\"]*)?))"
)
CLOSED = {"code", "pre", "text_link"}
"""Types of entities in which a date_time entity is dropped."""

DATE_FORMAT = re.compile(r"r|w?[dD]?[tT]?")
PERSON = re.compile(r"tg://user\?id=(\d+)")


class BadMarkup(Exception):  # noqa: N818 - it is a sentence when raised
    """HTML that Telegram can't parse."""


@dataclass(frozen=True)
class Entity:
    """A marked part of a text."""

    type: str
    offset: int
    length: int
    url: str | None = None
    user: User | None = None
    unix_time: int | None = None
    date_time_format: str | None = None

    @property
    def end(self) -> int:
        return self.offset + self.length

    def json(self) -> Json:
        found: Json = {"type": self.type, "offset": self.offset, "length": self.length}
        found |= {} if self.url is None else {"url": self.url}
        found |= {} if self.unix_time is None else {"unix_time": self.unix_time}
        found |= {"date_time_format": self.date_time_format} if self.date_time_format else {}
        return found | ({} if self.user is None else {"user": self.user.json()})


@dataclass(frozen=True)
class Text:
    """A plain text and its entities, in order."""

    words: str = ""
    entities: tuple[Entity, ...] = ()

    def marked(self, entity: Entity) -> str:
        """Return the text of an entity."""
        raw = self.words.encode("utf-16-le")
        return raw[2 * entity.offset : 2 * entity.end].decode("utf-16-le")


def units(text: str) -> int:
    """Return the length of a text in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def _attributes(said: str) -> dict[str, str]:
    return {
        found[1].lower(): html.unescape(found[2] or found[3] or found[4] or "")
        for found in ATTRIBUTE.finditer(said)
    }


def _entity(tag: str, attributes: dict[str, str], offset: int, length: int) -> Entity | None:
    kind, url = TAGS[tag], attributes.get("href")
    if not length or (tag == "a" and not url):
        return None
    if tag == "blockquote" and "expandable" in attributes:
        kind = "expandable_blockquote"
    if tag == "tg-time":
        unix, form = int(attributes["unix"]), attributes.get("format")
        return Entity(kind, offset, length, unix_time=unix, date_time_format=form)
    return Entity(kind, offset, length, url)


def wrong_date(unix: object, form: object) -> str | None:
    """Return what is wrong with a date and its format; None if nothing is."""
    if not re.fullmatch(r"\d{1,10}", str(unix)):
        return "Invalid date specified"
    if not DATE_FORMAT.fullmatch(str(form)):
        return "Invalid date format specified"
    return None


class _Reader:
    """Parses one piece of HTML."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.words = ""
        self.opened: list[tuple[str, dict[str, str], int]] = []
        self.entities: list[Entity] = []

    def read(self) -> Text:
        while self.at < len(self.source):
            if self.source[self.at] == "<":
                self._tag()
                continue
            found = REFERENCE.match(self.source, self.at) or PLAIN.match(self.source, self.at)
            assert found is not None
            self.words += html.unescape(found[0]) if found.re is REFERENCE else found[0]
            self.at = found.end()
        if self.opened:
            tag = self.opened[-1][0]
            raise BadMarkup(f'Can\'t find end tag corresponding to start tag "{tag}"')
        return Text(self.words, tuple(self.entities))

    @property
    def _where(self) -> str:
        return f"at byte offset {len(self.source[: self.at].encode())}"

    def _tag(self) -> None:
        ends = self.source.startswith("</", self.at)
        close = self.source.find(">", self.at)
        if close < 0:
            raise BadMarkup(f"Unclosed {'end' if ends else 'start'} tag {self._where}")
        if ends:
            self._end(self.source[self.at + 2 : close].strip().lower())
        else:
            self._start(self.source[self.at + 1 : close])
        self.at = close + 1

    def _start(self, said: str) -> None:
        tag = re.split(r"\s", said, maxsplit=1)[0]
        attributes = _attributes(said[len(tag) :])
        tag = tag.lower()
        if tag not in TAGS:
            raise BadMarkup(f'Unsupported start tag "{tag}" {self._where}')
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise BadMarkup(f'Tag "span" must have class "tg-spoiler" {self._where}')
        if tag == "tg-time" and (
            wrong := wrong_date(attributes.get("unix"), attributes.get("format", ""))
        ):
            raise BadMarkup(f"{wrong} {self._where}")
        self.opened.append((tag, attributes, units(self.words)))

    def _end(self, tag: str) -> None:
        if not self.opened:
            raise BadMarkup(f"Unexpected end tag {self._where}")
        expected, attributes, offset = self.opened.pop()
        if tag not in ("", expected):
            said = f'expected "</{expected}>", found "</{tag}>"'
            raise BadMarkup(f"Unmatched end tag {self._where}, {said}")
        entity = _entity(expected, attributes, offset, units(self.words) - offset)
        closed = CLOSED.intersection(TAGS[opened] for opened, _, _ in self.opened)
        if entity and not (entity.type == "date_time" and closed):
            self.entities.append(entity)


def parse(source: str) -> Text:
    """Parse HTML; raise `BadMarkup` with Telegram's error message if it is invalid."""
    return _Reader(source).read()


def _trimmed(text: Text) -> Text:
    words = text.words.rstrip()
    before = units(words) - units(words.lstrip())
    words, kept = words.lstrip(), list[Entity]()
    for entity in text.entities:
        start = max(0, entity.offset - before)
        end = min(units(words), entity.end - before)
        if end > start:
            kept.append(replace(entity, offset=start, length=end - start))
    return Text(words, tuple(kept))


def _found(words: str, taken: Sequence[Entity]) -> Iterator[Entity]:
    for found in FOUND.finditer(words):
        entity = Entity(str(found.lastgroup), units(words[: found.start()]), units(found[0]))
        if all(entity.end <= one.offset or one.end <= entity.offset for one in taken):
            yield entity


def complete(text: Text) -> Text:
    """Return the text as it is sent: trimmed, with the entities that Telegram finds itself."""
    text = _trimmed(text)
    opaque = [
        one for one in text.entities if one.type in ("code", "pre", "text_link", "text_mention")
    ]
    entities = sorted(
        [*text.entities, *_found(text.words, opaque)], key=lambda one: (one.offset, -one.length)
    )
    return Text(text.words, tuple(entities))
