"""Who a browser may be: every persona has its own signed cookie.

One cookie for each keeps two tabs that add people at the same time from forgetting one.
"""

import secrets
from dataclasses import dataclass

from aiohttp import web
from itsdangerous import BadSignature, URLSafeSerializer

from bot.on_web.answers import Wrong
from engine.text import Text

MOST_PERSONAS = 12
"""How many people one browser may be."""

_PREFIX = "puluc-"
_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Persona:
    """Somebody that a browser can be; `name` is what they asked to be called."""

    id: str
    name: str


class Sessions:
    """Reads and writes the cookies."""

    def __init__(self, secret: bytes) -> None:
        self._signed = URLSafeSerializer(secret, salt="persona")

    def personas(self, request: web.Request) -> tuple[Persona, ...]:
        """Everybody that this browser may be."""
        cookies = request.cookies.items()
        read = (self._read(name, value) for name, value in cookies if name.startswith(_PREFIX))
        return tuple(persona for persona in read if persona is not None)

    def persona(self, request: web.Request, id_: str) -> Persona:
        """The persona with this id; Wrong if this browser may not be it."""
        persona = self._read(_PREFIX + id_, request.cookies.get(_PREFIX + id_, ""))
        if persona is None:
            raise Wrong(Text("web.persona"), 403)
        return persona

    def add(self, response: web.Response, name: str) -> Persona:
        """Let the browser be one more person."""
        persona = Persona(secrets.token_hex(5), name)
        response.set_cookie(
            _PREFIX + persona.id,
            self._signed.dumps([persona.id, persona.name]),
            max_age=_YEAR,
            httponly=True,
            samesite="Strict",
        )
        return persona

    def _read(self, cookie: str, value: str) -> Persona | None:
        try:
            id_, name = self._signed.loads(value)
        except (BadSignature, UnicodeEncodeError):  # the latter where the header is no text at all
            return None
        return Persona(id_, name) if cookie == _PREFIX + id_ else None
