"""The web chat as a platform of the evening: what its tabs send, and what they show."""

import http.client
import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, TypeVar

from typing_extensions import override

from bot.acts import registry
from bot.acts.act import Act
from bot.table.people import Place, Platform, User
from tests.week.mail import Look, Mail, Sent, acts
from tests.week.towns import PageAnswer, Pressed

ANSWER_SECONDS = 5.0
TRIES = 40
PAUSE_SECONDS = 0.25
ENTRANCE = "entrance"
"""The channel that everyone enters first."""

Json = dict[str, Any]

T = TypeVar("T")


@dataclass(slots=True)
class _Tab:
    """A person's name and cookie, and the codes of the buttons in their last private reply."""

    name: str
    cookie: str
    codes: list[str] = field(default_factory=list)


class Hall:
    """The web chat, served by whichever process answers at one of the `ports`."""

    platform = Platform.WEB

    def __init__(self, ports: Callable[[], Sequence[int]], clock: Callable[[], float]) -> None:
        self.mail: Mail = _Cards(clock, self._messages)
        self._ports = ports
        self._clock = clock
        self._tabs: dict[User, _Tab] = {}
        self._members: dict[Place, Sequence[User]] = {}

    def person(self, name: str) -> User:
        """Create a person with a cookie of their own."""
        told, cookie = self._post("/api/people", {"channel": ENTRANCE, "names": [name]})
        (person,) = told["people"]
        user = User(Platform.WEB, person["id"])
        self._tabs[user] = _Tab(person["name"], cookie)
        return user

    def channel(self, name: str, *people: User) -> Place:
        """Let some people enter a channel."""
        for user in people:
            body = {"persona": user.id, "channel": name}
            self._tabs[user].name = self._post("/api/enter", body, user)[0]["name"]
        place = Place(Platform.WEB, name)
        self._members[place] = people
        return place

    def say(self, user: User, place: Place, command: str, *people: User, **options: str) -> None:
        """Type a command."""
        words = [f"@{self._tabs[one].name}" for one in people]
        words += [f"{name}={value}" for name, value in options.items()]
        self._act("/api/say", user, place, {"text": " ".join([f"/puluc {command}", *words])})

    def press(self, user: User, place: Place, wanted: Callable[[Act], bool]) -> Pressed | None:
        """Press the first such button: of the last private reply, or at the newest table."""
        for code in self.codes(user, place):
            if any(map(wanted, acts([code]))):
                return self.push(user, place, code)
        return None

    def push(self, user: User, place: Place, code: str) -> Pressed:
        """Press a button with this code, wherever it was shown."""
        told = self._act("/api/press", user, place, {"code": code})
        answer = PageAnswer(answered=bool(told), text="\n".join(told.get("lines", [])))
        return Pressed(self._clock(), user, registry.decode(code), answer)

    def codes(self, user: User, place: Place) -> Iterator[str]:
        """Yield the codes of the buttons in a person's last private reply, and at the tables.

        At a table, they are those that it offers to this person, and to those for whom it waits.
        """
        yield from self._tabs[user].codes
        for card in self.cards(place):
            for people in ((user,), self._asked(card, place)):
                yield from self._offered(card, people)

    def refuse_private(self, user: User) -> None:
        """Do nothing: the web chat has no private messages."""

    def leave(self, user: User) -> None:
        """Do nothing: nobody leaves the web chat."""

    def appoint(self, user: User, place: Place) -> None:
        """Do nothing: nobody moderates the web chat."""

    def prefer(self, user: User, place: Place, preferences: Mapping[str, str]) -> None:
        """Set a person's preferences."""
        self.say(user, place, "me", **preferences)

    def _act(self, path: str, user: User, place: Place, what: Json) -> Json:
        operation = str(uuid.uuid4())
        body = {"persona": user.id, "channel": place.channel, "operation": operation, **what}
        told, _ = self._post(path, body, user)
        self.replied(user, told)
        return told

    def replied(self, user: User, told: Mapping[str, Any]) -> None:
        """Keep the buttons of a private reply, until the next one."""
        choices = told.get("choices", [])
        self._tabs[user].codes = [each["code"] for each in choices if "code" in each]

    def _post(self, path: str, body: Json, user: User | None = None) -> tuple[Json, str]:
        """Send a request until a process answers; return the reply and the cookie that it sets."""
        headers = {"Content-Type": "application/json"}
        if user is not None:
            headers["Cookie"] = self._tabs[user].cookie
        for attempt in range(TRIES):
            try:
                with closing(_connection(self._port(attempt))) as link:
                    link.request("POST", path, json.dumps(body), headers)
                    answer = link.getresponse()
                    told, cookie = answer.read(), answer.getheader("Set-Cookie", "")
                    if answer.status < 500 and answer.status != 429:
                        return json.loads(told), cookie.partition(";")[0]
            except (OSError, http.client.HTTPException, ValueError):
                pass  # killed; another process serves the same tables
            time.sleep(PAUSE_SECONDS)
        raise TimeoutError(f"no process answers {path}")

    def _port(self, attempt: int) -> int:
        ports = self._ports()
        return ports[attempt % len(ports)]

    def _messages(self, place: Place) -> list[Sent]:
        """Return the games of a channel as messages, newest first.

        The buttons of each are those that its table offers to those whom it asks.
        """
        now, found = self._clock(), []
        for card in self.cards(place):
            codes = self._offered(card, self._asked(card, place))
            look = Look(now, "", acts(codes), 0)
            found.append(Sent(place, card["table"], now, frozenset(), frozenset(), [look]))
        return found

    def cards(self, place: Place) -> list[Json]:
        """Return what a newly opened tab shows: the cards of a channel's games, newest first."""
        return self._try(lambda port: [*reversed([*self._events(port, place)])])

    def _asked(self, card: Json, place: Place) -> Sequence[User]:
        """Return for whom a game waits or, if for nobody, everyone in its channel."""
        waited_for = [User(Platform.WEB, id_) for id_ in card["mentions"]]
        return waited_for or self._members.get(place, ())

    def _offered(self, card: Json, people: Sequence[User]) -> list[str]:
        """Return the codes of what people who share a browser can press at a table."""
        cookies = "; ".join(self._tabs[user].cookie for user in people if user in self._tabs)
        state = self._try(lambda port: _read(port, f"{card['path']}/state", cookies))
        return [each["code"] for each in (*state["moves"], *state["buttons"]) if "code" in each]

    def _try(self, ask: Callable[[int], T]) -> T:
        """Ask one process after the other until one answers."""
        for attempt in range(TRIES):
            try:
                return ask(self._port(attempt))
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(PAUSE_SECONDS)
        raise TimeoutError("no process answers")

    def _events(self, port: int, place: Place) -> Iterator[Json]:
        with closing(_connection(port)) as link:
            link.request(
                "GET",
                f"/api/events?channel={place.channel}&since=0",
                headers={"Cookie": next(iter(self._tabs.values())).cookie},
            )
            answer = link.getresponse()
            if answer.status != http.client.OK:
                raise ValueError(f"status {answer.status}")
            for line in answer:
                name, _, value = line.decode().strip().partition(": ")
                if (name, value) == ("event", "ready"):
                    return
                if name == "data" and '"order"' in value:
                    body = json.loads(value).get("body")
                    if body and body["kind"] == "card":
                        yield body
        raise ValueError("the stream ended early")


class _Cards(Mail):
    """Mail that asks the page for its cards."""

    def __init__(self, clock: Callable[[], float], look: Callable[[Place], list[Sent]]) -> None:
        super().__init__(clock)
        self._cards = look

    @override
    def here(self, place: Place) -> list[Sent]:
        """Return the games of a place, newest first."""
        return self._cards(place)


def _read(port: int, path: str, cookie: str) -> Json:
    """Return what a process answers to a person. Raises ValueError if it is an error."""
    with closing(_connection(port)) as link:
        link.request("GET", path, headers={"Cookie": cookie})
        answer = link.getresponse()
        told: Json = json.loads(answer.read())
        if answer.status != http.client.OK:
            raise ValueError(f"status {answer.status}")
        return told


def _connection(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
