"""The characters of people's names: which are kept, and what they look like."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

NAME_LIMIT: Final = 64
"""Maximum length of a displayed name, in characters. Platforms allow 32 to 129."""

_NON_JOINER, _JOINER = "\N{ZERO WIDTH NON-JOINER}", "\N{ZERO WIDTH JOINER}"

_BLANKS: Final = frozenset(
    "\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{HANGUL FILLER}"
    "\N{HALFWIDTH HANGUL FILLER}\N{BRAILLE PATTERN BLANK}\N{COMBINING GRAPHEME JOINER}"
    "\N{KHMER VOWEL INHERENT AQ}\N{KHMER VOWEL INHERENT AA}\N{MUSICAL SYMBOL NULL NOTEHEAD}"
    "\N{KHITAN SMALL SCRIPT FILLER}"
    "\U00013441\U00013442"  # blanks among Egyptian hieroglyphs, which not every Python knows
)
"""Characters that draw nothing, although Unicode has them as letters, marks or symbols."""

_EMOJI_STYLE: Final = "\N{VARIATION SELECTOR-16}"
_SELECTORS: Final = (range(0xFE00, 0xFE10), range(0x180B, 0x1810), range(0xE0100, 0xE01F0))
"""Variation selectors, which draw nothing and choose among forms of the character before."""

_MOST_MARKS: Final = 4
"""How many marks a letter can have. Scripts such as Myanmar and Tibetan need them."""

_MOST_ACCENTS: Final = 2
"""How many of them can be accents of any script: more aren't in any spelling, but reach far up."""

_ACCENTS: Final = (
    range(0x300, 0x370),
    range(0x483, 0x48A),
    range(0x1AB0, 0x1B00),
    range(0x1DC0, 0x1E00),
    range(0x20D0, 0x2100),
    range(0xFE20, 0xFE30),
)

_VIRAMA: Final = 9
"""The combining class of signs that join Indic letters."""

_JOINING: Final = ("ARABIC ", "SYRIAC ", "MANDAIC ", "NKO ", "MONGOLIAN ", "ADLAM ", "HANIFI ")
"""How the names of letters begin whose form depends on their neighbours."""

_TONES: Final = range(0x1F3FB, 0x1F400)
"""The skin tones of emoji."""

_LOOKALIKES: Final[Mapping[str, str]] = {
    other: latin
    for latin, others in {
        "a": "\u0430\u03b1",
        "c": "\u0441\u03f2\u0581",
        "e": "\u0435\u03b5",
        "i": "\u0456\u03b9\u0131",
        "k": "\u043a\u03ba",
        "m": "\u043c",
        "n": "\u0578",
        "o": "0\u043e\u03bf\u0585",
        "p": "\u0440\u03c1",
        "r": "\u0433",
        "s": "\u0455",
        "t": "\u0442\u03c4",
        "u": "\u03c5\u057d",
        "y": "\u0443",
    }.items()
    for other in others
}
"""Cyrillic, Greek and Armenian letters, and digits, that look like a Latin letter."""


def plain_name(name: str) -> str:
    """Return a name without what draws nothing or disturbs its surroundings; `""` if none is left.

    Control, format and separator characters are left out, and marks that are too many for a letter.
    Joiners are kept where spelling needs them: in Persian, Indic scripts and emoji.
    """
    given = unicodedata.normalize("NFC", name)
    kept = list[str]()
    for at, character in enumerate(given):
        if character in (_JOINER, _NON_JOINER):
            character = character if _joins(character, kept, given[at + 1 :]) else ""
        kept += _plain(character, kept)
    shown = " ".join("".join(kept).split())[:NAME_LIMIT].rstrip(f" {_JOINER}{_NON_JOINER}")
    return shown if any(map(_is_visible, shown)) else ""


def letters_of(name: str) -> str:
    """Return the letters that a name seems to have, in lower case, whatever script they are of."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    return "".join(_latin(each) for each in folded if each.isalnum())


def _plain(character: str, before: Sequence[str]) -> str:
    """Return what is kept of a character after those that were kept before."""
    category = unicodedata.category(character) if character else "Cf"
    if character.isspace() or category[0] == "Z" or character in _BLANKS:
        return " "
    if character in (_JOINER, _NON_JOINER):
        return character
    if _is_in(character, _SELECTORS):
        styled = before and unicodedata.category(before[-1]) in ("So", "Po", "Sm", "Nd")
        return character if character == _EMOJI_STYLE and styled else ""
    if category[0] == "C":
        return ""
    if category in ("Mn", "Me"):
        return character if _has_room(character, before) else ""
    return character


def _has_room(mark: str, before: Sequence[str]) -> bool:
    """Return whether the last letter can have one more mark."""
    marks = list[str]()
    for each in reversed(before):
        if unicodedata.category(each)[0] != "M":
            break
        marks.append(each)
    if len(marks) == len(before) or before[-1 - len(marks)] == " " or mark in marks:
        return False
    stacked = [each for each in marks if unicodedata.category(each) != "Mc"]
    accents = sum(_is_in(each, _ACCENTS) for each in stacked)
    most = _MOST_ACCENTS if _is_in(mark, _ACCENTS) else _MOST_MARKS
    return len(stacked) < _MOST_MARKS and (accents < most)


def _joins(joiner: str, before: Sequence[str], after: str) -> bool:
    """Return whether spelling needs a joiner between these characters."""
    if not before or not after:
        return False
    last, following = before[-1], after[0]
    base = next((each for each in reversed(before) if unicodedata.category(each)[0] != "M"), "")
    if joiner == _JOINER and _is_emoji(base) and _is_emoji(following):
        return True
    if _VIRAMA in (unicodedata.combining(last), unicodedata.combining(following)):
        return following.isalpha() or unicodedata.category(following)[0] == "M"
    return all(unicodedata.name(each, "").startswith(_JOINING) for each in (base, following))


def _is_emoji(character: str) -> bool:
    """Return whether a character may be an emoji, or changes the one before."""
    return bool(character) and (unicodedata.category(character) == "So" or ord(character) in _TONES)


def _is_in(character: str, ranges: Sequence[range]) -> bool:
    return any(ord(character) in each for each in ranges) if character else False


def _is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] not in "CZM"


def _latin(letter: str) -> str:
    """Return the Latin letter that another letter looks like, or the letter itself."""
    name = unicodedata.name(letter, "")
    for kind in ("LATIN LETTER SMALL CAPITAL ", "LATIN SMALL LETTER ", "MODIFIER LETTER SMALL "):
        base = name.removeprefix(kind).partition(" ")[0]
        if name.startswith(kind) and len(base) == 1:
            return base.casefold()
    return _LOOKALIKES.get(letter, letter)
