"""What a command may be told, as data: commands, completions and help are made of it."""

from dataclasses import dataclass

from bot.games.spelling import choice, plain


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a command may be told: `name=value`, or the value alone where `bare`.

    Of many `numbers` the `usual` ones are offered first. `aliases` are other names of its choices,
    in plain letters, `formerly` names of its own that earlier releases took. A `person` is chosen
    from those of the place, or typed after `@`. What is not `listed` is understood where it is
    typed, and offered nowhere.
    """

    name: str
    choices: tuple[str, ...] = ()
    numbers: range | None = None
    usual: tuple[int, ...] = ()
    bare: bool = False
    aliases: tuple[tuple[str, str], ...] = ()
    formerly: tuple[str, ...] = ()
    person: bool = False
    listed: bool = True

    def chosen(self, typed: str) -> str | None:
        """What was chosen, however it is written or called; None if it is no choice."""
        return choice(self.choices, dict(self.aliases).get(plain(typed), typed))

    @property
    def usage(self) -> str:
        """How it is typed."""
        if self.person:
            return "[@name]"
        return f"[{self.name}]" if self.bare else f"[{self.name}=...]"

    @property
    def values(self) -> str:
        """What it can be, in short."""
        if self.numbers is not None:
            return f"{self.numbers[0]}-{self.numbers[-1]}"
        return "|".join(self.choices) or "..."
