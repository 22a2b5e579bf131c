"""Telegram's error responses."""

from telegram_simulator.members import Json


class Refused(Exception):  # noqa: N818 - it is a sentence when raised
    """A refused request; `violation` if no bot should ever have sent it."""

    def __init__(
        self, status: int, words: str, parameters: Json | None = None, *, violation: bool = False
    ) -> None:
        self.status, self.words, self.violation = status, words, violation
        self.parameters = parameters or {}
        super().__init__(f"{status} {words}")

    @property
    def body(self) -> Json:
        found: Json = {"ok": False, "error_code": self.status, "description": self.words}
        return found | ({"parameters": self.parameters} if self.parameters else {})


def bad(words: str) -> Refused:
    """Return the error for a request that doesn't fit the current state, which any bot may meet."""
    return Refused(400, f"Bad Request: {words}")


def violation(words: str) -> Refused:
    """Return the error for a request that no bot should send in any state."""
    return Refused(400, f"Bad Request: {words}", violation=True)


def forbidden(words: str) -> Refused:
    """Return the error for a request that the bot currently isn't allowed to make."""
    return Refused(403, f"Forbidden: {words}")
