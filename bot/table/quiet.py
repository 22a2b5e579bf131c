"""Placeholder until merged."""

from bot.table.preferences import Quiet


def is_quiet(at: float, quiet: Quiet | None, zone: str) -> bool:
    return False


def quiet_ends(at: float, quiet: Quiet | None, zone: str) -> float:
    return at


def quiet_begins_before(at: float, quiet: Quiet | None, zone: str) -> float:
    return at
