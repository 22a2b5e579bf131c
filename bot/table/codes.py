"""Button payloads: an intent in at most 64 bytes, the same on every platform.

In `1m.k3f9qd7m2x.12qzpa.4+3`, `1` is the format, `m` means a move, and then come the table, the
revision that the button belongs to with the mark of its step, and the move in the game's notation.
Buttons of earlier releases have no mark. A word for the throws is never in a payload: where people
can type one, the platform sends it separately. Clients can send any payload, so a payload that
decodes is well-formed but not trustworthy.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from bot.table.ids import TableId
from bot.table.intents import (
    Abort,
    Accept,
    AddComputer,
    Alter,
    Answer,
    Ask,
    AskHint,
    Begin,
    BlockHost,
    Cancel,
    Challenge,
    ChangeMe,
    ChooseInvited,
    ChooseOpponent,
    ChooseOptions,
    Claim,
    Close,
    Decline,
    Demo,
    Dismiss,
    Extend,
    ForgetMe,
    GiveWord,
    HandOver,
    Intent,
    Join,
    KeepPlaying,
    Learn,
    Leave,
    LeaveMatch,
    ListGames,
    MenuTopic,
    Move,
    Next,
    Nudge,
    Options,
    Play,
    Practice,
    Rematch,
    Resign,
    Resume,
    Rules,
    ShowBoard,
    ShowMe,
    ShowMenu,
    ShowOdds,
    ShowRecord,
    ShowReview,
    ShowSeries,
    ShowSettings,
    Shuffle,
    Start,
    TableRules,
    TakeSeat,
    Verify,
)
from bot.table.table import Wish
from bot.table.terms import TERMS, Terms

LIMIT = 64
_FORMAT = "1"
_CODE = re.compile(r"1([a-z])((?:\.[A-Za-z0-9+*()<>,_-]+)*)", re.ASCII)
_TABLE = re.compile(r"[a-z2-7]{10}", re.ASCII)
_STEP = re.compile(r"0|[1-9][0-9]?", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_REVISION = re.compile(r"([0-9]{1,9})([a-z]{4})?", re.ASCII)
_WORD = re.compile(r"[a-z0-9-]+", re.ASCII)
_VALUE = re.compile(r"[a-z0-9+,-]+", re.ASCII)
_IS = "_"  # separates an option from its value
_CHANGE = re.compile(r"([a-z0-9-]+)_([a-z0-9+,-]+)", re.ASCII)
_SURE = "y"
_ESCAPED = {"/": "*", ":": ","}  # characters of time zones that payloads don't have
_ESCAPE = str.maketrans(_ESCAPED)
_UNESCAPE = str.maketrans({escape: character for character, escape in _ESCAPED.items()})


class BadCode(ValueError):  # noqa: N818 - describes the payload
    """A payload that `encode` never writes."""


def encode(intent: Intent) -> str:
    """Return the payload of a button. Raises ValueError if no button can carry the intent."""
    match intent:
        case Move(table, revision, move, mark):
            parts = ["m", table, f"{revision}{mark}", move]
        case Accept(str() as table, "", revision):
            parts = ["a", table, *([] if revision is None else [str(revision)])]
        case Decline(str() as table):
            parts = ["d", table]
        case BlockHost(table):
            parts = ["k", table]
        case Cancel(str() as table):
            parts = ["c", table]
        case GiveWord("", str() as table):
            parts = ["w", table]
        case Abort(str() as table):
            parts = ["x", table]
        case Resign(str() as table, sure):
            parts = ["q", table, *([_SURE] if sure else [])]
        case ShowBoard(str() as table):
            parts = ["b", table]
        case ShowMenu(table, topic):
            parts = ["o", table, *([] if topic is None else [topic.value])]
        case Rematch(table):
            parts = ["n", table]
        case Verify(str() as table):
            parts = ["v", table]
        case ShowRecord(str() as table):
            parts = ["f", table]
        case Close(str() as table):
            parts = ["z", table]
        case Rules(options):
            parts = ["r", *([] if options is None else _written(options))]
        case Learn(step, move, ruleset):
            parts = ["l", *([ruleset] if ruleset else []), str(step), *([move] if move else [])]
        case TableRules(table):
            parts = ["e", table]
        case Ask(wish, str() as table):
            parts = ["j", table, wish.value]
        case Answer(table, revision, agrees):
            parts = ["j", table, _AGREES if agrees else _DECLINES, str(revision)]
        case (
            Resume(str() as table)
            | Nudge(str() as table)
            | Claim(table)
            | Extend(table)
            | KeepPlaying(table)
            | Leave(str() as table)
            | Start(str() as table, None)
            | AddComputer(table, None, "medium")
            | ChooseInvited(table)
            | Shuffle(table)
            | ChooseOptions(table, "")
            | TakeSeat(str() as table, None)
            | LeaveMatch(str() as table, False)
            | AskHint(str() as table)
            | ShowOdds(str() as table)
            | ShowReview(str() as table)
        ):
            parts = ["j", table, _VERBS[type(intent)]]
        case Join(table, side, revision, ""):
            parts = ["j", table, "join", str(side), *([] if revision is None else [str(revision)])]
        case AddComputer(table, int() as side, level):
            parts = ["j", table, "computer", str(side), level]
        case Start(str() as table, Begin() as how):
            parts = ["j", table, "start", how.value]
        case Dismiss(table, seat) | HandOver(table, seat) | TakeSeat(str() as table, int() as seat):
            parts = ["j", table, _SEAT_VERBS[type(intent)], str(seat)]
        case ChooseOptions(table, topic):
            parts = ["j", table, "options", topic]
        case Alter(((name, value),), str() as table) if _CHANGE.fullmatch(f"{name}{_IS}{value}"):
            parts = ["j", table, "alter", f"{name}{_IS}{value}"]
        case LeaveMatch(str() as table, True):
            parts = ["j", table, "quit", _SURE]
        case Demo(level, options):
            parts = ["p", _DEMO, level, *_written(options)]
        case Practice(level, options):
            parts = ["p", level, *_written(options)]
        case Challenge((), options):
            parts = ["s", *_written(options)]
        case ChooseOpponent(options):
            parts = ["t", *_written(options)]
        case ShowMe(topic):
            parts = ["u", *([topic] if topic else [])]
        case ChangeMe(((name, value),)) if set(value).isdisjoint(_ESCAPED.values()):
            parts = ["y", name, value.translate(_ESCAPE)]
        case ForgetMe(sure_of):
            parts = ["u", _FORGET, *([sure_of] if sure_of else [])]
        case Play() | ListGames() | Next() | ShowSettings() | ShowSeries():
            parts = _ALONE[intent].split(".")
        case _:
            raise ValueError(f"no button can carry {intent}")
    code = _FORMAT + ".".join(parts)
    is_code = _CODE.fullmatch(code) and code.count(".") == len(parts) - 1
    if len(code.encode()) > LIMIT or not is_code:
        raise ValueError(f"{code!r} does not fit a button")
    return code


def fits(intent: Intent) -> bool:
    """Return whether a button can carry an intent."""
    try:
        encode(intent)
    except ValueError:
        return False
    return True


def decode(code: str) -> Intent:
    """Decode a payload. Raises BadCode if `encode` cannot have written it."""
    form = _CODE.fullmatch(code) if len(code) <= LIMIT else None
    if form is None:
        raise BadCode("not a button of this game")
    kind, (_, *parts) = form[1], form[2].split(".")
    match kind, parts:
        case "m", [table, step, move] if revision := _REVISION.fullmatch(step):
            return Move(_table(table), int(revision[1]), move, revision[2] or "")
        case "a", [table, step] if (revision := _REVISION.fullmatch(step)) and not revision[2]:
            return Accept(_table(table), revision=int(revision[1]))
        case "q", [table, sure] if sure == _SURE:
            return Resign(_table(table), sure=True)
        case "r", []:
            return Rules()
        case "r", [*words]:
            return Rules(_options(words))
        case "o", [table, topic] if topic in _TOPICS:
            return ShowMenu(_table(table), MenuTopic(topic))
        case "p", [demo, level, *words] if demo == _DEMO and _WORD.fullmatch(level):
            return Demo(level, _options(words))
        case "p", [level, *words] if _WORD.fullmatch(level):
            return Practice(level, _options(words))
        case "s", [*words]:
            return Challenge((), _options(words))
        case "t", [*words]:
            return ChooseOpponent(_options(words))
        case "l", [step] if _STEP.fullmatch(step):
            return Learn(int(step))
        case "l", [step, move] if _STEP.fullmatch(step):
            return Learn(int(step), move)
        case "l", [ruleset, step] if _WORD.fullmatch(ruleset) and _STEP.fullmatch(step):
            return Learn(int(step), "", ruleset)
        case "l", [ruleset, step, move] if _WORD.fullmatch(ruleset) and _STEP.fullmatch(step):
            return Learn(int(step), move, ruleset)
        case "j", [table, verb] if verb in _WISHES:
            return Ask(Wish(verb), _table(table))
        case "j", [table, verb] if verb in _ACTS:
            return _ACTS[verb](_table(table))
        case "j", [table, "agree" | "decline" as answer, step] if _NUMBER.fullmatch(step):
            return Answer(_table(table), int(step), answer == _AGREES)
        case "j", [table, "join", side] if _STEP.fullmatch(side):
            return Join(_table(table), int(side))
        case "j", [table, "join", side, step] if _STEP.fullmatch(side) and _NUMBER.fullmatch(step):
            return Join(_table(table), int(side), int(step))
        case "j", [table, "computer", side, level] if _STEP.fullmatch(side) and _WORD.fullmatch(
            level
        ):
            return AddComputer(_table(table), int(side), level)
        case "j", [table, "start", how] if how in _BEGINNINGS:
            return Start(_table(table), Begin(how))
        case "j", [table, verb, seat] if verb in _OF_SEAT and _STEP.fullmatch(seat):
            return _OF_SEAT[verb](_table(table), int(seat))
        case "j", [table, "options", topic] if _WORD.fullmatch(topic):
            return ChooseOptions(_table(table), topic)
        case "j", [table, "alter", change] if pair := _CHANGE.fullmatch(change):
            return Alter(((pair[1], pair[2]),), _table(table))
        case "j", [table, "quit", sure] if sure == _SURE:
            return LeaveMatch(_table(table), sure=True)
        case "j", [word] if word == _SERIES:
            return ShowSeries()
        case "u", [word] if word == _FORGET:
            return ForgetMe()
        case "u", [word, sure_of] if word == _FORGET:
            return ForgetMe(sure_of)
        case "u", []:
            return ShowMe()
        case "u", [topic] if _WORD.fullmatch(topic):
            return ShowMe(topic)
        case "y", [name, value] if _WORD.fullmatch(name):
            return ChangeMe(((name, value.translate(_UNESCAPE)),))
        case _, [] if kind in _KINDS:
            return _KINDS[kind]
        case _, [table] if kind in _OF_TABLE:
            return _OF_TABLE[kind](_table(table))
    raise BadCode("not a button of this game")


_OF_TABLE: Mapping[str, Callable[[TableId], Intent]] = {
    "a": Accept,
    "d": Decline,
    "k": BlockHost,
    "z": Close,
    "c": Cancel,
    "w": partial(GiveWord, ""),
    "x": Abort,
    "q": Resign,
    "b": ShowBoard,
    "e": TableRules,
    "o": ShowMenu,
    "n": Rematch,
    "v": Verify,
    "f": ShowRecord,
}

_AGREES, _DECLINES = "agree", "decline"
_WISHES = frozenset(map(str, Wish))

_ACTS: Mapping[str, Callable[[TableId], Intent]] = {
    "resume": Resume,
    "nudge": Nudge,
    "claim": Claim,
    "extend": Extend,
    "keep": KeepPlaying,
    "leave": Leave,
    "start": Start,
    "computer": AddComputer,
    "invite": ChooseInvited,
    "shuffle": Shuffle,
    "options": ChooseOptions,
    "seat": TakeSeat,
    "quit": LeaveMatch,
    "hint": AskHint,
    "odds": ShowOdds,
    "review": ShowReview,
}
_VERBS: Mapping[object, str] = {act: verb for verb, act in _ACTS.items()}

_OF_SEAT: Mapping[str, Callable[[TableId, int], Intent]] = {
    "dismiss": Dismiss,
    "host": HandOver,
    "seat": TakeSeat,
}
_SEAT_VERBS: Mapping[object, str] = {act: verb for verb, act in _OF_SEAT.items()}
_BEGINNINGS = frozenset(map(str, Begin))
_TOPICS = frozenset(map(str, MenuTopic))
_DEMO = "demo"
_SERIES = "series"
_FORGET = "forget"

_ALONE: Mapping[Intent, str] = {
    Play(): "h",
    ListGames(): "g",
    Next(): "j",
    ShowSettings(): "i",
    ShowSeries(): f"j.{_SERIES}",
}
_KINDS = {letter: intent for intent, letter in _ALONE.items()}


def _written(options: Options) -> list[str]:
    """Encode a ruleset, its options and the terms, as in `bul`, `road_9`, `pace_3d`.

    Raises ValueError if a word has characters that none of these have.
    """
    changes = [f"{name}{_IS}{value}" for name, value in options.pairs]
    if not all(map(_CHANGE.fullmatch, changes)):
        raise ValueError(f"no button can carry {options}")
    return [options.ruleset, *changes]


def _options(words: Sequence[str]) -> Options:
    ruleset, *chosen = words or [""]
    pairs = [tuple(word.split(_IS)) for word in chosen]
    names, values = ([pair[at] for pair in pairs if len(pair) == 2] for at in (0, 1))
    if not (
        len(names) == len(pairs)
        and all(map(_WORD.fullmatch, (ruleset, *names)))
        and all(map(_VALUE.fullmatch, values))
    ):
        raise BadCode("not a button of this game")
    terms, options = Terms(), []
    for name, value in zip(names, values, strict=True):
        if name not in TERMS:
            options.append((name, value))
            continue
        try:
            terms = terms.changed(name, value)
        except ValueError:
            raise BadCode("not a button of this game") from None
    return Options(ruleset, tuple(options), terms)


def _table(text: str) -> TableId:
    if not _TABLE.fullmatch(text):
        raise BadCode("not a button of this game")
    return TableId(text)
