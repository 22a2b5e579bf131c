"""The scene of a road game: the last events, the legal moves, and the board for display."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from typing_extensions import override

from bot.games.family import Playable
from bot.games.road.board import RoadBoard, board_of, kills
from bot.games.road.choices import Choice, choice
from bot.games.road.deeds import labels
from bot.games.road.events import Event, events, in_order
from bot.games.road.names import player, team, with_number
from bot.games.road.page import frames
from bot.games.road.summary import summary
from bot.games.road.telling import tell, told
from bot.games.scene import GameScene
from bot.games.stage import Frame
from bot.games.telling import Told
from bot.table.button import Style
from bot.table.naming import as_text
from bot.table.steps import AND
from bot.table.table import Ending
from engine.road.game import RoadGame
from engine.road.moves import Arrival, Move
from engine.road.position import Position
from engine.road.ruleset import AfterCapture
from engine.road.unpacked import Unpacked
from engine.text import Name, Text
from renderer.signs import warrior_sign


class RoadScene(GameScene[RoadGame, Position, Move]):
    """A scene of a road game."""

    @cached_property
    @override
    def narration(self) -> tuple[Text, ...]:
        return tell(self._game, self._table, self._happened)

    @property
    @override
    def told(self) -> tuple[Told, ...]:
        return tuple(filter(None, told(self._game, self._table, self._happened)))

    @cached_property
    @override
    def turn(self) -> tuple[Text, ...]:
        """Whose turn it is, and the numbers to play in the order of the throws."""
        if self.mover is None:
            return ()
        throws = self._game.ruleset.throws
        thrown = [throws.number(throws.read(cast)) for cast in self._table.lying]
        numbers = in_order(self._seen.numbers, thrown)
        name = with_number(self._game, self._table, self.mover)
        return (Text("told.turn", name=name, number=tuple(numbers)),)

    @cached_property
    @override
    def result(self) -> Text:
        game, table, verdict = self._game, self._table, self._verdict
        if table.ending not in (Ending.WON, Ending.DRAWN):
            return verdict
        if game.ruleset.after_capture is not AfterCapture.LEAVE:
            lost = 1 - game.side(table.winners[0])
            return Text("why.free", name=self._party(lost), ended=verdict)
        (jade, red), names = kills(game, self._seen), (self._party(0), self._party(1))
        if jade == red:
            return Text("why.equal", names=names, kills=jade, ended=verdict)
        name, other = names
        return Text("why.kills", name=name, kills=jade, other=other, others=red, ended=verdict)

    @override
    def summary(self, record: Sequence[str]) -> tuple[Text, ...]:
        return summary(self._game, record, (self._party(0), self._party(1)))

    @cached_property
    @override
    def moves(self) -> tuple[Playable, ...]:
        """The legal moves, in road order."""
        legal = () if self.mover is None else self._moves
        return self._offered(self._done((move,) for move in legal))

    @cached_property
    @override
    def choices(self) -> tuple[Playable, ...]:
        return self._offered(self._choices)

    @cached_property
    @override
    def board(self) -> RoadBoard:
        return board_of(
            self._game, self._table, self._position, self._choices, self._happened, self._say
        )

    @override
    def frames(self, rows: int, seat: int | None) -> tuple[Frame, ...]:
        return tuple(frames(self._game, self._table, self.board, rows, seat, self._say))

    def _offered(self, choices: Mapping[tuple[Move, ...], Choice]) -> tuple[Playable, ...]:
        """Return a button for each choice."""
        write = self._game.write_move
        texts = labels(self._game, self._table, tuple(choices.values()))

        def sign(effects: Choice) -> str:
            sides = [self._game.side(effect.deed.seat) for effect in effects]
            return warrior_sign(1 - sides[0]) if _style(effects) is Style.CAPTURE else ""

        return tuple(
            Playable(
                text, AND.join(map(write, moves)), _style(choices[moves]), sign(choices[moves])
            )
            for text, moves in zip(texts, choices, strict=True)
        )

    @cached_property
    def _seen(self) -> Unpacked:
        return self._game.unpack(self._position)

    @cached_property
    def _happened(self) -> tuple[Event, ...]:
        """The events of the table's last step."""
        return tuple(events(self._game, self._table))

    @cached_property
    def _choices(self) -> Mapping[tuple[Move, ...], Choice]:
        """What the seat to move decides between: moves, and what they do."""
        if self.mover is None:
            return {}
        return self._done(self._game.choices(self._position))

    def _done(self, choices: Iterable[tuple[Move, ...]]) -> Mapping[tuple[Move, ...], Choice]:
        """Return what each choice does, in road order."""
        done = {moves: choice(self._game, self._position, moves) for moves in choices}
        return dict(sorted(done.items(), key=lambda each: each[1][0].deed.start))

    @override
    def _player(self, seat: int) -> Name | Text:
        return player(self._game, self._table, seat)

    @override
    def _party(self, side: int) -> Text:
        return as_text(team(self._game, self._table, side))


def _style(effects: Choice) -> Style:
    deeds = [effect.deed for effect in effects]
    if any(any(deed.captured) or deed.away for deed in deeds):
        return Style.CAPTURE
    if any(deed.arrival is Arrival.FIRE for deed in deeds):
        return Style.BAD
    gains = any(any((*deed.killed, *deed.freed, *deed.liberated)) for deed in deeds)
    return Style.GOOD if gains else Style.PLAIN
