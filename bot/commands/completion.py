"""What a line of options, `road=9 warriors=3`, may go on with while it is being typed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.games.option import Option
from bot.games.spelling import plain


@dataclass(frozen=True, slots=True)
class Completion:
    """A line as it may go on; `option` is the one that it asks a value for, if it ends so."""

    line: str
    option: Option | None = None


def completions(typed: str, options: Sequence[Option]) -> Iterator[Completion]:
    """What is typed, gone on by a word: values for the option that is named last, then options.

    A word that is finished stays as it is; of what is not typed yet, usual values come first.
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
    values = [each for each in _values(asked) if each.startswith(value.casefold())]
    further = [option for option in left if option is not asked]
    if value.casefold() in values:
        yield from _asking(f"{before}{asked.name}={value.casefold()} ", "", further)
        values.remove(value.casefold())
    yield from (Completion(f"{before}{asked.name}={each}") for each in values)


def numbers(option: Option) -> Sequence[int]:
    """The numbers that an option can be: the usual ones, the least and the most, then all."""
    every = option.numbers or range(0)
    return tuple(dict.fromkeys((*sorted({*option.usual, *every[:1], *every[-1:]}), *every)))


def _values(option: Option) -> Sequence[str]:
    return option.choices or tuple(map(str, numbers(option)))


def _asking(before: str, begun: str, options: Sequence[Option]) -> Iterator[Completion]:
    """The options whose names begin so, each to be given a value; or nothing more."""
    if before.strip() and not begun:
        yield Completion(before.strip())
    for option in options:
        if plain(option.name).startswith(plain(begun)):
            yield Completion(f"{before}{option.name}=", option)
