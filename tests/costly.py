"""The settings of properties with costly examples, such as whole games and pictures."""

from typing import Final

from hypothesis import settings

COSTLY: Final = settings(max_examples=settings.default.max_examples // 4)
"""A quarter of the examples that others try, by day and at night."""
