"""The buttons of a running game besides its moves: answers to what the board asks."""

from collections.abc import Iterator

from bot.acts.play.answer import Answer
from bot.acts.play.claim import Claim, Extend
from bot.acts.play.keep import KeepPlaying
from bot.acts.play.resume import Resume
from bot.games.catalogue import Games
from bot.show.addressees import asks_to_go_on
from bot.table import departures
from bot.table.agreement import offer_mark, seat_mark
from bot.table.asking import Wish
from bot.table.button import Button, Style
from bot.table.clock import Stop
from bot.table.table import Table
from engine.text import Text


def answers(games: Games, table: Table) -> Iterator[Button]:
    """Yield the buttons for an open offer, a claim, a pause, and an idle game."""
    for asking in table.offers:
        first, mark = asking.revision, offer_mark(table, asking)
        agrees, declines = (Answer(table.id, first, agrees, mark) for agrees in (True, False))
        shows = asking.wish is Wish.SHOW
        yield Button(Text("button.allow" if shows else "button.agree"), agrees, Style.GOOD)
        yield Button(Text("button.not-there" if shows else "button.decline"), declines, Style.BAD)
    if table.forfeit is not None:
        team = departures.play_on(games.game(table.header), table, table.forfeit)
        key = "button.stand-in" if team else "button.claim"
        player = seat_mark(table, table.seats[table.forfeit])
        yield Button(Text(key), Claim(table.id, player), Style.GOOD)
        yield Button(Text("button.extend"), Extend(table.id, player))
    if table.clock is not None and table.clock.stopped is Stop.PAUSED:
        yield Button(Text("button.ask.resume"), Resume(table.id))
    if asks_to_go_on(table):
        yield Button(Text("button.keep"), KeepPlaying(table.id), Style.GOOD)
