"""The text version of a table's page: its state, the board at one step, and all steps in words."""

from bot.acts.advice import why_unreviewable
from bot.games.catalogue import Games, title
from bot.on_web.match_links import Neighbours, match_view
from bot.on_web.pages import Preview
from bot.on_web.pictures import Image
from bot.on_web.players import players_view
from bot.show.page import Picture
from bot.show.replay import ReplayText
from bot.table.corn import binding
from bot.table.people import Platform
from bot.table.table import Status, Table
from engine.text import Say, Text

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
    """Makes the values of the template `watch`.

    `url` is the base URL of the public pages, without a trailing slash; link previews need it for
    their picture. `chats`: this server also has the web chat, so pages link back to it.
    """

    def __init__(self, games: Games, say: Say, *, url: str | None, chats: bool) -> None:
        self._games = games
        self._say = say
        self._url = url
        self._chats = chats

    def view(
        self,
        table: Table,
        replay: ReplayText,
        beside: Neighbours,
        shown: tuple[int, Picture] | None,
        *,
        follows: bool,
    ) -> dict[str, object]:
        """Return the values for a game at a step with its picture, or for one without any step.

        `beside` are its neighbours in its match. With `follows`, the page stays at the newest step.
        """
        picture, lines = None, replay.lines
        if shown is not None:
            step, drawn = shown
            source = f"/g/{table.code}/{replay.marks[step]}/{step}.png"
            picture, lines = Image.of(source, drawn), replay.steps[step]
        return {
            **players_view(self._games, table),
            **match_view(self._games, table, beside),
            "table": table,
            "replay": replay,
            "preview": self.preview(table, replay, shown),
            "public": f"{self._url or ''}/g/{table.code}/text" if follows else None,
            "back": self._to_chat(table),
            "follows": follows,
            "live": table.status is not Status.OVER,
            "ruleset": title(table.header),
            "state": _STATES[table.status],
            "commitment": binding(table).commitment,
            "reviewable": why_unreviewable(self._games, table) is None,
            "step": "" if shown is None else shown[0],
            "picture": picture,
            "lines": lines,
            "stepper": [] if shown is None else _stepper(shown[0], len(replay.steps) - 1),
        }

    def preview(
        self, table: Table, replay: ReplayText, shown: tuple[int, Picture] | None
    ) -> Preview:
        """Return what links show; the picture needs the address of the server."""
        ruleset, url, picture = title(table.header), None, None
        if self._url is not None:
            url = f"{self._url}/g/{table.code}"
            if shown is not None:
                step, drawn = shown
                picture = Image.of(f"{url}/{step}.png", drawn)
        about = [replay.verdict] if replay.verdict else []
        if shown is not None or table.status is not Status.OVER:
            about.append(self._say(Text(_PREVIEWS[table.status], ruleset=ruleset)))
        heading = f"{replay.sides} · {self._say(ruleset)}"
        return Preview(heading, " ".join(about), url, picture)

    def _to_chat(self, table: Table) -> str | None:
        """Return the path back to this server's chat, if it has one."""
        if not self._chats:
            return None
        place = table.place
        return f"/c/{place.channel}" if place.platform is Platform.WEB else "/"


def _stepper(step: int, last: int) -> tuple[tuple[str, int], ...]:
    """Return the keys of links to other steps, and where they lead."""
    return (
        ("watch.first", 0),
        ("watch.back", max(step - 1, 0)),
        ("watch.forward", min(step + 1, last)),
        ("watch.last", last),
    )
