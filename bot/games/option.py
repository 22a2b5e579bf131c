"""Command options as data, from which commands, completions and help are generated."""

from dataclasses import dataclass

from bot.games.spelling import choice, plain


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command: `name=value`, or only the value if it is `bare`.

    Completions offer the `usual` ones of `numbers` first. An option with neither `choices` nor
    `numbers` takes any text, and completions offer its `examples`. `aliases` are other names of
    its choices, as `plain` writes them, and `meanings` are what choices stand for, if not for
    themselves. `named` begins the keys of the texts that name its choices in forms, where nobody
    types; without it, they are named as they are typed. A `person` is chosen from the members of
    the place or typed after `@`; if there can be several, forms have a further field for each name
    in `also`. An option that is not `listed` can be typed but is never offered; nor are its
    `unlisted` choices. The value of a `spaced` one may contain spaces, and that of a `timed` one
    between numbers and units. The value of a `many` one is a list of choices, with commas between
    them. `alone` is the value that its name stands for if nothing follows. Only these `rulesets`
    have the option; by default, all of its family have it. `told` names its description if another
    option has the same name.
    """

    name: str
    choices: tuple[str, ...] = ()
    numbers: range | None = None
    usual: tuple[int, ...] = ()
    examples: tuple[str, ...] = ()
    bare: bool = False
    aliases: tuple[tuple[str, str], ...] = ()
    meanings: tuple[tuple[str, str], ...] = ()
    named: str = ""
    person: bool = False
    listed: bool = True
    spaced: bool = False
    timed: bool = False
    told: str = ""
    also: tuple[str, ...] = ()
    many: bool = False
    alone: str = ""
    rulesets: tuple[str, ...] = ()
    unlisted: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The key of the text that describes it."""
        return f"typed.{self.told or self.name}"

    def chosen(self, typed: str) -> str | None:
        """Return the choice that was typed, in any spelling or by an alias; None if it is none."""
        every = (*self.choices, *self.unlisted)
        return choice(every, dict(self.aliases).get(plain(typed), typed))

    def meant(self, choice: str) -> str:
        """Return what one of its choices stands for."""
        return dict(self.meanings).get(choice, choice)

    def is_of(self, ruleset: str) -> bool:
        """Return whether a ruleset of its family has it."""
        return not self.rulesets or ruleset in self.rulesets

    @property
    def usage(self) -> str:
        """How to type it, such as `[road=...]`."""
        if self.person:
            return "[@name ...]" if self.also else "[@name]"
        if len(self.choices) == 1:
            return f"[{self.choices[0]}]"
        return f"[{self.name}]" if self.bare else f"[{self.name}=...]"

    @property
    def example(self) -> str:
        """One of its values."""
        numbers = self.usual or self.numbers or ()
        return next(iter((*self.choices, *self.examples, *map(str, numbers))), "...")

    @property
    def values(self) -> str:
        """Its possible values in short, such as `5-31`."""
        if self.numbers is not None:
            return f"{self.numbers[0]}-{self.numbers[-1]}"
        choices = () if self.many else self.choices
        return "|".join(choices or (*self.examples, "..."))
