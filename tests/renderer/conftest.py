"""Fixtures for the renderer's tests: English texts, and positions of every kind."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import strategies as st

from engine.text import Argument, Say, Text
from engine.throws import KERNELS, TABLES
from renderer.casts import Thrown
from renderer.road.view import (
    DRAW,
    Banner,
    Landing,
    MatchView,
    RoadView,
    SeatView,
    StackView,
    Trace,
)

ENGLISH = {
    "side.0": "jade",
    "side.1": "red",
    "heading.up": "moving up",
    "heading.down": "moving down",
    "heading.open": "free to move either way",
    "picture.side.0": "Jade",
    "picture.side.1": "Red",
    "picture.won": "{name} wins!",
    "picture.drawn": "A draw",
    "picture.nobody": "Nobody wins",
    "picture.move": "move {number}",
    "picture.moves": "{count} moves",
    "picture.road": "{count} spaces",
    "picture.changed": "Changed: {changes}",
    "picture.ended.free": "{name} has no free warriors left",
    "picture.ended.kills": "killed {kills}, lost {others}",
    "picture.ended.equal": "both killed {kills}",
    "picture.ended.resigned": "{name} resigned",
    "picture.ended.timeout": "{name} ran out of time",
    "picture.ended.left": "{name} has left",
    "picture.ended.agreed": "both sides agreed",
    "picture.ended.abandoned": "nobody moved for 90 days",
    "picture.ended.aborted": "{name} ended it",
    "picture.ended.closed": "closed by a moderator",
    "status.turn": "{name} to move",
    "status.pass": "{name} can't move",
    "alt.turn": "{who} ({side}) to move.",
    "alt.won": "Game over: {who} wins.",
    "alt.drawn": "Game over: a draw.",
    "alt.nobody": "Game over: nobody wins.",
    "alt.reason": "Reason: {reason}.",
    "alt.cast.kernel": "Throw: {number} ({count} of {of} kernels marked side up).",
    "alt.cast.die": "Throw: {number} (dice showing {faces}).",
    "alt.cast.played": "Throw: {number}, already played.",
    "alt.cast.sum": "Total: {number}.",
    "alt.count.named": "{who} {number}",
    "alt.where.space": "Space {space}",
    "alt.where.base": "Waiting in {who}'s base",
    "alt.where.base.0": "Waiting in jade's base",
    "alt.where.base.1": "Waiting in red's base",
    "alt.at.space": "space {space}",
    "alt.at.base": "{who}'s base",
    "alt.at.base.0": "jade's base",
    "alt.at.base.1": "red's base",
    "alt.landing.space": "{space}",
    "alt.landing.base": "{who}'s base",
    "alt.landing.base.0": "jade's base",
    "alt.landing.base.1": "red's base",
    "alt.stack": "{where}: {what}, {heading}.",
    "alt.stack.holding": "{where}: {what}, {heading}, with captives: {captives}.",
    "alt.warrior": "{who}'s warrior",
    "alt.warrior.0": "jade's warrior",
    "alt.warrior.1": "red's warrior",
    "alt.pile": "{who}'s stack",
    "alt.pile.0": "jade's stack",
    "alt.pile.1": "red's stack",
    "alt.captives": "{count} of {who}'s warriors",
    "alt.bases": "In base: {counts}.",
    "alt.killed": "Killed: {counts}.",
    "alt.away": "Left the road for good: {counts}.",
    "alt.warriors.0": "{count} jade",
    "alt.warriors.1": "{count} red",
    "alt.last": "Last: {moves}.",
    "alt.move": "{who}, from {start} to {end}",
    "alt.round": "{end}, entering again from {base}",
    "alt.turned": "{end}, turning round on {turned}",
    "alt.move.captured": "{who}, from {start} to {end}, capturing {count}",
    "alt.landings": "Possible landings: {places}.",
    "alt.fire": "Fire on {spaces}.",
    "alt.list": "{side}, {heading}: {stacks}.",
    "alt.seat": "{side} {number}",
    "alt.spot": "{place}",
    "alt.spot.holding": "{spot} (captives: {captives})",
    "alt.spot.seat": "number {number} on {place}",
    "alt.spot.times": "{count} on {place}",
    "alt.sum": "{count} stacks of {side}, from {first} to {last}.",
    "alt.sum.holding": (
        "{count} stacks of {side}, from {first} to {last}, with captives: {captives}."
    ),
    "board.fire": "^ fire",
    "board.side.away": "{letter} {who}: {base} in base, {killed} dead, {away} left after a capture",
    "board.stacks": "Stacks: {jade} o, {red} x",
    "board.sums": "Captives: {jade} o, {red} x",
    "board.side": "{letter} {who}: {base} in base, {killed} dead",
    "board.cast": "Throw: {numbers}",
    "board.legend.landing": "+ = landing",
    "board.legend.captives": "capital = holds captives (listed below)",
    "board.legend.shared": "number in front = how many stacks",
    "board.legend.bases": "{first} and {last} = bases",
    "alt.turn.unnamed": "{side} to move.",
    "alt.turn.seat": "{who} ({side} {number}) to move.",
    "alt.roster": "{side}: {names}.",
    "alt.roster.seat": "{number} {name}",
    "alt.by-seat": "{side} {counts}",
    "alt.helped": "{move}, played by {who}",
    "alt.match": "{score}.",
    "board.roster": "{letter}: {names}",
    "picture.for": "for {name}",
    "computer.plain": "Computer",
}

WARRIORS = 9


def english(text: Text) -> str:
    """Render `text` in English; the key "as it is" renders its argument."""
    if text.key == "as it is":
        return str(dict(text.args)["words"])
    return ENGLISH[text.key].format(**{name: _said(value) for name, value in text.args})


def _said(value: Argument) -> str:
    if isinstance(value, Text):
        return english(value)
    if isinstance(value, tuple):
        said = [_said(part) for part in value]
        return " and ".join([", ".join(said[:-1]), said[-1]] if said[1:] else said)
    return str(value)


def as_it_is(words: str) -> Text:
    """Return a text that renders as `words`."""
    return Text("as it is", words=words)


START = RoadView(
    road=11,
    seats=(SeatView("Ana", 0), SeatView("Ben", 1)),
    stacks=(),
    base=(5, 5),
    killed=(0, 0),
    away=(0, 0),
    turn=0,
    winner=None,
    thrown=(Thrown(KERNELS, (1, 1, 0, 1)),),
    last=(),
    landings=(Landing(3, (3,)),),
    title=as_it_is("Puluc"),
    moves=1,
)

MIDDLE = replace(
    START,
    stacks=(
        StackView(3, 0, 1, (0, 0)),
        StackView(5, 0, -1, (0, 1)),
        StackView(8, 1, 1, (2, 0)),
        StackView(10, 1, -1, (0, 0)),
    ),
    base=(1, 1),
    killed=(0, 1),
    landings=(Landing(6, (3,)), Landing(8, (3,))),
    last=(Trace(1, 11, 8, 2),),
    moves=17,
)


def banners(seats: int, winner: int | None) -> st.SearchStrategy[Banner]:
    """Draw any reason for which such a game can have ended."""
    moves, seat = st.integers(0, 999), st.integers(0, seats - 1)
    if winner is None:
        return st.builds(Banner, st.sampled_from(["closed", "abandoned"]), moves)
    counted = st.builds(Banner, st.just("kills"), moves, st.none(), st.just((3, 2)))
    if winner == DRAW:
        return counted | st.builds(Banner, st.just("agreed"), moves, seat)
    lost = st.sampled_from(["free", "resigned", "timeout", "left"])
    return counted | st.builds(Banner, lost, moves, seat)


@st.composite
def road_views(draw: st.DrawFn, seats: int = 2, name_length: int = 32) -> RoadView:
    """Draw any position: shared spaces, warriors walking back, open headings, finished games."""
    road = draw(st.integers(5, 31))
    half = seats // 2
    sides = [int(seat >= half) for seat in range(seats)]
    ours = draw(st.lists(st.booleans(), min_size=road, max_size=road))
    ours[0], ours[1] = True, False
    homes = ([road + 1], [0])
    for at, up in enumerate(ours, start=1):
        homes[0 if up else 1].append(at)
    counts = {"base": [0] * seats, "killed": [0] * seats, "away": [0] * seats}
    captains: list[tuple[int, int, int]] = []
    captive: list[int] = []
    for seat, side in enumerate(sides):
        for _ in range(draw(st.integers(1, WARRIORS))):
            fate = draw(st.sampled_from(["base", "captain", "captive", "killed", "away"]))
            if fate == "captain":
                at = draw(st.sampled_from(homes[side]))
                homeward = -1 if at == road + 1 else 1
                headings = [1, -1, 0] if 1 <= at <= road else [homeward]
                captains.append((at, seat, draw(st.sampled_from(headings))))
            elif fate == "captive":
                captive.append(seat)
            else:
                counts[fate][seat] += 1
    held = [[0] * seats for _ in captains]
    for seat in captive:
        if captains:
            held[draw(st.integers(0, len(captains) - 1))][seat] += 1
        else:
            counts["base"][seat] += 1
    over = draw(st.booleans())
    winner = draw(st.sampled_from([0, 1, DRAW, None])) if over else None
    names = st.text(st.characters(exclude_categories=["Cs"]), max_size=name_length)
    places = st.integers(0, road + 1)
    mover = draw(st.integers(0, seats - 1))
    turned = st.none() | st.sampled_from([1, road])
    helper = st.none() | st.sampled_from([seat for seat, side in enumerate(sides) if side == 0])
    captured = st.integers(0, WARRIORS)
    ways = st.tuples(turned, st.just(0)) | st.tuples(st.none(), st.integers(0, 2))
    trace = st.builds(
        lambda start, end, captured, way, helper: Trace(mover, start, end, captured, *way, helper),
        *(places, places, captured, ways, helper),
    )
    person = st.tuples(names, st.just(""), st.just(""))
    computer = st.tuples(names, st.just("medium"), st.just("") | names)
    players = [(side, *draw(person | computer if seats > 2 else person)) for side in sides]
    score = st.builds(MatchView, st.just(as_it_is("Game 10, first to 10 · Jade 9½, Red 8½")))
    return RoadView(
        road=road,
        seats=tuple(SeatView(name, side, level, other) for side, name, level, other in players),
        stacks=tuple(
            StackView(at, seat, heading, tuple(crowd))
            for (at, seat, heading), crowd in zip(captains, held, strict=True)
        ),
        base=tuple(counts["base"]),
        killed=tuple(counts["killed"]),
        away=tuple(counts["away"]),
        turn=None if over else mover,
        winner=winner,
        thrown=draw(
            st.lists(
                st.sampled_from(sorted(TABLES)).flatmap(
                    lambda key: st.builds(
                        Thrown,
                        st.just(TABLES[key]),
                        st.sampled_from(sorted(set(TABLES[key].outcomes()))),
                        st.booleans(),
                    )
                ),
                max_size=2,
            ).map(tuple)
        ),
        last=tuple(draw(st.lists(trace, max_size=2))),
        landings=tuple(
            Landing(at, (draw(st.integers(1, 5)),))
            for at in sorted(draw(st.sets(places, max_size=9)))
        ),
        title=as_it_is("Puluc"),
        moves=draw(st.integers(0, 999)),
        changed=tuple(map(as_it_is, draw(st.lists(names, max_size=4)))),
        banner=draw(banners(seats, winner)) if over else None,
        passes=draw(st.booleans()),
        summed=draw(st.booleans()),
        fire=tuple(draw(st.sets(st.integers(1, road), max_size=2))),
        match=draw(st.none() | score),
    )


@pytest.fixture(scope="session")
def say() -> Say:
    """Render texts in English."""
    return english


@pytest.fixture(scope="session")
def start() -> RoadView:
    """A game at its start."""
    return START


@pytest.fixture(scope="session")
def middle() -> RoadView:
    """A game in the middle, with captives on both sides."""
    return MIDDLE


@pytest.fixture(scope="session")
def words() -> Callable[[str], Text]:
    """Make a text from words."""
    return as_it_is


@pytest.fixture(scope="session")
def two_seats() -> st.SearchStrategy[RoadView]:
    """A strategy for positions of two seats."""
    return road_views()


@pytest.fixture(scope="session")
def teams() -> st.SearchStrategy[RoadView]:
    """A strategy for positions of up to sixteen seats."""
    return st.integers(2, 8).flatmap(lambda half: road_views(2 * half))
