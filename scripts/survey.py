"""Solve every small game, and print how much the first move, the road and the warriors matter.

    .venv/bin/python -m scripts.survey --out survey.jsonl                 half an hour on two cores
    .venv/bin/python -m scripts.survey --out survey.jsonl --tables        print the tables

Each solved game is a line of the file, so that an interrupted survey goes on where it was. Beside
other work, NUMBA_NUM_THREADS=1 takes less processor time, because threads needn't wait for each
other. Needs Numba: `make solver`.
"""

import argparse
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine.family import Unsolvable
from engine.header import Unplayable
from engine.road.header import write_header
from engine.road.ranking import Ranking
from engine.road.ruleset import LONGEST_ROAD, MOST_WARRIORS, SHORTEST_ROAD
from engine.road.rulesets import RULESETS

SMALL: Final = 2_000_000
"""Positions of a game that takes less than a minute on two cores that do nothing else.

Games take 11 (short roads, many warriors) to 58 (Kekchi on long roads) microseconds of processor
time a position.
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(description="Solve every small game.")
    found.add_argument("--out", type=Path, required=True, help="file with the results")
    found.add_argument("--positions", type=int, default=SMALL, help=f"the most ({SMALL:,})")
    found.add_argument("--tables", action="store_true", help="print the results as Markdown")
    return found


def main() -> None:
    """Solve what isn't in the file yet, or print what is."""
    asked = parser().parse_args()
    done = _results(asked.out)
    if asked.tables:
        for line in _tables(done):
            print(line)
        return
    games = sorted(_games(asked.positions), key=lambda ranking: ranking.size)
    for ranking in games:
        header = write_header(ranking.ruleset)
        if header not in done:
            with asked.out.open("a", encoding="ascii") as file:
                file.write(json.dumps(solved(ranking, header)) + "\n")


def _results(path: Path) -> Mapping[str, dict[str, Any]]:
    lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
    return {result["game"]: result for result in map(json.loads, lines)}


def _games(most: int) -> Iterator[Ranking]:
    """Yield the games of all rulesets that can be solved and have at most `most` positions."""
    for usual in RULESETS.values():
        for warriors in range(1, MOST_WARRIORS + 1):
            for road in range(SHORTEST_ROAD, LONGEST_ROAD + 1):
                try:
                    ranking = Ranking(replace(usual, road=road, warriors=warriors))
                except (Unplayable, Unsolvable):
                    continue
                if ranking.size > most:
                    break
                yield ranking


def solved(ranking: Ranking, header: str) -> dict[str, Any]:
    """Solve a game; return what it is, its processor time, and how often the first side wins."""
    from engine.road.game import RoadGame
    from engine.road.solve.solver import RoadSolver

    solver = RoadSolver(header, ranking)
    began = time.process_time()
    for _ in solver.sweeps():
        pass
    first = solver.exact[ranking.rank(RoadGame(ranking.ruleset).begin(0))]
    return {
        "game": header,
        "ruleset": ranking.ruleset.key,
        "road": ranking.ruleset.road,
        "warriors": ranking.ruleset.warriors,
        "positions": ranking.size,
        "seconds": round(time.process_time() - began, 2),
        "change": float(solver.change),
        "first": float(first),
    }


def _tables(results: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield a table for each ruleset: the first side's chances by road and warriors, in percent."""
    for key in RULESETS:
        of_it = {
            (each["road"], each["warriors"]): each["first"]
            for each in results.values()
            if each["ruleset"] == key
        }
        if not of_it:
            continue
        most = max(warriors for _, warriors in of_it)
        yield f"\n`{key}`:\n"
        yield "| Road | " + " | ".join(f"{n}" for n in range(1, most + 1)) + " |"
        yield "|---|" + "---|" * most
        for road in sorted({road for road, _ in of_it}):
            cells = (
                f"{of_it[road, warriors]:.2%}"[:-1] if (road, warriors) in of_it else ""
                for warriors in range(1, most + 1)
            )
            yield f"| {road} | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    main()
