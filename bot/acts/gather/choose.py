"""Choosing a game from pictures, and against whom to play it."""

from collections.abc import Iterator
from dataclasses import dataclass

from typing_extensions import override

from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.named import button
from bot.acts.options import counts_of, with_seats
from bot.games.catalogue import Games
from bot.games.shelf import FIRST, Entry, Shelf, first_page
from bot.games.size import Size
from bot.table.button import Button, Posts, Style
from bot.table.options import Options
from bot.table.request import Refusal, Reply
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Choose(Act):
    """Ask which game to play: one of the first page or, if it is named, of a `shelf`.

    With `options`, which are those of the game, ask against whom to play it.
    """

    declared = Declaration(
        "choose",
        None,
        Audience.ACTOR,
        Posts.NOTHING,
        Who.PLAYERS,
        short="g",
        limit=PRESSES,
        pages=True,
    )

    shelf: str = ""
    options: Options | None = None

    @override
    async def handle(self, here: Context) -> Reply:
        games = here.games
        shelf = next((each for each in games.shelves if each.name == self.shelf), None)
        if self.shelf and shelf is None:  # a forged button
            raise Refusal(Text("press.unknown"))
        if self.options is not None:
            return self._game(games, self.options)
        if shelf is None:
            offers = tuple(_offer(games, shown, "") for shown in first_page(games.shelves))
            return Reply((Text("choose.which"),), sheet=FIRST, choices=offers)
        offers = tuple(_offer(games, entry, shelf.name) for entry in shelf.entries)
        back = button("choose.back", "choose")
        return Reply(
            (shelf.character, Text("choose.which")), sheet=shelf.name, choices=(*offers, back)
        )

    def _game(self, games: Games, options: Options) -> Reply:
        """Describe a game, and offer the ways to begin it and its other sizes."""
        header = games.header(options)
        size = games.size_of(header)
        names = (f"{options.ruleset}.{each}" for each in (size, Size.CLASSIC))
        return Reply(
            (*games.offered(header), Text("choose.against")),
            sheet=next(name for name in names if name in games.sheets),
            choices=(
                button("play.computer", "practice", style=Style.GOOD, options=options),
                button("play.challenge", "challenge", options=options),
                *(_open_to(games, options) or (button("play.open", "open", options),)),
                *self._sizes(games, options, size),
                button("play.rules", "rules", options=options),
                button("choose.back", "choose", self.shelf),
            ),
        )

    def _sizes(self, games: Games, options: Options, present: Size | None) -> Iterator[Button]:
        """Yield a button for each other size of the game."""
        for size in games.sizes(options.ruleset):
            if size is not present:
                yield button(size.text, "choose", self.shelf, games.sized(options, size))


def _offer(games: Games, shown: Entry | Shelf, shelf: str) -> Button:
    """Return the button that leads to a game or to a further shelf."""
    if isinstance(shown, Shelf):
        return button(shown.title, "choose", shown.name)
    options = Options(shown.ruleset)
    if shown.size is not Size.CLASSIC:
        options = games.sized(options, shown.size)
    return button(shown.title, "choose", shelf, options)


def _open_to(games: Games, options: Options) -> tuple[Button, ...]:
    """Return buttons that post the game for several numbers of players, if it has any choice."""
    return tuple(
        button(Text("choose.players", count=count), "open", with_seats(options, count))
        for count in counts_of(games, options)
    )
