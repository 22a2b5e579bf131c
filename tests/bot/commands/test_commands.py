"""Typed commands are parsed, and errors say how to type them."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.begin import Start
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.change import Alter
from bot.acts.gather.decline import Decline
from bot.acts.gather.demo import Demo
from bot.acts.gather.leave import Leave
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.gather.word import GiveWord
from bot.acts.look.board import ShowBoard
from bot.acts.look.close import Close
from bot.acts.look.games import ListGames
from bot.acts.look.help import Help
from bot.acts.look.learn import Learn
from bot.acts.look.rules import Rules
from bot.acts.look.series import ShowSeries
from bot.acts.look.settings import ChangeSettings, ShowSettings
from bot.acts.me.block import Block, Unblock
from bot.acts.me.preferences import ChangeMe, ShowMe
from bot.acts.play.abort import Abort
from bot.acts.play.quit import LeaveMatch
from bot.acts.play.resign import Resign
from bot.acts.play.take import TakeSeat
from bot.acts.registry import BY_NAME, COMMANDS
from bot.commands.command import BadCommand, Command
from bot.commands.commands import commands
from bot.commands.lines import challenge_line
from bot.games.catalogue import FAMILIES, Games, games
from bot.inbound import typed
from bot.inbound.typed import parse_form
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.people import Actor, Platform, User
from bot.table.terms import Terms
from bot.texts.catalogue import Catalogue
from engine.road.rulesets import MOPAN
from tests.bot.ops.exact import make_table

BEN = Actor(User(Platform.WEB, "ben"), "Ben")
ANA_MARIA = Actor(User(Platform.WEB, "am"), "Ana Maria")
GAMES = games()
SAY = Catalogue().voice("en")
TABLE = TableId("k3f9qd7m2x")
EAGLE = Options("aj-tiwil")
AFTERWARDS = "Post the challenge first,"


def parse(line: str) -> Act:
    return typed.parse(line, find, GAMES)


def find(name: str) -> Actor | None:
    return {"ben": BEN, "ana maria": ANA_MARIA}.get(name.casefold())


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("/puluc challenge @Ben", Challenge((BEN,))),
        (
            "/puluc challenge @ben road=9 warriors=3",
            Challenge((BEN,), Options("puluc", (("road", "9"), ("warriors", "3")))),
        ),
        ('/puluc challenge @"Ana Maria"', Challenge((ANA_MARIA,))),
        ("/puluc challenge @Ana Maria", Challenge((ANA_MARIA,))),
        ("/puluc challenge @Ana Maria aj-tiwil @Ben", Challenge((ANA_MARIA, BEN), EAGLE)),
        ("/puluc challenge @Ben @ana maria aj tiwil", Challenge((BEN, ANA_MARIA), EAGLE)),
        ("/puluc challenge opponent=Ana Maria aj-tiwil", Challenge((ANA_MARIA,), EAGLE)),
        ("/puluc block @Ana Maria", Block(ANA_MARIA)),
        (
            "/puluc challenge \uff20Ben road\uff1d\uff19",
            Challenge((BEN,), Options("puluc", (("road", "9"),))),
        ),
        (
            "/puluc\N{IDEOGRAPHIC SPACE}challenge @Ben\N{NO-BREAK SPACE}aj-tiwil",
            Challenge((BEN,), EAGLE),
        ),
        ('/puluc challenge @Ben @"Ana Maria" aj-tiwil', Challenge((BEN, ANA_MARIA), EAGLE)),
        ('/puluc challenge aj-tiwil @Ben second="Ana Maria"', Challenge((BEN, ANA_MARIA), EAGLE)),
        ("/puluc open aj-tiwil seats=6", Open(replace(EAGLE, chosen=(("seats", "6"),)))),
        ("/puluc learn", Learn()),
        ("/puluc learn Parchís", Learn(ruleset="parchis-spain")),
        ("/puluc open parchis", Open(Options("parchis-spain"))),
        ("/puluc open Spanish Parchís", Open(Options("parchis-spain"))),
        ("/puluc open parchis-spain", Open(Options("parchis-spain"))),
        ("/puluc open parchis-twelve", Open(Options("parchis"))),
        ("/puluc open Parchís twelve", Open(Options("parchis"))),
        (
            "/puluc open series=parchis,parchis-twelve",
            Open(Options("parchis-spain", terms=Terms(series=("parchis-spain", "parchis")))),
        ),
        ("/puluc learn ruleset=puluc", Learn(ruleset="puluc")),
        ("/puluc demo", Demo("medium")),
        ("/puluc demo easy aj-tiwil", Demo("easy", EAGLE)),
        ("/puluc leave", Leave()),
        ("/puluc game leave k3f9qd7m2x", Leave(TABLE)),
        ("/puluc begin", Start()),
        ("/puluc take", TakeSeat()),
        ("/puluc quit", LeaveMatch()),
        ("/puluc series", ShowSeries()),
        ("/puluc change Aj tiwil", Alter(changes=(("ruleset", "aj-tiwil"),))),
        (
            "/puluc game change pace=3d throw=die seats=4 game=k3f9qd7m2x",
            Alter(TABLE, (("table", "die"), ("seats", "4"), ("pace", "3d"))),
        ),
        ("/puluc change match=3", Alter(changes=(("match", "3"),))),
        ("/puluc change series=BUL,boolik", Alter(changes=(("series", "bul,boolik"),))),
        (
            "/puluc change pace=none match=NONE road=9",
            Alter(changes=(("road", "9"), ("pace", "none"), ("match", "none"))),
        ),
        ("/puluc change flag=auto", Alter(changes=(("flag", "auto"),))),
        ("/puluc challenge", Challenge()),
        ("/PULUC Open puluc", Open(Options("puluc"))),
        ("/puluc practice", Practice("medium")),
        ("/puluc practice hard", Practice("hard")),
        ("/puluc change level=hard road=9", Alter(changes=(("road", "9"), ("level", "hard")))),
        ("/puluc practice easy road=5", Practice("easy", Options("puluc", (("road", "5"),)))),
        ("/puluc accept word=maize", Accept(None, "maize")),
        ("/puluc accept k3f9qd7m2x", Accept(TABLE)),
        ("/puluc word maize", GiveWord(word="maize")),
        ("/puluc word word=maize game=K3F9QD7M2X", GiveWord(TABLE, "maize")),
        ('/puluc word "red maize"', GiveWord(word="red maize")),
        ("/puluc word \N{EAR OF MAIZE}", GiveWord(word="\N{EAR OF MAIZE}")),
        ("/puluc word road", GiveWord(word="road")),
        ("/puluc decline", Decline()),
        ("/puluc cancel", Cancel()),
        ("/puluc board", ShowBoard()),
        ("/puluc resign", Resign()),
        ("/puluc abort", Abort()),
        ("/puluc games", ListGames()),
        ("/puluc settings", ShowSettings()),
        ("/puluc me", ShowMe()),
        ("/puluc me settings", ShowMe()),
        ("/puluc me reminders=LESS", ChangeMe((("reminders", "less"),))),
        ("/puluc me settings quiet=22-8", ChangeMe((("quiet", "22-8"),))),
        (
            "/puluc me zone=New York where=private",
            ChangeMe((("where", "private"), ("zone", "New York"))),
        ),
        ('/puluc me zone="New York"', ChangeMe((("zone", "New York"),))),
        ("/puluc me now=9:40 pm", ChangeMe((("now", "9:40 pm"),))),
        ("/puluc me vacation=2026-12-24", ChangeMe((("vacation", "2026-12-24"),))),
        ("/puluc me block @Ben", Block(BEN)),
        ("/puluc settings thread", ShowSettings()),
        ("/puluc settings placement new", ChangeSettings("placement", "new")),
        ("/puluc settings yes delete-old", ChangeSettings("delete-old", "yes")),
        ("/puluc settings value=no setting=games", ChangeSettings("games", "no")),
        ("/puluc close", Close()),
        ("/puluc close k3f9qd7m2x", Close(TABLE)),
        ("/puluc game close k3f9qd7m2x", Close(TABLE)),
        ("/puluc GAME word maize", GiveWord(word="maize")),
        ("/puluc me block all", Block(everyone=True)),
        ("/puluc block all", Block(everyone=True)),
        ("/puluc unblock everyone", Unblock(everyone=True)),
        ("/puluc rules", Rules()),
        (
            "/puluc rules bul far-end=walk-back",
            Rules(options=Options("bul", (("far-end", "walk-back"),))),
        ),
        ("/puluc help", Help()),
        ("/puluc", Help()),
    ],
)
def test_a_valid_line(line: str, intent: Act) -> None:
    """A command line is parsed to an intent."""
    assert parse(line) == intent


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("/chess", "command.unknown"),
        ("/puluc dance", "command.unknown"),
        ("/puluc game", "command.unknown"),
        ("/puluc game block all", "command.unknown"),
        ("/puluc game open", "command.unknown"),
        ("/puluc challenge @Zoe", "command.nobody"),
        ("/puluc challenge @Ben @ben", "command.same-person"),
        ("/puluc challenge @Ben @Zoe", "command.nobody"),
        ('/puluc block @Ben @"Ana Maria"', "command.one-person"),
        ("/puluc open @Ben", "command.no-option"),
        ("/puluc open opponent=Ben", "command.no-option"),
        ("/puluc demo @Ben", "command.no-option"),
        ("/puluc demo pace=3d", "command.no-option"),
        ("/puluc demo match=3", "command.no-option"),
        ("/puluc change", "change.nothing"),
        ("/puluc change k3f9qd7m2x", "command.ruleset"),
        ("/puluc open aj-sayil seats=5", "command.even"),
        ("/puluc open parchis seats=5", "command.number"),
        ("/puluc open parchis road=9", "command.other-game"),
        ("/puluc change seats=17", "command.number"),
        ("/puluc change pace=soon", "terms.pace"),
        ("/puluc change flag=none", "command.choice"),
        ("/puluc open pace=none", "terms.pace"),
        ("/puluc change puluc series=bul,boolik", "series.without"),
        ("/puluc change series=mopan,mopan,mopan", "series.length"),
        ("/puluc change match=3 series=mopan", "terms.match-or-series"),
        ("/puluc change tint=blue", "command.no-option"),
        ("/puluc challenge @Ben road=4", "command.number"),
        ("/puluc challenge @Ben road=nine", "command.number"),
        ("/puluc challenge @Ben ruleset=chess", "command.ruleset"),
        ("/puluc challenge @Ben loudly", "command.ruleset"),
        ("/puluc practice masterly", "command.level"),
        ("/puluc change level=masterly", "command.choice"),
        ("/puluc challenge @Ben colour=9", "command.no-option"),
        ("/puluc learn bul", "lesson.unknown"),
        ("/puluc learn parchi", "command.nearest"),
        ("/puluc learn road=9", "command.option"),
        ("/puluc games now", "command.option"),
        ("/puluc settings mascot", "command.option"),
        ("/puluc settings new", "command.option"),
        ("/puluc settings thread new", "command.choice"),
        ("/puluc settings thread maybe", "command.choice"),
        ("/puluc settings placement edit", "command.choice"),
        ("/puluc me dance", "command.unknown"),
        ("/puluc me sound=on", "command.no-option"),
        ("/puluc me quiet=22-8 late", "command.option"),
        ("/puluc me reminders=often", "command.choice"),
        ("/puluc me quiet=22-8 quiet=off", "command.twice"),
        ('/puluc challenge @"Ben', "command.bad-quote"),
    ],
)
def test_an_invalid_line(line: str, key: str) -> None:
    """A command line that can't be parsed is refused with the reason."""
    with pytest.raises(BadCommand) as refused:
        parse(line)
    assert refused.value.text.key == key
    assert SAY(refused.value.text)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_listed_command_is_read(command: Command) -> None:
    """Each listed command can be typed without options, except those that need a word or more."""
    given = {"word": " maize", "change": " bul"}.get(command.name, "")
    assert parse(f"/puluc {command.name}{given}") is not None


@pytest.mark.parametrize("command", ["practice", "demo"])
def test_a_level_that_is_not_offered(command: str) -> None:
    """A level that needs a table can be typed, and is offered where there is a table."""
    assert parse(f"/puluc {command} perfect") in (Practice("perfect"), Demo("perfect"))
    fields = {field.name: field for field in commands(GAMES).fields_of(BY_NAME[command])}
    assert fields["level"].choices == ("easy", "medium", "hard")


def test_the_levels_where_there_is_a_table(tmp_path: Path) -> None:
    """A bot with a table of any game offers the level that needs one."""
    make_table(tmp_path)
    offered = commands(Games(FAMILIES, tmp_path)).level.choices
    assert offered == ("easy", "medium", "hard", "perfect")


def test_a_form() -> None:
    """On a platform with forms, options have fields, and those of the game share one line."""
    values = {"ruleset": "bul", "options": "road=15 throw=die"}
    chosen = (("road", "15"), ("table", "die"))
    challenge = Challenge((BEN,), Options("bul", chosen))
    assert parse_form("challenge", values, GAMES, (BEN,)) == challenge
    opened = parse_form("open", {"options": "bul road=15 throw=die"}, GAMES)
    assert opened == Open(challenge.options)


def test_a_form_with_several_people() -> None:
    """A form passes all people who were chosen in its fields, in their order."""
    challenge = parse_form("challenge", {"ruleset": "aj-tiwil"}, GAMES, (ANA_MARIA, BEN))
    assert challenge == Challenge((ANA_MARIA, BEN), EAGLE)


def test_the_fields_for_people() -> None:
    """The form of a challenge has three fields for people, that of blocking one."""
    known = commands(GAMES)
    fields = {
        name: [o.name for o in known.fields_of(BY_NAME[name]) if o.person]
        for name in ("challenge", "block", "open")
    }
    assert fields == {
        "challenge": ["opponent", "second", "third"],
        "block": ["person"],
        "open": [],
    }


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"options": "road=4"}, "command.number"),
        ({"ruleset": "chess"}, "command.ruleset"),
        ({"ruleset": "bul", "options": "ruleset=boolik"}, "command.twice"),
        ({"options": "@Ben"}, "command.nobody"),
    ],
)
def test_a_form_that_was_filled_in_wrongly(values: dict[str, str], key: str) -> None:
    """Values from a form are checked as if they had been typed."""
    with pytest.raises(BadCommand) as refused:
        parse_form("challenge", values, GAMES, (BEN,))
    assert refused.value.text.key == key


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/puluc challenge Ben", "To challenge Ben, type @Ben."),
        ("/puluc challenge @", "Type a name after the @."),
        ("/puluc open road=9 road=11", "You've given road= twice. Give it once."),
        (
            "/puluc open road = 9",
            "Write an option and its value without spaces, as in road=7.",
        ),
        (
            "/puluc open --exact yes",
            "Write an option and its value without spaces, as in exact=yes.",
        ),
        (
            "/puluc open warriors: 9",
            "Write an option and its value without spaces, as in warriors=1.",
        ),
        (
            "/puluc open aj-sayil seats=5",
            'seats= must be an even number from 2 to 16, not "5".',
        ),
        (
            "/puluc unblock Ana",
            '"Ana" isn\'t recognised. Usage: /puluc unblock [@name] [everyone]',
        ),
        ("/puluc open exact=true", 'exact= must be yes or no, not "true".'),
        (
            "/puluc accept colour=blue",
            'There\'s no option "colour". Options: word.',
        ),
        *(
            (
                f"/puluc {command} {typed}",
                f"{AFTERWARDS} then send /puluc word {shown}.",
            )
            for command in ("challenge", "open", "practice", "demo")
            for typed, shown in (
                ("word=rain", "rain"),
                ("WORD=", "maize"),
                ('word="red maize"', '"red maize"'),
            )
        ),
        ("/puluc accept word=", "Type a word after word=, as in word=maize."),
        ("/puluc word word=", "Type a word after word=, as in word=maize."),
        ("/puluc challenge @Ben @Ben", "You've named Ben twice. Name each player once."),
        ("/puluc change", "Say what to change, as in /puluc change aj-tiwil seats=4."),
        ("/puluc word", "Type your word too, as in /puluc word maize."),
        (
            "/puluc word red maize",
            '"maize" isn\'t recognised. Usage: /puluc word [word] [game=...]',
        ),
    ],
)
def test_a_refusal_helps(line: str, said: str) -> None:
    """The refusal says how to type the command."""
    with pytest.raises(BadCommand) as refused:
        parse(line)
    assert SAY(refused.value.text) == said


@pytest.mark.parametrize(
    ("typed", "ruleset"),
    [
        ("Kekchi", "kekchi"),
        ("aj sayil", "aj-sayil"),
        ('"aj sayil"', "aj-sayil"),
        ("Aj t'iwil", "aj-tiwil"),
        ("Aj t\N{RIGHT SINGLE QUOTATION MARK}iwil", "aj-tiwil"),
        ("\N{LEFT DOUBLE QUOTATION MARK}boolik\N{RIGHT DOUBLE QUOTATION MARK}", "boolik"),
        ("A k'aak'il", "a-kaakil"),
        ("Bu'ul", "buul"),
        ("Kekchi puluc", "kekchi"),
    ],
)
def test_a_ruleset_however_it_is_written(typed: str, ruleset: str) -> None:
    """Capitals, spaces, hyphens, apostrophes and quotation marks make no difference."""
    assert parse(f"/puluc rules {typed}") == Rules(options=Options(ruleset))


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("throw=SAPPER", ("table", "sapper")),
        ("far-end=walkback", ("far-end", "walk-back")),
        ("far-end=bounce", ("far-end", "bounce")),
        ("table=sapper", ("table", "sapper")),
        ("after-capture=open", ("after-capture", "open")),
        ("ROAD=9", ("road", "9")),
    ],
)
def test_an_option_however_it_is_written(typed: str, chosen: tuple[str, str]) -> None:
    """Options are recognised in any case, by the names in records and by their former names."""
    assert parse(f"/puluc open {typed}") == Open(Options("puluc", (chosen,)))


def test_seats() -> None:
    """`seats=` is listed for games of more than two; the value 2 is accepted for all."""
    known = commands(GAMES)
    having = {
        key for key in GAMES.rulesets if "seats" in {o.name for o in known.game_options_of(key)}
    }
    assert having == {*MOPAN, "parchis", "parchis-spain"}
    (seats,) = (option for option in known.game_options if option.name == "seats")
    assert seats.numbers == range(2, 17)
    assert parse("/puluc open seats=2") == Open(Options("puluc", (("seats", "2"),)))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("/puluc rules bolik", "boolik"),
        ("/puluc practice bolik", "boolik"),
        ("/puluc open thow=die", "throw"),
        ("/puluc open throw=sappr", "sapper"),
    ],
)
def test_a_suggestion(line: str, expected: str) -> None:
    """An unknown word is answered with the closest known one."""
    with pytest.raises(BadCommand) as refused:
        parse(line)
    assert SAY(refused.value.text).endswith(f" Did you mean {expected}?")


def test_a_long_word_is_shortened() -> None:
    """A refusal quotes only the beginning of a long word."""
    with pytest.raises(BadCommand) as refused:
        parse(f"/puluc rules {'z' * 300}")
    assert "z" * 31 not in SAY(refused.value.text)


def test_a_usage_shows_game_options_once() -> None:
    """A command's usage lists its own options, and shows those of a game as one word."""
    usages = {command.name: command.usage for command in COMMANDS}
    assert usages["challenge"] == "/puluc challenge [@name ...] [ruleset] [options]"
    assert usages["block"] == "/puluc block [@name] [everyone]"
    assert usages["demo"] == "/puluc demo [level] [ruleset] [options]"
    assert usages["change"] == "/puluc change [game=...] [ruleset] [options]"
    assert usages["accept"] == "/puluc accept [game] [word=...]"
    assert usages["me"] == "/puluc me [option=...]"


def test_an_invalid_value_of_a_setting() -> None:
    """An invalid value for a setting is answered with that setting's own values."""
    with pytest.raises(BadCommand) as bad:
        parse("/puluc settings placement edit")
    told = Catalogue().voice("en")(bad.value.text)
    assert "auto or new" in told
    assert "maize" not in told


@pytest.mark.parametrize("name", ["Ben", 'Ben "the" \\ Bold', "李小龙"])
@pytest.mark.parametrize("chosen", [(), (("road", "9"), ("table", "die"))])
def test_a_line_that_challenges(name: str, chosen: tuple[tuple[str, str], ...]) -> None:
    """A challenge to a player chosen from a list can be typed as well."""
    options = Options("bul", chosen)
    other = Actor(User(Platform.WEB, "other"), name)
    line = challenge_line(name, options)
    assert typed.parse(line, {name: other}.get, games()) == Challenge((other,), options)


@pytest.mark.parametrize("number", ["9" * 5000, "0" * 5000])
def test_a_number_of_thousands_of_digits(number: str) -> None:
    """A number that is far too long is refused like any other."""
    with pytest.raises(BadCommand) as bad:
        parse(f"/puluc open road={number}")
    assert bad.value.text.key == "command.number"


BEN_BOOLIK = Actor(User(Platform.WEB, "eve"), "Ben boolik")


def find_either(name: str) -> Actor | None:
    return {"ben": BEN, "ben boolik": BEN_BOOLIK}.get(name.casefold())


def test_a_name_with_a_ruleset_in_it() -> None:
    """Who is called like another person and a ruleset isn't challenged in place of them."""
    with pytest.raises(BadCommand) as bad:
        typed.parse("/puluc challenge @Ben boolik", find_either, GAMES)
    assert SAY(bad.value.text) == (
        'Do you mean Ben boolik or Ben? Type @"Ben boolik", or @Ben as the last word.'
    )


@pytest.mark.parametrize(
    ("line", "challenge"),
    [
        ("boolik @Ben", Challenge((BEN,), Options("boolik"))),
        ('@"Ben boolik" bul', Challenge((BEN_BOOLIK,), Options("bul"))),
        ("@Ben bul", Challenge((BEN,), Options("bul"))),
    ],
)
def test_which_of_two_people_is_meant(line: str, challenge: Challenge) -> None:
    """A quoted name is that of the one, and a name as the last word that of the other."""
    assert typed.parse(f"/puluc challenge {line}", find_either, GAMES) == challenge
