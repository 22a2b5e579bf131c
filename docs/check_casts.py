"""Recompute the throws of a game from its record. Usage: check_casts.py FILE (- for stdin)."""

import collections
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
(recipe,) = tags.get("Recipe", ["puluc-corn-1"])
throwers = {  # the letter of each throw's number; in corn-1, numbers have none
    "puluc-corn-1": itertools.repeat(""),
    "puluc-corn-2": iter("".join(tags.get("Throwers", []))),
}[recipe]
key = bytes.fromhex(seed)
commitment = hashlib.sha256(key).hexdigest()
statement = "\n".join([recipe, commitment, table, header, *tags["Word"]])
options = dict(option.split("=") for option in header.split()[1:])
throw = THROWS[options.get("table", "d6")]  # Parchís has no choice of tables


def stream(number):
    """Yield the bytes of a throw, without end."""
    for k in itertools.count():
        yield from hmac.digest(key, f"{statement}\n{number}\n{k}".encode(), "sha256")


def cast(number):
    """Return the objects of a throw as digits."""
    objects, faces = throw
    if throw is KERNELS:
        bits = next(stream(number))
        return "".join(faces[bits >> kernel & 1] for kernel in range(objects))
    fair = (byte for byte in stream(number) if byte < 256 - 256 % len(faces))
    return "".join(faces[next(fair) % len(faces)] for _ in range(objects))


bound = tags["Commitment"] == [commitment]
print("commitment", commitment, "is right" if bound else f"is wrong: {tags['Commitment'][0]}")
counts, wrong = collections.Counter(), False  # how many throws of each seat stand
before = []  # how many stood before each move that stands
for entry in entries:
    if entry.isdigit():
        seat = next(throwers)
        number = f"{seat}{counts[seat]}"
        right = entry == cast(number)
        print(number, entry, "is right" if right else f"is wrong: {cast(number)}")
        counts[seat] += 1
        wrong = wrong or not right
    elif entry == "undo":
        counts = before.pop()
    elif entry != "-":
        before.append(counts.copy())
sys.exit(wrong or not bound)
