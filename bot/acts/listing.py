"""Lists of tables, commands and settings, as texts for replies."""

from dataclasses import dataclass

from bot.acts import access
from bot.commands.commands import BY_NAME, COMMANDS, commands
from bot.games.catalogue import Games, title
from bot.table.naming import as_text, name_of, named
from bot.table.people import Actor, Platform, User
from bot.table.seats import Computer, Kept, Person
from bot.table.settings import SETTINGS, Settings, value
from bot.table.table import Status, Table, TableId
from engine.text import Text


@dataclass(frozen=True, slots=True)
class GameLine:
    """One of a person's tables as a sentence. `yours` is True if it waits for that person.

    `label` names the table on a button. `turn` is the seat that a running game waits for. `seated`:
    the person has a seat.
    """

    table: TableId
    text: Text
    label: Text
    yours: bool
    turn: int | None = None
    seated: bool = True


def game_line(table: Table, actor: Actor, turn: int | None) -> GameLine:
    """Describe a table's state from one person's point of view.

    `turn` is the seat that the table waits for.
    """
    mine = table.seat_of(actor.user)
    if mine is None and not access.is_addressed(table, actor):
        return neutral_line(table)
    id_, channel, label = table.id, table.place.channel, choice_label(table, actor.user)
    what: dict[str, Text | str] = {
        "id": id_,
        "place": f"#{channel}" if table.place.platform is Platform.WEB else channel,
        "thread": table.place.thread,
        "ruleset": title(table.header),
    }
    if table.status is Status.OFFERED and table.is_practice:
        return GameLine(id_, Text("games.practice", **what), label, yours=True)
    if table.status is Status.OFFERED and mine:
        text = Text("games.seated", name=name_of(table.host), **what)
        return GameLine(id_, text, label, yours=False)
    if table.status is Status.OFFERED:
        yours = mine is None
        asked = tuple(as_text(name_of(kept)) for kept in table.asked)
        key = "games.asked" if yours else "games.offered" if asked else "games.open"
        name = name_of(table.host) if yours else asked
        return GameLine(id_, Text(key, name=name, **what), label, yours, seated=mine is not None)
    others = tuple(as_text(name_of(h)) for s, h in enumerate(table.seats) if s != mine)
    key = "games.your-turn" if turn == mine else "games.their-turn"
    text = Text(key, name=others, turn=named(table, turn), **what)
    return GameLine(id_, text, label, turn == mine, turn)


def choice_label(table: Table, user: User) -> Text:
    """Return a button label that tells one of several tables apart, for one person."""
    others = [
        seat
        for seat in table.seats
        if isinstance(seat, Computer) or (isinstance(seat, Person | Kept) and seat.user != user)
    ]
    return Text(
        "choice.game" if others else "choice.open",
        id=table.id,
        ruleset=title(table.header),
        name=tuple(as_text(name_of(holder)) for holder in others),
    )


def neutral_line(table: Table) -> GameLine:
    """Describe a table by its players, seated or invited, from a neutral point of view."""
    text = Text(
        "games.standing",
        id=table.id,
        ruleset=title(table.header),
        name=tuple(as_text(name_of(seat)) for seat in (*table.taken, *table.asked)),
    )
    return GameLine(table.id, text, Text("name.person", name=table.id), yours=False, seated=False)


def command_lines(games: Games) -> tuple[Text, ...]:
    """Return one line for each command and each game option, as it is typed."""
    return (
        Text("help.intro"),
        *(
            Text("help.line", usage=command.usage, does=Text(f"command.{command.name}"))
            for command in COMMANDS
        ),
        Text("help.options"),
        *(
            Text("help.option", usage=f"{o.name}={o.values}", does=Text(f"typed.{o.name}"))
            for o in commands(games).game_options
        ),
    )


def setting_lines(settings: Settings) -> tuple[Text, ...]:
    """Return one line for each channel setting, and how to change them."""
    usage = BY_NAME["settings"].usage
    return (
        *(
            Text("settings.line", name=n, value=value(settings, n), does=Text(f"setting.{n}"))
            for n in SETTINGS
        ),
        Text("settings.how", usage=usage),
    )
