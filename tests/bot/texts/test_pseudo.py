"""The made language, by which other tests find what doesn't come from the catalogue."""

import pytest

from bot.texts.catalogue import Catalogue
from engine.text import Name, Text
from tests.bot.pseudo import Page, plain, pseudo


def test_no_letter_is_plain(pseudo: Catalogue) -> None:
    """Every letter of a text is another one; what is put into it stays."""
    said = pseudo.voice("en")(Text("accept.blocked", name=Name("Ana")))
    assert said == "Ana đóéśń'ţ ŵáńţ ţó ṕĺáý áǵáíńśţ ýóú."
    assert plain(said) == []


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (f"{pseudo('Hello')} there, Ana", ["there"]),
        (f"Hello, {pseudo('you')}", ["Hello"]),
        ("/puluc challenge @maria road=9", []),
        ("<b>Ana</b> &amp; Ben, k3f9qd7m2x, https://a.example/path", []),
        ("board.png", []),
    ],
)
def test_what_is_found(said: str, words: list[str]) -> None:
    """Words are found that aren't names, typed, or codes."""
    assert plain(said) == words


def test_what_people_read_on_a_page() -> None:
    """Text and descriptions are read; data for scripts is apart from them."""
    page = Page('<style>a</style><img alt="b">c<input placeholder="d"><script>{"e": 1}</script>')
    assert (page.read, page.data) == (["b", "c", "d"], ['{"e": 1}'])
