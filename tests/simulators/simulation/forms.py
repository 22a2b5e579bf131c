"""Forms with files, read in memory.

aiohttp's own `post` keeps files in temporary ones, and leaves them open if the sender dies while it
sends: some tests kill it just then, and a later one was blamed for the open file.
"""

from collections.abc import AsyncIterator
from typing import NamedTuple

from aiohttp import BodyPartReader, web


class Part(NamedTuple):
    """A field of a form; the `filename` is None if it is no file."""

    name: str
    data: bytes
    filename: str | None


async def parts(incoming: web.Request) -> AsyncIterator[Part]:
    """Yield the fields of a request of the type `multipart/form-data`."""
    async for part in await incoming.multipart():
        assert isinstance(part, BodyPartReader)
        assert part.name is not None
        data = await part.read(decode=True)
        yield Part(part.name, bytes(data), part.filename)
