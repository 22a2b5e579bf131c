"""What the table page is told, as JSON: the table as it is for a viewer, or what has changed.

    state: {"code": "k3f9...", "revision": 17, "seen": "17.9.4", "status": "playing",
            "family": "road", "title": "Kekchi puluc", "subtitle": "with Ben",
            "shapes": {"3": [w, h]}, "rows": 3, "theme": "maize", "seats": [seat],
            "sides": ["Jade", "Clay"], "mine": [0], "turn": 0, "band": band, "notes": [text],
            "board": board, "throws": [event], "moves": [move], "buttons": [button],
            "offers": [button], "menu": code, "word": word, "next": next, "log": [entry],
            "alt": text, "fair": "/g/.../fair#...", "left": 90}
    seat: {"name": text, "short": text, "side": 0, "team": 0, "kind": "person", "you": true}
    band: {"text": "Your turn", "small": "", "side": 0, "won": false}
    entry: {"seat": 0, "side": 0, "number": 3, "text": text}
    word: {"code": code, "given": text}; None is given by somebody who has no seat
    next: {"path": "/g/...", "begun": true, "asks": false, "text": text}, where the players go on
    button: {"label": text, "code": code, "style": "good"}, or a link with its "url"
    board: what `bot.games.page.state` returns, without what is above, and the "files" of its art

Where seats are taken by link, `offers` is what somebody can press who has come by one.

`left` is how many seconds the player to move has left; None if no time runs.

A `side` is the number of the colours of a seat, as boards have it; the `team` of a seat counts the
sides of the game. `seen` is what a page names when it asks for changes. An update is a state with
`frames`, which lead to it from what the page has seen. Their events have the `text` that they add
to the log; one without an event stands for several, and has their `log`. Its board has only the new
`scene` and `sprites`. If no frames lead there, as after an undo, the update is a whole state with
`jump`.

Everything here may run in any process.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from hashlib import blake2b
from itertools import zip_longest
from typing import Final, NamedTuple, Self

from bot.acts.named import button as act_button
from bot.games import page
from bot.games.brief import brief
from bot.games.catalogue import Games, title
from bot.games.family import Scene
from bot.games.page import Json
from bot.on_web.payloads import button
from bot.on_web.table_page import art
from bot.on_web.table_page.telling import telling
from bot.on_web.table_page.view import View
from bot.show.headline import heading, sides, verdict, winners
from bot.show.lobby import menu_button
from bot.show.page import Page
from bot.show.presenter import HINT, Entries, make_page
from bot.show.replay import moments
from bot.show.time_lines import browser_line
from bot.table.button import Button, Style, resolved
from bot.table.consent import still_asked
from bot.table.corn import binding
from bot.table.guest_seats import moved, open_links
from bot.table.naming import NAMED, as_text, name_of, named, names_of
from bot.table.seats import Computer, Free, Kept, Person
from bot.table.table import Status, Table
from bot.texts.catalogue import catalogue
from engine.header import key_of
from engine.text import Say, Text
from renderer.theme import THEMES

SHOWN_STEPS: Final = 3
"""How many of the steps that a page has missed are shown move by move."""

LOOKED_AT: Final = 30
"""In how many of the steps that a page has missed captures are looked for, to show them."""

JUMP: Final[Json] = {"frames": [], "jump": True}
"""What makes a whole state an update."""

_SEEN: Final = re.compile(r"([0-9]{1,9})\.([0-9a-f]{8})", re.ASCII)

_KINDS: Final = {Person: "person", Kept: "asked", Computer: "computer", Free: "free"}


class Role(Enum):
    """What somebody is at a table."""

    HOST = auto()
    HOST_ALONE = auto()  # who plays only with computers
    PLAYER = auto()
    ASKED = auto()
    GUEST = auto()  # who could take a seat
    WATCHER = auto()


_PLAYERS: Final = frozenset((Role.HOST, Role.HOST_ALONE, Role.PLAYER))
_HOSTS: Final = frozenset((Role.HOST, Role.HOST_ALONE))
_OTHERS: Final = frozenset((Role.ASKED, Role.GUEST))

ANSWER: Final = "answer"
"""The act that answers an open offer."""

_FOR: Final[Mapping[str, Collection[Role]]] = {
    "accept": {*_OTHERS, Role.HOST_ALONE},
    ANSWER: _PLAYERS,
    "begin": _HOSTS,
    "block-host": (Role.ASKED,),
    "cancel": _HOSTS,
    "change": _HOSTS,
    "claim": _PLAYERS,
    "computer": _HOSTS,
    "decline": (Role.ASKED,),
    "extend": _PLAYERS,
    "join": {*_PLAYERS, *_OTHERS},
    "keep": _PLAYERS,
    "leave": {Role.HOST, Role.PLAYER},
    "options": _HOSTS,
    "quit": {*_PLAYERS, Role.ASKED},
    "rematch": _PLAYERS,
    "resume": _PLAYERS,
    "rules": frozenset(Role),
    "take": (Role.GUEST,),
}
"""To whom the page offers which acts; those of the menu, and what the page itself does, to none."""

RULES: Final = "rules"
"""The act that explains the rules."""

TAKING: Final = ("accept", "join")
"""The acts by which somebody takes a seat."""

REGAIN: Final = "regain"
"""The act by which a guest keeps a seat that is given to another browser, or takes it back."""


class Seen(NamedTuple):
    """What a page has seen of a table: its revision, and a digest of the step that it shows."""

    revision: int
    step: str

    @classmethod
    def of(cls, table: Table) -> Self:
        """Return what a page has seen that shows this table."""
        return cls(table.revision, step_mark(table))

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Parse what `write` returned; None for anything else."""
        form = _SEEN.fullmatch(text)
        return None if form is None else cls(int(form[1]), form[2])

    def write(self) -> str:
        """Return it as text."""
        return f"{self.revision}.{self.step}"


def step_mark(table: Table) -> str:
    """Return a digest of the position of a table and of how far its game has come."""
    step = f"{table.casts} {table.moves} {table.position}"
    return blake2b(step.encode(), digest_size=4).hexdigest()


@dataclass(frozen=True, slots=True)
class Seeing:
    """Somebody looks at a table: how, in which language, and what follows the table.

    `by_link`: seats are taken by link, not by everybody who sees the page.
    """

    view: View
    language: str
    following: "Following | None" = None
    by_link: bool = False


@dataclass(frozen=True, slots=True)
class Following:
    """The table whose players play again: its code, and whether play has begun there.

    Until then, `asks` tells whether somebody is asked to play again, and `text` who waits for whom.
    """

    code: str
    begun: bool
    asks: bool = False
    text: Text | None = None

    @classmethod
    def of(cls, table: Table, hands: Sequence[int]) -> Self:
        """Return what a page of somebody is told of a table that follows its own.

        `hands` are their seats there, none if they only watch.
        """
        begun = table.status is not Status.OFFERED
        if begun or table.is_next_game or not hands:
            return cls(table.code, begun)
        if table.hosted_by not in hands:
            host = name_of(table.seats[table.hosted_by])
            return cls(table.code, begun, asks=True, text=Text("table-page.asked-again", name=host))
        others = [seat for seat in table.seats if isinstance(seat, Kept)]
        waiting = Text("table-page.waiting-for", names=names_of(others)) if others else None
        return cls(table.code, begun, text=waiting)


def whole(games: Games, table: Table, entries: Entries, seeing: Seeing) -> Json:
    """Return everything that a page needs to show a table; `entries` is its record."""
    shown = _Shown.of(games, table, entries, seeing)
    return {**shown.told, "board": shown.board, "log": shown.log(moments(games, table, entries))}


def needs_record(before: Table, table: Table) -> bool:
    """Return whether `changes` looks at the record of the table.

    A page that follows a game needs it only when the game ends, and after an undo.
    """
    follows = table.before == before.position or goes_on(before, table)
    return table.status is Status.OVER or not (follows or _is_same_step(before, table))


def changes(games: Games, before: Table, table: Table, entries: Entries, seeing: Seeing) -> Json:
    """Return what leads from one state of a table to a later one.

    `entries` is its record, if that is needed.
    """
    shown = _Shown.of(games, table, entries, seeing)
    if _is_same_step(before, table):
        return shown.update([])
    if goes_on(before, table):
        return shown.update(shown.frames_of(table, after=before))
    if table.before == before.position:
        return shown.update(shown.frames_of(table))
    missed = missed_since(moments(games, table, entries), Seen.of(before))
    if missed:
        return shown.update(shown.caught_up(missed))
    return whole(games, table, entries, seeing) | JUMP


def seen_moment(games: Games, table: Table, entries: Entries, seen: Seen) -> Table | None:
    """Return the table as it was when a page saw it, None if that is not known."""
    every = moments(games, table, entries)
    return next((each for each in every if step_mark(each) == seen.step), None)


def missed_since(every: Sequence[Table], seen: Seen) -> Sequence[Table]:
    """Return the moments after what was seen, none if that isn't among them."""
    marks = [step_mark(each) for each in every]
    return every[marks.index(seen.step) + 1 :] if seen.step in marks else ()


def goes_on(before: Table, after: Table) -> bool:
    """Return whether the later table shows the same step, of which more has happened."""
    story = after.story[: len(before.story)]
    return after.before == before.before and bool(before.story) and story == before.story


def _is_same_step(before: Table, after: Table) -> bool:
    return step_mark(before) == step_mark(after) and before.status is after.status


@dataclass(frozen=True, slots=True)
class _Shown:
    """A table as somebody sees it, and the parts of what a page is told about it."""

    games: Games
    table: Table
    seeing: Seeing
    say: Say
    tell: Say
    scene: Scene | None
    page: Page
    drawn: Json

    @classmethod
    def of(cls, games: Games, table: Table, entries: Entries, seeing: Seeing) -> Self:
        """Look at a table; `entries` is its record."""
        say = catalogue(games.texts).voice(seeing.language)
        tell = telling(games, table, seeing.view.hands, seeing.language)
        scene = games.scene(table, tell) if table.position else None
        kept = entries if table.status is Status.OVER else ()
        made = make_page(games, table, say, entries=kept, pictured=False)
        drawn = _drawn(scene or games.scene(_before_play(games, table), say), say, seeing.view)
        return cls(games, table, seeing, say, tell, scene, made, drawn)

    @property
    def told(self) -> Json:
        """Everything but the board and the log."""
        table, view = self.table, self.seeing.view
        shapes = self.games.of(table.header).shapes(table.header)
        playing = table.status is Status.PLAYING and self.scene is not None
        return {
            "code": table.code,
            "revision": table.revision,
            "seen": Seen.of(table).write(),
            "status": str(table.status),
            "family": self.games.of(table.header).name,
            "title": self.say(title(table.header)),
            "subtitle": self.say(self._subtitle()),
            "shapes": {str(rows): size for rows, size in shapes.items()},
            "rows": view.rows,
            "theme": view.theme,
            "seats": [*self._seats()],
            "sides": [*self._sides()],
            "mine": view.hands,
            "turn": self.scene.mover if playing and self.scene is not None else None,
            "band": self._band(),
            "notes": [*self._notes()],
            "throws": self.drawn.get("throws", []) if playing else [],
            "moves": [*self._moves()] if playing else [],
            "buttons": [*self._buttons(self._role)],
            "offers": [*self._offers()],
            "word": self._word(),
            "menu": menu_button(table).act.code,
            "auto": _is_slow(table),
            "next": self._next(),
            "fair": f"/g/{table.code}/fair#{binding(table).commitment}",
            "alt": "" if self.scene is None else self.scene.board.alt(),
        }

    @property
    def board(self) -> Json:
        """The whole board, and where its files are."""
        table, view = self.table, self.seeing.view
        files = art.addresses(self.games, self.drawn["art"], table.header, view)
        return {**_without(self.drawn, "throws", "moves"), "files": files}

    def update(self, frames: Sequence[Json]) -> Json:
        """Return what has changed, with frames that lead there."""
        new = {name: self.drawn[name] for name in ("scene", "sprites")}
        return {**self.told, "frames": [*frames], "board": new}

    def caught_up(self, missed: Sequence[Table]) -> Sequence[Json]:
        """Return frames of moments that a page has missed: what matters, and the last steps."""
        frames, skipped = list[Json](), list[Table]()
        for number, moment in enumerate(missed, 1):
            last = number > len(missed) - SHOWN_STEPS
            looked_at = number > len(missed) - LOOKED_AT
            steps = self.frames_of(moment) if looked_at else ()
            if last or any(map(_matters, steps)):
                frames += [self._rest(skipped), *steps] if skipped else steps
                skipped = []
            else:
                skipped.append(moment)
        return frames

    def frames_of(self, table: Table, after: Table | None = None) -> Sequence[Json]:
        """Return the frames of a table's last step, or those `after` what has been shown of it."""
        view = self.seeing.view
        if view.rows is None or not table.position:
            return ()
        known = 0
        if after is not None:
            known = len(self.games.scene(after, self.tell).frames(view.rows, view.seat))
        scene, theme = self.games.scene(table, self.tell), THEMES[view.theme]
        made = page.step(scene, self.say, view.rows, view.seat, theme, view.hands, known)
        self.drawn["sprites"] |= made["sprites"]
        frames: Sequence[Json] = made["frames"]
        return frames

    def log(self, every: Sequence[Table]) -> Sequence[Json]:
        """Return what the log says of moments in a row."""
        told = list[Json]()
        for moment, after in zip_longest(every, every[1:]):
            if after is None or not goes_on(moment, after):
                told += self._entries(moment)
        return told

    def _entries(self, moment: Table) -> Iterator[Json]:
        for each in self.games.scene(moment, self.tell).told:
            text = " ".join(map(self.tell, each.lines))
            yield {"seat": each.seat, "side": each.colour, "number": each.number, "text": text}

    def _rest(self, skipped: Sequence[Table]) -> Json:
        """Return a frame that shows how moments ended, without what happened in them."""
        drawn = _drawn(self.games.scene(skipped[-1], self.say), self.say, self.seeing.view)
        self.drawn["sprites"] |= drawn["sprites"]
        return {"s": drawn["scene"], "log": self.log(skipped)}

    def _subtitle(self) -> Text:
        """Return who plays: with whom the viewer does, or who against whom."""
        table, hands = self.table, self.seeing.view.hands
        others = [seat for n, seat in enumerate(table.seats) if n not in hands]
        if not hands or not others:
            return sides(self.games, table)
        if len(others) > NAMED:
            return Text("table-page.with-many", count=len(others))
        return Text("table-page.with", names=names_of(others))

    def _colour(self, seat: int) -> int:
        """Return the number of the colours of a seat."""
        header = self.table.header
        return self.games.of(header).colour(self.games.game(header), seat)

    def _seats(self) -> Iterator[Json]:
        game, family = self.games.game(self.table.header), self.games.of(self.table.header)
        for number, holder in enumerate(self.table.seats):
            free = isinstance(holder, Free)
            name = self.say(Text("table-page.free") if free else as_text(name_of(holder)))
            computer = isinstance(holder, Computer)
            yield {
                "name": name,
                "short": self.say(Text("table-page.computer")) if computer else name,
                "side": family.colour(game, number),
                "team": game.side(number),
                "kind": _KINDS[type(holder)],
                "you": number in self.seeing.view.hands,
            }

    def _sides(self) -> Iterator[str]:
        """Yield the names of the sides, if they are teams."""
        game, family = self.games.game(self.table.header), self.games.of(self.table.header)
        if game.seats > game.sides:
            for side in range(game.sides):
                yield self.say(family.team(self.table.header, side))

    def _band(self) -> Json:
        """Return in a few words where the game stands, in the colours of a side."""
        table = self.table
        if table.status is Status.OVER:
            return self._result()
        mover = None if self.scene is None else self.scene.mover
        if mover is None:
            text = heading(self.games, table)
            if table.status is Status.OFFERED:
                text = Text("table-page.ready" if table.is_practice else "table-page.waiting")
            return {"text": self.say(text), "small": "", "side": None, "won": False}
        alone = self.seeing.view.hands == (mover,)
        holder = table.seats[mover]
        name = Text("table-page.computer") if isinstance(holder, Computer) else name_of(holder)
        text = Text("table-page.your-turn") if alone else Text("table-page.turn", name=name)
        side = self._colour(mover)
        return {"text": self.say(text), "small": "", "side": side, "won": False}

    def _result(self) -> Json:
        table, hands = self.table, self.seeing.view.hands
        best = winners(self.games, table)
        won = bool(best) and (not hands or any(seat in table.winners for seat in hands))
        if not best:
            text = Text("table-page.drawn" if table.places else "table-page.ended")
        elif won and hands:
            text = Text("table-page.you-win")
        else:
            text = Text("table-page.wins", name=best, count=len(best))
        side = self._colour(table.winners[0]) if best else None
        why = self.tell(self._verdict)
        return {"text": self.tell(text), "small": why, "side": side, "won": won}

    @property
    def _verdict(self) -> Text:
        return verdict(self.games, self.table) if self.scene is None else self.scene.result

    def _notes(self) -> Iterator[str]:
        """Yield what the table's message says besides what the band and the log do."""
        yield from (self.say(each) for each in self._of_own_seat())
        lost, hands = self.seeing.view.lost, self.seeing.view.hands
        own = hands if lost is None else (lost,)
        told = {browser_line(self.table, seat) for seat in moved(self.table) if seat in own}
        if self.table.status is Status.OVER:
            told.add(self._verdict)
        if self.scene is not None:
            told |= {*self.scene.narration, *self.scene.turn}
            if self.scene.mover not in hands:
                told |= {each for each in self.page.lines if each.key == HINT}
        yield from (self.tell(each) for each in self.page.lines if each not in told)

    def _of_own_seat(self) -> Iterator[Text]:
        """Yield that a seat which is played in this browser goes, or has gone, to another one."""
        lost = self.seeing.view.lost
        if lost is not None:
            name = named(self.table, lost)
            yield Text("table-page.seat-lost", name=name, host=name_of(self.table.host))
        if self._is_renewed:
            yield Text("table-page.seat-renewed", host=name_of(self.table.host))

    @property
    def _is_renewed(self) -> bool:
        """Whether a new link would give a seat that is played in this browser to another one."""
        seats = {self.table.seat_of(each.user) for each in open_links(self.table)}
        return not seats.isdisjoint(self.seeing.view.hands)

    def _moves(self) -> Iterator[Json]:
        """Yield the moves that can be pressed on the board."""
        codes = {each.move: each.act.code for each in self._pressable if each.move}
        shorter = self.games.of(self.table.header).brief
        texts = {each.move: each.text for each in (self.scene.choices if self.scene else ())}
        for told in self.drawn["moves"]:
            move = told["move"]
            if move in codes:
                short = self.say(brief(texts[move], shorter))
                yield {**told, "code": codes[move], "short": short}

    @property
    def _role(self) -> Role:
        role = _role(self.table, self.seeing.view.hands)
        return Role.WATCHER if role is Role.GUEST and self.seeing.by_link else role

    def _offers(self) -> Iterator[Json]:
        """Yield what somebody can press who has come by a link to a seat."""
        if self.seeing.by_link and self._role is Role.WATCHER and self.table.gathers:
            for each in self._pressable:
                if each.act.act_name in TAKING:
                    yield button(each, self.say)

    def _buttons(self, role: Role) -> Iterator[Json]:
        """Yield what else somebody in a role can press now."""
        if self.seeing.view.lost is not None or self._is_renewed:
            is_lost = self.seeing.view.lost is not None
            label = Text("button.take-own-seat" if is_lost else "button.keep-own-seat")
            yield button(act_button(label, REGAIN, self.table.id, style=Style.GOOD), self.say)
        on_board = {each["move"] for each in self.drawn["moves"]}
        hands, mover = self.seeing.view.hands, None if self.scene is None else self.scene.mover
        for each in resolved(self.page.buttons, ""):
            if isinstance(each, Button) and each.move:
                if each.move not in on_board and mover in hands:
                    yield button(each, self.say)
            elif isinstance(each, Button) and self._is_for(role, each):
                watched = each.act.act_name == RULES and role is Role.WATCHER
                yield self._rules(each) if watched else button(each, self.say)

    def _is_for(self, role: Role, offer: Button) -> bool:
        """Return whether a button is for somebody in a role; an answer is for those asked."""
        if role not in _FOR.get(offer.act.act_name, frozenset()):
            return False
        if offer.act.act_name != ANSWER:
            return True
        revision, hands = getattr(offer.act, "revision", None), {*self.seeing.view.hands}
        game = self.games.game(self.table.header)
        asked = (a for a in self.table.offers if a.revision == revision)
        return any(not hands.isdisjoint(still_asked(game, self.table, each)) for each in asked)

    def _rules(self, offer: Button) -> Json:
        """Return a link in place of a button that watchers, who have no name, can't press."""
        return {"label": self.say(offer.text), "url": f"/rules/{key_of(self.table.header)}"}

    @property
    def _pressable(self) -> Iterator[Button]:
        return (each for each in self.page.buttons if isinstance(each, Button))

    def _word(self) -> Json | None:
        """Return how players give a word for the throws, until play begins."""
        if self.page.give_word is None:
            return None
        seats = (self.table.seats[hand] for hand in self.seeing.view.hands)
        given = next((seat.word for seat in seats if isinstance(seat, Person)), None)
        return {"code": self.page.give_word.code, "given": given}

    def _next(self) -> Json | None:
        following = self.seeing.following
        if following is None:
            return None
        text = "" if following.text is None else self.say(following.text)
        told = {"path": f"/g/{following.code}", "begun": following.begun}
        return {**told, "asks": following.asks, "text": text}


def _drawn(scene: Scene, say: Say, view: View) -> Json:
    """Return a position for a page; little for a game that has no shapes."""
    if view.rows is None:
        return {"art": "", "size": [], "names": [], "moves": [], "scene": None, "sprites": {}}
    return page.state(scene, say, view.rows, view.seat, THEMES[view.theme], view.hands)


def _before_play(games: Games, table: Table) -> Table:
    """Return a table as it will look when play begins."""
    game = games.game(table.header)
    start = game.write_position(game.start())
    return replace(table, status=Status.PLAYING, position=start, before="", story=())


def _role(table: Table, hands: Sequence[int]) -> Role:
    holders = [table.seats[seat] for seat in hands]
    if table.is_next_game and set(hands) - set(table.ready):
        return Role.ASKED
    if table.hosted_by in hands and table.status is Status.OFFERED:
        return Role.HOST_ALONE if table.is_practice else Role.HOST
    if any(isinstance(each, Person) for each in holders):
        return Role.PLAYER
    if holders:
        return Role.ASKED
    return Role.GUEST if table.has_free_seat or table.vacated else Role.WATCHER


def _is_slow(table: Table) -> bool:
    pace = table.terms.pace
    return pace is not None and pace.is_correspondence


def _matters(frame: Json) -> bool:
    """Return whether a frame is worth seeing, although it is long ago."""
    event = frame.get("e", {})
    return bool(event.get("got") or event.get("flies"))


def _without(data: Json, *names: str) -> Json:
    return {name: value for name, value in data.items() if name not in names}
