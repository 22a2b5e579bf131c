"""The storage format of tables: a format number followed by compressed JSON, validated on reading.

`bot.store.forms` says how the JSON is made, and how a format grows: a new field of a table needs a
default, and nothing here.
"""

import json
import zlib
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from bot.store.forms import form
from bot.table.ports import CorruptRecord, NewerRecord
from bot.table.table import Table

FORMAT: Final = 3
"""The format in which tables are written. Versions before 1.0 used 1 and 2."""

_DICTIONARY: Final = (
    b'"calls":{"count":1,"last":17,"nudged":17,"revision":,"place":"telegram:@","refused":true},'
    b'"silent":true,"asking":{"wish":"undo"pause"draw","seat":,"agreed":[],"absence":{"since":,'
    b'"claimable":true},"undone":,"declined":,"match":{"headers":["puluc road=11 warriors=5 '
    b'table=kernels casts=one"],"wins":3,"games":[{"table":","code":","header":","points":[2,0]},'
    b'{0,2]}],"left_by":1},"ready":[0],"former":[{"seat":,"holder":{"level":"medium"},"why":'
    b'"relieved"timeout"left"match-left"resigned","moves":,"at":17,"posted_by":{"user":"web:",'
    b'"announcement":{"text":","until":17},"advised":[{"seat":0,"count":1,"moves":,"hint":'
    b'"hint.landing","hosted_by":1,"idle_days":30kekchi road=14 warriors=5 table=kernels casts=sum"'
    b'aj-tiwil"aj-sinaanil"aj-sakalil"a-kaakil"aj-sayil road=19 warriors=5 table=kernels casts=each'
    b' seats=4"footprints road=11 warriors=5 table=footprints casts=one"buul road=boolik road='
    b'bul road=11{"level":"easy"medium"hard"perfect"},{},{"kept":{"user":"discord:"1000","0100",'
    b'"0010","0001","1001","0000","1111","0111","1011","1101","1110","1100","0110","0011","1010",'
    b'"0101","ending":"declined"cancelled"expired"aborted"abandoned"closed"match-left"stopped"'
    b'agreed"drawn"timeout"left"resigned"won","ended_by":1,"places":[[1],[0]]}[0],[1]]}"position":'
    b'"1 b3 h,5,5,10+ h,39,41,45+","story":["6","h+5","39+6","1","2","3","4","5","lying":["6","3"],'
    b'"terms":{"pace":"3d1d+1h7d10m","flag":"auto","vacation":true,"expires":21600,"hints":true,'
    b'"match":3,"series":["puluc","bul","boolik"]}"header":"parchis-spain seats=2"4"'
    b'{"id":"","code":"","revision":1,"status":"offered"over"playing","header":"puluc road=11 '
    b'warriors=5 table=kernels casts=one","seed":"=","place":"web:maize:"telegram:-100"discord:1",'
    b'"seats":[{"user":"telegram:"web:"discord:","name":"Ana","word":""},{"user":"discord:",'
    b'"name":"Ben"}],"created":17,"touched":17,"position":"1 a 54/00 ","before":"0 b 44/00 3a 5b",'
    b'"story":["1100","0110","0011","1010","0101","1001","b+3","a+2","1","lying":["0111"],'
    b'"casts":12,"moves":10,"clock":{"seat":1,"began":17,"since":17,"pace":"1d",'
    b'"left":[86400,86400],"given":86400,"stopped":"paused"vacation"up"}}'
)
"""The preset dictionary for compression, so that text common to all tables takes little space: what
is usual comes last. Never change it: stored tables could no longer be read."""

_TABLE: Final = form(Table)


class _Format(NamedTuple):
    """How a format is read: the dictionary of its compression, and the table in its JSON."""

    dictionary: bytes
    read: Callable[[Any], Table]


_FORMATS: Final[Mapping[int, _Format]] = {FORMAT: _Format(_DICTIONARY, _TABLE.read)}
"""The formats that can be read. One that replaces the last is added here, and that one stays."""


def write(table: Table) -> bytes:
    """Serialize a table."""
    plain = json.dumps(_TABLE.write(table), ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_DICTIONARY)
    return bytes([FORMAT]) + packer.compress(plain) + packer.flush()


def read(data: bytes) -> Table:
    """Deserialize a table written by this release or an older one.

    Raises NewerRecord if a newer release wrote it, and CorruptRecord for any other data.
    """
    if not data:
        raise CorruptRecord("the stored table is empty")
    number = data[0]
    if number > FORMAT:
        raise NewerRecord(f"table format {number}; this release reads up to {FORMAT}")
    if number not in _FORMATS:
        raise CorruptRecord(f"table format {number} is of a version before 1.0")
    dictionary, build = _FORMATS[number]
    unpacker = zlib.decompressobj(-15, zdict=dictionary)
    try:
        table = build(json.loads(unpacker.decompress(data[1:])))
    except CorruptRecord:
        raise
    except (zlib.error, ValueError, TypeError, LookupError, RecursionError) as error:
        raise CorruptRecord(f"the stored table cannot be read: {error}") from error
    if not unpacker.eof:
        raise CorruptRecord("the stored table is truncated")
    return table
