"""The cities that people can look up are written by scripts/gather_cities.py."""

import lzma

import pytest

from bot.acts.preferences.cities import DATA, plain
from bot.table.zones import find_zone
from scripts.gather_cities import (
    LARGE,
    MEDIUM,
    Place,
    gather,
    read_regions,
    short_region,
    typed_names,
)

LINES = lzma.decompress(DATA.read_bytes()).decode().splitlines()


def place(name: str, *others: str, population: int = LARGE) -> Place:
    """Return a city with other names."""
    return {
        "geonameid": 1,
        "name": name,
        "countrycode": "DE",
        "admin1code": "16",
        "population": population,
        "timezone": "Europe/Berlin",
        "alternatenames": list(others),
    }


def test_the_file_is_current() -> None:
    """The file has what the script writes."""
    assert gather().splitlines() == LINES


def test_the_file_is_small() -> None:
    """The file takes less than 1.7 MB."""
    assert DATA.stat().st_size < 1_700_000


def test_every_city_can_be_found() -> None:
    """The names of each city begin with its own, and all are as a search writes them."""
    for line in LINES:
        name, *_, names = line.split("\t")
        before, main, *others, after = names.split("|")
        assert (before, main, after) == ("", plain(name), "")
        assert all(each == plain(each) for each in (main, *others))
        assert len({main, *others}) == 1 + len(others)


def test_every_time_zone_is_known() -> None:
    """The time zone of each city is in the time zone database."""
    assert all(map(find_zone, {line.split("\t")[6] for line in LINES}))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("München", "Munich"),
        ("'s-Hertogenbosch", "Den Bosch"),
        ("Honolulu", "Hōnōlulu \u02bbĀina"),
        ("New York City", "NYC"),
        ("Los Angeles", "L.A."),
        ("Berlin", "Берлин"),
    ],
)
def test_names_that_people_type(name: str, other: str) -> None:
    """Names in other languages and scripts are kept, and so are initials."""
    assert list(typed_names(place(name, other))) == [other]


@pytest.mark.parametrize("other", ["BER", "beleullin", "shaniግhayi", "33", ""])
def test_names_that_nobody_types(other: str) -> None:
    """Codes of airports, transcriptions by machine and names without letters are left out."""
    assert not list(typed_names(place("Berlin", other)))


def test_other_scripts_of_small_cities() -> None:
    """A small city keeps only its Latin names."""
    small = place("Wittenberg", "Виттенберг", "Vitenberg", population=LARGE - 1)
    assert list(typed_names(small)) == ["Vitenberg"]


def test_other_names_of_towns() -> None:
    """A town keeps only its main name."""
    assert not list(typed_names(place("Wittenberg", "Vitenberg", population=MEDIUM - 1)))


def test_regions() -> None:
    """The regions of a city are known by GeoNames' codes, and those of some countries for short."""
    regions = read_regions()
    assert regions["CA.08"] == "Ontario"
    ontario: Place = {**place("London"), "countrycode": "CA", "admin1code": "08"}
    assert short_region(ontario, "Ontario") == "ON"
    illinois: Place = {**place("Springfield"), "countrycode": "US", "admin1code": "IL"}
    assert short_region(illinois, "Illinois") == "IL"
    assert not short_region(place("Berlin"), "Berlin")


def test_nearly_every_city_has_a_region() -> None:
    """Fewer than one in 200 cities have no region."""
    assert sum(not line.split("\t")[1] for line in LINES) < len(LINES) / 200
