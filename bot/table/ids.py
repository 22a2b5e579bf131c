"""The identifiers of tables."""

from typing import NewType

TableId = NewType("TableId", str)
"""Ten letters and digits; public, in logs and button payloads."""
