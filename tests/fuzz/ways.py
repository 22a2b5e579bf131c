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
    "code": Way(codes.carried, codes.check, 230),
    "line": Way(lines.typed, lines.check_typed, 220),
    "form": Way(lines.form, lines.check_form, 180),
    "link": Way(telegram.link, telegram.check_link, 20),
    "query": Way(telegram.query, telegram.check_query, 4),
    "update": Way(telegram.update, telegram.check_update, 7, 160),
    "interaction": Way(discord.interaction, discord.check, 5, 160),
    "request": Way(page.request, page.check, 5, 160),
    "strangers": Way(strangers.acts, strangers.check, 4, 240),
    "record": Way(records.text, records.check_text, 12),
    "record-data": Way(records.data, records.check_data, 6),
    "position": Way(records.position, records.check_position, 110),
    "arguments": Way(arguments.given, arguments.check, 3, 160),
    "stored": Way(storage.stored, storage.check_stored, 65),
    "small-values": Way(storage.small_value, storage.check_small_value, 63),
    "backup": Way(storage.backup, storage.check_backup, 15, 160),
    "table-file": Way(storage.table_file, storage.check_table_file, 3),
    "address": Way(storage.address, storage.check_address, 45),
    "settings": Way(storage.environment, storage.check_environment, 3),
}
