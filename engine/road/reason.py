"""Reasons: the rules that an illegal move, throw or pass can break."""

from enum import StrEnum


class Reason(StrEnum):
    """Why something cannot be played. Each description ends with the facts that come with it."""

    OVER = "over"
    """The game is over."""

    OPENING = "opening"
    """The opening is not decided yet."""

    NOT_CAST = "not-cast"
    """The seat must throw first."""

    CAST_ALREADY = "cast-already"
    """The seat has thrown, and a number is still to be played."""

    CAN_MOVE = "can-move"
    """The seat must not pass, because a number can be played."""

    UNREADABLE = "unreadable"
    """The text is not a move: `text`."""

    OTHER_NUMBER = "other-number"
    """The number is not one that was thrown and is still to be played: `number`."""

    BASE_EMPTY = "base-empty"
    """The seat has no warrior in base."""

    SINGLE_FILE = "single-file"
    """The seat already has a captain on the road, and may have only one."""

    NO_STACK = "no-stack"
    """The space has no stack: `space`."""

    NOT_YOURS = "not-yours"
    """The stack is an enemy's: `space`."""

    OTHERS = "others"
    """The warrior belongs to another seat that the seat to play may not help now."""

    CHANGED = "changed"
    """The stack is not the one that the move was made for: `space`, or no fact in base."""

    NOUGHT = "nought"
    """A warrior cannot move by 0."""

    WRONG_WAY = "wrong-way"
    """The stack heads the other way: `space`, or no fact for a warrior in base."""

    NOT_EXACT = "not-exact"
    """A base must be reached by the exact number, and this one is too large: `number`."""

    OWN_STACK = "own-stack"
    """A stack of the same side is on the space where this one would land: `space`."""

    NO_ENEMY = "no-enemy"
    """Stacks may only move backwards to capture, and the space has no enemy: `space`.

    There is no fact if the move would end off the road or in the fire.
    """
