"""Right-to-left names don't take what is beside them along."""

import pytest

from bot.texts.catalogue import Catalogue, isolated
from engine.text import Name, Text

SAY = Catalogue().voice("en")
ARABIC = "\N{ARABIC LETTER AIN}\N{ARABIC LETTER LAM}\N{ARABIC LETTER YEH}"
ISOLATE, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def test_a_name_in_a_sentence() -> None:
    """A right-to-left name in a sentence is isolated, another isn't."""
    assert SAY(Text("command.nobody", name=Name(ARABIC))) == (
        f"Nobody here is called {ISOLATE}{ARABIC}{POP}."
    )
    assert SAY(Text("command.nobody", name=Name("Иван"))) == "Nobody here is called Иван."


def test_a_name_alone() -> None:
    """A name with nothing beside it is left as it is, and isolated where a sentence has it."""
    alone = Text("name.person", name=Name(ARABIC))
    assert SAY(alone) == ARABIC
    assert SAY(Text("name.side", name=alone, side="jade")) == f"{ISOLATE}{ARABIC}{POP} (jade)"


def test_names_in_a_list() -> None:
    """Each name in a list is isolated by itself."""
    names = (Text("name.person", name=Name(ARABIC)), Text("name.person", name=Name("Ben")))
    said = SAY(Text("team.named", team="Jade", names=names))
    assert said == f"Jade ({ISOLATE}{ARABIC}{POP} and Ben)"


@pytest.mark.parametrize("text", ["", "Ana", "Zoë 2", f"{ISOLATE}{ARABIC}{POP} to move"])
def test_what_needs_no_isolate(text: str) -> None:
    """Left-to-right text, and what is isolated already, stays as it is."""
    assert isolated(text) == text
