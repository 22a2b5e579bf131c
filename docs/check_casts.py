"""Recompute a table's casts: check_casts.py SEED TABLE "HEADER" HOW_MANY WORD WORD ..."""

import hashlib
import hmac
import sys

seed, table, header, how_many, *words = sys.argv[1:]
key = bytes.fromhex(seed)
commitment = hashlib.sha256(key).hexdigest()
statement = "\n".join(["puluc-corn-1", commitment, table, header, *words])
print("commitment", commitment)
for n in range(int(how_many)):
    first = hmac.new(key, f"{statement}\n{n}\n0".encode(), hashlib.sha256).digest()[0]
    print(n, "".join(str(first >> kernel & 1) for kernel in range(4)))
