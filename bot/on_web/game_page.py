"""The watch page of a table: its state, the board at one step, and all steps in words."""

import html
from collections.abc import Iterable, Sequence

from bot.acts.advice import why_unreviewable
from bot.games.catalogue import Games, title
from bot.on_web.match_links import MatchLinks, Neighbours
from bot.on_web.pictures import themed
from bot.on_web.players import Players
from bot.on_web.preview import Image, preview
from bot.show.page import Picture
from bot.show.replay import ReplayText
from bot.table.corn import binding
from bot.table.people import Platform
from bot.table.table import Status, Table
from engine.text import Say, Text

_REFRESH = '<noscript><meta http-equiv="refresh" content="15"></noscript>'
_STATES = {
    Status.OFFERED: Text("watch.offered"),
    Status.PLAYING: Text("watch.live"),
    Status.OVER: Text("watch.over"),
}
_PREVIEWS = {
    Status.OFFERED: "preview.offered",
    Status.PLAYING: "preview.playing",
    Status.OVER: "preview.over",
}


class GamePage:
    """Fills the slots of the template `watch` with HTML.

    `url` is the base URL of the public pages, without a trailing slash; link previews need it for
    their picture. `chats`: this server also has the web chat, so pages link back to it.
    """

    def __init__(self, games: Games, say: Say, *, url: str | None, chats: bool) -> None:
        self._games = games
        self._players = Players(games, say)
        self._links = MatchLinks(games, say)
        self._say = say
        self._url = url
        self._chats = chats

    def unplayed(self, table: Table, replay: ReplayText, beside: Neighbours) -> dict[str, str]:
        """Return the slots for a table without a game, with its neighbours in its match."""
        return self._about(table, replay, beside) | {
            "refresh": _REFRESH if table.status is Status.OFFERED else "",
            "preview": self._preview(table, replay, None),
            "newest": "",
            "game": "hidden",
            "picture": "",
            "step": "",
            "last": "0",
            "lines": _paragraphs(replay.lines),
            "moves": "",
            "over": "hidden",
            "filmed": "",
        }

    def game(
        self,
        table: Table,
        replay: ReplayText,
        beside: Neighbours,
        step: int,
        picture: Picture,
        *,
        follows: bool,
    ) -> dict[str, str]:
        """Return the slots for a game at `step`, with its `picture`, and neighbours in its match.

        With `follows`, the page stays at the newest step.
        """
        over, steps = table.status is Status.OVER, replay.steps
        return self._about(table, replay, beside) | {
            "refresh": _REFRESH if follows and not over else "",
            "preview": self._preview(table, replay, (step, picture)),
            "newest": "" if follows else self._to_newest(table),
            "game": "",
            "picture": themed(f"/g/{table.code}/{replay.marks[step]}/{step}.png", picture),
            "step": str(step),
            "last": str(len(steps) - 1),
            "lines": _paragraphs(steps[step]),
            "moves": "\n".join(
                _move(number, lines, mark, here=number == step)
                for number, (lines, mark) in enumerate(zip(steps, replay.marks, strict=True))
            ),
            "over": "" if over else "hidden",
            "filmed": self._filmed(replay) if over else "",
        }

    def _about(self, table: Table, replay: ReplayText, beside: Neighbours) -> dict[str, str]:
        """What the page says of every table."""
        live, ruleset = table.status is not Status.OVER, self._escaped(title(table.header))
        sides, verdict = html.escape(replay.sides), html.escape(replay.verdict)
        return {
            **self._players.slots(table),
            **self._links.slots(table, beside),
            "code": table.code,
            "revision": str(table.revision),
            "live": str(live).lower(),
            "title": " · ".join(filter(None, (sides, verdict, ruleset))),
            "sides": sides,
            "verdict": verdict,
            "ruleset": ruleset,
            "state": self._escaped(_STATES[table.status]),
            "back": self._to_chat(table),
            "has-review": "" if why_unreviewable(self._games, table) is None else "hidden",
            "commitment": binding(table).commitment,
            "fair": self._escaped(Text("watch.fair-live" if live else "watch.fair-over")),
            "to-last": self._escaped(Text("watch.newest" if live else "watch.last")),
            # the page's script fills in the arguments of these two
            "where": self._escaped(Text("watch.where", step="{step}", last="{last}")),
            "missing": self._escaped(Text("watch.no-step", step="{step}")),
        }

    def _preview(self, table: Table, replay: ReplayText, shown: tuple[int, Picture] | None) -> str:
        """Return the tags for link previews; the picture needs the address of the server."""
        ruleset, path = self._say(title(table.header)), f"/g/{table.code}"
        url = None if self._url is None else self._url + path
        image = None
        if url is not None and shown is not None:
            step, picture = shown
            image = Image(f"{url}/{step}.png", picture)
        about = [replay.verdict] if replay.verdict else []
        if shown is not None or table.status is not Status.OVER:
            about.append(self._say(Text(_PREVIEWS[table.status], ruleset=title(table.header))))
        return preview(f"{replay.sides} · {ruleset}", " ".join(about), url, image)

    def _filmed(self, replay: ReplayText) -> str:
        """Return how much of the game the animated replay shows, if not all of it."""
        if replay.filmed == len(replay.steps):
            return ""
        return self._escaped(Text("watch.filmed", shown=replay.filmed, steps=len(replay.steps)))

    def _to_chat(self, table: Table) -> str:
        """Return the link back to this server's chat, if it has one."""
        if not self._chats:
            return ""
        place = table.place
        path = f"/c/{place.channel}" if place.platform is Platform.WEB else "/"
        return f'<a class="back" href="{path}">{self._escaped(Text("watch.to-chat"))}</a>'

    def _to_newest(self, table: Table) -> str:
        """Return a link to the newest step, for browsers without scripts."""
        label = self._escaped(Text("watch.to-newest"))
        return f'<noscript><p><a href="/g/{table.code}">{label}</a></p></noscript>'

    def _escaped(self, text: Text) -> str:
        return html.escape(self._say(text))


def _move(number: int, lines: Sequence[str], mark: str, *, here: bool) -> str:
    """Return a step in words: a link with what happened, then its consequences."""
    first, *rest = map(html.escape, lines)
    current = ' aria-current="step"' if here else ""
    then = "".join(f" <span>{line}</span>" for line in rest)
    return f'<li data-mark="{mark}"><a href="?step={number}"{current}>{first}</a>{then}</li>'


def _paragraphs(lines: Iterable[str]) -> str:
    return "\n".join(f"<p>{html.escape(line)}</p>" for line in lines)
