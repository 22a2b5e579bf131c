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
    """The seat has thrown, and a number is pending."""

    CAN_MOVE = "can-move"
    """The seat must not pass, because the number can be played."""

    UNREADABLE = "unreadable"
    """The text is not a move: `text`."""

    OTHER_NUMBER = "other-number"
    """The number is not the pending one: `number`."""

    THIRD_SIX = "third-six"
    """The third six in a row is lost."""

    NO_PIECE = "no-piece"
    """The seat has no piece there: `place`."""

    ARRIVED = "arrived"
    """The piece is in the goal."""

    HOME = "home"
    """The number does not bring pieces out: `number`."""

    START_FULL = "start-full"
    """No piece can come out, because the start is full: `place`."""

    MUST_COME_OUT = "must-come-out"
    """A piece at home must come out with this number: `number`."""

    MUST_OPEN = "must-open"
    """A six must open a barrier of the seat's own: `place`."""

    LESSON = "lesson"
    """A piece under instruction walks by throws only, not by a bonus: `number`."""

    BARRIER = "barrier"
    """A barrier is on the way: `place`."""

    BARRIER_BACK = "barrier-back"
    """A barrier is on the way back."""

    FULL = "full"
    """Two pieces are where this one would stop: `place`."""

    NOT_EXACT = "not-exact"
    """The goal must be reached by the exact number, and this one is too large: `number`."""

    LAST_SAFE = "last-safe"
    """A piece before its entry may not go beyond it in one move: `place`."""

    BEHIND_START = "behind-start"
    """A piece cannot turn back past its own start: `place`."""

    OUT_OF_CORRIDOR = "out-of-corridor"
    """A piece cannot turn back out of its corridor."""

    NO_CAPTURE_BACK = "no-capture-back"
    """A piece that turned back cannot capture: `place`."""
