"""A second language with a few texts: missing ones fall back to English."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.texts import catalogue as texts
from bot.texts.catalogue import Catalogue

WORDS = {
    "alt.turn": "Juega {who} ({side}).",
    "board.moved-down": "Este tablero está más abajo.",
    "button.accept": "Aceptar",
    "discord.commands": "Jugar al Puluc",
    "games.none": "No tienes partidas.",
    "home.guest": "Invitado",
    "me.speaks.chosen": "Idioma: {language}.",
    "named.games": "partidas",
    "offer.open": "{name} busca con quién jugar.",
    "page.you-are": "Eres {name}",
    "rules.others": "Otros: {rulesets}",
    "example.before": "Antes: {told}",
    "ruleset.kekchi.title": "El puluc q'eqchi'",
    "telegram.description": "El juego maya del maíz.",
    "watch.title": "Una partida de Puluc",
    "watch.unknown": "No hay tal partida.",
    "web.entered": "{name} ha llegado.",
}


@contextmanager
def speaking_spanish(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalogue]:
    """Add Spanish to a copy of English, the only other language, in `folder`; use both here."""
    shutil.copytree(texts.LOCALE / "en", folder / "en")
    file = folder / "es" / "LC_MESSAGES" / "puluc.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    head = 'msgid ""\nmsgstr "Language: es\\nContent-Type: text/plain; charset=utf-8\\n"\n\n'
    entries = (f'msgid "{key}"\nmsgstr "{words}"\n' for key, words in WORDS.items())
    file.write_text(head + "\n".join(entries), encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(texts, "LOCALE", folder)
        texts.catalogue.cache_clear()
        yield texts.catalogue(())
    texts.catalogue.cache_clear()
