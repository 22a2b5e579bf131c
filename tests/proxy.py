"""What reaches a bot with public pages through a hosting service's proxy."""

from collections.abc import Mapping
from ipaddress import IPv4Address
from typing import Final
from urllib.parse import urlsplit

SITE: Final = "https://puluc.example"
"""The address of the public pages (`PULUC_URL`)."""

_FIRST: Final = IPv4Address("10.0.0.0")


def site(port: int) -> Mapping[str, str]:
    """Return the settings of a process with public pages, to which the proxy forwards requests."""
    return {"PULUC_WEB": "play", "PULUC_URL": SITE, "PORT": str(port)}


def forwarded(number: int) -> Mapping[str, str]:
    """Return the headers of what the pages' scripts send from a browser, by its number.

    Each has an address of its own, so the limits of addresses hold for each.
    """
    return {
        "Host": urlsplit(SITE).netloc,
        "Origin": SITE,
        "Sec-Fetch-Site": "same-origin",
        "X-Forwarded-For": str(_FIRST + number),
    }
