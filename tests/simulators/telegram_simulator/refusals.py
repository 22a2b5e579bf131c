"""How Telegram refuses."""

from telegram_simulator.members import Json


class Refused(Exception):  # noqa: N818 - it is a sentence when raised
    """A refused request; `blamed`: one that a bot should never have sent."""

    def __init__(
        self, status: int, words: str, parameters: Json | None = None, *, blamed: bool = False
    ) -> None:
        self.status, self.words, self.blamed = status, words, blamed
        self.parameters = parameters or {}
        super().__init__(f"{status} {words}")

    @property
    def body(self) -> Json:
        found: Json = {"ok": False, "error_code": self.status, "description": self.words}
        return found | ({"parameters": self.parameters} if self.parameters else {})


def bad(words: str) -> Refused:
    """A request that fits ill with how things stand, as may happen to anyone."""
    return Refused(400, f"Bad Request: {words}")


def blamed(words: str) -> Refused:
    """A request that nobody should send, however things stand."""
    return Refused(400, f"Bad Request: {words}", blamed=True)


def forbidden(words: str) -> Refused:
    """A request that the bot may not make here, at least now."""
    return Refused(403, f"Forbidden: {words}")
