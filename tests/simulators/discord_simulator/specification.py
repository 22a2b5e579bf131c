"""Validates requests against the facts in `tests/specs/discord.json`."""

import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

SOURCE = Path(__file__).parents[2] / "specs" / "discord.json"
FACTS: dict[str, Any] = json.loads(SOURCE.read_text())
BOOLEANS = {"1": True, "true": True, "0": False, "false": False}


def _pattern(line: str) -> re.Pattern[str]:
    numbers = re.sub(r"\{(\w+_id)\}", r"(?P<\1>\\d+)", line)
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", numbers))


_PATTERNS = [(name, _pattern(name)) for name in FACTS["endpoints"]]


def endpoint(method: str, path: str) -> tuple[str, dict[str, str]] | None:
    """Return a request's endpoint, such as "GET /channels/{channel_id}", and its path's values."""
    for name, pattern in _PATTERNS:
        if found := pattern.fullmatch(f"{method} {path}"):
            return name, found.groupdict()
    return None


@functools.cache
def _validator(endpoint: str) -> Draft202012Validator:
    return Draft202012Validator({**FACTS["endpoints"][endpoint]["body"], "$defs": FACTS["$defs"]})


def _branches(error: ValidationError) -> Iterable[list[ValidationError]]:
    branches: dict[object, list[ValidationError]] = {}
    for inner in error.context or []:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    return branches.values()


def _is_another_kind(error: ValidationError) -> bool:
    """Tell whether this branch wasn't intended: its `type` differs, or it isn't an object."""
    return (error.validator == "type" and not error.path) or list(error.path) == ["type"]


def _causes(error: ValidationError) -> Iterator[ValidationError]:
    """Yield the errors, within the intended branch of a union."""
    meant = [
        branch for branch in _branches(error) if not any(_is_another_kind(e) for e in branch)
    ] or list(_branches(error))
    if len(meant) != 1:
        yield error
        return
    for inner in meant[0]:
        yield from _causes(inner)


def _said(error: ValidationError) -> str:
    where = ".".join(str(step) for step in error.absolute_path) or "body"
    return (
        f"{where}: {error.validator} {error.validator_value!s:.80} refuses {error.instance!r:.80}"
    )


def _wrong_query(known: Mapping[str, Any], query: Mapping[str, str]) -> Iterator[str]:
    for name, text in query.items():
        if name not in known:
            yield f"query.{name}: unknown"
        elif known[name].get("type") == "boolean" and text.lower() not in BOOLEANS:
            yield f"query.{name}: {text!r} is neither true nor false"


@functools.lru_cache(maxsize=128)
def _wrong_body(endpoint: str, body: str) -> tuple[str, ...]:
    """Return a body's errors; remembered, because every start of a bot registers its commands."""
    errors = _validator(endpoint).iter_errors(json.loads(body))
    return tuple(_said(cause) for error in errors for cause in _causes(error))


def validate(
    method: str, path: str, body: object = None, query: Mapping[str, str] | None = None
) -> list[str]:
    """Return a request's errors; empty if the specification allows it.

    `path` starts after `/api/v10`; `body` is the parsed JSON, or a form's `payload_json`.
    """
    asked = endpoint(method, path)
    if asked is None:
        return [f"{method} {path}: no such endpoint in the reduced specification"]
    name, _ = asked
    wrong = list(_wrong_query(FACTS["endpoints"][name].get("query", {}), query or {}))
    if "body" in FACTS["endpoints"][name]:
        wrong += _wrong_body(name, json.dumps(body))
    return [f"{name}: {line}" for line in wrong]
