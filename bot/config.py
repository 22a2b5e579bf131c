"""The program's settings; `bot.ops.loading` reads them."""

import os
import sys
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Final, Self
from urllib.parse import unquote

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    HttpUrl,
    SecretStr,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from typing_extensions import override

from bot import tokens

ENV_FILE = Path(".env")

ONE_OFF = "run."
"""How a Heroku-like service names processes that it runs once."""

TABLES = "tables"
"""The name of the folder of exact tables in that of the bundled server."""


class WebMode(StrEnum):
    """What the web server offers."""

    CHAT = "chat"  # all, for the browsers of this machine
    PLAY = "play"  # the home page, games, and seats by link, for everybody
    WATCH = "watch"  # games to watch, for everybody
    OFF = "off"

    @property
    def has_people(self) -> bool:
        """Whether people can play in the browser."""
        return self in (WebMode.CHAT, WebMode.PLAY)


class LogFormat(StrEnum):
    """How log records are written."""

    LINES = "lines"
    JSON = "json"


class WrongSetting(Exception):  # noqa: N818 - describes the setting
    """A setting that cannot be used; the message says in one line what to write instead."""


MAX_SHARDS = 16_384
"""More than the largest bots have. Each shard is a connection."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that a process runs, and the total number of shards."""

    ids: tuple[int, ...]
    count: int

    @classmethod
    def read(cls, text: "str | Shards | None") -> "Shards | None":
        """Parse `0-3/16` or `2/16`; raises ValueError for anything else."""
        if not isinstance(text, str):
            return text
        wanted, _, count = text.partition("/")
        first, _, last = wanted.partition("-")
        if not all(part.isascii() and part.isdecimal() for part in (first, last or first, count)):
            raise ValueError("must be shards and their total, as in 0-3/16")
        if int(count) > MAX_SHARDS:
            raise ValueError(f"must have a total of at most {MAX_SHARDS} shards, not {count}")
        ids = tuple(range(int(first), int(last or first) + 1))
        if not ids or ids[-1] >= int(count):
            raise ValueError("must be shards below their total, in ascending order, as in 0-3/16")
        return cls(ids, int(count))

    @override
    def __str__(self) -> str:
        """Return what `read` reads."""
        first, last = self.ids[0], self.ids[-1]
        return f"{first}/{self.count}" if first == last else f"{first}-{last}/{self.count}"


def _expanded(path: Path) -> Path:
    """Return a path with the home folder in place of `~`."""
    try:
        return path.expanduser()
    except RuntimeError:
        raise ValueError("must be a folder; there is no user of the name after ~") from None


def _token(name: str, given: SecretStr | None) -> SecretStr | None:
    """Return a token; raises ValueError if it has been set wrongly."""
    if given is not None and (mistake := tokens.mistake(name, given.get_secret_value())):
        raise ValueError(mistake)
    return given


WEBHOOK_PORTS: Final = frozenset({443, 80, 88, 8443})
"""The ports at which Telegram calls webhooks."""


class Config(BaseSettings):
    """All settings. Secrets are never printed."""

    model_config = SettingsConfigDict(env_file=ENV_FILE, extra="ignore", env_ignore_empty=True)

    redis_url: SecretStr | None = Field(
        None, description="URL of a Redis or Valkey server; without it, the bot starts its own"
    )
    redis_ca_file: Path | None = Field(
        None, description="File of CA certificates to trust for a `rediss://` server"
    )
    redis_verify: bool = Field(
        True, description="`false` to accept any certificate from a `rediss://` server"
    )
    redis_connections: int = Field(
        3, ge=1, le=100, description="Connections to the store, not counting one for live updates"
    )
    redis_wait: int = Field(
        0, ge=0, le=5, description="Replicas that must have a move before it counts as safe"
    )
    discord_token: Annotated[SecretStr | None, AfterValidator(partial(_token, "DISCORD_TOKEN"))] = (
        Field(None, description="Discord bot token; set it to play on Discord")
    )
    discord_api_url: HttpUrl | None = Field(
        None, description="Base URL of Discord's API, if not the official one"
    )
    discord_client_secret: SecretStr | None = Field(
        None, description="Client secret of the Discord application, to sign in on public pages"
    )
    discord_shards: Annotated[Shards | None, NoDecode, BeforeValidator(Shards.read)] = Field(
        None, description="Shards that this process runs, and their total, such as `0-3/16`"
    )
    telegram_token: Annotated[
        SecretStr | None, AfterValidator(partial(_token, "TELEGRAM_TOKEN"))
    ] = Field(None, description="Telegram bot token; set it to play on Telegram")
    telegram_api_url: HttpUrl | None = Field(
        None, description="Base URL of Telegram's Bot API, if not the official one"
    )
    telegram_client_secret: SecretStr | None = Field(
        None, description="Client secret of the Telegram bot, to sign in on public pages"
    )
    telegram_webhook_url: HttpUrl | None = Field(
        None, description="URL at which Telegram reaches this program; without it, the bot polls"
    )
    telegram_group_minute: int = Field(
        20, ge=1, description="Limit of messages and edits per group and minute"
    )
    telegram_cache_chat: str | None = Field(
        None,
        description="Channel for the pictures of inline games; without it, their boards are text",
    )
    puluc_url: HttpUrl | None = Field(
        None, description="Public URL of the web pages, to which boards link"
    )
    puluc_data: Annotated[Path, AfterValidator(_expanded)] | None = Field(
        None, description="Folder of the bundled server; by default in the user's data folder"
    )
    puluc_tables: Annotated[Path, AfterValidator(_expanded)] | None = Field(
        None, description="Folder of exact tables; by default `tables` in the bundled server's"
    )
    puluc_ephemeral: bool = Field(
        False, description="`true` to start where games would be lost at a restart"
    )
    puluc_web: WebMode | None = Field(
        None,
        description="`chat`, `play`, `watch` or `off`; by default `chat`, or `watch` with `PORT`",
    )
    port: int | None = Field(
        None, ge=1, le=65535, description="Port for game pages, served on all interfaces"
    )
    puluc_port: int = Field(
        8765,
        ge=1,
        le=65535,
        description="Port of the web chat; if it is taken, the next free one",
    )
    puluc_lan: bool = Field(
        False, description="`true` to open the web chat to everyone on the local network"
    )
    puluc_pause: float = Field(
        1.0,
        ge=0,
        le=10,
        description="Seconds before the computer moves, from 0 to 10; 1 by default",
    )
    puluc_log: str = Field(
        "info",
        pattern="^(debug|info|warning|error)$",
        description="Log level: `debug`, `info`, `warning` or `error`",
    )
    puluc_log_format: LogFormat | None = Field(
        None, description="`lines` or `json`; by default lines on a terminal, else JSON"
    )
    puluc_operator: str | None = Field(
        None,
        pattern=r"^(discord|telegram):[0-9]{1,20}$",
        description="Who is told when the store needs attention, such as `telegram:123456789`",
    )
    puluc_metrics_token: SecretStr | None = Field(
        None, description="Token that `/metrics` asks for; without it, it isn't served publicly"
    )
    dyno: str | None = Field(None, description="Set by hosting services that do not keep files")

    @property
    def web(self) -> WebMode:
        """The web server's mode; the default is safe to serve."""
        if self.puluc_web is not None:
            return self.puluc_web
        if self.port is not None:
            return WebMode.WATCH
        return WebMode.CHAT if self.dyno is None else WebMode.OFF

    @property
    def url(self) -> str | None:
        """The base URL of the pages, without a trailing slash."""
        return None if self.puluc_url is None else str(self.puluc_url).rstrip("/")

    @property
    def data_folder(self) -> Path:
        """The folder of the bundled server. Raises WrongSetting if there is no place for one."""
        return self.puluc_data or _user_data_folder()

    @property
    def tables_folder(self) -> Path:
        """The folder of exact tables; for a user without a home, in the working folder."""
        if self.puluc_tables is not None:
            return self.puluc_tables
        try:
            return self.data_folder / TABLES
        except WrongSetting:
            return Path(TABLES).absolute()

    @property
    def is_one_off(self) -> bool:
        """Whether a Heroku-like service runs this process beside the bot's, as for a tool."""
        return self.dyno is not None and self.dyno.startswith(ONE_OFF)

    @property
    def secrets(self) -> frozenset[str]:
        """Values to hide in logs: tokens, the store's URL, and the credentials in it."""
        tokens = (
            self.discord_token,
            self.discord_client_secret,
            self.telegram_token,
            self.telegram_client_secret,
            self.redis_url,
            self.puluc_metrics_token,
        )
        words = {token.get_secret_value() for token in tokens if token is not None}
        if self.redis_url is not None:
            # Split by hand, because a malformed URL contains the password too.
            credentials, at, _ = self.redis_url.get_secret_value().rpartition("@")
            if at:
                _, _, credentials = credentials.partition("://")
                _, _, password = credentials.partition(":")
                words |= {credentials, password, unquote(password)}
        return frozenset(words)

    @property
    def conflicts(self) -> tuple[str, ...]:
        """Why these settings can't be used together, in one line each."""
        problems: list[str] = []
        if self.port is not None and self.puluc_web is WebMode.CHAT:
            problems.append(
                "PULUC_WEB=chat has no login, so it can't be used with PORT;"
                " remove PORT or set PULUC_WEB=play or PULUC_WEB=watch"
            )
        if self.web is WebMode.PLAY and (self.port is None or self.puluc_url is None):
            problems.append(
                "PULUC_WEB=play needs PULUC_URL, the address at which people reach this bot, and"
                " PORT, the port that your proxy forwards to; set both"
            )
        if self.puluc_lan and self.port is not None:
            problems.append(
                "PULUC_LAN opens the web chat of your own computer, so it can't be used with PORT;"
                " remove one of them"
            )
        elif self.puluc_lan and self.web is not WebMode.CHAT:
            problems.append(
                "PULUC_LAN opens the web chat, so it needs PULUC_WEB=chat; set that, or remove"
                " PULUC_LAN"
            )
        if self.dyno is not None and self.redis_url is None and not self.puluc_ephemeral:
            problems.append(
                "REDIS_URL is not set, but this host does not keep files;"
                " set REDIS_URL to a Redis server"
            )
        if self.redis_wait and self.redis_url is None:
            problems.append(
                "REDIS_WAIT needs a store with replicas; set REDIS_URL, or remove REDIS_WAIT"
            )
        if self.web is WebMode.OFF and self.discord_token is None and self.telegram_token is None:
            problems.append(
                "there is nothing to run, because the web server is off and no token is set;"
                " set DISCORD_TOKEN or TELEGRAM_TOKEN"
            )
        if self.web is WebMode.OFF and self.telegram_webhook_url is not None:
            problems.append(
                "TELEGRAM_WEBHOOK_URL needs the web server, which is off; set PULUC_WEB=watch"
            )
        if self._is_uncallable(self.telegram_webhook_url):
            problems.append(
                "TELEGRAM_WEBHOOK_URL must be an https:// address with port 443, 80, 88 or 8443,"
                " because Telegram calls no other; let your proxy serve one of these"
            )
        if self.port is None and self.telegram_webhook_url is not None:
            problems.append(
                "TELEGRAM_WEBHOOK_URL needs PORT; set PORT to the port that your proxy forwards to,"
                " or remove TELEGRAM_WEBHOOK_URL to use polling"
            )
        return tuple(problems)

    def _is_uncallable(self, webhook: HttpUrl | None) -> bool:
        """Return whether Telegram refuses to call an address; a server of your own may not."""
        if webhook is None or self.telegram_api_url is not None:
            return False
        return webhook.scheme != "https" or webhook.port not in WEBHOOK_PORTS

    @model_validator(mode="after")
    def _together(self) -> Self:
        if self.conflicts:
            raise ValueError(self.conflicts[0])
        return self


def _user_data_folder() -> Path:
    """Return the system's standard folder for a user's application data. Raises WrongSetting."""
    if sys.platform != "darwin" and (share := os.environ.get("XDG_DATA_HOME")):
        return Path(share) / "puluc"
    try:
        home = Path.home()
    except RuntimeError:
        raise WrongSetting(
            "PULUC_DATA: this user has no home folder; set PULUC_DATA to a folder of its own, or "
            "REDIS_URL to a server"
        ) from None
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Puluc"
    return home / ".local" / "share" / "puluc"
