"""Recompute the casts of a game: check_casts.py RECORD SEED TABLE WORD WORD ... (RECORD or -)."""

import hashlib
import hmac
import itertools
import pathlib
import sys

KERNELS = (4, "01")
THROWS = {  # how many objects a cast has, and their faces
    "kernels": KERNELS,
    "sapper": KERNELS,
    "plus-one": KERNELS,
    "die": (1, "12345"),
    "d6": (1, "123456"),
    "footprints": (2, "001122"),
}

path, seed, table, *words = sys.argv[1:]
record = sys.stdin.read() if path == "-" else pathlib.Path(path).read_text("utf-8")
header, *entries = record.splitlines()[1:]
key = bytes.fromhex(seed)
commitment = hashlib.sha256(key).hexdigest()
statement = "\n".join(["puluc-corn-1", commitment, table, header, *words])
throw = THROWS[dict(option.split("=") for option in header.split()[1:])["table"]]


def stream(n):
    """Yield the bytes of cast n, without end."""
    for k in itertools.count():
        yield from hmac.digest(key, f"{statement}\n{n}\n{k}".encode(), "sha256")


def cast(n):
    """How the objects of cast n lie."""
    objects, faces = throw
    if throw is KERNELS:
        bits = next(stream(n))
        return "".join(faces[bits >> kernel & 1] for kernel in range(objects))
    fair = (byte for byte in stream(n) if byte < 256 - 256 % len(faces))
    return "".join(faces[next(fair) % len(faces)] for _ in range(objects))


print("commitment", commitment)
thrown = [entry for entry in " ".join(entries).split() if entry.isdigit()]  # not moves or passes
wrong = [n for n, entry in enumerate(thrown) if entry != cast(n)]
for n, entry in enumerate(thrown):
    print(n, entry, f"is wrong: {cast(n)}" if n in wrong else "is right")
sys.exit(bool(wrong))
