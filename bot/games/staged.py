"""Tables that are only shown, such as covers and examples; they are not in the store."""

from collections.abc import Iterable

from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.seats import Person
from bot.table.table import Status, Table


def staged(
    header: str,
    names: Iterable[str],
    *,
    position: str,
    before: str,
    story: tuple[str, ...],
    lying: tuple[str, ...] = (),
    moves: int = 0,
) -> Table:
    """Return a table of people with these names in the midst of a game; see `Table`."""
    return Table(
        id=TableId("staged"),
        code="",
        revision=1,
        status=Status.PLAYING,
        header=header,
        seed=b"",
        place=Place(Platform.WEB, ""),
        seats=tuple(Person(User(Platform.WEB, name), name) for name in names),
        created=0,
        touched=0,
        position=position,
        before=before,
        story=story,
        lying=lying,
        moves=moves,
    )
