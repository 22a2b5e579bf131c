"""The /puluc commands, their completions, and the context menu."""

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bot.acts.registry import COMMANDS, GROUPS
from bot.commands.commands import Commands, commands
from bot.games.catalogue import games
from bot.games.option import Option
from bot.games.spelling import typed_name
from bot.on_discord import words
from bot.table.languages import LANGUAGES
from bot.table.ports import Shown
from bot.table.seats import Computer
from bot.table.table import Ending, Status
from bot.texts.catalogue import Catalogue
from discord_simulator.interactions import Callback
from engine.text import Text

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town

SUBCOMMAND, GROUP = 1, 2
"""Discord's option types for a subcommand and a group of subcommands."""


def values(choices: list[tuple[str, str]]) -> list[str]:
    """What suggestions put into the field."""
    return [value for _, value in choices]


def listed(town: "Town") -> Any:
    """The commands as they were registered with Discord."""
    (put,) = [request for request in town.sim.requests if request.method == "PUT"]
    return put.body


def places(options: list[Any], *path: str) -> dict[tuple[str, ...], Any]:
    """Commands and groups by their paths."""
    found: dict[tuple[str, ...], Any] = {}
    for option in options:
        if option["type"] in (SUBCOMMAND, GROUP):
            found[(*path, option["name"])] = option
            found |= places(option.get("options", []), *path, option["name"])
    return found


async def test_every_command_is_registered(town: "Town") -> None:
    """Every command is registered, rarer ones in groups, and so is the context menu's entry."""
    root, menu = listed(town)
    assert (root["name"], menu["name"]) == ("puluc", "Challenge to Puluc")
    subcommands = {path for path, o in places(root["options"]).items() if o["type"] == SUBCOMMAND}
    assert subcommands == {(c.group, c.listed) if c.group else (c.name,) for c in COMMANDS}


def characters(command: Any) -> int:
    """Count a command's characters as Discord does: of each text, the longest translation."""
    words = [
        max(
            map(
                len, [command.get(key) or "", *(command.get(f"{key}_localizations") or {}).values()]
            )
        )
        for key in ("name", "description")
    ]
    values = [len(str(command["value"]))] if "value" in command else []
    inside = [*command.get("options", []), *command.get("choices", [])]
    return sum([*words, *values, *map(characters, inside)])


async def test_limits(town: "Town") -> None:
    """They keep to Discord's limits in all languages: 25 commands, 25 options, 8,000 characters."""
    root, _ = listed(town)
    for each in (root, *places(root["options"]).values()):
        assert len(each.get("options", [])) <= 25
    assert characters(root) <= 8000


def test_descriptions_are_not_cut() -> None:
    """Every description, and name of a choice, has at most 100 characters in every language."""
    options = {option.text for c in COMMANDS for option in commands(games()).fields_of(c)}
    choices = {
        f"{option.named}{choice}"
        for command in COMMANDS
        for option in commands(games()).fields_of(command)
        for choice in option.choices
        if option.named and choice not in LANGUAGES
    }
    keys = [f"command.{command.name}" for command in COMMANDS]
    keys += [f"command.group.{group}" for group in GROUPS]
    keys += options
    keys += choices
    catalogue = Catalogue()
    for language in catalogue.languages:
        say = words.plain(catalogue, language)
        for key in ("discord.commands", *keys):
            assert 1 <= len(say(Text(key))) <= 100
        assert len(say(Text("discord.menu"))) <= 32


async def test_everywhere(town: "Town") -> None:
    """The commands work in servers and private chats, installed by a server or by a user."""
    for command in listed(town):
        assert set(command["contexts"]) == {0, 1, 2}
        assert set(command["integration_types"]) == {0, 1}


async def test_choices(town: "Town") -> None:
    """Options with few values list them as choices; those with many are autocompleted."""
    root, _ = listed(town)
    options = {o["name"]: o for c in places(root["options"]).values() for o in c.get("options", ())}
    levels = [choice["value"] for choice in options["level"]["choices"]]
    assert levels == ["easy", "medium", "hard"]
    completed = {name for name, option in options.items() if option.get("autocomplete")}
    assert completed == {"ruleset", "options", "pace", "game"}


async def test_descriptions_are_translated(bilingual: None, town: "Town") -> None:
    """Descriptions are registered in every supported language but English, the default."""
    group, _ = listed(town)
    spanish = {tag: said for tag, said in group["description_localizations"].items() if "es" in tag}
    assert spanish == dict.fromkeys(("es-ES", "es-419"), "Jugar al Puluc")
    assert group["name_localizations"] == {}


async def test_choices_are_translated(bilingual: None, town: "Town") -> None:
    """Choices have names in every language, and what they are typed as is the same in all."""
    root, _ = listed(town)
    options = places(root["options"])["settings",]["options"]
    settings = {each["value"]: each for each in options[0]["choices"]}
    assert settings["games"]["name"] == "games"
    assert settings["games"]["name_localizations"] == {"es-ES": "partidas", "es-419": "partidas"}


async def test_languages_are_called_what_they_call_themselves(town: "Town") -> None:
    """The choices of a language are named in that language, besides that of the app."""
    root, _ = listed(town)
    options = {each["name"]: each for each in places(root["options"])["me", "settings"]["options"]}
    named = [(each["name"], each["value"]) for each in options["language"]["choices"]]
    assert named[0] == ("As in my app", "auto")
    assert ("Español", "es") in named


async def test_challenge(town: "Town") -> None:
    """A challenge names both players and the ruleset, and pings only the challenged player."""
    chosen = {"ruleset": "boolik", "options": "road=9"}
    await town.command(town.ana, "puluc challenge", opponent=town.ben, **chosen)
    assert town.board.words.startswith(f"{town.ben.mention}\nAna challenges Ben.\nBoolik")
    buttons = ["Accept", "Decline", "Block", "Cancel", "Rules"]
    assert town.labels == buttons
    assert town.board.pinged == [town.ben]


async def test_context_menu(town: "Town") -> None:
    """A member can be challenged from the context menu of their name."""
    await town.context_menu(town.ana, "Challenge to Puluc", town.ben)
    (asked,) = (await town.table()).asked
    assert asked.user == town.user(town.ben)


async def test_open_challenge(town: "Town") -> None:
    """An open challenge pings nobody, and any other member can accept it."""
    await town.command(town.ana, "puluc open")
    assert town.board.pinged == []
    await town.press(town.ben, town.board, "Accept")
    assert (await town.table()).status is Status.PLAYING


async def test_practice(town: "Town") -> None:
    """A game against the computer starts with a press, and the computer moves by itself."""
    await town.command(town.ana, "puluc practice", level="easy")
    await town.press(town.ana, town.board, "Start")
    await town.press(town.ana, town.board, town.board.buttons[0])
    await town.house.think()
    assert (await town.table()).moves > 1


async def test_another_level(town: "Town") -> None:
    """A press on the board of a practice game changes its level without an answer of its own."""
    await town.command(town.ana, "puluc practice")
    result = await town.press(town.ana, town.board, "Hard")
    assert (result.acknowledgement, result.messages) == (Callback.UPDATE, [])
    assert (await town.table()).seats[1] == Computer("hard")
    assert "Computer (hard)" in town.board.words
    assert {"Easy", "Medium"} < {*town.labels}


async def test_demo(town: "Town", reply: "ReplyText") -> None:
    """A game of computers has a board without move buttons, pings nobody, and can be stopped."""
    await town.command(town.ana, "puluc demo", level="easy", ruleset="aj-sayil")
    assert town.board.attachments
    assert (town.labels, town.board.pinged) == (["…"], [])
    result = await town.command(town.ben, "puluc demo")
    assert reply(result).startswith("The computer is already playing against itself here.")
    await town.command(town.ana, "puluc resign")
    (table,) = town.store.tables
    assert table.ending is Ending.STOPPED


@pytest.mark.parametrize(
    ("command", "ending"), [("decline", Ending.DECLINED), ("cancel", Ending.CANCELLED)]
)
async def test_ending_a_challenge(town: "Town", command: str, ending: Ending) -> None:
    """The challenged player can decline, and the host cancel, with a command."""
    await town.command(town.ana, "puluc challenge", opponent=town.ben)
    person = town.ben if command == "decline" else town.ana
    await town.command(person, f"puluc game {command}")
    assert (await town.table()).ending is ending
    assert town.labels == []


async def test_accept_with_a_word(town: "Town", reply: "ReplyText") -> None:
    """The host adds a word for the throws after posting, the opponent when accepting."""
    await town.command(town.ana, "puluc challenge", opponent=town.ben)
    result = await town.command(town.ana, "puluc game word", word="maize")
    assert reply(result) == 'Your word has been added: "maize"'
    await town.command(town.ben, "puluc game accept", word="rain")
    table = await town.table()
    assert [getattr(holder, "word", "") for holder in table.seats] == ["maize", "rain"]


async def test_accept_another_game(town: "Town", reply: "ReplyText") -> None:
    """An Accept from before a change is refused, and so is a command until the board is new."""
    await town.command(town.ana, "puluc challenge", opponent=town.ben)
    accept = next(button for button in town.board.buttons if button.label == "Accept")
    await town.command(town.ana, "puluc game change", ruleset="bul", pace="1m")
    pressed = await town.press(town.ben, town.board, accept)
    assert "has changed since that board was shown: the game or its options and" in reply(pressed)
    typed = await town.command(town.ben, "puluc game accept", word="rain")
    assert "I'm posting it again" in reply(typed)
    assert (await town.table()).status is Status.OFFERED
    await town.command(town.ben, "puluc game accept", word="rain")
    assert (await town.table()).status is Status.PLAYING


@pytest.mark.parametrize(
    ("command", "ending"), [("resign", Ending.RESIGNED), ("game abort", Ending.ABORTED)]
)
async def test_ending_a_game(town: "Town", command: str, ending: Ending) -> None:
    """A player can resign a game or abort it with a command."""
    await town.play()
    result = await town.command(town.ana, f"puluc {command}")
    if command == "resign":
        await town.press(town.ana, result.shown, "Yes, resign")
    assert (await town.table()).ending is ending


async def test_games(town: "Town", reply: "ReplyText") -> None:
    """A player's games are listed in private, each with a link to its board."""
    table = await town.play()
    result = await town.command(town.ana, "puluc games")
    (line,) = reply(result).splitlines()
    assert line.startswith("Puluc against Ben in ")
    assert table.id not in line
    board = f"{town.guild.id}/{town.plaza.id}/{town.board.id}"
    assert f"in https://discord.com/channels/{board}." in line


async def test_a_list_without_boards(town: "Town", reply: "ReplyText") -> None:
    """If the message that shows a game isn't known, its line links to the channel."""
    table = await town.play()
    await town.store.mark_shown(table.id, table.place, Shown(table.revision, ""))
    assert f"<#{town.plaza.id}>" in reply(await town.command(town.ana, "puluc games"))


async def test_rules_with_pictures(town: "Town", reply: "ReplyText") -> None:
    """The rules are a private reply, with pictures of examples that have alt text."""
    result = await town.command(town.ana, "puluc rules", ruleset="boolik")
    assert "Boolik" in reply(result)
    alts = [alt for message in result.messages for alt in message.alts]
    assert alts
    assert all(alts)


async def test_help(town: "Town", reply: "ReplyText") -> None:
    """Help lists the commands by topic, in one private message with a menu of topics."""
    first = await town.command(town.ana, "puluc help")
    (topics,) = first.shown.selects
    said = [reply(first)]
    for each in topics["options"]:
        page = await town.choose(town.ana, first.shown, each["value"], topics)
        assert page.shown is first.shown
        said.append(page.shown.words)
    assert all(f"/puluc {command.path}" in "\n".join(said) for command in COMMANDS)


async def test_commands_to_press(town: "Town", reply: "ReplyText") -> None:
    """Texts mention commands so that they can be pressed, with their groups."""
    (group,) = [one for one in town.sim.commands[None] if one["name"] == "puluc"]
    said = reply(await town.command(town.ana, "puluc help", topic="people"))
    assert f"</puluc challenge:{group['id']}> " in said
    said = reply(await town.command(town.ana, "puluc me settings"))
    assert f"</puluc me settings:{group['id']}> " in said


async def test_commands_after_a_restart(town: "Town", reply: "ReplyText") -> None:
    """Commands that are listed already can be pressed, too; if Discord doesn't tell, typed."""
    await town.start()
    assert "</puluc play:" in reply(await town.command(town.ana, "puluc help"))
    town.sim.refuse_next(0, part="GET /applications/")
    await town.start()
    said = reply(await town.command(town.ana, "puluc help"))
    assert "/puluc play" in said
    assert "</" not in said


async def test_board(town: "Town") -> None:
    """/puluc board posts the board in a new message, and deletes the old one."""
    await town.play()
    old = town.board
    await town.command(town.ben, "puluc board")
    assert town.board is not old
    assert town.labels
    assert old.deleted


async def test_impossible_options(town: "Town", reply: "ReplyText") -> None:
    """Incompatible options are refused with the reason, and no game is opened."""
    options = "road=5 throw=sapper casts=sum"
    assert reply(await town.command(town.ana, "puluc open", options=options))
    assert town.plaza.messages == []


async def test_too_many_challenges(town: "Town", reply: "ReplyText") -> None:
    """A fourth open challenge is refused."""
    for _ in range(3):
        await town.command(town.ana, "puluc open")
    result = await town.command(town.ana, "puluc open")
    assert "already have 3 open challenges" in reply(result)


async def test_challenging_yourself(town: "Town", reply: "ReplyText") -> None:
    """Players can't challenge themselves."""
    result = await town.command(town.ana, "puluc challenge", opponent=town.ana)
    assert "can't challenge yourself" in reply(result)


async def test_challenging_a_bot(town: "Town", reply: "ReplyText") -> None:
    """Players can't challenge a bot, which would never accept."""
    robot = town.sim.machine("Robot", town.guild)
    result = await town.command(town.ana, "puluc challenge", opponent=robot)
    assert "/puluc practice" in reply(result)
    assert town.plaza.messages == []


async def test_challenging_a_bot_among_others(town: "Town", reply: "ReplyText") -> None:
    """A challenge to several players of whom one is a bot is refused."""
    robot = town.sim.machine("Robot", town.guild)
    asked = {"opponent": town.ben, "second": robot, "ruleset": "aj-tiwil"}
    result = await town.command(town.ana, "puluc challenge", **asked)
    assert reply(result).startswith("Robot is a bot")
    assert town.plaza.messages == []


async def test_completing_seats(town: "Town") -> None:
    """Completion offers seats for the rulesets that have teams, and no others."""
    complete = partial(town.autocomplete, town.ana, "puluc open", "options", "seats=")
    offered = values(await complete(ruleset="aj-sayil"))
    assert offered == [f"seats={seats}" for seats in (2, 4, 6, 16, 8, 10, 12, 14)]
    assert await complete(ruleset="puluc") == []


async def test_completing_a_ruleset(town: "Town") -> None:
    """Completion finds rulesets by name or description, and shows each in one line."""
    choices = await town.autocomplete(town.ana, "puluc open", "ruleset", "")
    assert values(choices) == list(map(typed_name, games().rulesets))
    assert all(1 <= len(name) <= 100 for name, _ in choices)
    choices = await town.autocomplete(town.ana, "puluc open", "ruleset", "BOO")
    assert values(choices) == ["boolik"]


async def test_completing_options(town: "Town") -> None:
    """Completion offers options with their meaning, then values, then further options."""
    complete = partial(town.autocomplete, town.ana, "puluc open", "options")
    (choice,) = await complete("wa")
    assert choice == ("warriors= How many warriors each player has", "warriors=")
    found = values(await complete("road=1"))
    assert {*found} == {f"road={number}" for number in range(10, 20)}
    found = values(await complete("road=9"))
    assert found[:2] == ["road=9", "road=9 size="]
    assert "road=9 road=" not in found


async def test_the_options_of_a_ruleset(town: "Town", monkeypatch: pytest.MonkeyPatch) -> None:
    """Completion offers the options of the ruleset that is chosen in the same command."""
    asked: list[str | None] = []

    def game_options_of(_: Commands, ruleset: str | None) -> tuple[Option, ...]:
        asked.append(ruleset)
        return (Option("warriors"),)

    monkeypatch.setattr(Commands, "game_options_of", game_options_of)
    complete = partial(town.autocomplete, town.ana, "puluc demo", "options", "")
    for filled in ({}, {"ruleset": "bul"}):
        assert values(await complete(**filled)) == ["warriors="]
    assert asked == [None, "bul"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("road=4", "road="),
        ("colour=blue", 'There\'s no option "colour".'),
        ("bul", '"bul" isn\'t recognised.'),
        ("word=maize", "Post the challenge first, then send"),
        ('"road=9', "double quotation mark"),
    ],
)
async def test_options_that_are_wrong(
    town: "Town", reply: "ReplyText", options: str, said: str
) -> None:
    """Options with mistakes are refused with an explanation, and nothing is posted."""
    asked = {"ruleset": "boolik", "options": options}
    assert said in reply(await town.command(town.ana, "puluc open", **asked))
    assert town.plaza.messages == []


async def test_commands_are_named_with_their_groups(town: "Town", reply: "ReplyText") -> None:
    """Texts that mention a command in a group include the group's name."""
    asked = {"ruleset": "boolik", "options": "word=maize"}
    said = reply(await town.command(town.ana, "puluc open", **asked))
    assert re.search("send </puluc game word:[0-9]+> maize", said)


async def test_my_settings(town: "Town", reply: "ReplyText") -> None:
    """A group can't be called, so /puluc me is listed there as settings; its options are fields."""
    said = reply(await town.command(town.ana, "puluc me settings"))
    assert said.startswith("Language: as in your app")
    assert re.search("type, for example, </puluc me settings:[0-9]+> quiet=22-8", said)
    asked = {"reminders": "less", "zone": "New York", "vacation": "7d"}
    said = reply(await town.command(town.ana, "puluc me settings", **asked))
    assert said.startswith("Reminders: less.")
    assert "Time zone: America/New York" in said
    assert "Do you want to go on vacation until" in said


async def test_completing_a_table(town: "Town") -> None:
    """Completion offers a player's own tables, with plain names and the channel's name."""
    eva = town.add("Eva_*")
    await town.command(town.ana, "puluc challenge", opponent=eva)
    table = await town.table()
    ((name, value),) = await town.autocomplete(town.ana, "puluc board", "game", "")
    assert value == table.id
    assert "you've challenged Eva_*" in name
    assert "in #plaza" in name
    assert await town.autocomplete(town.ben, "puluc board", "game", "") == []


async def test_completing_a_table_to_close(town: "Town") -> None:
    """A moderator closing a table can choose from all tables in the channel."""
    table = await town.play()
    await town.command(town.ana, "puluc open", ruleset="bul")
    moderator = town.add("Mia", moderates=True)
    choices = await town.autocomplete(moderator, "puluc game close", "game", "")
    described = {name.partition(": ")[2] for name, _ in choices}
    assert described == {"Puluc, Ana and Ben.", "Bul, Ana."}
    assert table.id in values(choices)


async def test_settings_are_for_moderators(town: "Town", reply: "ReplyText") -> None:
    """Everyone can see the settings, but only moderators can change them."""
    assert "placement = auto" in reply(await town.command(town.ana, "puluc settings"))
    change = {"setting": "games", "value": "no"}
    refused = await town.command(town.ana, "puluc settings", **change)
    assert "Only moderators and administrators" in reply(refused)
    moderator = town.add("Mia", moderates=True)
    await town.command(moderator, "puluc settings", **change)
    assert "games = no" in reply(await town.command(town.ana, "puluc settings"))
    result = await town.command(town.ana, "puluc open")
    assert reply(result) == "You can't start games here."


async def test_close(town: "Town", reply: "ReplyText") -> None:
    """Only a moderator can close a game in the channel."""
    table = await town.play()
    refused = await town.command(town.ben, "puluc game close", game=table.id)
    assert "Only moderators and administrators" in reply(refused)
    moderator = town.add("Mia", moderates=True)
    await town.command(moderator, "puluc game close", game=table.id)
    assert (await town.reload(table.id)).ending is Ending.CLOSED


async def test_a_private_chat(town: "Town") -> None:
    """A player can practise in a private chat with the bot."""
    chat = town.ana.direct
    await town.command(town.ana, "puluc practice", at=chat)
    await town.press(town.ana, chat.last, "Start")
    assert chat.last.attachments
