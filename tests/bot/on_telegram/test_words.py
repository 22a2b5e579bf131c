"""Texts within Telegram's limits."""

from hypothesis import given
from hypothesis import strategies as st

from bot.on_telegram import words
from bot.texts.catalogue import Catalogue
from engine.text import Text
from telegram_simulator import entities

LINES = st.lists(st.text(max_size=30), min_size=1, max_size=20)


def test_commands_without_a_prefix() -> None:
    """Commands in texts are written as they are typed in Telegram."""
    say = words.Voice(Catalogue(), "en")
    assert "/games" in say(Text("pick.no-game"))
    assert "/puluc" not in say(Text("pick.no-game"))


def test_characters_outside_the_bmp() -> None:
    """A character that takes two UTF-16 code units counts twice."""
    assert (words.length("a"), words.length("🌽")) == (1, 2)


@given(st.text(), st.integers(1, 40))
def test_cut(text: str, most: int) -> None:
    """A text is truncated to the limit only if it's longer."""
    cut = words.cut(text, most)
    assert words.length(cut) <= most
    assert cut == text or words.length(text) > most


@given(LINES, st.integers(1, 200))
def test_fitting(lines: list[str], room: int) -> None:
    """As many of the last lines are kept as fit, and always the very last."""
    escaped = [words.escape(line) for line in lines]
    kept = words.fitting(escaped, room)
    assert words.length(words.visible("\n".join(kept))) <= room
    assert len(kept) >= 1
    assert kept[1:] == escaped[len(lines) - len(kept) + 1 :]


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=2000), max_size=8))
def test_messages(lines: list[str]) -> None:
    """Lines are split into messages within the limit, and none is lost."""
    sent = list(words.messages(map(words.escape, lines)))
    shown = [entities.parse(message).words for message in sent]
    assert all(0 < words.length(message) <= 4096 for message in shown)
    assert "".join(shown).replace("\n", "") == "".join(lines).replace("\n", "")


@given(st.text(st.sampled_from("ab1 @#$/.:_-é🌽"), max_size=40))
def test_quiet_names(name: str) -> None:
    """A quiet name looks the same and contains no entities, also when it is made quiet twice."""
    quiet = words.quiet(name)
    assert quiet.replace("\N{WORD JOINER}", "") == name
    assert words.quiet(quiet).replace("\N{WORD JOINER}", "") == name
    assert [entity.type for entity in entities.complete(entities.Text(quiet)).entities] == []
