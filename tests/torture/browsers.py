"""People in browsers, on the bot's public pages, who begin games there or come by links to seats.

A browser sends what the pages' scripts send, through a proxy that asks any process. It shows one
game, as the process tells it from which it hears what happens there.
"""

import http.client
import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import chain, count
from random import Random
from socket import SHUT_RDWR
from threading import Event, Thread
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from bot.acts import registry
from bot.acts.act import Act
from bot.acts.play.move import Move
from bot.table.ids import TableId
from bot.table.invites import SEAT
from bot.table.people import Place, Platform, User
from bot.texts.catalogue import Catalogue
from engine.text import Text
from tests.proxy import forwarded
from tests.torture.journal import Journal, Press, Wish
from tests.torture.rooms import Board
from tests.week.mail import acts
from tests.week.towns import PageAnswer, Pressed

ANSWER_SECONDS: Final = 5.0
SILENT_SECONDS: Final = 30.0
"""How long a browser hears nothing before it asks another process; they speak each 25 seconds."""

TRIES: Final = 40
PAUSE_SECONDS: Final = 0.25

TIMES: Final = 3
"""How often a browser sends the same request at the same moment, to any processes."""

THRICE_SHARE: Final = 0.2

SPENT: Final = Catalogue().voice("en")(Text("seat-link.spent"))
"""What somebody is told whose link doesn't give a seat any more."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a process has answered, and the cookie that it has set."""

    status: int
    told: Json
    cookie: str

    @property
    def counts(self) -> bool:
        """Whether what was asked for is done, and safe."""
        return self.status == http.client.OK and not self.told.get("lines")

    @property
    def text(self) -> str:
        """What the person reads."""
        return "\n".join(self.told.get("lines", ()))


@dataclass
class Site:
    """The public pages, served by the processes at these `ports`."""

    ports: Callable[[], Sequence[int]]
    clock: Callable[[], float]
    journal: Journal
    chance: Random
    closed: Event = field(default_factory=Event)
    browsers: dict[User, "Browser"] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=count)
    _senders: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(4 * TIMES))

    def browser(self, name: str) -> "Browser":
        """Return the browser of a new person."""
        browser = Browser(self, name, forwarded(next(self._numbers)))
        self.browsers[browser.user] = browser
        return browser

    def close(self) -> None:
        """Let nobody hear anything more."""
        self.closed.set()
        for browser in self.browsers.values():
            browser.close()
        self._senders.shutdown()

    def any_port(self) -> int:
        """Return the port of any process."""
        return self.chance.choice(self.ports())

    def ask(self, headers: Mapping[str, str], path: str, body: Json | None = None) -> Answer:
        """Send a request until a process answers it: for what it says, or with a body."""
        sent = None if body is None else json.dumps(body)
        for _ in range(TRIES):
            with suppress(OSError, http.client.HTTPException, ValueError):  # killed just now
                connection = http.client.HTTPConnection(
                    "127.0.0.1", self.any_port(), timeout=ANSWER_SECONDS
                )
                with closing(connection) as link:
                    link.request("GET" if sent is None else "POST", path, sent, headers)
                    answer = link.getresponse()
                    told = json.loads(answer.read())
                    if answer.status < 500 and answer.status != http.client.TOO_MANY_REQUESTS:
                        cookie = answer.getheader("Set-Cookie", "").partition(";")[0]
                        return Answer(answer.status, told, cookie)
            time.sleep(PAUSE_SECONDS)
        raise TimeoutError(f"no process answers {urlsplit(path).path.rpartition('/')[2]}")

    def ask_often(self, headers: Mapping[str, str], path: str, body: Json) -> Sequence[Answer]:
        """Send a request, and sometimes the same one several times at the same moment."""
        times = TIMES if self.chance.random() < THRICE_SHARE else 1
        sent = [self._senders.submit(self.ask, headers, path, body) for _ in range(times)]
        return [one.result() for one in sent]


class Browser:
    """A person's browser."""

    application = ""
    """Requests name no application."""

    def __init__(self, site: Site, name: str, headers: Mapping[str, str]) -> None:
        """Enter the site as a person; `headers` are those of all requests."""
        self._site = site
        self._headers = {"Content-Type": "application/json", **headers}
        entered = site.ask(self._headers, "/api/me", {"name": name})
        self._headers["Cookie"] = entered.cookie
        self.user = User(Platform.WEB, entered.told["id"])
        self._state: Json = {}
        self._secret = ""
        self._link: http.client.HTTPConnection | None = None
        self._hearing = Thread(target=self._hear)
        self._hearing.start()

    @property
    def place(self) -> Place:
        """Where the person plays the game that is shown; of nobody else if they don't play it."""
        here = self._state.get("as")
        return Place(Platform.WEB, here["channel"] if here else f"home-{self.user.id}")

    def say(self, command: str, *people: User, **options: str) -> None:
        """Begin a game on the home page unless one is played, and hand its links to some people."""
        if self._state.get("status") == "playing":
            return
        options.pop("flag", None)  # the home page doesn't offer it
        seats = {"players": int(options.pop("seats"))} if "seats" in options else {}
        small = {"size": "short"} if options.pop("warriors", "") else {}
        way = "computer" if command == "practice" else "link"
        wish = {"operation": str(uuid.uuid4()), "way": way, **options, **seats, **small}
        begun = self._site.ask_often(self._headers, "/api/begin", wish)
        path = next((one.told["path"] for one in begun if "path" in one.told), None)
        if path is None:
            return  # there are too many games
        self.open(path)
        for user, link in zip(people, self._state.get("links", ()), strict=False):
            guest = urlsplit(link["url"])
            (secret,) = parse_qs(guest.fragment)[SEAT]
            self._site.browsers[user].open(guest.path, secret)

    def open(self, path: str, secret: str = "") -> None:
        """Open the page of a game, perhaps by a link to a seat."""
        answer = self._site.ask(self._headers, f"{path}/state")
        self._secret = secret
        self._state = answer.told if answer.status == http.client.OK else {}
        self._cut()

    def acts(self) -> Sequence[Sequence[Act]]:
        """Return what can be pressed on the page."""
        self._look()
        return [acts(self._codes())]

    def offered(self) -> Sequence[Act]:
        """Return what takes a seat, for somebody who has come by a link."""
        return acts(each["code"] for each in self._offers())

    def boards(self) -> Mapping[TableId, Sequence[Board]]:
        """Return the game that is shown, if the person plays it and it isn't over."""
        self._look()
        shown = self._state
        if not shown.get("as") or shown["status"] == "over":
            return {}
        table = registry.decode(shown["menu"]).about
        assert table is not None
        return {table: [Board(table, shown["revision"])]}

    def press(self, wanted: Callable[[Act], bool]) -> Pressed | None:
        """Press the first such button of the page."""
        offered = {each["code"] for each in self._offers()}
        for code in self._codes():
            for act in filter(wanted, acts([code])):
                return self.take_seat(act) if code in offered else self.push(act)
        return None

    def push(self, act: Act) -> Pressed:
        """Press a button, wherever it was shown."""
        operation, journal = str(uuid.uuid4()), self._site.journal
        press = None
        if isinstance(act, Move):  # every press is noted before it is sent
            press = Press(f"web:{self.user.id}:{operation}", self.user, act)
            journal.pressed(press)
        body = {**(self._state.get("as") or {}), "operation": operation, "code": act.code}
        answers = self._site.ask_often(self._headers, "/api/press", body)
        if press is not None and any(one.counts for one in answers):
            journal.pressed(Press(press.operation, self.user, press.move, acknowledged=True))
        return self._pressed(act, answers)

    def take_seat(self, act: Act, code: str = "", secret: str = "") -> Pressed:
        """Take a seat by the link by which the person has come, or by another one."""
        secret, code = secret or self._secret, code or self._state["code"]
        operation, table = str(uuid.uuid4()), act.about
        assert table is not None
        wish = Wish(f"web:{self.user.id}:{operation}", self.user, table, secret)
        self._site.journal.wanted(wish)
        body = {
            "persona": self.user.id,
            "secret": secret,
            "code": act.code,
            "operation": operation,
        }
        answers = self._site.ask_often(self._headers, f"/g/{code}/seat", body)
        if any(one.counts for one in answers):
            self._secret = ""
            self._site.journal.told(wish, given=True)
        elif all(one.text == SPENT for one in answers):
            self._site.journal.told(wish, given=False)
        return self._pressed(act, answers)

    def close(self) -> None:
        """Hear nothing more; the site must be closed."""
        self._cut()
        self._hearing.join()

    def _pressed(self, act: Act, answers: Sequence[Answer]) -> Pressed:
        said = next((one.text for one in answers if one.counts), answers[0].text)
        return Pressed(self._site.clock(), self.user, act, PageAnswer(answered=True, text=said))

    def _offers(self) -> Sequence[Json]:
        """Return the buttons that take a seat, for those who have come by a link."""
        return self._state.get("offers", ()) if self._secret else ()

    def _codes(self) -> Sequence[str]:
        shown = self._state
        buttons = (self._offers(), shown.get("moves", ()), shown.get("buttons", ()))
        return [each["code"] for each in chain.from_iterable(buttons) if "code" in each]

    def _look(self) -> None:
        """Go on to the next game of the players, if there is one."""
        if (following := self._state.get("next")) is not None:
            self.open(following["path"])

    def _hear(self) -> None:
        """Show what happens in the game, until the site is closed."""
        while not self._site.closed.is_set():
            with suppress(OSError, http.client.HTTPException, ValueError):  # killed just now
                if self._state:
                    self._hear_of(self._state)
            self._site.closed.wait(PAUSE_SECONDS)

    def _hear_of(self, shown: Json) -> None:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self._site.any_port(), timeout=SILENT_SECONDS
        )
        with closing(connection) as self._link:
            path = f"/g/{shown['code']}/events?since={shown['seen']}"
            self._link.request("GET", path, headers=self._headers)
            kind, answer = "", self._link.getresponse()
            if answer.status == http.client.NOT_FOUND:
                self._leave(shown)  # a cluster has lost it
            for line in answer:
                if self._state.get("code") != shown["code"]:
                    return
                name, _, value = line.decode().strip().partition(": ")
                kind = value if name == "event" else kind
                if (name, kind) == ("data", "update"):
                    self._show(json.loads(value))

    def _show(self, update: Json) -> None:
        if self._state.get("code") == update["code"]:
            self._state = update
            table = registry.decode(update["menu"]).about
            assert table is not None
            self._site.journal.showed(table, update["revision"])

    def _leave(self, shown: Json) -> None:
        if self._state is shown:
            self._state = {}

    def _cut(self) -> None:
        """Stop hearing of the game that was shown."""
        link = self._link
        with suppress(AttributeError, OSError):  # nothing is heard just now
            link.sock.shutdown(SHUT_RDWR)  # type: ignore[union-attr] # see above
