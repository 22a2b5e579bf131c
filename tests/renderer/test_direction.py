"""Texts in several directions, compared with another implementation of the Unicode algorithm."""

from bidi import get_display
from hypothesis import given
from hypothesis import strategies as st

from renderer.direction import CONTROLS, ISOLATE, POP, directed, in_order, mirrored

characters = st.text("abאבעל12٣٤ .,+-()[]!·", min_size=1, max_size=8).map(str.strip)
isolates = st.recursive(
    characters,
    lambda inner: st.lists(
        st.one_of(characters, inner.map(lambda text: f"{ISOLATE}{text}{POP}")), max_size=5
    ).map(lambda parts: "".join(parts).strip()),
    max_leaves=12,
)


@given(isolates)
def test_the_order(text: str) -> None:
    """Characters are in the order of the Unicode algorithm, also around isolates and brackets."""
    known = directed(text)
    shown = "".join(known[at].character for at in in_order([each.level for each in known]))
    expected = "".join(each for each in str(get_display(text)) if each not in CONTROLS)
    assert shown == expected


@given(st.text(f"aא1 ({ISOLATE}{POP}", max_size=200))
def test_nothing_gets_lost(text: str) -> None:
    """Every character is drawn once, even if an isolate has no end."""
    read = "".join(each.character for each in directed(text))
    assert read == "".join(each for each in text if each not in CONTROLS)


def test_deeply_nested_isolates() -> None:
    """What nobody writes takes no more than a moment, and gets no further than it is nested."""
    assert directed(ISOLATE * 500 + "א")


def test_brackets() -> None:
    """In text that runs leftwards, brackets face the other way."""
    assert mirrored("(") == ")"
    assert mirrored("a") == "a"
