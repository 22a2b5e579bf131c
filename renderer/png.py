"""PNG files of pictures that begin alike: what stays as it was is compressed only once.

A file is one deflate stream. It is cut into bands of lines; between a band that is drawn on and
one that is not the stream is flushed, so that neither looks back into the other (RFC 1951), and
the unchanged one can be taken as it was compressed before.
"""

from struct import pack

from PIL import Image
from zlib_ng import zlib_ng

LINES = 16
"""The height of a band. Lower ones are more often unchanged, higher ones compress better."""

LEVEL, BEST = 5, 9
"""How hard the compression works on what is drawn anew, and on what is kept."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_ZLIB = b"\x78\x9c"  # deflate with the largest window (RFC 1950)
_PALETTE_COLOURS = 3  # the colour type of a palette picture
_UNFILTERED = b"\0"


class Blank:
    """A picture of palette indices that others begin as; never drawn on itself.

    Its pixels are kept with one more column, of zeros: so the bytes of a line end with the
    filter type of the next, and a picture needs no copying to become a file.
    """

    def __init__(self, picture: Image.Image) -> None:
        self.size = picture.size
        self._wide = Image.new("L", (picture.width + 1, picture.height))
        self._wide.paste(picture, (0, 0))
        self._lines = _lines(self._wide)
        self._kept: dict[int, bytes] = {}

    def copy(self) -> Image.Image:
        """Return pixels to draw on, with the column of zeros at the right."""
        return self._wide.copy()

    def seen(self, drawn: Image.Image) -> Image.Image:
        """Return what is seen of a copy that was drawn on."""
        return drawn.crop((0, 0, *self.size))

    def file(self, drawn: Image.Image, colours: bytes) -> bytes:
        """Return a copy that was drawn on as a PNG file; `colours` is its palette."""
        head = pack(">IIBBBBB", *self.size, 8, _PALETTE_COLOURS, 0, 0, 0)
        chunks = (
            (b"IHDR", head),
            (b"PLTE", colours),
            (b"IDAT", self._compressed(_lines(drawn))),
            (b"IEND", b""),
        )
        return _SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)

    def _compressed(self, lines: bytes) -> bytes:
        """Return `lines` as a zlib stream."""
        band = LINES * (self.size[0] + 1)
        stream, pressed, open_ = [_ZLIB], _deflate(LEVEL), False
        for start in range(0, len(lines), band):
            part = lines[start : start + band]
            if part != self._lines[start : start + band]:
                stream.append(pressed.compress(part))
                open_ = True
                continue
            if open_:
                stream.append(pressed.flush(zlib_ng.Z_FULL_FLUSH))
                open_ = False
            if start not in self._kept:
                alone = _deflate(BEST)
                self._kept[start] = alone.compress(part) + alone.flush(zlib_ng.Z_FULL_FLUSH)
            stream.append(self._kept[start])
        return b"".join((*stream, pressed.flush(), pack(">I", zlib_ng.adler32(lines))))


def _lines(wide: Image.Image) -> bytes:
    """Return the lines of a picture with a column of zeros, each after its filter type."""
    return _UNFILTERED + wide.tobytes()[:-1]


def _deflate(level: int) -> "zlib_ng._Compress":
    return zlib_ng.compressobj(level, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS)


def _chunk(name: bytes, data: bytes) -> bytes:
    sum_ = zlib_ng.crc32(data, zlib_ng.crc32(name))
    return pack(">I", len(data)) + name + data + pack(">I", sum_)
