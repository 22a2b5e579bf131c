"""Reasons: the rule that a refused move, cast or pass breaks."""

from enum import StrEnum


class Reason(StrEnum):
    """Why something cannot be played; the facts that come with it are named behind each."""

    OVER = "over"
    """The game has ended."""

    OPENING = "opening"
    """The opening is not decided yet."""

    NOT_CAST = "not-cast"
    """The seat has to cast first."""

    CAST_ALREADY = "cast-already"
    """A number is still to be played."""

    CAN_MOVE = "can-move"
    """A pass, where a number can be played."""

    UNREADABLE = "unreadable"
    """The text is not a move: `text`."""

    OTHER_NUMBER = "other-number"
    """The number is not the one that was cast: `number`."""

    BASE_EMPTY = "base-empty"
    """The seat has nobody in base."""

    SINGLE_FILE = "single-file"
    """The seat has a warrior on the road already, and enters one at a time."""

    NO_STACK = "no-stack"
    """Nobody stands there: `space`."""

    NOT_YOURS = "not-yours"
    """The stack is the enemy's: `space`."""

    OTHERS = "others"
    """The warrior is another seat's, which the seat to play cannot help now."""

    CHANGED = "changed"
    """The stack is not the one that the move was made for: `space`, or none in base."""

    NOUGHT = "nought"
    """Nobody can move by 0."""

    WRONG_WAY = "wrong-way"
    """The stack heads the other way: `space`, or none for a warrior in base."""

    NOT_EXACT = "not-exact"
    """A base has to be reached by the exact number: `number` is too many."""

    OWN_STACK = "own-stack"
    """A stack of the same side stands where it would land: `space`."""

    NO_ENEMY = "no-enemy"
    """Backwards only to capture, and no enemy is on `space`, or none off the road."""
