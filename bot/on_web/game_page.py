"""What fills the page of a table: its state, the board at one step, every step in words."""

import html
from collections.abc import Iterable, Sequence

from bot.acts.papers import casts
from bot.games.catalogue import title
from bot.on_web.bodies import picture_size
from bot.show.page import Picture
from bot.table.naming import names_of
from bot.table.table import Status, Table
from engine.text import Say, Text

_REFRESH = '<noscript><meta http-equiv="refresh" content="15"></noscript>'
_STATES = {
    Status.OFFERED: Text("watch.offered"),
    Status.PLAYING: Text("watch.live"),
    Status.OVER: Text("watch.over"),
}


class GamePage:
    """Writes the slots of the template `watch` as HTML."""

    def __init__(self, say: Say) -> None:
        self._say = say

    def unplayed(self, table: Table, lines: Sequence[str]) -> dict[str, str]:
        """A table that has not begun, or never did, and what it says of itself."""
        return self._about(table) | {
            "refresh": _REFRESH if table.status is Status.OFFERED else "",
            "newest": "",
            "game": "hidden",
            "picture": "",
            "step": "",
            "last": "0",
            "lines": _paragraphs(lines),
            "moves": "",
            "casts": "",
            "over": "hidden",
        }

    def game(
        self,
        table: Table,
        steps: Sequence[Sequence[str]],
        step: int,
        picture: Picture,
        *,
        follows: bool,
    ) -> dict[str, str]:
        """A game with its `steps` in words, at `step`, of which `picture` is.

        `follows` where the page is to stay at the newest one.
        """
        over = table.status is Status.OVER
        return self._about(table) | {
            "refresh": _REFRESH if follows and not over else "",
            "newest": "" if follows else self._to_newest(table),
            "game": "",
            "picture": _picture(table.code, step, picture),
            "step": str(step),
            "last": str(len(steps) - 1),
            "lines": _paragraphs(steps[step]),
            "moves": "\n".join(
                _move(number, lines, here=number == step) for number, lines in enumerate(steps)
            ),
            "casts": _paragraphs(map(self._say, casts(table))),
            "over": "" if over else "hidden",
        }

    def _about(self, table: Table) -> dict[str, str]:
        """What the page says of every table."""
        live = table.status is not Status.OVER
        heading = Text(
            "watch.heading",
            ruleset=title(table.header),
            names=names_of((*table.taken, *table.asked)),
        )
        return {
            "code": table.code,
            "revision": str(table.revision),
            "live": str(live).lower(),
            "heading": self._escaped(heading),
            "state": self._escaped(_STATES[table.status]),
            "to-last": self._escaped(Text("watch.newest" if live else "watch.last")),
            # these two are filled in by the page's script
            "where": self._escaped(Text("watch.where", step="{step}", last="{last}")),
            "missing": self._escaped(Text("watch.no-step", step="{step}")),
        }

    def _to_newest(self, table: Table) -> str:
        """The way back for who steps by links alone."""
        told = self._escaped(Text("watch.to-newest"))
        return f'<noscript><p><a href="/g/{table.code}">{told}</a></p></noscript>'

    def _escaped(self, text: Text) -> str:
        return html.escape(self._say(text))


def _move(number: int, lines: Sequence[str], *, here: bool) -> str:
    """One step in words: a link to it that says what happened, then what came of it."""
    first, *rest = map(html.escape, lines)
    current = ' aria-current="step"' if here else ""
    then = "".join(f" <span>{line}</span>" for line in rest)
    return f'<li><a href="?step={number}"{current}>{first}</a>{then}</li>'


def _paragraphs(lines: Iterable[str]) -> str:
    return "\n".join(f"<p>{html.escape(line)}</p>" for line in lines)


def _picture(code: str, step: int, picture: Picture) -> str:
    width, height = picture_size(picture.png)
    return (
        f'<img src="/g/{code}/{step}.png" width="{width}" height="{height}"'
        f' alt="{html.escape(picture.alt)}">'
    )
