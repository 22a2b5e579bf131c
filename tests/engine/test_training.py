"""Training the networks of the road games' players."""

from pathlib import Path
from types import ModuleType

import pytest

from engine.players.road.features import INPUTS
from engine.players.road.network import Weights
from scripts import train_players


@pytest.fixture
def training(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script, with few games at a time and small steps."""
    monkeypatch.setattr(train_players, "GAMES", 12)
    monkeypatch.setattr(train_players, "BATCH", 16)
    return train_players


def trained(training: ModuleType, folder: Path, seed: int) -> bytes:
    training.train("puluc", 60, seed, folder, folder)
    return (folder / "puluc.net").read_bytes()


def test_training_can_be_repeated(training: ModuleType, tmp_path: Path) -> None:
    """The same seed trains the same network, and another seed another one."""
    first, again, other = (trained(training, tmp_path, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_the_players_read_what_is_trained(training: ModuleType, tmp_path: Path) -> None:
    """A trained network has weights for the features that occurred, and none for the others."""
    weights = Weights.read(trained(training, tmp_path, 1))
    used = [any(row) for row in weights.rows]
    assert len(weights.hidden) == training.HIDDEN
    assert 50 < sum(used) < INPUTS / 2


def test_learning_approaches_its_targets(training: ModuleType) -> None:
    """The estimates for positions come close to what is learnt of them."""
    model = training.Model(seed=1)
    positions, targets = [[1, 5], [2, 5], [1, 2, 9]], [0.9, 0.2, 0.5]
    for _ in range(800):
        model.learn(positions, training.np.array(targets), rate=0.01)
    assert model.values(positions) == pytest.approx(targets, abs=0.03)
