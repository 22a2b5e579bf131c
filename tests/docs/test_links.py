"""Links between the documents lead to existing files and headings."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])

_LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")


def headings(document: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub forms them."""
    text = re.sub(r"^(```|~~~).*?^\1", "", document.read_text("utf-8"), flags=re.M | re.S)
    titles = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links(document: Path) -> None:
    """Every relative link of a document names a file that exists, and a heading in it."""
    for path, anchor in _LINK.findall(document.read_text("utf-8")):
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), path
        if anchor and target.suffix == ".md":
            assert anchor in headings(target), f"{path}#{anchor}"
