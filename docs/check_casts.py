"""Recompute the throws of a game from its record. Usage: check_casts.py FILE (- for stdin)."""

import hashlib
import hmac
import itertools
import json
import pathlib
import re
import sys

KERNELS = (4, "01")
THROWS = {  # the number of objects in a throw, and their faces
    "kernels": KERNELS,
    "sapper": KERNELS,
    "plus-one": KERNELS,
    "die": (1, "12345"),
    "d6": (1, "123456"),
    "footprints": (2, "001122"),
}

path = sys.argv[1]
record = sys.stdin.read() if path == "-" else pathlib.Path(path).read_text("utf-8")
tags, entries = {}, []
for line in record.split("\n")[1:]:  # the first line is the version
    if tag := re.fullmatch(r"\[(\w+) (.*)\]", line):
        tags.setdefault(tag[1], []).append(json.loads(tag[2]))
    else:
        entries += line.split()
((header,), (seed,), (table,)) = tags["Game"], tags["Seed"], tags["Table"]
key = bytes.fromhex(seed)
commitment = hashlib.sha256(key).hexdigest()
statement = "\n".join(["puluc-corn-1", commitment, table, header, *tags["Word"]])
options = dict(option.split("=") for option in header.split()[1:])
throw = THROWS[options.get("table", "d6")]  # Parchís has no choice of tables


def stream(n):
    """Yield the bytes of throw n, without end."""
    for k in itertools.count():
        yield from hmac.digest(key, f"{statement}\n{n}\n{k}".encode(), "sha256")


def cast(n):
    """Return the objects of throw n as digits."""
    objects, faces = throw
    if throw is KERNELS:
        bits = next(stream(n))
        return "".join(faces[bits >> kernel & 1] for kernel in range(objects))
    fair = (byte for byte in stream(n) if byte < 256 - 256 % len(faces))
    return "".join(faces[next(fair) % len(faces)] for _ in range(objects))


bound = tags["Commitment"] == [commitment]
print("commitment", commitment, "is right" if bound else f"is wrong: {tags['Commitment'][0]}")
n, before, wrong = 0, [], False  # `before`: how many throws preceded each move that stands
for entry in entries:
    if entry.isdigit():
        right = entry == cast(n)
        print(n, entry, "is right" if right else f"is wrong: {cast(n)}")
        n, wrong = n + 1, wrong or not right
    elif entry == "undo":
        n = before.pop()
    elif entry != "-":
        before.append(n)
sys.exit(wrong or not bound)
