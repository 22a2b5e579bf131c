"""The fairness page, which explains a table's throws and lets your browser verify them."""

from bot.acts.records import file_name
from bot.games.catalogue import Games, title
from bot.on_web.match_links import Neighbours, match_view
from bot.show.replay import ReplayText
from bot.table.corn import binding, statement_of
from bot.table.naming import names_of
from bot.table.seats import Person
from bot.table.table import Status, Table
from engine.text import Text


def fair_view(
    games: Games, table: Table, replay: ReplayText, beside: Neighbours
) -> dict[str, object]:
    """Return the values of the template `fair`: what throws depend on; the seed after the game.

    `beside` are the table's neighbours in its match.
    """
    bound, over = binding(table), table.status is Status.OVER
    beginners = table.beginners
    words = (seat.word if isinstance(seat, Person) else "" for seat in beginners)
    return {
        **match_view(games, table, beside),
        "table": table,
        "replay": replay,
        "file": file_name(table, "txt"),
        "over": over,
        "ruleset": title(table.header),
        "commitment": bound.commitment,
        "seed": "" if bound.seed is None else bound.seed.hex(),
        "statement": statement_of(table) if over else "",
        "words": tuple(zip(names_of(beginners), words, strict=True)),
        "undone": _undone(replay),
        "agree": Text("fair.agree", count=len(replay.throws)),
    }


def _undone(replay: ReplayText) -> bool:
    """Tell whether a number appears twice, because an undo took back a throw."""
    return len({throw.number for throw in replay.throws}) < len(replay.throws)
