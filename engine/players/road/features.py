"""Features: what a network sees of a position of a road game, from the view of one side.

All features are switches, numbered from 0 to `INPUTS` - 1: a position is the list of those that are
on, in which some may occur several times. They measure places by their distance from the bases, so
that they mean the same on every road. Distances above `FAR` look the same.

The sides are 0, the side about to throw, and 1, its opponent. Stacks differ by *way*, the base that
they head for (0 the enemy's, 1 their own, 2 either), and *load*, the number of enemies in them, at
most `LOADS` - 1.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, product
from math import prod
from typing import Final, NamedTuple

from engine.road.position import Position
from engine.road.ruleset import Casts, FarEnd, Ruleset
from engine.road.stack import count, pack_crowd, side_mask, unpack_stack

FAR: Final = 20
LOADS: Final = 4
MOST: Final = 9
"""Counts of warriors above this look the same."""

DIFFERENCE: Final = 6
"""Differences between the numbers of killed warriors beyond this look the same."""

PARTS: Final = 16
"""Probabilities of being hit are rounded to this part: with four kernels, none is changed."""

_GROUPS: Final = {
    "goal": (2, 3, LOADS, FAR + 1),  # side, way, load, distance to the base ahead
    "behind": (2, 3, FAR + 1),  # side, way, distance to the base behind
    "enemies": (2, MOST + 1),  # side, enemies in a stack
    "comrades": (2, MOST + 1),  # side, captives of its own side in a stack
    "base": (2, MOST + 1),  # side, warriors in base
    "left": (2, MOST + 1),  # side, warriors neither killed nor gone
    "lead": (2 * DIFFERENCE + 1,),  # enemies killed less own warriors killed
    "hit": (2, LOADS, PARTS + 1),  # side, load, probability that the next throw hits the stack
    "fire": (2, LOADS, FAR + 1),  # side, load, distance to the fire ahead
    "team": (1,),  # on if a side has several seats
}
"""The groups of features with the sizes of their indices."""

_STARTS: Final = dict(
    zip(_GROUPS, accumulate(map(prod, _GROUPS.values()), initial=0), strict=False)
)

INPUTS: Final = sum(map(prod, _GROUPS.values()))
"""The number of features."""

GOAL, BEHIND, ENEMIES, COMRADES, BASE, LEFT, LEAD, HIT, FIRE, TEAM = _STARTS.values()


class Seen(NamedTuple):
    """A stack seen by a side: the features that it alone determines, and what it may hit.

    `hit` is the feature of a stack that is not hit. `at` is its space, 0 if it cannot be hit. `up`
    and `down` are masks of the places from which it moves in that direction, `up` shifted by the
    furthest distance: a warrior that can go round also stands on a road before the first one.
    """

    features: tuple[int, ...]
    hit: int
    at: int
    up: int
    down: int


class Features:
    """The features of all positions under a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._masks = side_mask(ruleset.seats, 0), side_mask(ruleset.seats, 1)
        self._all = ruleset.warriors * ruleset.seats // 2
        self._turns = turns(ruleset)
        self._furthest = max(sum(numbers) for numbers, _ in self._turns)
        self._near = (1 << self._furthest) - 1
        self._odds: dict[tuple[int, int], int] = {}
        self._seen: tuple[dict[int, Seen], ...] = ({}, {})
        self._goes_round = ruleset.far_end is FarEnd.RE_ENTER
        self._homes = tuple(
            self._from(home, direction, goes_round=self._goes_round)
            for home, direction in ((0, 1), (ruleset.road + 1, -1))
        )
        self._one_out = ruleset.single_file
        self._teams = (TEAM,) if ruleset.seats > 2 else ()

    def _from(self, at: int, direction: int, *, goes_round: bool) -> int:
        """Return a mask of the places from which a stack at `at` moves in a direction."""
        place = at + self._furthest if direction > 0 else at
        before = place - direction * (self._ruleset.road + 1)
        return 1 << place | (1 << before if goes_round and before >= 0 else 0)

    def seen(self, code: int, view: int) -> Seen:
        """Return a packed stack as the side `view` sees it."""
        known = self._seen[view]
        if code not in known:
            known[code] = self._look(code, view)
        return known[code]

    def _look(self, code: int, view: int) -> Seen:
        rules = self._ruleset
        stack = unpack_stack(code, rules.seats)
        captain_side = rules.side(stack.captain)
        side = captain_side ^ view
        crowd = pack_crowd(stack.captives)
        comrades = count(crowd & self._masks[captain_side])
        enemies = count(crowd) - comrades
        load = min(enemies, LOADS - 1)
        forward = 1 - 2 * captain_side
        ahead = rules.road + 1 - stack.at if captain_side == 0 else stack.at
        behind = rules.road + 1 - ahead
        way = 0 if stack.heading == forward else 1 if stack.heading else 2
        if way == 1 or (way == 2 and behind < ahead):
            ahead, behind = behind, ahead
        features = [
            GOAL + ((side * 3 + way) * LOADS + load) * (FAR + 1) + min(ahead, FAR),
            BEHIND + (side * 3 + way) * (FAR + 1) + min(behind, FAR),
        ]
        if enemies:
            features.append(ENEMIES + side * (MOST + 1) + min(enemies, MOST))
        if comrades:
            features.append(COMRADES + side * (MOST + 1) + min(comrades, MOST))
        for fire in rules.fire_spaces:
            distance = (fire - stack.at) * (stack.heading or forward)
            if distance > 0:
                features.append(FIRE + (side * LOADS + load) * (FAR + 1) + min(distance, FAR))
        both = rules.fights_back or stack.heading == 0
        rounds = forward if self._goes_round and not crowd else 0
        up, down = (
            self._from(stack.at, direction, goes_round=direction == rounds) for direction in (1, -1)
        )
        return Seen(
            tuple(features),
            HIT + (side * LOADS + load) * (PARTS + 1),
            stack.at if 1 <= stack.at <= rules.road else 0,
            up if both or stack.heading > 0 else 0,
            down if both or stack.heading < 0 else 0,
        )

    def others(self, position: Position, view: int) -> list[int]:
        """Return the features of a position that do not depend on a single stack alone."""
        _, _, _, stacks, base, killed, away = position
        seen = self._seen[view]
        for pair in stacks:
            for code in pair:
                if code not in seen:
                    seen[code] = self._look(code, view)
        looked = [[seen[code] for code in pair] for pair in stacks]
        features = [*self._teams]
        dead = [0, 0]
        attacks = []
        for owner in (0, 1):
            mask, side = self._masks[owner], owner ^ view
            waiting, dead[side] = count(base & mask), count(killed & mask)
            left = self._all - dead[side] - count(away & mask)
            features.append(BASE + side * (MOST + 1) + min(waiting, MOST))
            features.append(LEFT + side * (MOST + 1) + min(left, MOST))
            up = down = 0
            for each in looked[owner]:
                up |= each.up
                down |= each.down
            if waiting and not (self._one_out and 2 * len(looked[owner]) >= self._ruleset.seats):
                if owner:
                    down |= self._homes[1]
                else:
                    up |= self._homes[0]
            attacks.append((up, down))
        lead = max(-DIFFERENCE, min(DIFFERENCE, dead[1] - dead[0]))
        features.append(LEAD + DIFFERENCE + lead)
        near, odds = self._near, self._odds
        for owner in (0, 1):
            up, down = attacks[1 - owner]
            for each in looked[owner]:
                at = each.at
                if not at:
                    continue
                key = (up >> at) & near, (down >> at + 1) & near
                if key not in odds:
                    odds[key] = self._chance(*key)
                if odds[key]:
                    features.append(each.hit + odds[key])
        return features

    def _chance(self, up: int, down: int) -> int:
        """Return the probability, in PARTS, that the next turn hits a space.

        `up` has a bit for each distance below it from which an attacker comes, the greatest lowest,
        and `down` a bit for each above it, the least lowest.
        """
        distances = {self._furthest - bit for bit in range(self._furthest) if up >> bit & 1}
        distances |= {bit + 1 for bit in range(self._furthest) if down >> bit & 1}
        chance = sum(odds for numbers, odds in self._turns if distances & {*numbers, sum(numbers)})
        return max(1, round(PARTS * chance)) if chance else 0

    def active(self, position: Position) -> list[int]:
        """Return the features that are on in a position in which a turn begins."""
        view = self._ruleset.side(position.turn)
        features = self.others(position, view)
        for pair in position.stacks:
            for code in pair:
                features += self._seen[view][code].features
        return features


@lru_cache(maxsize=16)
def turns(ruleset: Ruleset) -> Sequence[tuple[tuple[int, ...], float]]:
    """Return all numbers that a turn can have, each with its probability."""
    found: defaultdict[tuple[int, ...], float] = defaultdict(float)
    thrown = ruleset.throws.odds
    for cast in product(thrown, repeat=1 if ruleset.casts is Casts.ONE else 2):
        found[ruleset.numbers_of(*cast)] += prod(float(thrown[each]) for each in cast)
    return tuple(sorted(found.items()))
