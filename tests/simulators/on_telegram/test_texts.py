"""Text parsing as on Telegram."""

import pytest

from telegram_simulator.entities import BadMarkup, complete, parse
from telegram_simulator.limits import read_text
from telegram_simulator.refusals import Refused


def test_html() -> None:
    """HTML becomes entities at the right offsets, counted in UTF-16 units."""
    text = parse("\N{SLOT MACHINE} <b>A&amp;<i>n</i></b> <a href='https://x.example'>here</a>&#33;")
    assert text.words == "\N{SLOT MACHINE} A&n here!"
    assert [(one.type, one.offset, one.length) for one in text.entities] == [
        ("italic", 5, 1),
        ("bold", 3, 3),
        ("text_link", 7, 4),
    ]
    assert [text.marked(one) for one in text.entities] == ["n", "A&n", "here"]
    assert text.entities[-1].url == "https://x.example"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("<blockquote expandable>a</blockquote>", "expandable_blockquote"),
        ("<blockquote>a</blockquote>", "blockquote"),
        ("<tg-spoiler>a</tg-spoiler>", "spoiler"),
        ('<span class="tg-spoiler">a</span>', "spoiler"),
        ("<CODE>a</code>", "code"),
        ("<strong>a</>", "bold"),
    ],
)
def test_tags(source: str, kind: str) -> None:
    """Each tag becomes an entity."""
    (entity,) = parse(source).entities
    assert (entity.type, entity.offset, entity.length) == (kind, 0, 1)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("a <b>b", 'Can\'t find end tag corresponding to start tag "b"'),
        ("é <x>b</x>", 'Unsupported start tag "x" at byte offset 3'),
        ("1 < 2", "Unclosed start tag at byte offset 2"),
        ("1 <2>", 'Unsupported start tag "2" at byte offset 2'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("a</b", "Unclosed end tag at byte offset 1"),
        ("<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("a<br>b", 'Unsupported start tag "br" at byte offset 1'),
    ],
)
def test_bad_html(source: str, said: str) -> None:
    """Invalid HTML is refused with Telegram's error message."""
    with pytest.raises(BadMarkup) as refused:
        parse(source)
    assert str(refused.value) == said


def test_bare_ampersands() -> None:
    """An ampersand that doesn't begin a known reference stays as it is."""
    assert parse("a & b &nbsp; &lt;").words == "a & b &nbsp; <"


def test_found() -> None:
    """Commands, usernames and URLs are found in plain text, but not in code."""
    text = complete(parse("/open@puluc_bot @benben https://x.example/a. <code>@annann</code> 1/2"))
    assert [(one.type, text.marked(one)) for one in text.entities] == [
        ("bot_command", "/open@puluc_bot"),
        ("mention", "@benben"),
        ("url", "https://x.example/a"),
        ("code", "@annann"),
    ]


def test_trimmed() -> None:
    """Spaces around a text are trimmed, and entities move accordingly."""
    text = complete(parse("\n <b> a</b> \n"))
    assert text.words == "a"
    assert [(one.offset, one.length) for one in text.entities] == [(0, 1)]


def test_length_after_parsing() -> None:
    """The length limit applies to the text without markup."""
    assert read_text(f"<b>{'x' * 1024}</b>", "HTML", [], caption=True).entities
    for source, caption in (("x" * 1025, True), ("x" * 4097, False), ("&amp;" * 4097, False)):
        with pytest.raises(Refused, match="is too long"):
            read_text(source, "HTML", [], caption=caption)
    with pytest.raises(Refused, match="is empty"):
        read_text("<b> </b>", "HTML", [])


@pytest.mark.parametrize(
    ("attributes", "form"),
    [('unix="1647531900" format="wDT"', "wDT"), ("unix=1647531900", None)],
)
def test_dates(attributes: str, form: str | None) -> None:
    """A date has its Unix time and its format, and its content is part of the text."""
    text = parse(f"by <b><tg-time {attributes}>17 March</tg-time></b>")
    date = text.entities[0]
    assert text.words == "by 17 March"
    assert (date.type, date.unix_time, date.date_time_format) == ("date_time", 1647531900, form)
    assert (date.offset, date.length) == (3, 8)


@pytest.mark.parametrize("format_", ["r", "", "w", "d", "Dt", "wdT", "T"])
def test_date_formats(format_: str) -> None:
    """A date's format is relative, or made of a weekday, a date and a time."""
    (date,) = parse(f'<tg-time unix="0" format="{format_}">x</tg-time>').entities
    assert date.json().get("date_time_format", "") == format_


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        ('format="r"', "Invalid date specified at byte offset 0"),
        ('unix="soon"', "Invalid date specified at byte offset 0"),
        ('unix="-1"', "Invalid date specified at byte offset 0"),
        ('unix="1" format="tD"', "Invalid date format specified at byte offset 0"),
        ('unix="1" format="rt"', "Invalid date format specified at byte offset 0"),
        ('unix="1" format="f"', "Invalid date format specified at byte offset 0"),
    ],
)
def test_bad_dates(attributes: str, said: str) -> None:
    """A date without a Unix time, or with an unknown format, is refused."""
    with pytest.raises(BadMarkup) as refused:
        parse(f"<tg-time {attributes}>x</tg-time>")
    assert str(refused.value) == said


@pytest.mark.parametrize("tag", ["pre", "code", 'a href="https://x.example"'])
def test_dates_inside_other_entities(tag: str) -> None:
    """A date inside of code or a link is only text."""
    text = parse(f'<{tag}><tg-time unix="1">x</tg-time></{tag.split()[0]}>')
    assert "date_time" not in {entity.type for entity in text.entities}
    assert text.words == "x"


def test_dates_without_markup() -> None:
    """A date can be specified as an entity, and is checked in the same way."""
    mark = {"type": "date_time", "offset": 0, "length": 3, "unix_time": 1, "date_time_format": "D"}
    assert read_text("now", None, [mark]).entities[0].json() == mark
    with pytest.raises(Refused, match="Invalid date format"):
        read_text("now", None, [mark | {"date_time_format": "x"}])
    with pytest.raises(Refused, match="Invalid date specified"):
        read_text("now", None, [{"type": "date_time", "offset": 0, "length": 3}])
