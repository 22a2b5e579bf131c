"""How the doctor's checks are carried out."""

from collections.abc import Awaitable, Callable, Sequence

import pytest

from bot.findings import Check, Finding, Last, carry_out, fail, ok

EMPTY = fail("ears", "there is no maize")


def count(ears: int) -> Finding:
    return ok("ears", str(ears))


def nothing(_: int) -> None:
    """Look at nothing."""


async def colours(ears: int) -> Sequence[Finding]:
    return [ok("ear", "black")] * ears


def divide(ears: int) -> Finding:
    if ears == 0:
        raise Last(EMPTY)
    return ok("each", str(12 / (ears - 1)))


async def found(
    ears: int, *checks: Check[int], explain: Callable[[Exception], Finding | None] = lambda _: None
) -> list[Finding]:
    return [each async for each in carry_out(checks, ears, explain)]


@pytest.mark.parametrize(
    ("check", "findings"),
    [(count, [ok("ears", "2")]), (nothing, []), (colours, [ok("ear", "black")] * 2)],
)
async def test_a_check(
    check: Callable[[int], Finding | None] | Callable[[int], Awaitable[Sequence[Finding]]],
    findings: list[Finding],
) -> None:
    """A check returns one finding, none or several, at once or when it has waited."""
    assert await found(2, check) == findings


async def test_the_last_finding() -> None:
    """After a finding that is the last, no more is checked."""
    assert await found(0, count, divide, count) == [ok("ears", "0"), EMPTY]


async def test_an_error_that_is_explained() -> None:
    """An error ends the checks with what it means."""
    assert await found(1, count, divide, count, explain=lambda _: EMPTY) == [ok("ears", "1"), EMPTY]


async def test_an_error_without_explanation() -> None:
    """An error that nothing explains is a mistake of the check's own."""
    with pytest.raises(ZeroDivisionError):
        await found(1, divide)
