"""What is said, within Telegram's limits."""

from hypothesis import given
from hypothesis import strategies as st

from bot.on_telegram import names, words
from bot.texts.catalogue import Catalogue
from engine.text import Text
from telegram_simulator import entities

LINES = st.lists(st.text(max_size=30), min_size=1, max_size=20)


def test_commands_without_a_prefix() -> None:
    """A command is told as it is typed here."""
    say = words.translator(Catalogue(), "en")
    assert "/games" in say(Text("pick.no-game"))
    assert "/puluc" not in say(Text("pick.no-game"))


def test_letters_beyond_the_first_plane() -> None:
    """A letter that takes two units in UTF-16 counts twice."""
    assert (words.length("a"), words.length("🌽")) == (1, 2)


@given(st.text(), st.integers(1, 40))
def test_cut(text: str, most: int) -> None:
    """What is cut is short enough, and what is short enough is not cut."""
    cut = words.cut(text, most)
    assert words.length(cut) <= most
    assert cut == text or words.length(text) > most


@given(LINES, st.integers(1, 200))
def test_fitting(lines: list[str], room: int) -> None:
    """The last lines are kept, as many as have room, and always the very last."""
    kept = words.fitting(lines, room)
    assert words.length("\n".join(kept)) <= room
    assert len(kept) >= 1
    assert kept[1:] == lines[len(lines) - len(kept) + 1 :]


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=3000), max_size=8))
def test_messages(lines: list[str]) -> None:
    """Lines become messages that are not too long, and none is lost."""
    sent = list(words.messages(lines))
    assert all(0 < words.length(message) <= 4096 for message in sent)
    assert "".join(sent).replace("\n", "") == "".join(lines).replace("\n", "")


@given(st.text(st.sampled_from("ab1 @#$/.:_-é🌽"), max_size=40))
def test_quiet_names(name: str) -> None:
    """A name that Telegram finds nothing in looks the same, and stays as it is when said twice."""
    quiet = names.quiet(name)
    assert quiet.replace("\N{WORD JOINER}", "") == name
    assert names.quiet(quiet).replace("\N{WORD JOINER}", "") == name
    assert [entity.type for entity in entities.complete(entities.Text(quiet)).entities] == []
