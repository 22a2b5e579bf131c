"""What the server's access control list must allow the bot's user, and what it denies.

A server that denies a command, a key or a channel answers and looks well until somebody plays. So
everything is tried once, by calls that change nothing but trial keys.
"""

import re
import secrets
from collections.abc import Sequence
from typing import Any, Final

from redis.exceptions import NoPermissionError, RedisError, ResponseError

from bot.store.channels import CHANGES
from bot.store.families import FAMILIES
from bot.store.link import RIGHTS, SCRIPTS, TOLD, Link

COMMANDS: Final = (
    "SET {one} 0 EX 60",
    *("EXISTS {one}", "GET {one}", "GETEX {one} EX 60", "INCR {one}", "RENAME {one} {two}"),
    *("EXPIRE {one} 60", "EXPIREAT {one} 1", "PEXPIRE {one} 1", "PEXPIREAT {one} 1"),
    *("PTTL {one}", "TTL {one}", "TYPE {one}", "DEL {one}"),
    *("HSET {one} a 0", "HSETNX {one} a 0", "HEXISTS {one} a", "HGET {one} a", "HGETALL {one}"),
    *("HKEYS {one}", "HLEN {one}", "HMGET {one} a", "HDEL {one} a"),
    *("RPUSH {one} a", "LRANGE {one} 0 0", "DEL {one}"),
    *("SADD {one} a", "SCARD {one}", "SMEMBERS {one}", "DEL {one}"),
    *("ZADD {one} 0 a", "ZCARD {one}", "ZMSCORE {one} a", "ZRANGE {one} 0 0"),
    *("ZRANGEBYSCORE {one} 0 0", "ZSCAN {one} 0", "ZSCORE {one} a", "ZREM {one} a"),
    *("ZREMRANGEBYRANK {one} 0 0", "ZREMRANGEBYSCORE {one} 0 0"),
    *("PUBLISH chat:{{}}:changed 0", "PUBLISH told:trial 0", "SCAN 0 COUNT 1", "TIME"),
)
"""A harmless call of each command that the bot can't do without, except those that run scripts."""

MOST_KEYS: Final = 3
"""How many kinds of keys are named."""

ANSWER_SECONDS: Final = 2.0

_COMMAND: Final = re.compile(r"'([\w|]+)'")

_NO_SCRIPT: Final = "0" * 40


async def complaint(link: Link) -> str | None:
    """Return what the server's user may not do, in one line that names the setting.

    None if it has all rights. Raises StoreDown.
    """
    if not (denied := await missing(link)):
        return None
    return f"REDIS_URL: the server denies its user {', '.join(denied)}; {RIGHTS}"


async def missing(link: Link) -> Sequence[str]:
    """Return the commands, and the patterns of keys, that the server denies. Raises StoreDown."""
    found = [*await _commands(link), *await _scripts_and_keys(link), *await _listening(link)]
    return tuple(dict.fromkeys(found))


async def _commands(link: Link) -> Sequence[str]:
    """Return the commands that are denied in a script."""
    one = f"doctor:trial:{{{secrets.token_hex(8)}}}"
    keys = (one, f"{one}:two")
    calls = [call.format(one=keys[0], two=keys[1]) for call in COMMANDS]
    text = (SCRIPTS / "rights.lua").read_text()

    async def tried() -> Sequence[str]:
        try:
            denied: Sequence[bytes] = await link.redis.execute_command(
                "EVAL", text, len(keys), *keys, *calls
            )
        except NoPermissionError as error:
            return _named(error)
        return [each.decode() for each in denied]

    return await link.run(tried)


async def _scripts_and_keys(link: Link) -> Sequence[str]:
    """Return whether a known script can't be run, and which kinds of keys can't be changed."""
    kinds = [name for name in FAMILIES if name.endswith(":") and f"{name}*" != TOLD]

    def fill(pipeline: Any) -> None:
        pipeline.evalsha(_NO_SCRIPT, 1, f"{kinds[0]}trial")
        for kind in kinds:
            pipeline.delete(f"{kind}trial")

    script, *answers = await link.batch(fill, lambda error: isinstance(error, ResponseError))
    scripts = _named(script) if isinstance(script, NoPermissionError) else ()
    denied = [
        f"{kind}*"
        for kind, answer in zip(kinds, answers, strict=True)
        if isinstance(answer, NoPermissionError) and not _named(answer)
    ]
    if not denied:
        return scripts
    others = f" and {len(denied) - MOST_KEYS} more" if len(denied) > MOST_KEYS else ""
    return (*scripts, f"the keys {' '.join(denied[:MOST_KEYS])}{others}")


async def _listening(link: Link) -> Sequence[str]:
    """Return whether the user may not listen to changes."""
    try:
        async with link.listener() as client, client.pubsub() as changes:
            await changes.psubscribe(CHANGES, TOLD)
            await changes.get_message(timeout=ANSWER_SECONDS)
    except NoPermissionError as error:
        return _named(error) or (f"the channels {CHANGES} {TOLD}",)
    except (RedisError, OSError):
        return ()  # it doesn't answer now, which says nothing about rights
    return ()


def _named(error: Exception) -> Sequence[str]:
    """Return the command that an error is about; none if it is about a key or a channel."""
    return tuple(name.upper() for name in _COMMAND.findall(str(error)))
