"""Descriptions of a picture as localizable sentences, at several levels of detail."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from enum import IntEnum

from engine.text import Argument, Name, Text
from engine.throws import Thing
from renderer.casts import Thrown
from renderer.road.piles import by_side, mark
from renderer.road.view import Banner, Crowd, RoadView, StackView, Trace
from renderer.road.words import NAME_LIMIT, ended, roster, short_name, side_word, turn

_LIMITS = (NAME_LIMIT, 24, 14, 10)
"""The maximum length of a name in a list of partners, by level of detail."""

_HEADINGS = {1: "heading.up", -1: "heading.down", 0: "heading.open"}


class Detail(IntEnum):
    """The level of detail; every level includes all warriors, if only as counts."""

    NAMES = 0
    """A sentence for each stack, with the players' names."""
    SIDES = 1
    """A sentence for each stack, with the names of the sides."""
    LISTS = 2
    """A sentence for all stacks of a side with the same heading."""
    SUMS = 3
    """For each side, the number of stacks, their first and last place and the captives."""


def sentences(view: RoadView, detail: Detail = Detail.NAMES) -> tuple[Text, ...]:
    """Return everything the picture shows: turn, throw, stacks, bases, killed, moves, landings."""
    return tuple(_Describer(view, detail).describe())


class _Describer:
    """Generates the sentences about a view."""

    def __init__(self, view: RoadView, detail: Detail) -> None:
        self.view, self.detail = view, detail
        self.named = detail is Detail.NAMES
        self.partners = view.teams

    def describe(self) -> Iterator[Text]:
        view = self.view
        yield turn(view)
        if view.banner:
            yield Text("alt.reason", reason=self.reason(view.banner))
        if view.match is not None:
            yield Text("alt.match", score=view.match.score)
            if view.match.result is not None:
                yield view.match.result
        if self.partners:
            for side in (0, 1):
                names = roster(view, side, _LIMITS[self.detail])
                yield Text("alt.roster", side=Text(f"picture.side.{side}"), names=names)
        yield from self.casts()
        yield from self.stacks()
        if view.fire:
            spaces = tuple(self.place(at, "alt.landing") for at in view.fire)
            yield Text("alt.fire", count=len(spaces), spaces=spaces)
        yield Text("alt.bases", counts=self.crowd(view.base))
        if any(view.killed):
            yield Text("alt.killed", counts=self.crowd(view.killed))
        if any(view.away):
            yield Text("alt.away", counts=self.crowd(view.away))
        yield from self.last()
        if view.landings and view.turn is not None:
            places = sorted(landing.at for landing in view.landings)
            marks = tuple(self.place(at, "alt.landing") for at in places)
            yield Text("alt.landings", places=marks)

    def reason(self, banner: Banner) -> Text:
        """Return why the game ended."""
        if banner.seat is None:
            return ended(self.view, banner, "")
        seat = self.view.seats[banner.seat]
        who = side_word(seat.side) if self.partners else short_name(seat)
        return ended(self.view, banner, who)

    def casts(self) -> Iterator[Text]:
        for thrown in self.view.thrown:
            yield self.cast(thrown)
        if self.view.summed and len(self.view.thrown) > 1:
            total = sum(thrown.table.number(thrown.objects) for thrown in self.view.thrown)
            yield Text("alt.cast.sum", number=total)

    def cast(self, thrown: Thrown) -> Text:
        number = thrown.table.number(thrown.objects)
        if thrown.played:
            return Text("alt.cast.played", number=number)
        if thrown.table.thing is Thing.KERNEL:
            marked, of = sum(thrown.objects), len(thrown.objects)
            return Text("alt.cast.kernel", number=number, count=marked, of=of)
        return Text("alt.cast.die", number=number, faces=tuple(thrown.objects))

    def stacks(self) -> Iterator[Text]:
        stacks = sorted(self.view.stacks, key=lambda stack: stack.at)
        if self.detail in (Detail.NAMES, Detail.SIDES):
            yield from map(self.stack, stacks)
            return
        gathered: dict[tuple[int, int], list[StackView]] = defaultdict(list)
        for stack in stacks:
            heading = -stack.heading if self.detail is Detail.LISTS else 0
            gathered[self.view.seats[stack.captain].side, heading].append(stack)
        for (side, heading), alike in sorted(gathered.items()):
            yield (
                self.listed(side, -heading, alike)
                if self.detail is Detail.LISTS
                else self.summed(side, alike)
            )

    def stack(self, stack: StackView) -> Text:
        where, heading = self.place(stack.at, "alt.where"), Text(_HEADINGS[stack.heading])
        if any(stack.captives):
            what, captives = self.owned("alt.pile", stack.captain), self.captives(stack.captives)
            key = "alt.stack.holding"
            return Text(key, where=where, what=what, heading=heading, captives=captives)
        what = self.owned("alt.warrior", stack.captain)
        return Text("alt.stack", where=where, what=what, heading=heading)

    def listed(self, side: int, heading: int, stacks: Iterable[StackView]) -> Text:
        """Return one sentence about stacks of one side and heading; equal ones are combined."""
        alike = Counter(
            (stack.at, mark(stack.captain, self.view.seats), self.held([stack])) for stack in stacks
        )
        spots: list[Text] = []
        for (at, number, held), count in alike.items():
            place = self.place(at, "alt.landing")
            spot = Text("alt.spot", place=place)
            if count > 1:
                spot = Text("alt.spot.times", place=place, count=count)
            elif number:
                spot = Text("alt.spot.seat", place=place, number=number)
            captives = self.counts(tuple(count * captive for captive in held))
            spots.append(
                Text("alt.spot.holding", spot=spot, captives=captives) if captives else spot
            )
        return Text(
            "alt.list", side=side_word(side), heading=Text(_HEADINGS[heading]), stacks=tuple(spots)
        )

    def summed(self, side: int, stacks: list[StackView]) -> Text:
        """Return how many stacks a side has, and their first and last place."""
        first, last = (self.place(stacks[end].at, "alt.at") for end in (0, -1))
        args: dict[str, Argument] = {"side": side_word(side), "first": first, "last": last}
        if captives := self.counts(self.held(stacks)):
            return Text("alt.sum.holding", count=len(stacks), captives=captives, **args)
        return Text("alt.sum", count=len(stacks), **args)

    def held(self, stacks: Iterable[StackView]) -> tuple[int, int]:
        """Return how many captives of each side `stacks` hold."""
        held = [by_side(stack.captives, self.view.seats) for stack in stacks]
        return sum(jade for jade, _ in held), sum(red for _, red in held)

    def who(self, seat: int) -> Name | Text:
        seat_view = self.view.seats[seat]
        if self.named:
            return short_name(seat_view)
        if not self.partners:
            return side_word(seat_view.side)
        number = mark(seat, self.view.seats)
        return Text("alt.seat", side=side_word(seat_view.side), number=number)

    def owned(self, key: str, seat: int) -> Text:
        """Return what belongs to a seat; colours have texts of their own, as they may agree."""
        if self.partners or (self.named and self.name(seat)):
            return Text(key, who=self.who(seat))
        return Text(f"{key}.{self.view.seats[seat].side}")

    def place(self, at: int, key: str) -> Text:
        """Return the name of a space or base; `key` selects the form."""
        if 1 <= at <= self.view.road:
            return Text(f"{key}.space", space=at)
        side = int(at > 0)
        return Text(f"{key}.base.{side}") if self.partners else self.owned(f"{key}.base", side)

    def captives(self, crowd: Crowd) -> tuple[Text, ...]:
        if not self.named:
            return self.counts(by_side(crowd, self.view.seats))
        return tuple(
            Text("alt.captives", count=count, who=self.who(seat))
            for seat, count in enumerate(crowd)
            if count
        )

    def counts(self, sides: Iterable[int]) -> tuple[Text, ...]:
        """Return the counts by side, without those that are 0."""
        return tuple(
            Text(f"alt.warriors.{side}", count=count) for side, count in enumerate(sides) if count
        )

    def crowd(self, crowd: Crowd) -> tuple[Text, ...]:
        """Return the counts of warriors: in teams by seat if there is room, otherwise by side."""
        if self.partners and self.detail in (Detail.NAMES, Detail.SIDES) and any(crowd):
            return self.captives(crowd) if self.named else self.by_seat(crowd)
        if self.named and not self.partners and all(map(self.name, (0, 1))):
            return tuple(
                Text("alt.count.named", who=self.who(seat), number=n)
                for seat, n in enumerate(crowd)
            )
        sides = enumerate(by_side(crowd, self.view.seats))
        return tuple(Text(f"alt.warriors.{side}", count=n) for side, n in sides)

    def by_seat(self, crowd: Crowd) -> tuple[Text, ...]:
        """Return the counts of all partners on each side, in the order of their numbers."""
        return tuple(
            Text(
                "alt.by-seat",
                side=side_word(side),
                counts=", ".join(str(crowd[seat]) for seat in self.view.seats_of(side)),
            )
            for side in (0, 1)
        )

    def name(self, seat: int) -> str:
        """Return the name of a seat's player, which may be empty."""
        return self.view.seats[seat].name.strip()

    def last(self) -> Iterator[Text]:
        """Yield a sentence about the moves of the last turn, if there were any."""
        moves = tuple(map(self.move, self.view.last))
        if moves:
            yield Text("alt.last", moves=moves, count=len(moves))

    def move(self, last: Trace) -> Text:
        """Return the text about one of these moves."""
        who = self.who(last.seat)
        start, end = self.place(last.start, "alt.at"), self.place(last.end, "alt.at")
        if last.turned not in (None, last.start, last.end):
            end = Text("alt.turned", end=end, turned=self.place(last.turned, "alt.at"))
        if last.rounds:
            home, _ = self.view.bases(self.view.seats[last.seat].side)
            end = Text("alt.round", end=end, base=self.place(home, "alt.at"))
        told = Text("alt.move", who=who, start=start, end=end)
        if last.captured:
            told = Text("alt.move.captured", who=who, start=start, end=end, count=last.captured)
        if last.helper is not None:
            return Text("alt.helped", move=told, who=self.who(last.helper))
        return told
