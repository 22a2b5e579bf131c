"""Loads the settings from environment variables, or from a `.env` file in the working directory."""

import codecs
from dataclasses import dataclass
from typing import Any, Self

from pydantic import ValidationError, model_validator
from typing_extensions import override

from bot.config import ENV_FILE, Config, WrongSetting

_NOT_UTF_8 = f"{ENV_FILE} can't be read; save it as UTF-8"

_SECRET = (b"TOKEN", b"REDIS_URL")
"""Parts of the names of secret settings."""

_URL = "a full URL, such as https://puluc.example"
_PORT = "a port number from 1 to 65535"

_ALLOWED = {
    "redis_verify": "true or false",
    "puluc_ephemeral": "true or false",
    "redis_wait": "a whole number from 0 to 5",
    "redis_connections": "a whole number from 1 to 100",
    "discord_api_url": _URL,
    "telegram_api_url": _URL,
    "telegram_webhook_url": _URL,
    "telegram_group_minute": "a whole number, 1 or more",
    "puluc_url": _URL,
    "puluc_web": "chat, play, watch or off",
    "port": _PORT,
    "puluc_port": _PORT,
    "puluc_lan": "true or false",
    "puluc_pause": "a number from 0 to 10",
    "puluc_log": "debug, info, warning or error",
    "puluc_log_format": "lines or json",
    "puluc_operator": "a platform and a user's number, such as telegram:123456789",
}
"""Valid values by setting, in place of pydantic's technical messages."""


class _Unchecked(Config):
    """Settings that may conflict."""

    @model_validator(mode="after")
    @override
    def _together(self) -> Self:
        return self


@dataclass(frozen=True, slots=True)
class Examined:
    """The settings with defaults in place of wrong ones, and every problem, in one line each."""

    settings: Config
    problems: tuple[str, ...]


def load() -> Config:
    """Load the settings. Raises WrongSetting with the first problem, in one line."""
    try:
        return Config(_env_file_encoding=_encoding())
    except ValidationError as error:
        raise WrongSetting(_problems(error)[0]) from None
    except UnicodeError:
        raise WrongSetting(_NOT_UTF_8) from None
    except OSError as error:
        raise WrongSetting(_unreadable(error)) from None


def examine() -> Examined:
    """Load what can be used of the settings, for a diagnosis.

    Conflicts are told once every setting is valid by itself.
    """
    try:
        return _examine(_env_file_encoding=_encoding())
    except WrongSetting as wrong:
        problem = str(wrong)
    except UnicodeError:
        problem = _NOT_UTF_8
    except OSError as error:
        problem = _unreadable(error)
    found = _examine(_env_file=None)
    return Examined(found.settings, (problem, *found.problems))


def _examine(**source: Any) -> Examined:
    try:
        settings = _Unchecked(**source)
    except ValidationError as error:
        wrong = {str(each["loc"][0]) for each in error.errors()}
        defaults = {name: Config.model_fields[name].default for name in wrong}
        return Examined(_Unchecked(**source, **defaults), _problems(error))
    return Examined(settings, settings.conflicts)


def _problems(error: ValidationError) -> tuple[str, ...]:
    """Return what is wrong, without the values, which may be secrets."""
    problems: list[str] = []
    for each in error.errors(include_input=False, include_url=False):
        message = each["msg"].removeprefix("Value error, ")
        if each["loc"]:
            name = str(each["loc"][0])
            if name in _ALLOWED:
                message = f"must be {_ALLOWED[name]}"
            message = f"{name.upper()} {message}"
        problems.append(message)
    return tuple(problems)


def _unreadable(error: OSError) -> str:
    return f"{ENV_FILE} can't be read ({error.strerror}); check its permissions"


def env_lines() -> list[str]:
    """Return the lines of the settings file, if there is one. Raises WrongSetting and OSError."""
    try:
        return ENV_FILE.read_text(_encoding()).splitlines()
    except FileNotFoundError:
        return []
    except UnicodeError:
        raise WrongSetting(_NOT_UTF_8) from None


def notices() -> tuple[str, ...]:
    """Return warnings about the settings that do not keep the bot from running."""
    try:
        mode, content = ENV_FILE.stat().st_mode, ENV_FILE.read_bytes()
    except OSError:
        return ()
    if mode & 0o077 and any(name in content.replace(b"\0", b"").upper() for name in _SECRET):
        return (f"{ENV_FILE} has secrets that other users can read; run chmod 600 {ENV_FILE}",)
    return ()


def _encoding() -> str:
    """Return the encoding of the file. Some Windows editors write UTF-16 with a byte order mark."""
    try:
        with ENV_FILE.open("rb") as file:
            start = file.read(2)
    except (FileNotFoundError, IsADirectoryError):
        return "utf-8"
    if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    if b"\0" in start:
        raise WrongSetting(_NOT_UTF_8)
    return "utf-8-sig"
