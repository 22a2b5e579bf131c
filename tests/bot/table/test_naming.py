import pytest

from bot.table.naming import NAME_LIMIT, NAMED, plain_name, team_names
from bot.table.people import Platform, User
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.texts.catalogue import Catalogue

SAY = Catalogue().voice("en")
ANA, BEN, CARLA, DAN, EVA = (
    Person(User(Platform.WEB, name.lower()), name) for name in ("Ana", "Ben", "Carla", "Dan", "Eva")
)
EASY, MEDIUM = Computer("easy"), Computer("medium")


@pytest.mark.parametrize("name", ["Ana", "Ана", "アナ", "می‌خواهم", "👩‍🌾", "Zoë", "🙂"])
def test_a_harmless_name_is_kept(name: str) -> None:
    """Letters of any script, joiners within them and emoji are kept."""
    assert plain_name(name) == name


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("\u202eanA", "anA"),
        ("Ana\u2028Ben", "Ana Ben"),
        ("Ana\n\tBen", "Ana Ben"),
        ("\u2066Ana\u2069", "Ana"),
        ("  Ana  ", "Ana"),
    ],
)
def test_control_characters_are_removed(name: str, plain: str) -> None:
    """Control characters that affect the text around a name are removed."""
    assert plain_name(name) == plain


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u3164", "\u200d", "\u0301", "\u2800"])
def test_an_invisible_name_is_empty(name: str) -> None:
    """A name without visible characters is empty."""
    assert plain_name(name) == ""


def test_a_long_name() -> None:
    """A long name is cut off."""
    assert plain_name("a" * 200) == "a" * NAME_LIMIT


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        ([ANA, BEN], ["Ana", "Ben"]),
        ([ANA, BEN, CARLA, DAN], ["Ana", "Ben", "Carla", "Dan"]),
        ([ANA, BEN, CARLA, DAN, EVA], ["Ana", "Ben", "Carla", "2 more"]),
        ([ANA, Kept(BEN.user, "Ben"), Free()], ["Ana", "Ben (invited)", "1 free seat"]),
        ([Free(), MEDIUM, Free(), ANA], ["Ana", "Computer (medium)", "2 free seats"]),
        ([MEDIUM, ANA, MEDIUM, EASY], ["Ana", "2 computers (medium)", "Computer (easy)"]),
        ([ANA, BEN, CARLA, MEDIUM, MEDIUM], ["Ana", "Ben", "Carla", "2 computers (medium)"]),
        ([ANA, BEN, CARLA, EASY, MEDIUM, MEDIUM], ["Ana", "Ben", "Carla", "3 more"]),
    ],
)
def test_the_names_of_a_team(seats: list[Seat], names: list[str]) -> None:
    """People come first; computers and free seats are counted; of many only three have names."""
    assert list(map(SAY, team_names(seats, NAMED))) == names


def test_all_names_of_a_team() -> None:
    """Without a limit, everyone has their name."""
    names = [SAY(text) for text in team_names([ANA, BEN, CARLA, DAN, EVA])]
    assert names == ["Ana", "Ben", "Carla", "Dan", "Eva"]


def test_a_player_with_several_seats() -> None:
    """A person with several seats is named once, even if the seats' words differ."""
    twice = [ANA, Person(ANA.user, "Ana", word="rain")]
    assert list(map(SAY, team_names(twice))) == ["Ana"]


def test_players_of_the_same_name() -> None:
    """Two people of the same name are two players."""
    other = Person(User(Platform.WEB, "another"), "Ana")
    assert list(map(SAY, team_names([ANA, other]))) == ["Ana", "Ana"]
