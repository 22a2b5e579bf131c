"""Finds time zones by the names of cities, in a file made from the data of GeoNames.

The file has 69,000 towns with more than 5,000 people, and the names of larger ones in many
languages. Reading it takes 0.1 s, and 20 MB of memory, of which 9 MB stay in use. So nothing is
read before the first search, and `find_zones` runs in a worker process. A further search takes
10 ms, or 100 ms if it has to look for similar names.
"""

import asyncio
import lzma
import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias
from zoneinfo import available_timezones

from bot.table.zones import find_zone
from engine.text import Country, Text

DATA = Path(__file__).parent / "geonames" / "cities.tsv.xz"
"""The cities, as geonames/README.md describes them. `make cities` writes the file."""

MOST_CITIES = 20
"""How many cities of one name are found, the largest of each time zone; no name has more."""

_MOST_SUGGESTIONS = 3
_SIMILARITY = 0.75
_LONGEST_NAME = 100


_FAR_LARGER = 100
"""How many times as many people the largest city must have for a smaller one not to be asked about.

Then people who type only the name mean the largest: hardly anybody means Berlin in New Hampshire.
"""

_ALSO: Mapping[str, str] = {"uk": "gb", "usa": "us", "uae": "ae"}
"""What people call countries for short, if it isn't their code."""


@dataclass(frozen=True, slots=True)
class City:
    """A city with its region, its country and its time zone (an IANA name).

    `short` is what people call its region for short, if they do. `people` are in thousands.
    """

    name: str
    region: str
    short: str
    code: str
    country: str
    people: int
    zone: str

    @property
    def label(self) -> Text:
        """Its name with where it is: `Berlin, Germany` or `Springfield, Illinois, US`."""
        if self.code == "US":
            return Text("me.zone.city", city=f"{self.name}, {self.region}", country="US")
        return Text("me.zone.city", city=self.name, country=Country(self.code))

    @property
    def full_label(self) -> Text:
        """Its name with its region and country: `La Paz, Baja California Sur, Mexico`."""
        city = ", ".join(filter(None, (self.name, self.region)))
        return Text("me.zone.city", city=city, country=Country(self.code))

    def is_in(self, where: str) -> bool:
        """Return whether it is in this region or country, as `plain` writes them."""
        called = map(plain, (self.region, self.short, self.code, self.country))
        return _ALSO.get(where, where) in called


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: a time zone of that name, or else cities, or else similar names.

    The cities have different time zones.
    """

    zone: str = ""
    cities: tuple[City, ...] = ()
    similar: tuple[str, ...] = ()


FindZones: TypeAlias = Callable[[str], Awaitable[Found]]
"""Finds time zones like `find_zones`, without blocking the event loop. May raise Busy."""


def find_zones(typed: str) -> Found:
    """Return the time zone with a name that a person typed, or the largest city in each zone.

    Case, accents and punctuation make no difference. A region, a country or both may follow after
    commas. Otherwise cities aren't found if there is a far larger one of the same name.
    """
    name, *parts = map(plain, typed[:_LONGEST_NAME].split(","))
    where = [part for part in parts if part]
    if not name:
        return Found()
    zones = (zone for zone in available_timezones() if plain(zone) == name)
    if zone := next(filter(find_zone, zones), ""):
        return Found(zone)
    cities = [city for city in _cities(f"|{name}|") if all(map(city.is_in, where))]
    if not cities:
        return Found(similar=tuple(_similar(name)))
    if not where:
        least = max(city.people for city in cities) / _FAR_LARGER
        cities = [city for city in cities if city.people >= least]
    largest = {city.zone: city for city in reversed(cities)}
    return Found(cities=tuple(city for city in cities if largest[city.zone] is city)[:MOST_CITIES])


async def find_in_thread(typed: str) -> Found:
    """Find time zones in a thread, where there are no worker processes."""
    return await asyncio.to_thread(find_zones, typed)


def _cities(part: str) -> Iterator[City]:
    """Yield the cities with this part in their line, largest first."""
    lines, sought = _lines(), part.encode()
    at = lines.find(sought)
    while at >= 0:
        start, end = lines.rfind(b"\n", 0, at) + 1, lines.index(b"\n", at)
        name, region, short, code, country, people, zone, _ = lines[start:end].decode().split("\t")
        yield City(name, region, short, code, country, int(people), zone)
        at = lines.find(sought, end)


def _similar(name: str) -> Iterator[str]:
    """Yield the main names that are most similar to this one."""
    names = {found.decode() for found in re.findall(rb"\t\|([^|]+)", _lines())}
    for near in get_close_matches(name, names, n=_MOST_SUGGESTIONS, cutoff=_SIMILARITY):
        yield next(_cities(f"\t|{near}|")).name


@lru_cache(maxsize=1)
def _lines() -> bytes:
    """Return the lines of all cities. As bytes, they take half the memory of text."""
    return lzma.decompress(DATA.read_bytes())


def plain(name: str) -> str:
    """Return a name in lower case, with only its letters and digits, and without accents."""
    folded = name.casefold()
    letters: Iterable[str] = folded if folded.isascii() else unicodedata.normalize("NFKD", folded)
    return "".join(filter(str.isalnum, letters))
