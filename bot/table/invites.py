"""Links that give a seat to anybody who has them: which are valid, and the secrets in them.

A table that waits for players has a valid link for each free seat, without having to store one: the
secret of a link follows from a key of the store, the table and the number of the link. So a link
can be told again, but only to the host, and nothing in the store's tables tells it.
"""

import base64
import hashlib
import hmac
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Final

from bot.table.table import Table

SECRET_BYTES: Final = 16
"""128 bits, which nobody guesses: at 1,000 guesses a second, it would take 10^28 years."""


SEAT: Final = "seat"
"""The name of the secret in the fragment of a link."""


def valid(table: Table) -> tuple[int, ...]:
    """Return the numbers of the links that give a seat now: one for each free seat."""
    unused = (number for number in count() if number not in table.links.used)
    return tuple(islice(unused, table.free_seats)) if table.gathers else ()


def used(table: Table, number: int) -> Table:
    """Return the table after a link has given a seat."""
    links = replace(table.links, used=(*table.links.used, number))
    return replace(table, links=links)


@dataclass(frozen=True, slots=True)
class Invites:
    """Makes the links to seats of a public site.

    `key` is a secret of the store, and `url` the base of the site's pages, without a trailing
    slash. The secret of a link is in its fragment, which reaches no server, proxy or log, and no
    page that is opened next. A preview of such a link shows the page of the game.
    """

    key: bytes
    url: str

    def urls(self, table: Table) -> tuple[str, ...]:
        """Return the links that give a seat now."""
        page = f"{self.url}/g/{table.code}"
        return tuple(f"{page}#{SEAT}={self._secret(table, number)}" for number in valid(table))

    def number(self, table: Table, secret: str) -> int | None:
        """Return the number of a valid link with this secret, None if there is none."""
        given, found = secret.encode(), None
        for number in valid(table):
            if hmac.compare_digest(self._secret(table, number).encode(), given):
                found = number
        return found

    def _secret(self, table: Table, number: int) -> str:
        what = f"{table.id} {table.links.series} {number}".encode()
        hashed = hashlib.blake2b(what, key=self.key, person=b"seat", digest_size=SECRET_BYTES)
        return base64.urlsafe_b64encode(hashed.digest()).decode().rstrip("=")
