"""Examples: one turn each, shown as the board after it, with its moves traced."""

from dataclasses import dataclass

from typing_extensions import override

from bot.games.family import Example
from bot.games.parchis.names import team
from bot.games.parchis.scene import ParchisScene
from bot.games.staged import staged
from bot.table.table import Table
from engine.parchis.game import ParchisGame
from engine.parchis.header import read_header
from engine.record import replay
from engine.text import Say
from renderer.theme import MAIZE, Theme


@dataclass(frozen=True, slots=True)
class ParchisExample(Example):
    """One turn that illustrates a rule.

    `position` is the position before the throw, and `turn` has the throws, moves and passes as in
    a record (`3 7+3 10+20`). The engine plays them, so an example cannot contradict the rules.
    """

    header: str
    position: str
    turn: str

    @override
    def png(self, say: Say, theme: Theme = MAIZE) -> bytes:
        return self._scene(say).board.png(theme)

    @override
    def alt(self, say: Say) -> str:
        return self._scene(say).board.alt()

    def _scene(self, say: Say) -> ParchisScene:
        game = ParchisGame(read_header(self.header))
        return ParchisScene(game, table_after(game, self.position, self.turn, say), say)


def table_after(game: ParchisGame, position: str, turn: str, say: Say) -> Table:
    """Return a table after a `turn` from a position, with players named after their colours."""
    story = tuple(turn.split())
    before = game.read_position(position)
    *_, last = replay(game, story, before)
    return staged(
        game.header,
        (say(team(game, seat)) for seat in range(game.seats)),
        position=game.write_position(last.after),
        before=position,
        story=story,
    )
