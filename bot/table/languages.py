"""The languages that the bot speaks, as people choose them.

A language also needs its catalogue (`bot/texts/locale`). Without one, its readers get English.
"""

from collections.abc import Mapping
from typing import Final

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "es": "Español", "fr": "Français"}
"""What each language calls itself, by its code."""

AUTO: Final = "auto"
"""What people type to have the language of their app, server or group."""
