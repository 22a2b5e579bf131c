"""Discord's error responses."""

from typing import Any

# code: (HTTP status, message), as Discord documents and words them
REFUSALS = {
    0: (401, "401: Unauthorized"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    20012: (403, "You are not authorized to perform this action on this application"),
    10062: (404, "Unknown interaction"),
    30008: (400, "Maximum number of emojis reached"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40003: (403, "You are opening direct messages too fast."),
    40005: (413, "Request entity too large"),
    40094: (400, "This interaction has hit the maximum number of follow up messages"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
}


class Refused(Exception):  # noqa: N818 - it is a sentence when raised
    """A request that Discord refuses with this code; `details` are the errors in its body."""

    def __init__(self, code: int, details: list[str] | None = None) -> None:
        self.code = code
        self.details = details or []
        self.status, self.words = REFUSALS[code]
        super().__init__(f"{self.status} {self.words} ({code}): {'; '.join(self.details)}")

    @property
    def body(self) -> dict[str, Any]:
        found: dict[str, Any] = {"code": self.code, "message": self.words}
        if self.details:
            found["errors"] = {"_errors": [{"code": "INVALID", "message": d} for d in self.details]}
        return found
