"""Moves in words: what becomes of a number, as a part of a sentence, and labels of buttons."""

from collections.abc import Sequence
from typing import Final

from bot.games.parchis.events import PAIR, Counted
from bot.games.parchis.names import player
from bot.table.button import Style
from bot.table.naming import as_text
from bot.table.table import Table
from engine.parchis.board import GOAL, HOME, SAFE
from engine.parchis.game import ParchisGame
from engine.parchis.moves import ARRIVED, Move
from engine.parchis.notation import write_place
from engine.parchis.position import Position, is_outside
from engine.text import Text

LETTERS: Final = "ABCD"
"""What links a piece, the place where it would land, and the button, in the order of moves."""


def counted(game: ParchisGame, table: Table, event: Counted) -> Text:
    """Return what became of a number, such as "6, which counts 12: 12 to 24"."""
    told = Text("parchis.told.counted", number=_number(event), deed=deed(game, table, event))
    again = event.again and event.move is not None
    return Text("parchis.told.again", told=told) if again else told


def _number(event: Counted) -> Text:
    """Return a number, with how it came about unless that is just what the die shows."""
    if event.face is None:
        bonus = "goal" if event.number == ARRIVED else "capture"
        return Text(f"parchis.told.for-{bonus}", number=event.number)
    if event.face == event.number or event.move is None:
        return Text("parchis.told.number", number=event.face)
    return Text("parchis.told.worth", face=event.face, number=event.number)


def deed(game: ParchisGame, table: Table, event: Counted) -> Text:
    """Return what a piece did with a number, or why it is lost."""
    if event.sent_home is not None:
        return Text("parchis.told.third-home", place=write_place(event.sent_home))
    if event.move is None:
        return Text(f"parchis.told.{event.lost}")
    moved, captures = _movement("parchis.told", event.move), event.move.captures
    if captures:
        prey = tuple(as_text(player(game, table, seat)) for seat in captures)
        return Text("parchis.told.captures", deed=moved, prey=prey, count=len(prey))
    opens = event.opened and event.face is not None
    return Text("parchis.told.opens", deed=moved) if opens else moved


def _movement(prefix: str, move: Move) -> Text:
    """Return where a piece moves, in the words of sentences or of buttons."""
    start, end = write_place(move.start), write_place(move.end)
    if move.start == HOME:
        return Text(f"{prefix}.two-out" if move.pieces == PAIR else f"{prefix}.out", end=end)
    if move.end == GOAL:
        return Text(f"{prefix}.goal", start=start)
    return Text(f"{prefix}.back" if move.back else f"{prefix}.step", start=start, end=end)


def labels(position: Position, moves: Sequence[Move]) -> tuple[Text, ...]:
    """Return a button label for each legal move, with its letter if there are several."""
    texts = tuple(_label(position, move) for move in moves)
    if len(texts) == 1:
        return texts
    return tuple(
        Text("parchis.move.lettered", letter=letter, move=text)
        for letter, text in zip(LETTERS, texts, strict=False)
    )


def _label(position: Position, move: Move) -> Text:
    moved = _movement("parchis.move", move)
    effect = _effect(position, move)
    return Text(f"parchis.move.{effect}", move=moved) if effect else moved


def _effect(position: Position, move: Move) -> str:
    """Return what is most worth knowing about a move; empty if nothing is."""
    own = position.board.pieces[position.turn]
    if move.captures:
        return "captures"
    if move.end == GOAL or move.back:
        return ""
    if own.count(move.end) == PAIR - 1 and move.end != move.start:
        return "barrier"
    if is_outside(move.start) and own.count(move.start) == PAIR:
        return "opens"
    return "safe" if move.end in SAFE and move.start != HOME else ""


def style(move: Move) -> Style:
    """Return the style of a move's button."""
    if move.captures:
        return Style.CAPTURE
    return Style.GOOD if move.end == GOAL else Style.PLAIN
