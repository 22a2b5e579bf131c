"""The board of a road game: a table's position as a picture and as text."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from typing_extensions import override

from bot.games.family import Board
from bot.games.naming import level, stands_in
from bot.games.road.choices import Choice, Effect
from bot.games.road.deeds import trace
from bot.games.road.events import Event, Thrown
from bot.games.road.names import player
from bot.games.road.rules import changes, sizes, title
from bot.games.road.sizes import size_of
from bot.games.stage import Stage, Threw
from bot.table.match_text import parties, score_text, winner_text
from bot.table.naming import as_text
from bot.table.steps import AND
from bot.table.table import SMALLEST_GAME, Ending, Status, Table
from engine import Pass
from engine.road.game import RoadGame
from engine.road.moves import Deed, Move
from engine.road.position import Position
from engine.road.ruleset import AfterCapture, Casts
from engine.road.unpacked import Unpacked
from engine.text import Name, Say
from renderer import casts
from renderer.colours import Colour
from renderer.road import view as views
from renderer.road.describe import alt, board
from renderer.road.people import brief, side_name
from renderer.road.picture import draw, field
from renderer.road.stage import RoadStage
from renderer.signs import thrown_sign, warrior_sign
from renderer.theme import MAIZE, Theme


@dataclass(frozen=True, slots=True)
class RoadBoard(Board):
    """A position on the road with a translator.

    `moves` are the choices: for each, the stack that moves first, and the traces of the moves.
    """

    view: views.RoadView
    say: Say
    moves: Mapping[str, tuple[views.StackView, tuple[views.Trace, ...]]]

    @override
    def png(self, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
        return draw(self.view, self.say, theme, seen_from)

    @override
    def field(self, theme: Theme = MAIZE) -> bytes:
        return field(self.view, self.say, theme)

    @override
    def accent(self, theme: Theme = MAIZE) -> Colour | None:
        return None if self.side is None else theme.sides[self.side].face

    @property
    @override
    def signs(self) -> tuple[str, ...]:
        if self.side is None:
            return ()
        thrown = (
            thrown_sign(cast.table.thing, face)
            for cast in self.view.thrown
            for face in cast.objects
        )
        return (warrior_sign(self.side), *thrown)

    @override
    def stage(self, rows: int, seat: int | None) -> Stage:
        stage = RoadStage(self.view, rows, self.seen_from(seat))
        return Stage(
            stage.art,
            stage.tableau,
            stage.names,
            stage.yards,
            (),
            stage.landings,
            {move: stage.going(stack, made) for move, (stack, made) in self.moves.items()},
            tuple(self._threw()),
        )

    def seen_from(self, seat: int | None) -> int:
        """Return the side at whose base the road begins, so that the base of a seat is in front."""
        return 1 - self.view.seats[seat or 0].side

    def _threw(self) -> Iterator[Threw]:
        turn = self.view.turn
        if turn is None:
            return
        for each in self.view.thrown:
            side, thing = self.view.seats[turn].side, str(each.table.thing)
            number = each.table.number(each.objects)
            yield Threw(turn, side, thing, each.objects, number, played=each.played)

    @override
    def alt(self) -> str:
        return alt(self.view, self.say)

    @override
    def letters(self) -> str:
        return board(self.view, self.say)


def board_of(
    game: RoadGame,
    table: Table,
    position: Position,
    choices: Mapping[tuple[Move, ...], Choice],
    happened: Sequence[Event],
    say: Say,
) -> RoadBoard:
    """Return the board of a table with what the seat to move chooses from after what `happened`."""
    seen, phase, over = game.unpack(position), game.phase(position), table.status is Status.OVER
    ruleset = game.ruleset
    seats = tuple(_seat(game, table, seat, say) for seat in range(game.seats))
    view = views.RoadView(
        road=ruleset.road,
        seats=seats,
        stacks=tuple(views.StackView(*stack) for stack in seen.stacks),
        base=seen.base,
        killed=seen.killed,
        away=seen.away,
        turn=None if over else seen.turn,
        winner=_winner(game, table) if over else None,
        thrown=thrown(game, table.lying, seen),
        last=traces(happened),
        landings=landings(effect.deed for effects in choices.values() for effect in effects),
        title=title(ruleset),
        moves=table.moves,
        changed=(*(() if size_of(ruleset) else sizes(ruleset)), *changes(ruleset)),
        banner=_banner(game, table, seen) if over else None,
        passes=isinstance(phase, Pass),
        summed=ruleset.casts is Casts.SUM,
        fire=ruleset.fire_spaces,
        match=_match(game, table, seats, say),
    )
    going = {
        AND.join(map(game.write_move, moves)): (
            _stack(effects[0]),
            tuple(trace(effect.deed) for effect in effects),
        )
        for moves, effects in choices.items()
        if len({effect.deed.seat for effect in effects}) == 1
    }
    return RoadBoard(None if over else game.side(seen.turn), view, say, going)


def landings(moves: Iterable[Move | Deed]) -> tuple[views.Landing, ...]:
    """Return the places where moves end, with the numbers that lead there."""
    numbers: dict[int, set[int]] = defaultdict(set)
    for move in moves:
        numbers[move.end].add(move.number)
    return tuple(views.Landing(at, tuple(sorted(numbers[at]))) for at in sorted(numbers))


def traces(happened: Iterable[Event]) -> tuple[views.Trace, ...]:
    """Return the traces of the moves of the last turn that had any."""
    turn: list[Deed] = []
    begins = True
    for event in happened:
        match event:
            case Thrown():
                begins = True
            case Deed():
                turn = [event] if begins else [*turn, event]
                begins = False
    return tuple(map(trace, turn))


def kills(game: RoadGame, seen: Unpacked) -> tuple[int, int]:
    """Return how many enemy warriors each side has killed."""
    jade, red = (
        sum(count for seat, count in enumerate(seen.killed) if game.side(seat) != side)
        for side in (0, 1)
    )
    return jade, red


def _stack(effect: Effect) -> views.StackView:
    """Return the stack that moves; a warrior that enters is a stack in its base."""
    deed, move = effect
    return views.StackView(deed.start, move.captain, move.heading, move.captives)


def _winner(game: RoadGame, table: Table) -> int | None:
    """Return the side that won, DRAW, or None if the game ended without a result."""
    if table.winners:
        return game.side(table.winners[0])
    return views.DRAW if table.ending in (Ending.DRAWN, Ending.AGREED) else None


def _banner(game: RoadGame, table: Table, seen: Unpacked) -> views.Banner:
    """Return the banner that says why a game ended."""
    if table.ending not in (Ending.WON, Ending.DRAWN):
        return views.Banner(str(table.ending), table.moves, seat=table.ended_by)
    if game.ruleset.after_capture is AfterCapture.LEAVE:
        return views.Banner("kills", table.moves, kills=kills(game, seen))
    lost = next(seat for seat in range(game.seats) if seat not in table.winners)
    return views.Banner("free", table.moves, seat=lost)


def thrown(game: RoadGame, lying: Iterable[str], seen: Unpacked) -> tuple[casts.Thrown, ...]:
    """Return the throws of the turn; of two, one whose number is no longer pending was played."""
    ruleset, left = game.ruleset, list(seen.numbers)
    throws, found = ruleset.throws, []
    for cast in map(throws.read, lying):
        number = throws.number(cast)
        played = ruleset.casts is Casts.EACH and bool(seen.numbers) and number not in left
        if number in left:
            left.remove(number)
        found.append(casts.Thrown(throws, cast, played))
    return tuple(found)


def _seat(game: RoadGame, table: Table, seat: int, say: Say) -> views.SeatView:
    """Return a seat; its name is empty if it only repeats the side's, as in the tutorial."""
    side = game.side(seat)
    name = say(as_text(player(game, table, seat)))
    return views.SeatView(
        name="" if name == side_name(side, say) else name,
        side=side,
        level=level(table, seat, say),
        stands_in=stands_in(table, seat, say),
    )


def _match(
    game: RoadGame, table: Table, seats: Sequence[views.SeatView], say: Say
) -> views.MatchView | None:
    """Return the match of a table; its parties have short names, which leave room for the score."""
    if game.seats != SMALLEST_GAME:
        teams = (say(as_text(team)) for team in parties(table, game))
        seats = [views.SeatView(team, side) for side, team in enumerate(teams)]
    names = [Name(brief(seat, say)) for seat in seats]
    score = score_text(table, game, names)
    return None if score is None else views.MatchView(score, winner_text(table, game, names))
