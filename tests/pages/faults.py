"""What axe finds on a page, and what overflows sideways."""

from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Page

from tests.pages.browser import HEIGHT, WIDTH, Scheme

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
RUN = """async () => {
    const { violations, incomplete } = await axe.run();
    const unseen = ({ any }) => any.some(({ data }) => data?.messageKey === "equalRatio");
    return [
        ...violations,
        ...incomplete.map((each) => ({ ...each, nodes: each.nodes.filter(unseen) })),
    ].flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target}`));
}"""
"""Runs in a page: what axe finds; of what it leaves to people, text in the colour behind it."""

SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll("body, body *")]
    .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0)
    .filter((each) => each === document.documentElement
        || ["auto", "scroll"].includes(getComputedStyle(each).overflowX))
    .map((each) => each.id || each.className || each.tagName)"""

Look = tuple[Scheme, int]
"""A theme, and the width of a window."""

EACH: Sequence[Look] = (("light", 320), ("dark", 1280))
"""Each theme and each width: few faults need both."""

ALL: Sequence[Look] = tuple(
    (scheme, width) for scheme in ("light", "dark") for width in (320, 1280)
)

Find = Callable[[Page], Sequence[str]]
"""Returns axe's findings on a page in each look, and anything that overflows sideways."""


def found(page: Page, looks: Sequence[Look]) -> Sequence[str]:
    """See `Find`."""
    page.evaluate(AXE)
    faults = []
    for scheme, width in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        faults += [f"{scheme}, {width} px: {fault}" for fault in page.evaluate(RUN)]
        faults += [f"{width} px: {part} scrolls sideways" for part in page.evaluate(SIDEWAYS)]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    return faults
