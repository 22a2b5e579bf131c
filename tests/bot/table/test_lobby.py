"""Lobbies as values: who sits where after joining, leaving, inviting, shuffling and resizing."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table import lobby
from bot.table.lobby import NoRoom
from bot.table.people import Platform, User
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.table import Table
from engine.road.header import write_header
from engine.road.rulesets import AJ_SAYIL
from tests.bot.show.offer import ANA, GAMES, OFFER

SIZES = (4, 6, 16)
FREE = Free()


def header(seats: int) -> str:
    return write_header(replace(AJ_SAYIL, seats=seats))


def person(name: str) -> Person:
    return Person(User(Platform.WEB, name.casefold()), name)


def kept(name: str) -> Kept:
    return Kept(person(name).user, name)


def gathered(*seats: Seat, hosted_by: int = 0) -> Table:
    """A lobby with these seats."""
    return replace(OFFER, header=header(len(seats)), seats=seats, hosted_by=hosted_by)


def plan(table: Table) -> str:
    """Who sits where: `Ana Ben? -` are a person, an invited one and a free seat; `*` hosts."""
    words = {Free: "-", Computer: "+"}
    names = [
        words.get(type(seat)) or (seat.name + ("?" if isinstance(seat, Kept) else ""))  # type: ignore[union-attr] # the others have names
        for seat in table.seats
    ]
    names[table.hosted_by] += "*"
    return " ".join(names)


def join(table: Table, guest: Person, side: int | None = None) -> Table:
    number = lobby.seat_for(table, GAMES.game(table.header), [guest.user], side)
    assert number is not None
    return lobby.sit(table, number, guest, [guest.user])


BEN, CARA, DAN, EVE = map(person, ("Ben", "Cara", "Dan", "Eve"))


def test_the_side_with_fewer_players() -> None:
    """Without a choice of their own, players join the side with fewer players, in seat order."""
    table = gathered(ANA, *[FREE] * 5)
    for guest in (BEN, CARA, DAN, EVE):
        table = join(table, guest)
    assert plan(table) == "Ana* Cara Eve Ben Dan -"


def test_invitations_alternate() -> None:
    """Reserved seats are on alternating sides, the first one opposite the host."""
    table = gathered(ANA, *[FREE] * 5)
    people = [kept(name) for name in ("Ben", "Cara", "Dan")]
    assert plan(lobby.reserve(table, GAMES.game(table.header), people)) == (
        "Ana* Cara? - Ben? Dan? -"
    )


def test_too_many_invitations() -> None:
    """More invitations than free seats are an error."""
    table = gathered(ANA, BEN, CARA, FREE)
    with pytest.raises(NoRoom):
        lobby.reserve(table, GAMES.game(table.header), [kept("Dan"), kept("Eve")])


def test_a_reserved_seat() -> None:
    """Players take the seat reserved for them; on the other side they take a free one instead."""
    table = gathered(ANA, FREE, kept("Ben"), FREE)
    assert plan(join(table, BEN)) == "Ana* - Ben -"
    assert plan(join(table, BEN, 1)) == "Ana* - Ben -"
    assert plan(join(table, BEN, 0)) == "Ana* Ben - -"


def test_changing_sides() -> None:
    """A player who changes sides leaves a free seat, and a host remains the host."""
    table = gathered(ANA, BEN, FREE, FREE)
    assert plan(join(table, BEN, 1)) == "Ana* - Ben -"
    assert plan(join(table, ANA, 1)) == "- Ben Ana* -"


def test_a_full_side() -> None:
    """There is no seat on a full side, nor anywhere once every seat is taken or reserved."""
    table = gathered(ANA, BEN, kept("Cara"), FREE)
    game = GAMES.game(table.header)
    assert lobby.seat_for(table, game, [DAN.user], 0) is None
    full = gathered(ANA, BEN, kept("Cara"), DAN)
    assert lobby.seat_for(full, game, [EVE.user]) is None


@pytest.mark.parametrize(
    ("seats", "hosted_by", "left"),
    [
        ((ANA, FREE, BEN, CARA), 0, "- - Ben* Cara"),
        ((BEN, FREE, ANA, FREE), 2, "Ben* - - -"),
        ((ANA, FREE, kept("Ben"), CARA), 0, "- - Ben? Cara*"),
    ],
)
def test_the_host_leaves(seats: tuple[Seat, ...], hosted_by: int, left: str) -> None:
    """When the host leaves, the next person becomes the host."""
    assert plan(lobby.free(gathered(*seats, hosted_by=hosted_by), hosted_by)) == left


def test_the_only_person_stays() -> None:
    """The host can't leave computers and invitations alone."""
    with pytest.raises(NoRoom):
        lobby.free(gathered(ANA, Computer("easy"), kept("Ben"), FREE), 0)


def test_filling_with_computers() -> None:
    """Computers fill the free seats, and those of invited people who haven't joined."""
    assert plan(lobby.fill(gathered(ANA, FREE, kept("Ben"), CARA), "easy")) == "Ana* + + Cara"


def test_dealing() -> None:
    """Players are dealt to the sides in turn, and the host goes along."""
    table = gathered(ANA, BEN, CARA, FREE, FREE, FREE)
    dealt = lobby.deal(table, GAMES.game(table.header), [2, 0, 1])
    assert plan(dealt) == "Cara Ben - Ana* - -"


def test_fewer_seats() -> None:
    """With fewer seats, players keep their side and their order."""
    table = gathered(FREE, ANA, BEN, CARA, FREE, DAN, hosted_by=1)
    old, new = GAMES.game(table.header), GAMES.game(header(4))
    assert plan(lobby.refit(table, old, new)) == "Ana* Ben Cara Dan"


def test_a_side_that_shrinks() -> None:
    """Players for whom their side has no seat any more change sides."""
    table = gathered(ANA, BEN, CARA, FREE, FREE, FREE)
    old, new = GAMES.game(table.header), GAMES.game(header(4))
    assert plan(lobby.refit(table, old, new)) == "Ana* Ben Cara -"


def test_no_room() -> None:
    """Nobody is dropped if there are too few seats."""
    table = gathered(ANA, BEN, CARA, FREE, FREE, FREE)
    with pytest.raises(NoRoom):
        lobby.refit(table, GAMES.game(table.header), GAMES.game(header(2)))


CROWD = [person(f"P{n}") for n in range(20)]

Change = Callable[[Table], Table]


@st.composite
def changes(draw: st.DrawFn, table: Table) -> Table:
    """Return the table after a random change that its acts allow."""
    game = GAMES.game(table.header)
    one = draw(st.sampled_from(CROWD))
    match draw(st.sampled_from(["join", "leave", "add", "reserve", "shuffle", "resize", "host"])):
        case "join":
            side = draw(st.sampled_from([0, 1, None]))
            number = lobby.seat_for(table, game, [one.user], side)
            return table if number is None else lobby.sit(table, number, one, [one.user])
        case "leave" if table.seat_of(one.user) not in (None, table.hosted_by):
            return lobby.free(table, table.seat_of(one.user) or 0)
        case "leave" if lobby.next_host(table) is not None:
            return lobby.free(table, table.hosted_by)
        case "add" if (number := lobby.free_seat(table.seats, game)) is not None:
            return lobby.seat_computer(table, number, "easy")
        case "reserve" if one.user not in table.people and table.has_free_seat:
            return lobby.reserve(table, game, [Kept(one.user, one.name)])
        case "shuffle":
            taken = [n for n, seat in enumerate(table.seats) if seat != FREE]
            return lobby.deal(table, game, draw(st.permutations(taken)))
        case "resize":
            resized = header(draw(st.sampled_from(SIZES)))
            try:
                fitted = lobby.refit(table, game, GAMES.game(resized))
            except NoRoom:
                return table
            return replace(fitted, header=resized)
        case "host":
            seated = [n for n, seat in enumerate(table.seats) if isinstance(seat, Person)]
            return lobby.hand_over(table, draw(st.sampled_from(seated)))
    return table


@given(st.data(), st.sampled_from(SIZES))
def test_whatever_people_do(data: st.DataObject, size: int) -> None:
    """Whatever people do, nobody sits twice, no side is too full, and the host is a person."""
    table = gathered(ANA, *[FREE] * (size - 1))
    for _ in range(data.draw(st.integers(1, 30))):
        before = table
        table = data.draw(changes(table))
        game = GAMES.game(table.header)
        users = [seat.user for seat in table.seats if isinstance(seat, Person | Kept)]
        assert len(users) == len(set(users))
        assert len(table.seats) == game.seats
        assert all(n <= game.seats // game.sides for n in lobby.players(table, game))
        assert isinstance(table.seats[table.hosted_by], Person)
        assert len(set(before.people) - set(table.people)) <= 1
