"""Time zones are found by the names of cities."""

import pytest

from bot.acts.preferences.cities import MOST_CITIES, find_zones
from bot.table.zones import find_zone
from bot.texts.catalogue import Catalogue
from bot.work.workshop import Urgency, Workshop

SAY = Catalogue().voice("en")


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Berlin", "Europe/Berlin"),
        ("MÜNCHEN", "Europe/Berlin"),
        ("munchen", "Europe/Berlin"),
        ("Munich", "Europe/Berlin"),
        ("sao paulo", "America/Sao_Paulo"),
        ("new-york", "America/New_York"),
        ("東京", "Asia/Tokyo"),
        ("Paris, France", "Europe/Paris"),
        ("Springfield, Illinois", "America/Chicago"),
        ("Springfield, MO, USA", "America/Chicago"),
        ("Kathmandu", "Asia/Kathmandu"),
        ("London, Ontario", "America/Toronto"),
        ("London, ON", "America/Toronto"),
        ("London, Ontario, Canada", "America/Toronto"),
        ("London, UK", "Europe/London"),
        ("Punta Gorda, Belize", "America/Belize"),
        ("San Luis, Petén", "America/Guatemala"),
    ],
)
def test_a_city(typed: str, zone: str) -> None:
    """Case, accents, punctuation and language make no difference."""
    (city,) = find_zones(typed).cities
    assert city.zone == zone


@pytest.mark.parametrize("typed", ["europe/berlin", "Europe-Berlin", "EUROPE BERLIN"])
def test_a_zone(typed: str) -> None:
    """Names of time zones are found in any spelling."""
    assert find_zones(typed).zone == "Europe/Berlin"


def test_several_cities() -> None:
    """Of several cities, the largest in each time zone is found, in the order of their size."""
    cities = find_zones("Springfield, US").cities
    assert [(SAY(city.label), city.zone) for city in cities] == [
        ("Springfield, Missouri, US", "America/Chicago"),
        ("Springfield, Massachusetts, US", "America/New_York"),
        ("Springfield, Oregon, US", "America/Los_Angeles"),
        ("Springfield, Michigan, US", "America/Detroit"),
    ]
    assert len(find_zones("Santa Cruz").cities) <= MOST_CITIES


def test_a_small_town() -> None:
    """A town is found beside larger ones of its name."""
    countries = [city.country for city in find_zones("Punta Gorda").cities]
    assert countries == ["United States", "Venezuela", "Belize"]


def test_a_country_in_another_language() -> None:
    """A city is shown with its country as the reader's language names it."""
    (lima,) = find_zones("Lima").cities
    assert Catalogue().voice("es")(lima.label) == "Lima, Perú"


def test_far_smaller_cities() -> None:
    """A town isn't asked about beside a far larger city, but is found with its region."""
    assert [city.zone for city in find_zones("Berlin").cities] == ["Europe/Berlin"]
    assert [city.zone for city in find_zones("Berlin, NH").cities] == ["America/New_York"]


def test_a_larger_city_by_another_name() -> None:
    """A city's other name counts if it is larger than all cities with that main name."""
    names = [SAY(city.label) for city in find_zones("St Petersburg").cities]
    assert names == ["Saint Petersburg, Russia", "St. Petersburg, Florida, US"]


def test_a_misspelt_city() -> None:
    """Instead of a misspelt city, similar names are found."""
    found = find_zones("Berlinn")
    assert not found.cities
    assert "Berlin" in found.similar


@pytest.mark.parametrize("typed", ["", " , ", "x" * 500, "\n1\t", "xyzzyq", "Berlin, Peru"])
def test_nothing(typed: str) -> None:
    """Text that names no city finds neither a zone nor cities."""
    found = find_zones(typed)
    assert not found.cities
    assert not found.zone


@pytest.mark.parametrize("typed", ["Lima", "Sydney", "Kyiv", "Honolulu", "Apia", "Nuuk"])
def test_zones_are_known(typed: str) -> None:
    """The time zones of cities are in the time zone database."""
    assert all(find_zone(city.zone) for city in find_zones(typed).cities)


async def test_a_search_in_a_worker() -> None:
    """A worker process finds the same as this one."""
    workshop = Workshop()
    try:
        found = await workshop.do(Urgency.REPLAY, find_zones, "Springfield")
    finally:
        await workshop.close()
    assert found == find_zones("Springfield")
