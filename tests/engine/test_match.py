"""Matches between computer players: `python -m engine match`."""

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest

from engine import match
from engine.__main__ import main
from engine.game import Corrupt
from engine.match import Match, Score, interval, one_game, play, summary
from engine.players import perfect, registry
from engine.players.road import levels
from engine.road.game import RoadGame
from engine.road.moves import Move
from engine.road.position import Position
from engine.road.ranking import Ranking
from engine.tables import SCALE, Table, write

OpenGame = Callable[[str], RoadGame]

SMALL: Final = "puluc road=5 warriors=1 table=kernels casts=one"


def points(asked: Match, games: int, processes: int) -> tuple[int, int, int]:
    *_, score = play(asked, games, processes)
    return score.games, score.won, score.drawn


def printed(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    main(command.split())
    return capsys.readouterr().out


def refused(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main(command.split())
    assert ended.value.code == 2
    return capsys.readouterr().err


@pytest.fixture
def table(game: OpenGame, tmp_path: Path) -> Path:
    """Make a table of a small game in which every position has the same value."""
    opened = game("puluc road=5 warriors=2")
    size = Ranking(opened.ruleset).size
    path = tmp_path / "small.values"
    with path.open("wb") as file:
        write(file, opened.header, size, [(SCALE // 2).to_bytes(2, "little")] * size)
    return path


def test_the_result_is_the_same_for_any_number_of_processes() -> None:
    """A match has the same result in one process and in three."""
    asked = Match(SMALL, ("random", "greedy"), seed=4)
    assert points(asked, 30, 1) == points(asked, 30, 3)


def test_other_seeds_play_other_games() -> None:
    """The seed determines the games."""
    results = {points(Match(SMALL, ("random", "random"), seed), 40, 1) for seed in range(6)}
    assert len(results) > 1


def test_equal_players_change_sides() -> None:
    """Seats change from game to game: against itself, a player wins about half of its games."""
    _, won, _ = points(Match(SMALL, ("random", "random"), 1), 400, 1)
    low, high = interval(won, 400)
    assert low < 0.5 < high


def test_a_player_has_one_of_three_sides() -> None:
    """Among three sides, the first player has one, and wins a third of games against its equals."""
    _, won, _ = points(Match("parchis seats=3 end=first", ("random", "random"), 1), 60, 1)
    low, high = interval(won, 60)
    assert low < 1 / 3 < high
    assert high < 0.5


def test_a_player_has_all_seats_of_a_team(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a team game, the first player has all seats of a side."""
    seats: dict[str, set[int]] = {"one": set(), "other": set()}

    def watcher(name: str) -> registry.Make:
        def choose(position: Position, moves: Sequence[Move], _: object) -> Move:
            seats[name].add(position.turn)
            return moves[0]

        return lambda *_: choose

    monkeypatch.setitem(registry.PLAYERS, RoadGame, {name: watcher(name) for name in seats})
    header = "aj-sayil road=9 warriors=3 table=kernels casts=each seats=4"
    one_game(Match(header, ("one", "other"), 1), 1)
    assert seats == {"one": {2, 3}, "other": {0, 1}}


def test_a_match_goes_on_line_by_line() -> None:
    """A match reports its score after every game."""
    seen = [score.games for score in play(Match(SMALL, ("random", "random"), 1), 5, 1)]
    assert seen == [1, 2, 3, 4, 5]


def test_draws_count_half() -> None:
    """A drawn game is half a win."""
    assert Score(games=4, won=1, drawn=2).points == 2


@pytest.mark.parametrize(
    ("wins", "games", "expected"),
    [(50, 100, (0.404, 0.596)), (0, 10, (0.0, 0.278)), (10, 10, (0.722, 1.0))],
)
def test_intervals(wins: int, games: int, expected: tuple[float, float]) -> None:
    """Intervals are those of Wilson, with a probability of 95 %."""
    assert interval(wins, games) == pytest.approx(expected, abs=0.001)


def test_endless_games_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with too many throws is drawn."""
    monkeypatch.setattr(match, "LONGEST", 5)
    assert one_game(Match(SMALL.replace("=1", "=9"), ("random", "random"), 1), 0).drawn == 1


def test_the_command_prints_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """`match` prints the result with its interval and the time of a move, on one line."""
    command = "match greedy random --ruleset puluc --road 5 --games 8 --processes 1"
    line = printed(command, capsys)
    assert line.startswith("puluc road=5 warriors=5 table=kernels casts=one: greedy won ")
    assert "of 8 games against random" in line
    assert line.count(" ms a move") == 2
    assert line.count("\n") == 1


def test_the_command_shows_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """`match` shows a bar with the time left on a terminal."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr("engine.progress.sys.stderr", screen)
    monkeypatch.setattr("engine.progress.UPDATE_SECONDS", 0.0)
    command = "match random random --ruleset puluc --road 5 --games 9 --processes 1"
    main(command.split())
    assert "Playing puluc: [" in screen.getvalue()
    assert " left" in screen.getvalue()


def test_an_interrupted_match_prints_what_it_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ctrl-C, `match` prints the result of the games so far, and exits with status 130."""

    def interrupted(asked: Match, games: int, processes: int) -> Iterator[Score]:
        yield Score(games=3, won=2)
        raise KeyboardInterrupt

    monkeypatch.setattr(match, "play", interrupted)
    with pytest.raises(SystemExit) as ended:
        main(["match", "random", "greedy", "--ruleset", "puluc"])
    assert ended.value.code == 130
    assert "random won 66.7%" in capsys.readouterr().out


def test_losses_are_measured_by_a_table(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a table, `match` says how much each player loses by a move."""
    command = f"match random greedy --ruleset puluc --road 5 --warriors 2 --values {table}"
    assert printed(f"{command} --games 20", capsys).count("loses ") == 2


def test_without_losses() -> None:
    """Without a table, a summary says nothing of losses."""
    *_, score = play(Match(SMALL, ("random", "greedy"), 1), 2, 1)
    assert "loses" not in summary(Match(SMALL, ("random", "greedy"), 1), score)


def test_perfect_takes_the_first_of_equal_moves(table: Path, game: OpenGame) -> None:
    """Of moves that are equally good, the perfect player takes the first."""
    opened = game("puluc road=5 warriors=2")
    position = opened.read_position("1 a1 11/00 2a 5b")
    moves = opened.moves(position)
    assert perfect.choose(Table(table), position, moves) == moves[0]


def test_perfect_prefers_progress(table: Path, game: OpenGame) -> None:
    """Of moves that are equally good, the computer player takes the one that goes furthest."""
    opened = game("puluc road=5 warriors=2")
    position = opened.read_position("1 a1 11/00 2a 5b")
    equal = Table(table)
    equal.after = lambda *_: 0.5  # type: ignore[method-assign] # a judge to whom all is equal
    choose = registry.player("perfect", opened, equal)
    moves = opened.moves(position)
    assert len(moves) > 1
    assert choose(position, moves, Random(1)) == max(moves, key=levels.progress)


def test_perfect_needs_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Without a table, `match` refuses the perfect player, and says how to make one."""
    command = f"match perfect random --ruleset puluc --values {tmp_path}"
    assert "make it with: python -m engine solve puluc" in refused(command, capsys)


def test_a_table_of_another_game_is_refused(
    capsys: pytest.CaptureFixture[str], table: Path
) -> None:
    """The table of another game is refused."""
    command = f"match perfect random --ruleset puluc --values {table}"
    assert "is the table of another game" in refused(command, capsys)


def test_unknown_players_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown player is refused with the names of all players of the game."""
    names = "random, easy, medium, hard"
    assert f"parchis has no player 'greedy'; its players are {names}" in refused(
        "match greedy random --ruleset parchis --seats 2", capsys
    )


def test_players_say_that_they_need_a_table(puluc: RoadGame) -> None:
    """The registry makes no perfect player without a table."""
    with pytest.raises(Corrupt, match="needs a table"):
        registry.player("perfect", puluc, None)
