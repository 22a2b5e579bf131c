"""Completion of a line of options, such as `road=9 warriors=3`, while it is being typed."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.commands.command import PACE
from bot.games.option import Option
from bot.games.spelling import plain
from bot.table.pace import Pace
from bot.table.terms import SEPARATOR


@dataclass(frozen=True, slots=True)
class Completion:
    """A completed line; `option` is set if the line ends where its value is to be typed."""

    line: str
    option: Option | None = None


def completions(typed: str, options: Sequence[Option]) -> Iterator[Completion]:
    """Yield completions of what is typed: values of the last option, otherwise further options.

    Complete words are kept. The most common values come first.
    """
    before, space, last = typed.rpartition(" ")
    before += space
    name, equals, value = last.partition("=")
    named = {plain(word.partition("=")[0]) for word in before.split()}
    left = [option for option in options if plain(option.name) not in named]
    if not equals:
        yield from _asking(before, last, left)
        return
    asked = next((option for option in left if plain(option.name) == plain(name)), None)
    if asked is None:
        return
    values = [each for each in _values(asked, value) if each.startswith(value.casefold())]
    further = [option for option in left if option is not asked]
    if value.casefold() in values:
        yield from _asking(f"{before}{asked.name}={value.casefold()} ", "", further)
        values.remove(value.casefold())
    yield from (Completion(f"{before}{asked.name}={each}") for each in values)


def numbers(option: Option) -> Sequence[int]:
    """Return an option's possible numbers: the common ones, the minimum and maximum, then all."""
    every = option.numbers or range(0)
    return tuple(dict.fromkeys((*sorted({*option.usual, *every[:1], *every[-1:]}), *every)))


def paces(typed: str) -> Iterator[Pace]:
    """Yield the pace that is typed, if it is one, and usual ones that begin like it."""
    with suppress(ValueError):
        yield Pace.read(typed)
    begun = typed.strip().casefold()
    yield from (
        Pace.read(usual) for usual in PACE.examples if usual.startswith(begun) and usual != begun
    )


def _values(option: Option, begun: str) -> Sequence[str]:
    """Return the values of an option; for a list, the choices with which it can go on."""
    if option.many:
        before, comma, _ = begun.casefold().rpartition(SEPARATOR)
        return [f"{before}{comma}{each}" for each in option.choices]
    return option.choices or option.examples or tuple(map(str, numbers(option)))


def _asking(before: str, begun: str, options: Sequence[Option]) -> Iterator[Completion]:
    """Yield the line itself if a word is complete, then options whose names begin with `begun`."""
    if before.strip() and not begun:
        yield Completion(before.strip())
    for option in options:
        if plain(option.name).startswith(plain(begun)):
            yield Completion(f"{before}{option.name}=", option)
