"""Personas: the players that one browser can play as, each in its own signed cookie.

With one cookie for each, two tabs can add players at the same time without losing one. On a public
site the cookies belong to its host alone, and browsers send them only over TLS. They go along when
somebody follows a link from elsewhere, such as to a game; presses are protected by their origin.
"""

import secrets
from dataclasses import dataclass

from aiohttp import web
from itsdangerous import BadSignature, URLSafeSerializer

from bot.on_web.answers import RequestError
from bot.table.pace import DAY
from engine.text import Text

MAX_PERSONAS = 12
"""The maximum number of players in one browser."""

_PREFIX, _SECURE_PREFIX = "puluc-", "__Host-puluc-"
_YEAR = 365 * DAY


@dataclass(frozen=True, slots=True)
class Persona:
    """A player that a browser can play as; `name` is the name entered."""

    id: str
    name: str


def new_persona(name: str) -> Persona:
    """Return a persona that no browser has yet."""
    return Persona(secrets.token_hex(5), name)


class Sessions:
    """Reads and writes the cookies."""

    def __init__(self, secret: bytes, *, secure: bool = False) -> None:
        """Sign cookies with a secret; `secure`: the site is reached by https."""
        self._signed = URLSafeSerializer(secret, salt="persona")
        self._secure = secure
        self._prefix = _SECURE_PREFIX if secure else _PREFIX

    def personas(self, request: web.Request) -> tuple[Persona, ...]:
        """Return the players that this browser can play as."""
        cookies = request.cookies.items()
        read = (self._read(name, value) for name, value in cookies if name.startswith(self._prefix))
        return tuple(persona for persona in read if persona is not None)

    def persona(self, request: web.Request, id_: str) -> Persona:
        """Return the persona with this id. Raises RequestError if the browser doesn't have it."""
        persona = self._read(self._prefix + id_, request.cookies.get(self._prefix + id_, ""))
        if persona is None:
            raise RequestError(Text("web.persona"), 403)
        return persona

    def add(self, response: web.Response, name: str) -> Persona:
        """Create a persona, and set its cookie on the response."""
        persona = new_persona(name)
        self.keep(response, persona)
        return persona

    def keep(self, response: web.Response, persona: Persona) -> None:
        """Set the cookie of a persona on the response, under its present name and for a year."""
        response.set_cookie(
            self._prefix + persona.id,
            self._signed.dumps([persona.id, persona.name]),
            max_age=_YEAR,
            httponly=True,
            samesite="Lax",
            secure=self._secure,
        )

    def _read(self, cookie: str, value: str) -> Persona | None:
        try:
            id_, name = self._signed.loads(value)
        except (BadSignature, UnicodeEncodeError):  # the latter if the cookie isn't valid text
            return None
        return Persona(id_, name) if cookie == self._prefix + id_ else None
