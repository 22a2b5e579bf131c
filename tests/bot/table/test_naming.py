import pytest

from bot.table.cleaning import plain_name
from bot.table.naming import NAMED, as_text, called, team_names
from bot.table.people import Platform, User
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.texts.catalogue import Catalogue

SAY, SPANISH, FRENCH = map(Catalogue().voice, ("en", "es", "fr"))
ANA, BEN, CARLA, DAN, EVA = (
    Person(User(Platform.WEB, name.lower()), name) for name in ("Ana", "Ben", "Carla", "Dan", "Eva")
)
EASY, MEDIUM = Computer("easy"), Computer("medium")


@pytest.mark.parametrize(
    "name",
    [
        "Computer (hard)",
        "computer",
        "\N{CYRILLIC CAPITAL LETTER ES}omputer (hard)",
        "C\N{GREEK SMALL LETTER OMICRON}mpu\N{CYRILLIC SMALL LETTER TE}er (easy)",
        "\N{LATIN LETTER SMALL CAPITAL C}omputer",
        "\N{FULLWIDTH LATIN CAPITAL LETTER C}omputer (medium)",
        "\N{MATHEMATICAL BOLD CAPITAL C}omputer",
        "C\N{COMBINING LONG STROKE OVERLAY}omputer",
        "C-o-m-p-u-t-e-r",
        "\ua4da\ua4f3\ua4df\ua4d1\ua4f4\ua4d4\ua4f0\ua4e3 (hard)",  # Lisu
        "\u13df\u13be\u13b7\u13e2\u13cc\u13a2\u13ac\u13a1",  # Cherokee
        "\u03f9omputer",  # the Greek lunate sigma
        "\N{ROBOT FACE} C0mputer (hard)",
        "Computer for Ben",
        "2 computers (easy)",
        "nobody",
        "Anyone",
        "Ana, a moderator",
        "A M\N{CYRILLIC SMALL LETTER O}derator closed this game. Nobody wins.",
        "1 free seat",
        "Ben (invited)",
    ],
)
def test_a_name_like_a_computer(name: str) -> None:
    """A name that reads like a computer's says first that it is a player's, even if it is cut."""
    assert SAY(as_text(called(name))) == f'Player "{plain_name(name)}"'


@pytest.mark.parametrize(
    "name",
    [
        "Máquina (difícil)",
        "MAQU\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}NA",
        "2 máquinas (fácil)",
        "Máquina por Ben",
        "Suplente de Ben",
        "nadie",
        "Quien quiera",
        "Ana, de la moderación",
        "2 puestos libres",
        "Ben (con invitación)",
        "Sin nombre",
    ],
)
def test_a_name_like_a_computer_in_spanish(name: str) -> None:
    """A name that reads like one that the bot gives in Spanish says that it is a person's."""
    assert SPANISH(as_text(called(name))) == f"Persona “{plain_name(name)}”"


@pytest.mark.parametrize(
    "name",
    [
        "Ordinateur",
        "Ordi moyen",
        "\N{CYRILLIC SMALL LETTER O}rdi",
        "2 ordis (facile)",
        "Ordi pour Ben",
        "personne",
        "N'importe qui",
        "Ana, de la modération",
        "2 places libres",
        "Ben (invitation)",
        "Joueur sans nom",
    ],
)
def test_a_name_like_a_computer_in_french(name: str) -> None:
    """A name that reads like one that the bot gives in French says that it is a person's."""
    said = FRENCH(as_text(called(name)))
    assert said == f"Joueur «\N{NARROW NO-BREAK SPACE}{plain_name(name)}\N{NARROW NO-BREAK SPACE}»"


@pytest.mark.parametrize("name", ["Ana", "Jordi", "Compton", "Anyone Else", "Иван", "C3PO"])
def test_a_name_unlike_a_computer(name: str) -> None:
    """Other names are shown as they are."""
    assert SAY(as_text(called(name))) == name


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
