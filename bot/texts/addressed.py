"""Sentences that address their reader: "You enter a warrior on 4" instead of "Ana enters ...".

Languages inflect such sentences as a whole, so each has an entry of its own in the catalogue, whose
key has one of two endings. A text without such an entry names the reader like anybody else.

    deed.enter          {name} enters a warrior on {end}
    deed.enter.you      You enter a warrior on {end}        the reader is `name`
    told.helps.to-you   {name} helps you: {deed}            the reader is another argument
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from bot.texts.catalogue import Catalogue
from engine.text import AnyOf, Argument, Part, Say, Text

_SUBJECT = "name"


@dataclass(frozen=True, slots=True)
class Addressing:
    """Who is addressed, by what texts have for their name, and names that are shortened."""

    you: Collection[Argument] = ()
    short: Mapping[Argument, Text] = field(default_factory=dict)

    def say(self, catalogue: Catalogue, say: Say) -> Say:
        """Return a translator that addresses the reader."""
        return lambda text: say(self._addressed(catalogue, text))

    def _addressed(self, catalogue: Catalogue, text: Text) -> Text:
        key, args = text.key, dict(text.args)
        yours = [name for name, value in args.items() if value in self.you]
        if yours:
            ending = "you" if _SUBJECT in yours else "to-you"
            if catalogue.has(f"{key}.{ending}"):
                key = f"{key}.{ending}"
        told = {name: self._argument(catalogue, value) for name, value in args.items()}
        return Text(key, **told)

    def _argument(self, catalogue: Catalogue, value: Argument) -> Argument:
        match value:
            case AnyOf():
                return AnyOf(self._part(catalogue, each) for each in value)
            case tuple():
                return tuple(self._part(catalogue, each) for each in value)
            case Text():
                return self._part(catalogue, value)
        return value

    def _part(self, catalogue: Catalogue, value: Part) -> Part:
        if isinstance(value, Text):
            return self.short.get(value) or self._addressed(catalogue, value)
        return value
