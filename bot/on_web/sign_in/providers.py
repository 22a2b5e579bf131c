"""Who tells which account somebody has: Discord by OAuth 2.0, Telegram by OpenID Connect.

Both lead a browser to their own page and back with a code (RFC 6749, 4.1), for which this server
gets a token with its secret and with the proof that it is the one that asked (PKCE, RFC 7636).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.config import Config
from bot.table.people import Platform

BACK: Final = "/sign-in/{}"
"""Where the platform of this name leads back to."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What is asked with the token tells who somebody is."""

    url: str


@dataclass(frozen=True, slots=True)
class IdToken:
    """A second token that comes with the first one, from this issuer, tells who somebody is."""

    issuer: str


@dataclass(frozen=True, slots=True)
class Service:
    """Where a platform lets people sign in.

    What it tells of somebody has their `id`, and one or more of `names`, the best first.
    """

    title: str
    authorize: str
    token: str
    scope: str
    tells: Profile | IdToken
    names: Sequence[str]


SERVICES: Final[Mapping[Platform, Service]] = {
    Platform.DISCORD: Service(
        title="Discord",
        authorize="https://discord.com/oauth2/authorize",
        token="https://discord.com/api/oauth2/token",  # noqa: S106 - an address
        scope="identify",
        tells=Profile("https://discord.com/api/users/@me"),
        names=("global_name", "username"),
    ),
    Platform.TELEGRAM: Service(
        title="Telegram",
        authorize="https://oauth.telegram.org/auth",
        token="https://oauth.telegram.org/token",  # noqa: S106 - an address
        scope="openid profile",
        tells=IdToken("https://oauth.telegram.org"),
        names=("name", "preferred_username"),
    ),
}
"""The platforms whose accounts people can sign in with."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A platform that knows this server, by its bot's id and a secret."""

    platform: Platform
    service: Service
    client_id: str
    secret: str = field(repr=False)


Providers: TypeAlias = Mapping[Platform, Provider]

NOBODY: Final[Providers] = MappingProxyType({})
"""No provider at all."""


def providers(settings: Config, client_ids: Mapping[Platform, str]) -> Providers:
    """Return those for which the settings have a secret; `client_ids` are those of the bots."""
    secrets = {
        Platform.DISCORD: settings.discord_client_secret,
        Platform.TELEGRAM: settings.telegram_client_secret,
    }
    return {
        platform: Provider(platform, SERVICES[platform], id_, secret.get_secret_value())
        for platform, id_ in client_ids.items()
        if (secret := secrets.get(platform)) is not None
    }
