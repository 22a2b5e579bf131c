"""docs/architecture.md describes the code as it is."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks, pages

PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SOURCES = [path for folder in ("bot", "engine", "renderer") for path in (ROOT / folder).rglob("*")]
PATHS = sorted(set(re.findall(r"`([\w/]+\.(?:py|js)|[\w/]+/)`", PAGE)))


def test_layers() -> None:
    """The diagram shows the layers of the bot as import-linter checks them, from top to bottom."""
    (diagram,) = [block for block in blocks(PAGE) if block[0].startswith("bot ")]
    drawn = " ".join(diagram).partition(" renderer ")[0].removeprefix("bot ")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (layers,) = [
        contract["layers"]
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == ["bot"]
    ]
    assert [layer.strip() for layer in drawn.split(">")] == layers


def test_the_picture() -> None:
    """The folders in the picture of the program are packages, and the files are in them."""
    (picture,) = [block for block in blocks(PAGE) if block[0].startswith("People ")]
    known = {source.name + "/" * source.is_dir() for source in (*SOURCES, *ROOT.iterdir())}
    assert not {*re.findall(r"\w+/|\w+\.py", "\n".join(picture))} - known


def test_the_tree() -> None:
    """The tree in the README has folders that exist."""
    readme = (ROOT / "README.md").read_text("utf-8")
    (tree,) = [block for block in blocks(readme) if block[0].startswith("bot/ ")]
    for line in tree:
        for folder in re.findall(r"\w+/(?!\w)", line):
            parent = ROOT / "bot" if line.startswith(" ") else ROOT
            assert (parent / folder).is_dir(), line


@pytest.mark.parametrize("path", PATHS)
def test_modules_exist(path: str) -> None:
    """Each file and folder that the page names is there, at its path or in some package."""
    known = [source.as_posix() + "/" * source.is_dir() for source in SOURCES]
    assert (ROOT / path).exists() or any(each.endswith(f"/{path}") for each in known)


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Links between the pages of the project lead to files and headings that exist."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        linked = page.parent / name if name else page
        assert linked.exists(), target
        if anchor:
            text = linked.read_text("utf-8")
            headings = re.findall(r"^#+ (.*)$", text, re.M)
            anchors = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}
            assert anchor in anchors | set(re.findall(r'<a id="([^"]+)">', text)), target
