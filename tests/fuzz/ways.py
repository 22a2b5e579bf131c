"""The ways into the program, with their shares of a thousand inputs."""

from collections.abc import Mapping
from typing import Final

from tests.fuzz import (
    arguments,
    codes,
    discord,
    lines,
    page,
    records,
    storage,
    strangers,
    telegram,
)
from tests.fuzz.way import Way

WAYS: Final[Mapping[str, Way]] = {
    "code": Way(codes.carried, codes.check, 220),
    "line": Way(lines.typed, lines.check_typed, 160),
    "form": Way(lines.form, lines.check_form, 120),
    "link": Way(telegram.link, telegram.check_link, 40),
    "query": Way(telegram.query, telegram.check_query, 15),
    "update": Way(telegram.update, telegram.check_update, 25, 160),
    "interaction": Way(discord.interaction, discord.check, 20, 160),
    "request": Way(page.request, page.check, 20, 160),
    "strangers": Way(strangers.acts, strangers.check, 15, 240),
    "record": Way(records.text, records.check_text, 25),
    "record-data": Way(records.data, records.check_data, 20),
    "position": Way(records.position, records.check_position, 70),
    "arguments": Way(arguments.given, arguments.check, 5, 160),
    "stored": Way(storage.stored, storage.check_stored, 75),
    "small-values": Way(storage.small_value, storage.check_small_value, 80),
    "backup": Way(storage.backup, storage.check_backup, 30, 160),
    "table-file": Way(storage.table_file, storage.check_table_file, 10),
    "address": Way(storage.address, storage.check_address, 40),
    "settings": Way(storage.environment, storage.check_environment, 10),
}
