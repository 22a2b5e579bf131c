"""A second, plain statement of the rules of Parchís, to compare the engine with.

It was written from the rules alone, without sight of the engine. It walks square by square and
recounts everything from the pieces; it is meant to be read, not to be fast. Positions, options
and moves are plain dictionaries with the names used in the JSON of the rules.
"""

from typing import Any

Options = dict[str, Any]
Position = dict[str, Any]
Move = dict[str, Any]

HOME = 0
LAST_OF_RING = 68
CORRIDOR = 69  # the first of seven corridor squares, 69 to 75
GOAL = 76

STARTS = {"yellow": 5, "blue": 22, "red": 39, "green": 56}
ENTRIES = {"yellow": 68, "blue": 17, "red": 34, "green": 51}
SAFE = (5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68)

COLOURS = {
    3: ("yellow", "blue", "red"),
    4: ("yellow", "blue", "red", "green"),
}

BONUS_FOR_CAPTURE = 20
BONUS_FOR_GOAL = 10


# The board


def colour_of(options: Options, seat: int) -> str:
    """Return the colour of this seat."""
    if options["seats"] == 2:
        pair: str = options.get("colours", "yellow-red")
        return pair.split("-")[seat]
    return COLOURS[options["seats"]][seat]


def pieces_of(options: Options) -> int:
    """Return how many pieces each seat has."""
    pieces: int = options.get("pieces", 4)
    return pieces


def start_of(options: Options, seat: int) -> int:
    """Return the square on which this seat's pieces come out."""
    return STARTS[colour_of(options, seat)]


def entry_of(options: Options, seat: int) -> int:
    """Return the last ring square of this seat, before its corridor."""
    return ENTRIES[colour_of(options, seat)]


def on_ring(place: int) -> bool:
    """Tell whether this place is one of the 68 squares that all colours share."""
    return 1 <= place <= LAST_OF_RING


def ring_before(square: int) -> int:
    """Return the ring square before this one."""
    return LAST_OF_RING if square == 1 else square - 1


def ring_after(square: int) -> int:
    """Return the ring square after this one."""
    return 1 if square == LAST_OF_RING else square + 1


def place_after(options: Options, seat: int, place: int) -> int:
    """Return the place one step nearer to this seat's goal."""
    if place == entry_of(options, seat):
        return CORRIDOR
    return ring_after(place) if on_ring(place) else place + 1


def place_before(options: Options, seat: int, place: int) -> int:
    """Return the place one step farther from this seat's goal."""
    if place == CORRIDOR:
        return entry_of(options, seat)
    return ring_before(place) if on_ring(place) else place - 1


def instruction_square(options: Options, seat: int) -> int:
    """Return the fourth square before this seat's start."""
    square = start_of(options, seat)
    for _ in range(4):
        square = ring_before(square)
    return square


def under_instruction(options: Options, seat: int, place: int) -> bool:
    """Tell whether a piece of this seat on this place is under instruction."""
    # "no other piece of its colour comes there": the place alone tells
    square = instruction_square(options, seat)
    while square != start_of(options, seat):
        if place == square:
            return True
        square = ring_after(square)
    return False


def piece_under_instruction(options: Options, position: Position, seat: int) -> int | None:
    """Return the place of this seat's piece under instruction, if it has one."""
    for place in position["pieces"][seat]:
        if under_instruction(options, seat, place):
            return int(place)
    return None


def copy_of(position: Position) -> Position:
    """Return a copy that can be changed without changing the original."""
    return {
        **position,
        "pieces": [list(places) for places in position["pieces"]],
        "out": list(position["out"]),
        "later": list(position["later"]),
        "done": list(position["done"]),
    }


def without(position: Position, seat: int, place: int) -> Position:
    """Return a copy in which one piece of this seat is lifted from this place."""
    lifted = copy_of(position)
    lifted["pieces"][seat].remove(place)
    return lifted


def standing_on(options: Options, position: Position, seat: int, place: int) -> list[int]:
    """Return the seats of the pieces on what this seat calls this place, one for each piece.

    Pieces under instruction are left out: they are "counted nowhere".
    """
    found: list[int] = []
    for other, places in enumerate(position["pieces"]):
        if other != seat and not on_ring(place):
            continue  # corridors, homes and goals aren't shared
        if not under_instruction(options, other, place):
            found += [other] * places.count(place)
    return found


def is_barrier(options: Options, position: Position, seat: int, place: int, number: int) -> bool:
    """Tell whether a barrier on this place stops this seat's move by this number."""
    found = standing_on(options, position, seat, place)
    if place == GOAL or len(found) < 2:
        return False
    if found[0] != found[1] and not options["mixed"]:
        return False
    # "barriers without an own piece neither stop nor turn a 10"
    jumped = options["jump"] and number == BONUS_FOR_GOAL and seat not in found
    return not jumped


# The course of the game


def beginning(options: Options, first: int) -> Position:
    """Return the position before the first throw of the seat that won the opening."""
    seats = options["seats"]
    if options["end"] == "pairs" and seats != 4:
        raise ValueError("Only four seats can play in pairs.")
    places = []
    for seat in range(seats):
        own = [HOME] * pieces_of(options)
        if options["start"] == "out":
            own[-1] = start_of(options, seat)
        places.append(own)
    return {
        "pieces": places,
        # "false at first even with start=out"
        "out": [False] * seats,
        "later": [None] * seats,
        "done": [],
        "turn": first,
        "sixes": 0,
        "last": None,
        "pending": None,
    }


def is_over(options: Options, position: Position) -> bool:
    """Tell whether the game is over."""
    finished = len(position["done"])
    wanted: int = options["seats"] if options["end"] == "last" else 1
    return finished == wanted


def throw(options: Options, position: Position, face: int) -> Position:
    """Return the position in which the number of this throw is pending."""
    if position["pending"] is not None or is_over(options, position):
        raise ValueError("This position has no throw.")
    seat = position["turn"]
    thrown = copy_of(position)
    thrown["sixes"] = position["sixes"] + 1 if face == 6 else 0
    if face != 6:
        thrown["last"] = None
    if thrown["sixes"] == 3:
        # "the third 6 is always a Pass of 6", whatever else a 6 would count
        number = 6
    elif piece_under_instruction(options, position, seat) is not None:
        number = 5 if face == 5 else 1
    elif face == 6 and HOME not in position["pieces"][seat]:
        number = options["six"]
    else:
        number = face
    thrown["pending"] = number
    return thrown


def moves(options: Options, position: Position) -> list[Move]:
    """Return the legal moves of the pending number; without any it is passed."""
    number = position["pending"]
    if number is None:
        raise ValueError("No number is pending.")
    seat = position["turn"]
    if position["sixes"] == 3:
        return []
    instructed = piece_under_instruction(options, position, seat)
    if instructed is not None:
        return moves_under_instruction(options, position, instructed)
    if may_come_out(options, position):
        coming = coming_out(options, position)
        if coming is not None:
            return [coming]

    legal = []
    # two pieces on one place have the same move, which is listed once
    for place in sorted(set(position["pieces"][seat])):
        if place not in (HOME, GOAL):
            move = walking(options, position, place)
            if move is not None:
                legal.append(move)
    if number in (6, 7, 12):
        # turning back doesn't "count for *A 6 opens*"
        opening = [
            move
            for move in legal
            if not move["back"] and position["pieces"][seat].count(move["from"]) == 2
        ]
        if opening:
            return opening
    return legal


def after(options: Options, position: Position, move: Move | None) -> Position:
    """Return the position after this legal move, or after the Pass; the turn is passed on."""
    seat = position["turn"]
    if move is None:
        if moves(options, position):
            raise ValueError("What can be played must be.")
        return after_pass(options, position)

    then = copy_of(position)
    then["pending"] = None
    for _ in range(move["pieces"]):
        then["pieces"][seat].remove(move["from"])
        then["pieces"][seat].append(move["to"])
    for captured in move["captures"]:
        then["pieces"][captured].remove(move["to"])
        then["pieces"][captured].append(HOME)
    # under instruction, "arriving is coming out"
    if move["from"] == HOME or (
        under_instruction(options, seat, move["from"]) and move["to"] == start_of(options, seat)
    ):
        then["out"][seat] = True
    then["last"] = move["to"] if position["sixes"] > 0 else None
    note_who_came_later(options, then, move["to"])
    place_under_instruction(options, then)

    if then["pieces"][seat] == [GOAL] * pieces_of(options):
        return after_finishing(options, then)
    if move["captures"]:
        then["pending"] = BONUS_FOR_CAPTURE
        return then
    if move["to"] == GOAL:
        then["pending"] = BONUS_FOR_GOAL
        return then
    return throw_again_or_pass_on(options, then, position["pending"])


def after_pass(options: Options, position: Position) -> Position:
    """Return the position after the pending number was lost."""
    seat = position["turn"]
    last = position["last"]
    then = copy_of(position)
    then["pending"] = None
    if position["sixes"] < 3:
        return throw_again_or_pass_on(options, then, position["pending"])
    # pieces under instruction are "never captured or sent home"
    if last is not None and on_ring(last) and not under_instruction(options, seat, last):
        then["pieces"][seat].remove(last)
        then["pieces"][seat].append(HOME)
    note_who_came_later(options, then, None)
    place_under_instruction(options, then)
    pass_on(options, then)
    return then


def throw_again_or_pass_on(options: Options, position: Position, number: int) -> Position:
    """Return the position in which this seat throws again or the next one throws."""
    then = copy_of(position)
    bonus = number in (BONUS_FOR_CAPTURE, BONUS_FOR_GOAL)
    # "again" is true or false, or the only bonus after which one throws again
    again = bonus and (options["again"] is True or options["again"] == number)
    if not (then["sixes"] > 0 or again):
        pass_on(options, then)
    return then


def pass_on(options: Options, position: Position) -> None:
    """Give the turn to the next seat that hasn't finished."""
    position["sixes"] = 0
    position["last"] = None
    position["turn"] = (position["turn"] + 1) % options["seats"]
    while position["turn"] in position["done"]:
        position["turn"] = (position["turn"] + 1) % options["seats"]


def after_finishing(options: Options, position: Position) -> Position:
    """Return the position after the seat to move brought its fourth piece into the goal."""
    then = copy_of(position)
    then["done"].append(then["turn"])
    if options["end"] == "last" and len(then["done"]) == options["seats"] - 1:
        # "until one is left, who is last, in `done` too"
        then["done"] += [seat for seat in range(options["seats"]) if seat not in then["done"]]
    if is_over(options, then):
        # "`turn` stays, `sixes` 0, `last` and `pending` null"
        then["sixes"] = 0
        then["last"] = None
    else:
        # "no 10, no throw, next seat"
        pass_on(options, then)
    return then


def note_who_came_later(options: Options, position: Position, landed: int | None) -> None:
    """Bring `later` up to date after the seat to move landed on this place."""
    for owner in range(options["seats"]):
        start = start_of(options, owner)
        found = standing_on(options, position, owner, start)
        guests = {seat for seat in found if seat != owner}
        if len(guests) < 2:
            position["later"][owner] = None
        elif landed == start:
            # also where it only turned back to it
            position["later"][owner] = position["turn"]


def place_under_instruction(options: Options, position: Position) -> None:
    """Place a piece of each seat that needs it before its start, and sort all pieces."""
    for seat, places in enumerate(position["pieces"]):
        if (
            options["instruccion"]
            and (position["out"][seat] or options["start"] == "out")
            and HOME in places
            and all(place in (HOME, GOAL) for place in places)
        ):
            places.remove(HOME)
            places.append(instruction_square(options, seat))
        places.sort()


# The moves


def may_come_out(options: Options, position: Position) -> bool:
    """Tell whether the pending number brings out a piece if its start allows it."""
    seat = position["turn"]
    if HOME not in position["pieces"][seat]:
        return False
    if position["pending"] == 5:
        return True
    return bool(position["pending"] == 2 and options["first_two"] and not position["out"][seat])


def captured_on_start(options: Options, position: Position) -> list[int] | None:
    """Return whom one piece of the seat to move captures by coming out; None: it can't."""
    seat = position["turn"]
    found = standing_on(options, position, seat, start_of(options, seat))
    guests = [other for other in found if other != seat]
    if len(found) < 2:
        return []
    if not guests:
        return None
    if len(guests) == 1:
        return guests if options["own_start"] == "eat" else None
    if guests[0] == guests[1]:
        return [guests[0]]
    later = position["later"][seat]
    earlier = guests[0] if guests[1] == later else guests[1]
    return [earlier if options["evict"] == "first" else later]


def coming_out(options: Options, position: Position) -> Move | None:
    """Return the move from home to the own start, if it is possible."""
    seat = position["turn"]
    start = start_of(options, seat)
    wanted = 1
    if position["pending"] == 5 and options["start"] == "home" and not position["out"][seat]:
        wanted = 2

    board = copy_of(position)
    brought = 0
    captures: list[int] = []
    # "the second by the same rules, or not at all where impossible"
    while brought < wanted and HOME in board["pieces"][seat]:
        captured = captured_on_start(options, board)
        if captured is None:
            break
        for other in captured:
            board["pieces"][other].remove(start)
            board["pieces"][other].append(HOME)
        board["pieces"][seat].remove(HOME)
        board["pieces"][seat].append(start)
        brought += 1
        captures += captured
    if brought == 0:
        return None
    return {
        "from": HOME,
        "to": start,
        "number": position["pending"],
        "pieces": brought,
        "captures": captures,
        "back": False,
    }


def moves_under_instruction(options: Options, position: Position, place: int) -> list[Move]:
    """Return the moves of a seat whose piece on this place is under instruction."""
    start = start_of(options, position["turn"])
    number = position["pending"]
    if number == 1:
        target = ring_after(place)
    elif number == 5:
        target = start
    else:
        # "It plays no bonus."
        return []
    captures: list[int] | None = []
    if target == start:
        captures = captured_on_start(options, position)
    if captures is None:
        return []
    return [
        {
            "from": place,
            "to": target,
            "number": number,
            "pieces": 1,
            "captures": captures,
            "back": False,
        }
    ]


def walking(options: Options, position: Position, place: int) -> Move | None:
    """Return the move of the piece on this place by the pending number, if it is legal."""
    seat = position["turn"]
    number = position["pending"]
    entry = entry_of(options, seat)
    stood_in_corridor = place >= CORRIDOR
    stood_before_entry = on_ring(place) and place != entry
    board = without(position, seat, place)

    here = place
    left = number
    back = False
    turned_at_goal = False
    while left > 0 and not back:
        if here == GOAL:
            if options["goal"] == "exact":
                return None
            back = turned_at_goal = True
            continue
        ahead = place_after(options, seat, here)
        if is_barrier(options, board, seat, ahead, number):
            if options["barrier"] == "stop":
                return None
            back = True
            continue
        # "may not go beyond it in one move, not even to turn there"; turning on it is no going
        # beyond it
        if options["last_safe"] and stood_before_entry and here == entry:
            return None
        here = ahead
        left -= 1

    while left > 0:
        if here == start_of(options, seat):
            return None
        if here == CORRIDOR and (stood_in_corridor or turned_at_goal):
            return None
        here = place_before(options, seat, here)
        left -= 1
        if is_barrier(options, board, seat, here, number):
            return None

    found = standing_on(options, board, seat, here)
    captures: list[int] = []
    if here != GOAL:
        if len(found) >= 2:
            return None
        if on_ring(here) and here not in SAFE:
            captures = [other for other in found if other != seat]
        if captures and back:
            return None
    return {
        "from": place,
        "to": here,
        "number": number,
        "pieces": 1,
        "captures": captures,
        "back": back,
    }


# Counting


def count(options: Options, position: Position, depth: int) -> int:
    """Count the ways to play on for this many moves and passes; a game that is over counts 1."""
    if depth == 0 or is_over(options, position):
        return 1
    if position["pending"] is None:
        # "faces that give the same position once"
        thrown: list[Position] = []
        for face in range(1, 7):
            after_throw = throw(options, position, face)
            if after_throw not in thrown:
                thrown.append(after_throw)
    else:
        thrown = [position]
    total = 0
    for before in thrown:
        choices: list[Move | None] = [*moves(options, before)]
        for move in choices or [None]:
            total += count(options, after(options, before, move), depth - 1)
    return total
