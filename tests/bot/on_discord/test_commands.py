"""The /puluc commands, their completions, and the context menu."""

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bot.commands.commands import COMMANDS, GROUPS, Commands, commands
from bot.games.catalogue import games
from bot.games.option import Option
from bot.on_discord import words
from bot.table.people import Platform, User
from bot.table.ports import Shown
from bot.table.seats import Computer
from bot.table.table import Ending, Status
from bot.texts.catalogue import Catalogue
from engine.text import Text

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Village

SUBCOMMAND, GROUP = 1, 2
"""Discord's option types for a subcommand and a group of subcommands."""


def listed(village: "Village") -> Any:
    """The commands as they were registered with Discord."""
    (put,) = [entry for entry in village.env.http_requests if entry.method == "PUT"]
    return put.json


def places(options: list[Any], *path: str) -> dict[tuple[str, ...], Any]:
    """Commands and groups by their paths."""
    found: dict[tuple[str, ...], Any] = {}
    for option in options:
        if option["type"] in (SUBCOMMAND, GROUP):
            found[(*path, option["name"])] = option
            found |= places(option.get("options", []), *path, option["name"])
    return found


async def test_every_command_is_registered(village: "Village") -> None:
    """Every command is registered, rarer ones in groups, and so is the context menu's entry."""
    root, menu = listed(village)
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


async def test_limits(bilingual: None, village: "Village") -> None:
    """The commands keep to Discord's limits: 25 in a group, 25 options, 8,000 characters."""
    root, _ = listed(village)
    for each in (root, *places(root["options"]).values()):
        assert len(each.get("options", [])) <= 25
    assert characters(root) <= 8000


def test_descriptions_are_not_cut() -> None:
    """Every description has at most 100 characters in every language."""
    options = {option.text for c in COMMANDS for option in commands(games()).fields_of(c)}
    keys = [f"command.{command.name}" for command in COMMANDS]
    keys += [f"command.group.{group}" for group in GROUPS]
    keys += options
    catalogue = Catalogue()
    for language in catalogue.languages:
        say = words.translator(catalogue, language)
        for key in ("discord.commands", *keys):
            assert 1 <= len(say(Text(key))) <= 100


async def test_everywhere(village: "Village") -> None:
    """The commands work in servers and private chats, installed by a server or by a user."""
    for command in listed(village):
        assert set(command["contexts"]) == {0, 1, 2}
        assert set(command["integration_types"]) == {0, 1}


async def test_choices(village: "Village") -> None:
    """Options with few values list them as choices; those with many are autocompleted."""
    root, _ = listed(village)
    options = {o["name"]: o for c in places(root["options"]).values() for o in c.get("options", ())}
    levels = [choice["value"] for choice in options["level"]["choices"]]
    assert levels == ["easy", "medium", "hard"]
    completed = {name for name, option in options.items() if option.get("autocomplete")}
    assert completed == {"ruleset", "options", "pace", "game"}


async def test_descriptions_are_translated(bilingual: None, village: "Village") -> None:
    """Descriptions are registered in every supported language but English, the default."""
    group, _ = listed(village)
    assert group["description_localizations"] == {
        "es-ES": "Jugar al Puluc",
        "es-419": "Jugar al Puluc",
    }
    assert group["name_localizations"] == {}


async def test_challenge(village: "Village") -> None:
    """A challenge names both players and the ruleset, and pings only the challenged player."""
    await village.ana.slash(
        village.plaza, "puluc challenge", opponent=village.ben, ruleset="boolik", options="road=9"
    )
    assert village.board.content.startswith(f"<@{village.ben.id}>\nAna challenges Ben.\nBoolik")
    buttons = ["Accept", "Decline", "Block", "Cancel", "Rules"]
    assert village.labels == buttons
    assert village.pings[-1] == [village.ben.id]


async def test_context_menu(village: "Village") -> None:
    """A member can be challenged from the context menu of their name."""
    await village.ana.context_menu(village.plaza, "Challenge to Puluc", village.ben)
    (asked,) = (await village.table()).asked
    assert asked.user == User(Platform.DISCORD, str(village.ben.id))


async def test_open_challenge(village: "Village") -> None:
    """An open challenge pings nobody, and any other member can accept it."""
    await village.ana.slash(village.plaza, "puluc open")
    assert village.pings[-1] == []
    await village.ben.click(village.board, label="Accept")
    assert (await village.table()).status is Status.PLAYING


async def test_practice(village: "Village") -> None:
    """A game against the computer starts with a press, and the computer moves by itself."""
    await village.ana.slash(village.plaza, "puluc practice", level="easy")
    await village.ana.click(village.board, label="Start")
    await village.ana.click(village.board, custom_id=first_button(village))
    await village.house.think()
    assert (await village.table()).moves > 1


async def test_another_level(village: "Village") -> None:
    """A press on the board of a practice game changes its level without an answer of its own."""
    await village.ana.slash(village.plaza, "puluc practice")
    result = await village.ana.click(village.board, label="Hard")
    assert (result.deferred, result.followups) == (True, [])
    assert (await village.table()).seats[1] == Computer("hard")
    assert "Computer (hard)" in village.board.content
    assert {"Easy", "Medium"} < {*village.labels}


async def test_demo(village: "Village", reply: "ReplyText") -> None:
    """A game of computers has a board without move buttons, pings nobody, and can be stopped."""
    await village.ana.slash(village.plaza, "puluc demo", level="easy", ruleset="aj-sayil")
    assert village.board.attachments
    assert (village.labels, village.pings[-1]) == (["…"], [])
    result = await village.ben.slash(village.plaza, "puluc demo")
    assert reply(result).startswith("The computer is already playing against itself here.")
    await village.ana.slash(village.plaza, "puluc resign")
    (table,) = village.store.tables
    assert table.ending is Ending.STOPPED


@pytest.mark.parametrize(
    ("command", "ending"), [("decline", Ending.DECLINED), ("cancel", Ending.CANCELLED)]
)
async def test_ending_a_challenge(village: "Village", command: str, ending: Ending) -> None:
    """The challenged player can decline, and the host cancel, with a command."""
    await village.ana.slash(village.plaza, "puluc challenge", opponent=village.ben)
    person = village.ben if command == "decline" else village.ana
    await person.slash(village.plaza, f"puluc game {command}")
    assert (await village.table()).ending is ending
    assert village.labels == []


async def test_accept_with_a_word(village: "Village", reply: "ReplyText") -> None:
    """The host adds a word for the throws after posting, the opponent when accepting."""
    await village.ana.slash(village.plaza, "puluc challenge", opponent=village.ben)
    result = await village.ana.slash(village.plaza, "puluc game word", word="maize")
    assert reply(result) == 'Your word has been added: "maize"'
    await village.ben.slash(village.plaza, "puluc game accept", word="rain")
    table = await village.table()
    assert [getattr(holder, "word", "") for holder in table.seats] == ["maize", "rain"]


@pytest.mark.parametrize(
    ("command", "ending"), [("resign", Ending.RESIGNED), ("game abort", Ending.ABORTED)]
)
async def test_ending_a_game(village: "Village", command: str, ending: Ending) -> None:
    """A player can resign a game or abort it with a command."""
    await village.play()
    result = await village.ana.slash(village.plaza, f"puluc {command}")
    if command == "resign":
        assert result.response is not None
        await village.ana.click(result.response, label="Yes, resign")
    assert (await village.table()).ending is ending


async def test_games(village: "Village", reply: "ReplyText") -> None:
    """A player's games are listed in private, each with a link to its board."""
    table = await village.play()
    result = await village.ana.slash(village.plaza, "puluc games")
    (line,) = reply(result).splitlines()
    assert line.startswith(f"{table.id}: ")
    assert "against Ben" in line
    board = f"{village.guild.id}/{village.plaza.id}/{village.board.id}"
    assert f"in https://discord.com/channels/{board}." in line


async def test_a_list_without_boards(village: "Village", reply: "ReplyText") -> None:
    """If the message that shows a game isn't known, its line links to the channel."""
    table = await village.play()
    await village.store.mark_shown(table.id, table.place, Shown(table.revision, ""))
    assert village.plaza.mention in reply(await village.ana.slash(village.plaza, "puluc games"))


async def test_rules_with_pictures(village: "Village", reply: "ReplyText") -> None:
    """The rules are a private reply, with pictures of examples that have alt text."""
    result = await village.ana.slash(village.plaza, "puluc rules", ruleset="boolik")
    assert "Boolik" in reply(result)
    *_, last = [result.response, *result.followups]
    assert last is not None
    assert last.attachments
    assert all(picture.description for picture in last.attachments)


async def test_help(village: "Village", reply: "ReplyText") -> None:
    """Help lists every command in a private reply."""
    said = reply(await village.ana.slash(village.plaza, "puluc help"))
    assert all(f"/puluc {command.path}" in said for command in COMMANDS)


async def test_board(village: "Village") -> None:
    """/puluc board posts the board in a new message, and the old one loses its buttons."""
    await village.play()
    old = village.board
    await village.ben.slash(village.plaza, "puluc board")
    assert village.board.id != old.id
    assert village.labels
    first, *_ = village.plaza.history()
    assert (first.content, first.components) == ("There's a newer message below.", [])


async def test_board_in_another_channel(village: "Village") -> None:
    """A player can bring a game to another channel; a note replaces the old board."""
    await village.play()
    hall = village.guild.create_text_channel("hall")
    await village.ana.slash(hall, "puluc board")
    assert hall.last_message is not None
    assert hall.last_message.attachments
    assert village.board.content == "This game is now shown elsewhere."


async def test_impossible_options(village: "Village", reply: "ReplyText") -> None:
    """Incompatible options are refused with the reason, and no game is opened."""
    result = await village.ana.slash(
        village.plaza, "puluc open", options="road=5 throw=sapper casts=sum"
    )
    assert reply(result)
    assert village.plaza.last_message is None


async def test_too_many_challenges(village: "Village", reply: "ReplyText") -> None:
    """A fourth open challenge is refused."""
    for _ in range(3):
        await village.ana.slash(village.plaza, "puluc open")
    result = await village.ana.slash(village.plaza, "puluc open")
    assert "already have 3 open challenges" in reply(result)


async def test_challenging_yourself(village: "Village", reply: "ReplyText") -> None:
    """Players can't challenge themselves."""
    result = await village.ana.slash(village.plaza, "puluc challenge", opponent=village.ana)
    assert "can't challenge yourself" in reply(result)


async def test_challenging_a_bot(village: "Village", reply: "ReplyText") -> None:
    """Players can't challenge a bot, which would never accept."""
    robot = village.guild.add_member(village.env.create_user("Robot", bot=True))
    result = await village.ana.slash(village.plaza, "puluc challenge", opponent=robot)
    assert "/puluc practice" in reply(result)
    assert village.plaza.last_message is None


async def test_challenging_several(village: "Village") -> None:
    """Several players can be challenged at once to a team game."""
    asked = {"opponent": village.ben, "second": village.add("Cara"), "third": village.add("Dan")}
    await village.ana.slash(village.plaza, "puluc challenge", ruleset="aj-tiwil", **asked)
    users = {User(Platform.DISCORD, str(member.id)) for member in asked.values()}
    assert {kept.user for kept in (await village.table()).asked} == users


async def test_challenging_a_bot_among_others(village: "Village", reply: "ReplyText") -> None:
    """A challenge to several players of whom one is a bot is refused."""
    robot = village.guild.add_member(village.env.create_user("Robot", bot=True))
    asked = {"opponent": village.ben, "second": robot, "ruleset": "aj-tiwil"}
    result = await village.ana.slash(village.plaza, "puluc challenge", **asked)
    assert reply(result).startswith("Robot is a bot")
    assert village.plaza.last_message is None


async def test_completing_seats(village: "Village") -> None:
    """Completion offers seats for the rulesets that have teams, and no others."""
    complete = partial(village.ana.autocomplete, village.plaza, "puluc open", "options", "seats=")
    offered = [choice["value"] for choice in await complete(ruleset="aj-sayil")]
    assert offered == [f"seats={seats}" for seats in (2, 4, 6, 16, 8, 10, 12, 14)]
    assert await complete(ruleset="puluc") == []


async def test_completing_a_ruleset(village: "Village") -> None:
    """Completion finds rulesets by key or description, and shows each in one line."""
    choices = await village.ana.autocomplete(village.plaza, "puluc open", "ruleset", "")
    assert [choice["value"] for choice in choices] == list(games().rulesets)
    assert all(1 <= len(choice["name"]) <= 100 for choice in choices)
    choices = await village.ana.autocomplete(village.plaza, "puluc open", "ruleset", "BOO")
    assert [choice["value"] for choice in choices] == ["boolik"]


async def test_completing_options(village: "Village") -> None:
    """Completion offers options with their meaning, then values, then further options."""
    complete = partial(village.ana.autocomplete, village.plaza, "puluc open", "options")
    (choice,) = await complete("wa")
    assert choice == {"name": "warriors= How many warriors each player has", "value": "warriors="}
    assert {choice["value"] for choice in await complete("road=1")} == {
        f"road={number}" for number in range(10, 20)
    }
    values = [choice["value"] for choice in await complete("road=9")]
    assert values[:2] == ["road=9", "road=9 warriors="]
    assert "road=9 road=" not in values


async def test_the_options_of_a_ruleset(
    village: "Village", monkeypatch: pytest.MonkeyPatch
) -> None:
    """Completion offers the options of the ruleset that is chosen in the same command."""
    asked: list[str | None] = []

    def game_options_of(_: Commands, ruleset: str | None) -> tuple[Option, ...]:
        asked.append(ruleset)
        return (Option("warriors"),)

    monkeypatch.setattr(Commands, "game_options_of", game_options_of)
    complete = partial(village.ana.autocomplete, village.plaza, "puluc demo", "options", "")
    for filled in ({}, {"ruleset": "bul"}):
        assert [choice["value"] for choice in await complete(**filled)] == ["warriors="]
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
    village: "Village", reply: "ReplyText", options: str, said: str
) -> None:
    """Options with mistakes are refused with an explanation, and nothing is posted."""
    asked = {"ruleset": "boolik", "options": options}
    assert said in reply(await village.ana.slash(village.plaza, "puluc open", **asked))
    assert village.plaza.last_message is None


async def test_commands_are_named_with_their_groups(village: "Village", reply: "ReplyText") -> None:
    """Texts that mention a command in a group include the group's name."""
    asked = {"ruleset": "boolik", "options": "word=maize"}
    said = reply(await village.ana.slash(village.plaza, "puluc open", **asked))
    assert "send /puluc game word maize" in said


async def test_my_settings(village: "Village", reply: "ReplyText") -> None:
    """A group can't be called, so /puluc me is listed there as settings; its options are fields."""
    said = reply(await village.ana.slash(village.plaza, "puluc me settings"))
    assert said.startswith("Reminders: on.")
    assert "type, for example, /puluc me settings quiet=22-8" in said
    asked = {"reminders": "less", "zone": "New York", "vacation": "7d"}
    said = reply(await village.ana.slash(village.plaza, "puluc me settings", **asked))
    assert said.startswith("Reminders: less.")
    assert "Time zone: America/New York" in said
    assert "Vacation: until" in said


async def test_completing_a_table(village: "Village") -> None:
    """Completion offers a player's own tables, with plain names and the channel's name."""
    eva = village.add("Eva_*")
    await village.ana.slash(village.plaza, "puluc challenge", opponent=eva)
    table = await village.table()
    (choice,) = await village.ana.autocomplete(village.plaza, "puluc board", "game", "")
    assert choice["value"] == table.id
    assert "you've challenged Eva_*" in choice["name"]
    assert "in #plaza" in choice["name"]
    assert await village.ben.autocomplete(village.plaza, "puluc board", "game", "") == []


async def test_completing_a_table_to_close(village: "Village") -> None:
    """A moderator closing a table can choose from all tables in the channel."""
    table = await village.play()
    await village.ana.slash(village.plaza, "puluc open", ruleset="bul")
    moderator = village.add("Mia", manage_channels=True)
    choices = await moderator.autocomplete(village.plaza, "puluc game close", "game", "")
    assert {choice["name"].partition(": ")[2] for choice in choices} == {
        "Puluc, Ana and Ben.",
        "Bul, Ana.",
    }
    assert table.id in {choice["value"] for choice in choices}


async def test_settings_are_for_moderators(village: "Village", reply: "ReplyText") -> None:
    """Everyone can see the settings, but only moderators can change them."""
    assert "placement = auto" in reply(await village.ana.slash(village.plaza, "puluc settings"))
    change = {"setting": "games", "value": "no"}
    refused = await village.ana.slash(village.plaza, "puluc settings", **change)
    assert "Only moderators and administrators" in reply(refused)
    moderator = village.add("Mia", manage_channels=True)
    await moderator.slash(village.plaza, "puluc settings", **change)
    assert "games = no" in reply(await village.ana.slash(village.plaza, "puluc settings"))
    result = await village.ana.slash(village.plaza, "puluc open")
    assert reply(result) == "You can't start games here."


async def test_close(village: "Village", reply: "ReplyText") -> None:
    """Only a moderator can close a game in the channel."""
    table = await village.play()
    refused = await village.ben.slash(village.plaza, "puluc game close", game=table.id)
    assert "Only moderators and administrators" in reply(refused)
    moderator = village.add("Mia", manage_channels=True)
    await moderator.slash(village.plaza, "puluc game close", game=table.id)
    assert (await village.reload(table.id)).ending is Ending.CLOSED


async def test_a_private_chat(village: "Village") -> None:
    """A player can practise in a private chat with the bot."""
    person = village.ana.user
    await person.slash("puluc practice")
    board = person.dm_channel.last_message
    assert board is not None
    await person.click(board, label="Start")
    board = person.dm_channel.last_message
    assert board is not None
    assert board.attachments


def first_button(village: "Village") -> str:
    row = village.board.components[0]
    return str(row.children[0].custom_id)  # type: ignore[union-attr] # a row of buttons
