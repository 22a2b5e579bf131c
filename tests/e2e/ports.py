"""Ports for the programs that tests start."""

import os
import random
import socket

FIRST, SPAN, WORKERS = 20_000, 1_000, 12
"""Below the range that systems use for outgoing connections, which open and close at any time."""


def free_port() -> int:
    """Return an unused port; each test worker has its own range."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % WORKERS
    ports = range(FIRST + worker * SPAN, FIRST + (worker + 1) * SPAN)
    for port in random.sample(ports, SPAN):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError(f"no port is free from {ports[0]} to {ports[-1]}")
