"""What `make` passes on to the program."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PRINT = """\
#!/bin/sh
echo "lan=$PULUC_LAN: $*"
"""
"""A program in place of Python, which prints what it is given."""


@pytest.mark.parametrize(("given", "lan"), [([], ""), (["LAN=1"], "1"), (["LAN=0"], "0")])
def test_run_on_a_network(tmp_path: Path, given: list[str], lan: str) -> None:
    """`make run LAN=1` sets PULUC_LAN; `make run` alone leaves it to other settings."""
    python = tmp_path / "python"
    python.write_text(PRINT)
    python.chmod(0o700)
    make = shutil.which("make")
    assert make is not None
    ran = subprocess.run(
        [make, "--silent", "--old-file=.venv/runs", "run", f"BIN={tmp_path}", *given],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert ran.stdout == f"lan={lan}: -m bot\n"
