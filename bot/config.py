"""What is set for the program: in the environment, or in a file `.env` beside it."""

import codecs
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self
from urllib.parse import unquote

from pydantic import BeforeValidator, Field, HttpUrl, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

ENV_FILE = Path(".env")


class WebMode(StrEnum):
    """What the web page is for."""

    CHAT = "chat"
    WATCH = "watch"
    OFF = "off"


class WrongSetting(Exception):  # noqa: N818 - reads as what it says
    """A setting that cannot be used; the message is one line that says what to set."""


MOST_SHARDS = 16_384
"""More than the largest bots have; each is a connection."""


@dataclass(frozen=True, slots=True)
class Shards:
    """Which of `count` shards a process runs."""

    ids: tuple[int, ...]
    count: int

    @classmethod
    def read(cls, text: "str | Shards | None") -> "Shards | None":
        """Read `0-3/16` or `2/16`; ValueError for any other text."""
        if not isinstance(text, str):
            return text
        wanted, _, count = text.partition("/")
        first, _, last = wanted.partition("-")
        if not all(part.isascii() and part.isdecimal() for part in (first, last or first, count)):
            raise ValueError(f"write which shards of how many, as in 0-3/16, not {text!r}")
        if int(count) > MOST_SHARDS:
            raise ValueError(f"{count} shards are more than any bot has ({MOST_SHARDS})")
        ids = tuple(range(int(first), int(last or first) + 1))
        if not ids or ids[-1] >= int(count):
            raise ValueError(f"{wanted} are not among {count} shards, which count from 0")
        return cls(ids, int(count))


class Config(BaseSettings):
    """Everything that can be set. Secrets are never printed."""

    model_config = SettingsConfigDict(env_file=ENV_FILE, extra="ignore", env_ignore_empty=True)

    redis_url: SecretStr | None = Field(
        None, description="The Redis or Valkey server; without it a bundled one is started"
    )
    redis_ca_file: Path | None = Field(
        None, description="Certificate authorities to trust for a `rediss://` server"
    )
    redis_verify: bool = Field(
        True, description="`false` accepts any certificate of a `rediss://` server"
    )
    redis_connections: int = Field(
        3, ge=1, le=100, description="Connections to the store, and one more for live changes"
    )
    discord_token: SecretStr | None = Field(
        None, description="The bot's token in Discord; with it, Puluc is played there, too"
    )
    discord_api_url: HttpUrl | None = Field(
        None, description="Another root of Discord's API, such as that of a stand-in"
    )
    discord_shards: Annotated[Shards | None, NoDecode, BeforeValidator(Shards.read)] = Field(
        None, description="The shards that this process runs, of how many: `0-3/16`"
    )
    telegram_token: SecretStr | None = Field(
        None, description="The bot's token in Telegram; with it, Puluc is played there, too"
    )
    telegram_api_url: HttpUrl | None = Field(
        None, description="Another root of Telegram's Bot API, such as that of a stand-in"
    )
    telegram_webhook_url: HttpUrl | None = Field(
        None, description="Where Telegram reaches this program; without it, updates are polled"
    )
    telegram_group_minute: int = Field(
        20, ge=1, description="How many messages and edits a group bears in a minute"
    )
    telegram_cache_chat: str | None = Field(
        None,
        description="Channel for the pictures of inline games; without it those are in letters",
    )
    puluc_url: HttpUrl | None = Field(
        None, description="Where people reach the pages; boards link to them"
    )
    puluc_data: Path | None = Field(
        None, description="Folder of the bundled server; by default the user's data folder"
    )
    puluc_web: WebMode | None = Field(
        None, description="`chat`, `watch` or `off`; by default `chat`, with `PORT` `watch`"
    )
    port: int | None = Field(
        None, ge=1, le=65535, description="Port to serve on all interfaces, for watching only"
    )
    puluc_port: int = Field(
        8765, ge=1, le=65535, description="Port of the web chat; the next free one if it is taken"
    )
    puluc_pause: float = Field(
        1.0,
        ge=0,
        le=10,
        description="Seconds before a computer replies, 0 to 10; 1 by default",
    )
    puluc_log: str = Field(
        "info",
        pattern="^(debug|info|warning|error)$",
        description="`debug`, `info`, `warning` or `error`",
    )
    dyno: str | None = Field(
        None, description="Set by the hosting service, where the disk does not last"
    )

    @property
    def web(self) -> WebMode:
        """The page's mode, by default what is safe to serve."""
        if self.puluc_web is not None:
            return self.puluc_web
        if self.port is not None:
            return WebMode.WATCH
        return WebMode.CHAT if self.dyno is None else WebMode.OFF

    @property
    def url(self) -> str | None:
        """Where people reach the pages, without a slash at its end."""
        return None if self.puluc_url is None else str(self.puluc_url).rstrip("/")

    @property
    def secrets(self) -> frozenset[str]:
        """Words that are nobody else's business, as they are set and as parts of an address."""
        tokens = (self.discord_token, self.telegram_token, self.redis_url)
        words = {token.get_secret_value() for token in tokens if token is not None}
        if self.redis_url is not None:
            # Split by hand: one that cannot be read has its password all the same.
            credentials, at, _ = self.redis_url.get_secret_value().rpartition("@")
            if at:
                _, _, credentials = credentials.partition("://")
                _, _, password = credentials.partition(":")
                words |= {credentials, password, unquote(password)}
        return frozenset(words)

    @model_validator(mode="after")
    def _together(self) -> Self:
        if self.port is not None and self.puluc_web is WebMode.CHAT:
            raise ValueError(
                "PULUC_WEB=chat has no log-in and is not served with PORT; unset one of them"
            )
        if self.dyno is not None and self.redis_url is None:
            raise ValueError(
                "REDIS_URL is not set, and this host wipes its disk: add a Redis server"
            )
        if self.web is WebMode.OFF and self.discord_token is None and self.telegram_token is None:
            raise ValueError(
                "no page and no token leave nothing to run; set DISCORD_TOKEN or TELEGRAM_TOKEN"
            )
        if self.web is WebMode.OFF and self.telegram_webhook_url is not None:
            raise ValueError("TELEGRAM_WEBHOOK_URL needs the web server; do not set PULUC_WEB=off")
        if self.port is None and self.telegram_webhook_url is not None:
            raise ValueError(
                "TELEGRAM_WEBHOOK_URL needs PORT, the port to which your proxy sends what comes"
                " there; set PORT, or leave TELEGRAM_WEBHOOK_URL out to poll"
            )
        return self


def load() -> Config:
    """Read the settings; WrongSetting says in one line which is wrong."""
    try:
        return Config(_env_file_encoding=_encoding())
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = "_".join(map(str, first["loc"])).upper()
        message = first["msg"].removeprefix("Value error, ")
        raise WrongSetting(f"{where}: {message}" if where else message) from None
    except UnicodeError:
        raise WrongSetting(f"{ENV_FILE} cannot be read; save it as UTF-8") from None
    except OSError as error:
        raise WrongSetting(f"{ENV_FILE} cannot be read: {error.strerror}") from None


def env_lines() -> list[str]:
    """The lines of the file of settings, if there is one. Raises WrongSetting, and OSError."""
    try:
        return ENV_FILE.read_text(_encoding()).splitlines()
    except FileNotFoundError:
        return []
    except UnicodeError:
        raise WrongSetting(f"{ENV_FILE} cannot be read; save it as UTF-8") from None


_SECRET = (b"TOKEN", b"REDIS_URL")
"""What the names of settings have in them that others must not read."""


def notices() -> tuple[str, ...]:
    """What whoever hosts the bot should know of their settings, though the bot can run."""
    try:
        mode, told = ENV_FILE.stat().st_mode, ENV_FILE.read_bytes()
    except OSError:
        return ()
    if mode & 0o077 and any(name in told.replace(b"\0", b"").upper() for name in _SECRET):
        return (f"other people on this machine can read {ENV_FILE}: chmod 600 {ENV_FILE}",)
    return ()


def _encoding() -> str:
    """How the file is written: some editors on Windows take UTF-16, and mark that they do."""
    try:
        with ENV_FILE.open("rb") as file:
            start = file.read(2)
    except (FileNotFoundError, IsADirectoryError):
        return "utf-8"
    if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    if b"\0" in start:
        raise WrongSetting(f"{ENV_FILE} cannot be read; save it as UTF-8")
    return "utf-8-sig"
