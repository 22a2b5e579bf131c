"""What gives a seat of a table to anybody who has it, or lets them show it where they are.

A table that waits for players has a valid secret for each free seat, without having to store one:
it follows from a key of the store, the table and a number. So it can be told again, but only to the
host, and nothing that is stored of tables tells it. Each player has one more, with which others can
have the table shown in their chat. A guest's seat has one if the host renews it, with which another
browser gets it (`bot.table.guest_seats`).
"""

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Final

from bot.table.guest_seats import open_links
from bot.table.ids import TableId
from bot.table.people import User
from bot.table.seat_links import Renewed
from bot.table.seats import Person
from bot.table.table import Status, Table

SECRET_BYTES: Final = 15
"""120 bits, which nobody guesses: at 1,000 guesses a second, it would take 10^25 years."""

SEAT: Final = "seat"
"""The name of the secret in the fragment of a link."""


CODE_LENGTH: Final = 34
"""The length of a code that people type or hand on: the id of a table, and a secret."""

LINK_CODE_LENGTH: Final = 8
"""The length of a code that links an account."""

_ID_LENGTH: Final = 10


def code(table: Table, secret: str) -> str:
    """Return what people hand on where there are no links."""
    return f"{table.id}{secret}"


def read_code(text: str) -> tuple[TableId, str]:
    """Return the table and the secret of a code; the secret is empty if it is no code."""
    plain = text.casefold()
    known = plain if len(plain) == CODE_LENGTH and plain.isalnum() and plain.isascii() else ""
    return TableId(known[:_ID_LENGTH]), known[_ID_LENGTH:]


def valid(table: Table) -> tuple[int, ...]:
    """Return the numbers of the secrets that give a seat now: one for each free seat."""
    unused = (number for number in count() if number not in table.links.used)
    return tuple(islice(unused, table.free_seats)) if table.gathers else ()


def used(table: Table, number: int) -> Table:
    """Return the table after a secret has given a seat."""
    links = replace(table.links, used=(*table.links.used, number))
    return replace(table, links=links)


@dataclass(frozen=True, slots=True)
class Invites:
    """Makes secrets and finds what they are for; `key` is a secret of the store.

    `url` is the base of a public site on which people can play, without a trailing slash, if there
    is one. A link there has its secret in the fragment, which reaches no server, proxy or log, and
    no page that is opened next. A preview of such a link shows the page of the game.
    """

    key: bytes
    url: str | None = None

    def seats(self, table: Table) -> tuple[str, ...]:
        """Return the secrets that give a seat now."""
        return tuple(self._seat(table, number) for number in valid(table))

    def links(self, table: Table) -> tuple[str, ...]:
        """Return the links that give a seat now."""
        return tuple(self._link(table, secret) for secret in self.seats(table))

    def renewed(self, table: Table) -> tuple[tuple[User, str], ...]:
        """Return the guests for whose seats there are new links, and these links."""
        return tuple((e.user, self._link(table, self._again(table, e))) for e in open_links(table))

    def guest(self, table: Table, secret: str) -> User | None:
        """Return the guest whose seat a new link gives to another browser, None if it is none."""
        links = [*open_links(table)]
        found = _found(secret, range(len(links)), lambda n: self._again(table, links[n]))
        return None if found is None else links[found].user

    def seat(self, table: Table, secret: str) -> int | None:
        """Return the number of the valid secret of a seat, None if it is none."""
        return _found(secret, valid(table), lambda number: self._seat(table, number))

    def sight(self, table: Table, seat: int) -> str:
        """Return the secret with which others can have the table shown, by the player of a seat.

        It is the same from whichever of their accounts the player plays.
        """
        holder = table.seats[seat]
        user = holder.owner or holder.user if isinstance(holder, Person) else None
        return self._secret(f"sight {table.id} {table.links.series} {seat} {user}")

    def host_of_sight(self, table: Table, secret: str) -> int | None:
        """Return the seat of the player who lets others show the table, None if nobody does."""
        seats = (n for n, seat in enumerate(table.seats) if isinstance(seat, Person))
        open_ = table.status is not Status.OVER
        return _found(secret, seats if open_ else (), lambda seat: self.sight(table, seat))

    def linking(self, operation: str) -> str:
        """Return the code that an operation gives to link an account, with 40 bits.

        It is the same for every delivery, and valid for minutes.
        """
        return self._secret(f"link {operation}")[:LINK_CODE_LENGTH]

    def _link(self, table: Table, secret: str) -> str:
        return f"{self.url}/g/{table.code}#{SEAT}={secret}"

    def _again(self, table: Table, renewed: Renewed) -> str:
        return self._secret(f"again {table.id} {renewed.revision} {renewed.user}")

    def _seat(self, table: Table, number: int) -> str:
        return self._secret(f"seat {table.id} {table.links.series} {number}")

    def _secret(self, what: str) -> str:
        hashed = hashlib.blake2b(
            what.encode(), key=self.key, person=b"invite", digest_size=SECRET_BYTES
        )
        return base64.b32encode(hashed.digest()).decode().lower()


def _found(secret: str, numbers: Iterable[int], secret_of: Callable[[int], str]) -> int | None:
    """Return the number with this secret; how long that takes tells nothing about the secret."""
    given = secret.encode()
    found = [n for n in numbers if hmac.compare_digest(secret_of(n).encode(), given)]
    return found[0] if found else None
