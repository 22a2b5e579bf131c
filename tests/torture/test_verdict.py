"""The judge of the torture finds what it is there to find."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typing_extensions import override

from bot.acts.gather.sit import Sit
from bot.acts.play.move import Move
from bot.games.catalogue import games
from bot.store.memory import MemoryStore
from bot.table import invites
from bot.table.agreement import agreement
from bot.table.copies import Copy, Joined
from bot.table.ids import TableId
from bot.table.invites import Invites
from bot.table.pace import Pace
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation, Verdict
from bot.table.seats import Computer
from bot.table.table import Status, Table
from bot.table.terms import Flag, Terms
from tests.bot.acts.gathering import opened
from tests.bot.acts.room import ANA, BEN, PLACE, Room
from tests.torture import looks, run, verdict
from tests.torture.clock import Offset, jumping
from tests.torture.journal import Call, Final, Journal, Press, Try, Wish, tries
from tests.torture.looks import Looks, Watch
from tests.torture.verdict import Fault
from tests.week.clock import FastClock
from tests.week.ledger import Commit, Confirmation, Writer

APPLIED, UNSAFE = Confirmation.APPLIED, Confirmation.UNSAFE


class NotingStore(MemoryStore):
    """A store that notes its commits."""

    def __init__(self) -> None:
        super().__init__()
        self.commits: list[Commit] = []
        self.now: Callable[[], float] = lambda: 0

    @override
    async def create(self, table: Table, operation: Operation, *rest: Any) -> bool:
        self.commits.append(Commit(self.now(), operation, (), table))
        return await super().create(table, operation, *rest)

    @override
    async def commit(self, after: Table, entries: Sequence[str], *rest: Any) -> Verdict:
        self.commits.append(Commit(self.now(), rest[0], tuple(entries), after))
        return await super().commit(after, entries, *rest)


@dataclass
class Evening:
    """A game, and the journal of it."""

    store: NotingStore = field(default_factory=NotingStore)
    presses: dict[str, Press] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.room = Room(store=self.store)
        self.store.now = lambda: self.room.now

    async def begin(self, terms: Terms | None = None) -> TableId:
        numbers = [2, 1, 3, 4, 2, 3, 1, 2, 3]
        more = {} if terms is None else {"terms": terms}
        return await self.room.playing(numbers, **more)  # type: ignore[arg-type] # only terms

    async def move(self, id_: TableId) -> None:
        """Play the first legal move."""
        table, mover = await self.room.table(id_), await self.room.mover(id_)
        move = Move(id_, table.revision, (await self.room.moves(id_))[0], table.mark)
        operation = f"web:{mover.user.id}:{table.revision}"
        self.presses[operation] = Press(operation, mover.user, move)
        await self.room.act(mover, move, operation=operation)

    async def final(self, id_: TableId) -> Final:
        return Final(await self.room.table(id_), await self.store.record(id_))

    def tries(self, how: Confirmation | None = APPLIED) -> dict[int, list[Try]]:
        found: dict[int, list[Try]] = {}
        for commit in self.store.commits:
            found.setdefault(commit.table.revision, []).append(Try(commit, how))
        return found

    def steps(self) -> dict[int, Commit]:
        return {commit.table.revision: commit for commit in self.store.commits}


@pytest.fixture
async def evening() -> Evening:
    """An evening on which nothing has gone wrong."""
    return Evening()


def faults(found: Any) -> list[Fault]:
    return [one.fault for one in found]


async def played(evening: Evening, moves: int = 3) -> TableId:
    id_ = await evening.begin()
    for _ in range(moves):
        await evening.move(id_)
    return id_


async def test_nothing_is_wrong(evening: Evening) -> None:
    """A game without any trouble has no fault."""
    id_ = await played(evening)
    final = await evening.final(id_)
    history = verdict.history(final, evening.tries())
    assert not history.found
    assert [*history.steps] == [*range(1, final.table.revision + 1)]
    assert not faults(verdict.moves_in_turn(games(), history.steps, evening.presses))
    assert not faults(verdict.record(games(), final))


async def test_a_lost_move(evening: Evening) -> None:
    """A move that the store confirmed, but that isn't in the table, is lost."""
    id_ = await played(evening, 2)
    final, before = await evening.final(id_), evening.tries()
    await evening.move(id_)
    assert faults(verdict.history(final, evening.tries()).found) == [Fault.LOST]
    assert not verdict.history(final, before).found


async def test_several_commits_of_a_revision(evening: Evening) -> None:
    """Of several commits that explain the same entries, the promised one counts."""
    id_ = await played(evening, 2)
    final, tries = await evening.final(id_), evening.tries()
    (own,) = tries[2]
    other = replace(own, commit=replace(own.commit, operation="web:other"), confirmation=UNSAFE)
    assert not verdict.history(final, {**tries, 2: [other, own]}).found
    assert not verdict.history(final, {**tries, 2: [own, other]}).found


async def test_a_late_repetition(evening: Evening) -> None:
    """An earlier press that is repeated for a later revision doesn't explain that one."""
    id_ = await played(evening, 3)
    final, tries = await evening.final(id_), evening.tries(UNSAFE)
    (own,), (first,) = tries[4], tries[2]
    late = replace(own, commit=replace(own.commit, operation=first.commit.operation))
    tries[4] = [own, replace(late, confirmation=Confirmation.REPEATED)]
    assert not verdict.history(final, tries).found


async def test_a_commit_that_a_failover_took_back(evening: Evening) -> None:
    """A commit without entries may have come before one that was tried for both revisions."""
    id_ = await played(evening, 2)
    final, tries = await evening.final(id_), evening.tries(UNSAFE)
    last = max(tries)
    (own,) = tries[last]
    call = replace(own, commit=replace(own.commit, operation="call", entries=()))
    moved = replace(final, table=replace(final.table, revision=last + 1))
    later = replace(own, commit=replace(own.commit, table=moved.table))
    found = verdict.history(moved, {**tries, last: [own, call], last + 1: [later]})
    assert not found.found
    assert found.steps[last].operation == "call"


@pytest.mark.parametrize("how", [None, UNSAFE])
async def test_what_was_not_promised(evening: Evening, how: Confirmation | None) -> None:
    """A move that wasn't confirmed, or was called unsafe, may be missing."""
    id_ = await played(evening, 2)
    final = await evening.final(id_)
    await evening.move(id_)
    assert not verdict.history(final, evening.tries(how)).found


async def test_a_move_that_was_acknowledged(evening: Evening) -> None:
    """A press whose presser was told that it counted must be in the table."""
    id_ = await played(evening, 1)
    steps = evening.steps()
    await evening.move(id_)
    told = [replace(press, acknowledged=True) for press in evening.presses.values()]
    assert faults(verdict.acknowledged(steps, told)) == [Fault.LOST]


async def test_a_doubled_entry(evening: Evening) -> None:
    """Entries that no commit explains are doubled."""
    final = await evening.final(await played(evening))
    more = replace(final, record=(*final.record, final.record[-1]))
    assert faults(verdict.history(more, evening.tries()).found) == [Fault.DOUBLED]


async def test_a_doubled_operation(evening: Evening) -> None:
    """An operation that made two revisions is doubled."""
    final, found = await evening.final(await played(evening)), evening.tries()
    first, last = found[3][0].commit, max(found)
    found[last] = [Try(replace(found[last][0].commit, operation=first.operation), APPLIED)]
    assert faults(verdict.history(final, found).found) == [Fault.DOUBLED]


@pytest.mark.parametrize(
    ("entries", "last", "expected"),
    [((), 11, Fault.FORGOTTEN), ((), 10, Fault.DOUBLED), (("b+1",), 11, Fault.DOUBLED)],
)
async def test_an_operation_that_was_forgotten(
    evening: Evening, entries: tuple[str, ...], last: int, expected: Fault
) -> None:
    """A table remembers some operations; a move is never done again, however late."""
    table = await evening.room.table(await evening.begin())
    found = [
        Try(Commit(0, f"web:{n}", (), replace(table, revision=n, position="")), APPLIED)
        for n in range(1, last + 1)
    ]
    again = replace(found[-1].commit, operation="web:2", entries=entries)
    found[-1] = replace(found[-1], commit=again)
    final = Final(again.table, entries)
    tries = {one.commit.table.revision: [one] for one in found}
    assert faults(verdict.history(final, tries).found) == [expected]


async def test_a_step_from_nowhere(evening: Evening) -> None:
    """A revision that no process committed is unknown."""
    final, found = await evening.final(await played(evening)), evening.tries()
    del found[3]
    assert faults(verdict.history(final, found).found) == [Fault.UNKNOWN]


async def test_a_table_created_anew(evening: Evening) -> None:
    """The creation of a table that was lost doesn't explain the one that was created after it."""
    final, found = await evening.final(await played(evening)), evening.tries()
    lost = replace(found[1][0].commit, operation="other")
    lost = replace(lost, table=replace(lost.table, seed=b"another"))
    found[1].insert(0, Try(lost, None))
    history = verdict.history(final, found)
    assert not history.found
    assert history.steps[1].operation != "other"


@pytest.mark.parametrize("who", [ANA, BEN])
async def test_a_move_out_of_turn(evening: Evening, who: Actor) -> None:
    """Only the person to move may have pressed, and that move, on that board."""
    await played(evening)
    steps = evening.steps()
    last = max(steps)
    operation = steps[last].operation
    press = evening.presses[operation]
    others = [replace(press, move=replace(press.move, move="b+9"))]
    others.append(replace(press, move=replace(press.move, revision=2)))
    if press.user != who.user:
        others.append(replace(press, user=who.user))
    for other in others:
        presses = {**evening.presses, operation: other}
        found = verdict.moves_in_turn(games(), steps, presses)
        assert faults(found) == [Fault.OUT_OF_TURN]


@pytest.mark.parametrize(("more", "found"), [("b+9", []), ("b+8", [Fault.OUT_OF_TURN])])
async def test_moves_decided_on_together(evening: Evening, more: str, found: list[Fault]) -> None:
    """A press can be several moves, all of which must have been played."""
    await played(evening, 1)
    steps = evening.steps()
    last = max(steps)
    ((operation, press),) = evening.presses.items()
    pressed = replace(press, move=replace(press.move, move=f"{press.move.move},b+9"))
    steps[last] = replace(steps[last], entries=(press.move.move, more))
    assert faults(verdict.moves_in_turn(games(), steps, {operation: pressed})) == found


async def test_a_move_that_nobody_pressed(evening: Evening) -> None:
    """A move needs a press."""
    await played(evening, 1)
    found = verdict.moves_in_turn(games(), evening.steps(), {})
    assert faults(found) == [Fault.OUT_OF_TURN]


GRACE = 10.0


async def late(evening: Evening) -> tuple[Mapping[int, Commit], Table, float]:
    """A game whose deadline has been acted on."""
    id_ = await evening.begin(Terms(pace=Pace(60), flag=Flag.ASK))
    before = await evening.room.table(id_)
    assert before.deadline is not None
    await evening.room.wait(120)
    return evening.steps(), before, before.deadline


async def test_a_deadline(evening: Evening) -> None:
    """A deadline that was acted on once is right."""
    steps, _, _ = await late(evening)
    final = steps[max(steps)].table
    assert any(step.cause == "deadline" for step in steps.values())
    assert not faults(verdict.deadlines(steps, final, evening.room.now, GRACE))


async def test_a_missed_deadline(evening: Evening) -> None:
    """A deadline that has passed, and was not acted on, is a fault."""
    _, before, deadline = await late(evening)
    assert faults(verdict.deadlines({}, before, deadline + GRACE + 1, GRACE)) == [Fault.DEADLINE]
    assert not faults(verdict.deadlines({}, before, deadline + GRACE, GRACE))


async def test_a_deadline_acted_on_twice(evening: Evening) -> None:
    """A deadline that was acted on twice in a turn is a fault."""
    steps, before, _ = await late(evening)
    at = next(revision for revision, step in steps.items() if step.cause == "deadline")
    once = replace(steps[at], table=before)
    turn = {1: replace(steps[at - 1], table=before), 2: once, 3: once}
    found = verdict.deadlines(turn, steps[max(steps)].table, 0, GRACE)
    assert faults(found) == [Fault.DEADLINE]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (-3600, [Fault.DEADLINE]),
        (0, []),
        (GRACE, []),
        (GRACE + 1, [Fault.DEADLINE]),
    ],
)
async def test_when_a_deadline_was_acted_on(
    evening: Evening, after: float, expected: list[Fault]
) -> None:
    """A deadline that was acted on too early or too late is a fault."""
    steps, _, deadline = await late(evening)
    at = next(revision for revision, step in steps.items() if step.cause == "deadline")
    turn = {at - 1: steps[at - 1], at: replace(steps[at], at=deadline + after)}
    assert faults(verdict.deadlines(turn, steps[at].table, 0, GRACE)) == expected


async def test_a_record_that_leads_elsewhere(evening: Evening) -> None:
    """A record must lead to the position of the table."""
    final = await evening.final(await played(evening))
    shorter = replace(final, record=final.record[:-1])
    assert faults(verdict.record(games(), shorter)) == [Fault.RECORD]


async def test_a_record_that_breaks_the_rules(evening: Evening) -> None:
    """A record must be playable."""
    final = await evening.final(await played(evening))
    wrong = replace(final, record=(*final.record, "b+99"))
    assert faults(verdict.record(games(), wrong)) == [Fault.RECORD]


async def test_a_table_that_was_changed(evening: Evening) -> None:
    """A table must be what its last step made of it."""
    final = await evening.final(await played(evening))
    other = replace(final, table=replace(final.table, touched=final.table.touched + 1))
    assert faults(verdict.history(other, evening.tries()).found) == [Fault.RECORD]


@pytest.mark.parametrize(
    ("status", "board", "expected"),
    [
        (Status.OFFERED, 0, []),
        (Status.OFFERED, None, [Fault.STALE]),
        (Status.PLAYING, 5, []),
        (Status.PLAYING, 4, [Fault.STALE]),
        (Status.PLAYING, None, [Fault.STALE]),
        (Status.OVER, None, []),
        (Status.OVER, 5, [Fault.STALE]),
    ],
)
async def test_boards(
    evening: Evening, status: Status, board: int | None, expected: list[Fault]
) -> None:
    """A challenge is shown, and a running game's last revision; a finished game has no moves."""
    table = await evening.room.table(await evening.begin())
    table = replace(table, revision=5, status=status)
    assert faults(verdict.shown(table, board)) == expected


@pytest.mark.parametrize(("seen", "expected"), [(5, []), (6, [Fault.LOST])])
async def test_a_board_that_showed_more(evening: Evening, seen: int, expected: list[Fault]) -> None:
    """A board has never shown a revision that was lost."""
    table = await evening.room.table(await evening.begin())
    assert faults(verdict.rolled_back(replace(table, revision=5), seen)) == expected


async def test_a_computer_that_does_not_move(evening: Evening) -> None:
    """A game in which a computer is to move is stuck; one in which a person is isn't."""
    table = await evening.room.table(await evening.begin())
    assert not faults(verdict.stuck(games(), table))
    computers = replace(table, seats=(Computer("easy"), Computer("easy")))
    assert faults(verdict.stuck(games(), computers)) == [Fault.STUCK]


async def test_the_ledgers_of_processes(evening: Evening, tmp_path: Path) -> None:
    """Commits are read with how the store confirmed them, also those of killed processes."""
    await evening.begin()
    first, second = evening.store.commits
    writer = Writer(tmp_path / "1.ledger", lambda: 0)
    writer.confirmed(writer.tried(first.operation, (), first.table), UNSAFE)
    writer.tried(second.operation, second.entries, second.table)
    found = tries(tmp_path)[first.table.id]
    assert [
        (one.confirmation, one.commit.operation) for some in found.values() for one in some
    ] == [
        (UNSAFE, first.operation),
        (None, second.operation),
    ]


def test_an_acknowledgement_stays() -> None:
    """Noting a press once more doesn't take its acknowledgement back."""
    journal, press = Journal(), Press("web:ana:1", ANA.user, Move(TableId("a"), 1, "b+1"))
    journal.pressed(replace(press, acknowledged=True))
    journal.pressed(press)
    assert journal.presses[press.operation].acknowledged


def test_clocks_jump(tmp_path: Path) -> None:
    """A process's clock follows the offset that another process writes."""
    path = tmp_path / "offset"
    clock = jumping(FastClock(1000, 0, 0), path)
    assert clock() == 1000
    Offset(path).set(-60)
    assert clock() == 940


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [(0, 20, 6), (1, 3, 2), (2.5, 11, 2), (4, 10, 0), (12, 20, 1), (13, 20, 0), (20, 30, 0)],
)
def test_how_long_bots_watched(first: float, last: float, expected: float) -> None:
    """Gaps between looks for due work count unless they are long; so does nothing outside."""
    looks = [1, 2, 3, 4, 4, 10, 11, 12, 13]
    assert Watch(looks, gap=2).seconds(first, last) == expected


def test_looks_are_kept(tmp_path: Path) -> None:
    """The times at which processes looked can be read, up to a line that was cut off by a kill."""
    for number, now in enumerate((1000.25, 1001.5)):
        Looks(tmp_path / f"{number}.looks", partial(float, now)).note()
    with (tmp_path / "1.looks").open("a") as file:
        file.write("100")
    assert sorted(looks.read(tmp_path)) == [1000.25, 1001.5]


async def test_a_deadline_that_nobody_could_know_of(evening: Evening) -> None:
    """A deadline isn't late by the time in which no bot could look for due work."""
    _, before, deadline = await late(evening)
    now = deadline + 10 * GRACE
    assert faults(verdict.deadlines({}, before, now, GRACE)) == [Fault.DEADLINE]
    assert not faults(verdict.deadlines({}, before, now, GRACE, lambda *_: GRACE))


DAN, EVE = (Actor(User(Platform.DISCORD, name), name.title()) for name in ("dan", "eve"))
BEANS, SQUASH = (Place(Platform.DISCORD, name) for name in ("beans", "squash"))


async def circle(evening: Evening) -> tuple[TableId, dict[str, Wish]]:
    """Let two people in other places take seats with one secret; return that, by operation."""
    room, tried = evening.room, dict[str, Wish]()
    id_ = await opened(room, 4)
    (secret, *_) = Invites(room.key).seats(await room.table(id_))
    for actor, place in ((DAN, BEANS), (EVE, SQUASH)):
        agreed = agreement(await room.table(id_))
        sit = Sit(id_, secret, agreed)
        operation = f"discord:{actor.user.id}"
        await room.act(actor, sit, place=place, operation=operation)
        tried[operation] = Wish(operation, actor.user, id_, secret)
    return id_, tried


async def test_a_secret_that_gives_a_seat(evening: Evening) -> None:
    """The second one who tries it gets none."""
    _, tried = await circle(evening)
    assert len(evening.steps()) == 2
    assert not faults(verdict.seats_given(evening.steps(), tried))


async def test_a_secret_that_gives_two_seats(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it isn't used up, that is found."""
    monkeypatch.setattr(invites, "used", lambda table, _: table)
    _, tried = await circle(evening)
    assert faults(verdict.seats_given(evening.steps(), tried)) == [Fault.GIVEN]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((None, None), []),
        ((True, False), []),
        ((True, True), [Fault.GIVEN]),
        ((False, None), []),
    ],
)
async def test_what_people_are_told_of_seats(
    evening: Evening, given: Sequence[bool | None], expected: list[Fault]
) -> None:
    """Those who were told of a seat have it."""
    _, tried = await circle(evening)
    told = [replace(wish, given=each) for wish, each in zip(tried.values(), given, strict=True)]
    invites = Invites(evening.room.key)
    assert faults(verdict.seats_told(evening.steps(), told, invites)) == expected


async def test_a_refusal_of_a_free_seat(evening: Evening) -> None:
    """A secret that is refused as used has given a seat."""
    id_, tried = await circle(evening)
    invites = Invites(evening.room.key)
    (unused, *_) = invites.seats(await evening.room.table(id_))
    refused = Wish("web:fay:1", EVE.user, id_, unused, given=False)
    told = [*tried.values(), refused]
    assert faults(verdict.seats_told(evening.steps(), told, invites)) == [Fault.GIVEN]


async def test_a_place_twice(evening: Evening) -> None:
    """A place has one board of a table."""
    await circle(evening)
    steps = evening.steps()
    assert not faults(verdict.places(steps))
    table = replace(steps[2].table, copies=steps[2].table.copies * 2)
    steps[2] = replace(steps[2], table=table)
    assert faults(verdict.places(steps)) == [Fault.TWICE]


def call(place: Place = BEANS, message: str = "1", revision: int = 2) -> Call:
    return Call(revision, place, DAN.user, message)


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ([call()], []),
        ([call(PLACE)], [Fault.CALLED]),
        ([call(SQUASH, revision=0)], [Fault.CALLED]),
        ([call(), call(message="2", revision=0)], []),
        ([call(), call(message="2")], [Fault.CALLED]),
        ([call(revision=1)], [Fault.CALLED]),
    ],
)
async def test_mentions(evening: Evening, calls: list[Call], expected: list[Fault]) -> None:
    """A player is mentioned where they have taken their seat, and once for a revision."""
    id_, _ = await circle(evening)
    final = (await evening.final(id_)).table
    assert faults(verdict.calls(evening.steps(), final, calls)) == expected


async def test_mentions_that_a_crash_repeats(evening: Evening) -> None:
    """Telegram posts a message again that wasn't noted."""
    id_, _ = await circle(evening)
    group = Place(Platform.TELEGRAM, "1")
    joined = (Joined(DAN.user, group),)
    final = replace((await evening.final(id_)).table, copies=(Copy(group, DAN.user),))
    final = replace(final, joined=joined)
    calls = [call(group, message, 3) for message in ("1", "2")]
    assert faults(verdict.calls({}, final, calls)) == [Fault.REPEATED]


async def test_copies_are_counted(evening: Evening) -> None:
    """Each place counts in which a table begins to be shown, besides its home."""
    await circle(evening)
    assert run.copies(evening.steps()) == 1


def test_every_trouble_happens() -> None:
    """Troubles come in rounds of all of them."""
    names, causes = ["a", "b", "c", "d"], run.in_rounds(["a", "b", "c", "d"], Random(1))
    for _ in range(10):
        assert sorted(islice(causes, len(names))) == names


@pytest.mark.parametrize(
    ("excused", "expected"),
    [({}, ["full disks", "kills of a bot"]), ({"full disks": "no room"}, ["kills of a bot"])],
)
def test_what_never_happened(excused: Mapping[str, str], expected: list[str]) -> None:
    """A trouble that never happened is missing unless it is excused."""
    counts = Counter(dict.fromkeys(run.needed(["bad wires"]), 1))
    troubles = ["bad wires", "full disks", "kills of a bot"]
    assert run.missing(counts, troubles, excused) == expected
