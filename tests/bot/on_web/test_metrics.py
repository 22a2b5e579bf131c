"""The metrics: who may read them, and what they count."""

from typing import TYPE_CHECKING

import pytest
from prometheus_client import REGISTRY

from bot.config import WebMode

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bot.on_web.conftest import Browser, House

    Open = Callable[[str], Browser]

TOKEN = "s3cret"  # noqa: S105 - invented


def bearer(token: str) -> dict[str, str]:
    """Return the headers of a request with a token."""
    return {"Authorization": f"Bearer {token}"}


async def test_free_on_this_machine(ana: "Browser") -> None:
    """The local chat serves metrics without a token."""
    answer = await ana.get("/metrics")
    assert answer.status == 200
    assert "puluc_requests_total" in answer.text


@pytest.mark.parametrize(
    ("token", "headers", "status"),
    [
        (None, {}, 404),
        (None, bearer("None"), 404),
        (TOKEN, {}, 403),
        (TOKEN, bearer("wrong"), 403),
        (TOKEN, bearer("\u00e9"), 403),
        (TOKEN, {"Authorization": TOKEN}, 403),
        (TOKEN, bearer(TOKEN), 200),
    ],
)
async def test_token_on_a_public_server(
    house: "House",
    open_browser: "Open",
    token: str | None,
    headers: dict[str, str],
    status: int,
) -> None:
    """A public server serves metrics only with the token, and not at all if none is set."""
    async with house.serving(WebMode.WATCH, proxied=True, metrics_token=token) as address:
        assert (await open_browser(address).get("/metrics", headers)).status == status


def value(name: str, **labels: str) -> float:
    """Return the present value of a metric."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


async def test_a_refusal_is_counted(ana: "Browser") -> None:
    """A refused request is counted under its act and under the key of its reason."""
    asked = {"platform": "web", "act": "accept"}
    before = value("puluc_requests_total", **asked)
    refused = value("puluc_refusals_total", reason="table.gone")
    timed = value("puluc_act_seconds_count", platform="web")
    await ana.press("1accept.aaaaaaaaaa")
    assert value("puluc_requests_total", **asked) == before + 1
    assert value("puluc_refusals_total", reason="table.gone") == refused + 1
    assert value("puluc_act_seconds_count", platform="web") == timed + 1
