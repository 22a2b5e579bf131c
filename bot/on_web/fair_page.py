"""The fairness page, which explains a table's throws and lets your browser verify them."""

import html
from collections.abc import Iterable

from bot.acts.records import file_name
from bot.games.catalogue import Games, title
from bot.on_web.match_links import MatchLinks, Neighbours
from bot.show.replay import ReplayText
from bot.table.corn import binding, statement_of
from bot.table.naming import names_of
from bot.table.seats import Person
from bot.table.table import Status, Table
from engine.text import Say, Text

_SCRIPT_TEXTS = {
    "agree": Text("fair.agree", number="{number}"),
    "agree-one": Text("fair.agree-one"),
    "away": Text("fair.away"),
    "differ": Text("fair.differ", throws="{throws}"),
    "insecure": Text("fair.insecure"),
    "link-bad": Text("fair.link-bad"),
    "link-differs": Text("fair.link-differs", hash="{hash}"),
    "link-same": Text("fair.link-same"),
    "none": Text("fair.none"),
    "right": Text("fair.right"),
    "seed-differs": Text("fair.seed-differs", hash="{hash}"),
    "seed-same": Text("fair.seed-same"),
    "unbound": Text("fair.unbound"),
    "unknown": Text("fair.unknown"),
    "wrong": Text("fair.wrong"),
}
"""The texts of the page's script, with the arguments that it fills in."""


class FairPage:
    """Fills the slots of the template `fair` with HTML."""

    def __init__(self, games: Games, say: Say) -> None:
        self._links = MatchLinks(games, say, "/fair")
        self._say = say

    def slots(self, table: Table, replay: ReplayText, beside: Neighbours) -> dict[str, str]:
        """Return the slots for a table: what its throws depend on; the seed once it is over.

        `beside` are its neighbours in its match.
        """
        bound, over = binding(table), table.status is Status.OVER
        return {
            **self._links.slots(table, beside),
            "code": table.code,
            "file": file_name(table, "txt"),
            "over": str(over).lower(),
            "secret": "hidden" if over else "",
            "revealed": "" if over else "hidden",
            "heading": " · ".join((html.escape(replay.sides), self._escaped(title(table.header)))),
            "commitment": bound.commitment,
            "seed": "" if bound.seed is None else bound.seed.hex(),
            "statement": html.escape(statement_of(table)) if over else "",
            "words": "\n".join(self._words(table)),
            "thrown": "" if replay.throws else "hidden",
            "undone": "" if _undone(replay) else "hidden",
            "throws": "\n".join(_throws(replay)),
            "texts": " ".join(
                f'data-{name}="{self._escaped(text)}"' for name, text in _SCRIPT_TEXTS.items()
            ),
        }

    def _words(self, table: Table) -> Iterable[str]:
        """Yield a row for each seat: who had it when play began, and the word they added."""
        for name, seat in zip(names_of(table.beginners), table.beginners, strict=True):
            word = seat.word if isinstance(seat, Person) else ""
            given = f"<code>{html.escape(word)}</code>"
            yield f'<tr><th scope="row">{self._escaped(name)}</th><td>{given}</td></tr>'

    def _escaped(self, text: Text) -> str:
        return html.escape(self._say(text))


def _undone(replay: ReplayText) -> bool:
    """Tell whether a number appears twice, because an undo took back a throw."""
    return len({throw.n for throw in replay.throws}) < len(replay.throws)


def _throws(replay: ReplayText) -> Iterable[str]:
    """Yield a row for each throw: number, player, recorded throw, and an empty cell."""
    for n, name, entry in replay.throws:
        yield (
            f'<tr><th scope="row">{n}</th><td>{html.escape(name)}</td>'
            f"<td><code>{html.escape(entry)}</code></td><td></td></tr>"
        )
