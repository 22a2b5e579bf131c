"""What solving games needs is optional, and always there in CI."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def pinned(name: str) -> set[str]:
    """The packages in a compiled file of requirements."""
    return set(re.findall(r"^([a-z][\w.-]*)==", (ROOT / name).read_text("utf-8"), re.M))


def test_the_solver_has_its_own_packages() -> None:
    """The file has what the optional dependency needs, and nothing that the bot itself needs."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (wanted,) = settings["project"]["optional-dependencies"]["solver"]
    solver = pinned("requirements-solver.txt")
    assert re.split(r"\W", wanted)[0] in solver
    assert not solver & pinned("requirements.txt")


def test_ci_has_the_solver() -> None:
    """`.ci/run` installs Numba before any check, so that its tests aren't skipped there."""
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert re.findall(r"\bmake (\S+)$", script, re.M) == ["solver", '"$@"']
    assert "export CI=true" in script


def test_checks_need_no_solver() -> None:
    """`make lint`, `make hooks` and `make test` don't install Numba."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in ("lint", "hooks", "test"):
        (needed,) = re.findall(rf"^{target}:(.*?)##", makefile, re.M)
        assert needed.split() == ["install"]
