"""The files for hosting: app.json, Dockerfile, compose.yaml and the systemd unit."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot import release
from bot.config import Config
from bot.ops import tools
from tests.docs.pages import commands

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "docs" / "hosting.md", ROOT / "docs" / "operating.md")
UNIT = ROOT / "deploy" / "puluc.service"
BACKUP = ROOT / "deploy" / "puluc-backup.service"
TIMER = ROOT / "deploy" / "puluc-backup.timer"
FAILED = ROOT / "deploy" / "puluc-failed@.service"
UNITS = (UNIT, BACKUP, TIMER, FAILED)
"""The units for root."""
OWN = tuple(ROOT / "deploy" / "user" / unit.name for unit in (UNIT, BACKUP))
"""Those of a user, beside the timer."""
SETTINGS = {name.upper() for name in Config.model_fields}
APP: dict[str, Any] = json.loads((ROOT / "app.json").read_text("utf-8"))
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SYSTEMD = shutil.which("systemd-analyze")


def test_the_manifest_is_valid() -> None:
    """app.json has only fields of the schema, and its description isn't too long for a page."""
    assert APP.keys() <= {
        "name",
        "description",
        "keywords",
        "stack",
        "buildpacks",
        "formation",
        "addons",
        "env",
    }
    assert len(APP["description"]) <= 140
    assert all({"plan"} == addon.keys() for addon in APP["addons"])
    assert all({"url"} == buildpack.keys() for buildpack in APP["buildpacks"])
    for variable in APP["env"].values():
        assert variable.keys() <= {"description", "value", "required", "generator"}
        assert variable["description"].endswith(".")


def test_the_manifest_names_settings() -> None:
    """Every variable of app.json is a setting; no token is required, because one is enough."""
    assert APP["env"].keys() <= SETTINGS
    assert APP["env"]["DISCORD_TOKEN"]["required"] is False
    assert APP["env"]["TELEGRAM_TOKEN"]["required"] is False


def test_the_manifest_runs_what_the_procfile_has() -> None:
    """The processes that app.json starts are those of the Procfile."""
    procfile = (ROOT / "Procfile").read_text("utf-8")
    assert list(APP["formation"]) == re.findall(r"^(\w+):", procfile, re.M)


def test_the_python_version() -> None:
    """The buildpack and the image use the same version of Python, which the bot supports."""
    version = (ROOT / ".python-version").read_text("utf-8").strip()
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    assert set(re.findall(r"^FROM python:([\d.]+)-slim", dockerfile, re.M)) == {version}
    assert tuple(map(int, version.split("."))) >= (3, 11)


def test_what_the_builder_gets() -> None:
    """The builder gets exactly what the Dockerfile copies."""
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    copied = re.findall(r"^COPY (?!--from)(\S+)", dockerfile, re.M)
    ignore = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert sorted(copied) == sorted(line[1:] for line in ignore if line.startswith("!"))
    assert "*" in ignore


@pytest.mark.parametrize("service", ["bot", "store"])
def test_services_are_confined(service: str) -> None:
    """Each service has a read-only file system, no capabilities and a limit of memory."""
    found = COMPOSE["services"][service]
    assert found["read_only"] is True
    assert found["cap_drop"] == ["ALL"]
    assert found["restart"] == "unless-stopped"
    assert found["mem_limit"].endswith("m")


def test_the_store_keeps_games() -> None:
    """The store writes to a volume, evicts nothing, and can't be reached from outside."""
    store = COMPOSE["services"]["store"]
    assert "--appendonly yes" in store["command"]
    assert "--maxmemory-policy noeviction" in store["command"]
    assert store["volumes"] == ["store:/data"]
    assert "store" in COMPOSE["volumes"]
    assert "ports" not in store
    assert store["healthcheck"]["test"][0] == "CMD"


def test_the_bot_uses_the_store() -> None:
    """The bot waits for the store, and only this computer can reach its port."""
    found = COMPOSE["services"]["bot"]
    assert found["environment"].keys() <= SETTINGS
    assert found["environment"]["REDIS_URL"].startswith("redis://store:")
    assert found["depends_on"] == {"store": {"condition": "service_healthy"}}
    assert found["ports"] == [f"127.0.0.1:8080:{found['environment']['PORT']}"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: str(unit.name))
def test_the_units_name_settings(unit: Path) -> None:
    """The settings in a unit are settings of the bot, or of Python."""
    for line in re.findall(r"^Environment=(.*)$", unit.read_text("utf-8"), re.M):
        names = {pair.partition("=")[0] for pair in line.split()}
        assert {name for name in names if not name.startswith("PYTHON")} <= SETTINGS


@pytest.mark.skipif(SYSTEMD is None, reason="systemd isn't installed")
@pytest.mark.parametrize(
    ("unit", "units", "options"),
    [
        *((unit, UNITS, ("--man=no",)) for unit in UNITS),
        *((unit, (*OWN, TIMER), ("--man=no", "--user")) for unit in OWN),
    ],
    ids=lambda each: each.parent.name + each.name if isinstance(each, Path) else "",
)
def test_the_units_are_valid(
    tmp_path: Path, unit: Path, units: tuple[Path, ...], options: tuple[str, ...]
) -> None:
    """Systemd accepts the units."""
    assert SYSTEMD is not None
    for each in units:
        text = re.sub(r"(%h|/opt)/puluc/.venv/bin/python", sys.executable, each.read_text("utf-8"))
        (tmp_path / each.name).write_text(text)
    done = subprocess.run(
        [SYSTEMD, "verify", *options, tmp_path / unit.name],
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("unit", [UNIT, BACKUP], ids=lambda unit: unit.name)
def test_failures_of_the_units(unit: Path) -> None:
    """A unit that fails starts the one that tells of it."""
    (told,) = re.findall(r"^OnFailure=(.*)$", unit.read_text("utf-8"), re.M)
    assert told == FAILED.name.replace("@", "@%n")
    text = FAILED.read_text("utf-8")
    (program,) = re.findall(r"^ConditionFileIsExecutable=(.*)$", text, re.M)
    assert f" {program} %i" in text
    assert any(program in page.read_text("utf-8") for page in PAGES)


def test_the_backup_has_the_rights_of_the_bot() -> None:
    """The backup runs as the bot's user, in its folder, as confined as the bot."""
    bot, backup = (unit.read_text("utf-8") for unit in (UNIT, BACKUP))
    confined = re.findall(r"^\w+=.*$", bot[bot.index("CapabilityBoundingSet") :], re.M)
    assert set(confined) - {"WantedBy=multi-user.target"} <= set(backup.splitlines())
    for line in ("User=puluc", "DynamicUser=yes", "StateDirectory=puluc", "UMask=0077"):
        assert line in bot.splitlines()
        assert line in backup.splitlines()


@pytest.mark.parametrize(("unit", "folder"), [(BACKUP, "%S/puluc/backups"), (OWN[1], "%h/puluc-")])
def test_the_nightly_backup_of_the_unit(unit: Path, folder: str) -> None:
    """The backup's command line is one of the bot's, keeps several, and writes where it may."""
    (line,) = re.findall(r"^ExecStart=\S+ -m bot (.*)$", unit.read_text("utf-8"), re.M)
    asked = tools.parser().parse_args(shlex.split(line))
    assert (asked.tool, asked.keep) == ("backup", 7)
    assert str(asked.file).startswith(folder)


def test_the_wrapper_of_tools() -> None:
    """The wrapper runs tools as the user of the unit, with its folder and settings."""
    text = (ROOT / "deploy" / "puluc-tool").read_text("utf-8")
    unit = UNIT.read_text("utf-8")
    for name in ("DynamicUser", "User", "StateDirectory", "StateDirectoryMode", "EnvironmentFile"):
        (value,) = re.findall(rf"^{name}=(.*)$", unit, re.M)
        assert f"--property={name}={value}" in text
    assert re.findall(r"^WorkingDirectory=(.*)$", unit, re.M)[0] in text
    subprocess.run(["/bin/sh", "-n", ROOT / "deploy" / "puluc-tool"], check=True)


def test_the_end_of_a_build(tmp_path: Path) -> None:
    """A build on a Heroku-like service compiles the bytecode, and keeps the commit."""
    for name in ("engine", "renderer", "bot"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.py").touch()
    (tmp_path / "python").symlink_to(sys.executable)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "SOURCE_VERSION": "745cbe50ab"}
    subprocess.run([ROOT / "bin" / "post_compile"], cwd=tmp_path, env=environment, check=True)
    assert len([*tmp_path.glob("*/__pycache__/module.*.pyc")]) == 3
    said = subprocess.run(
        ["/bin/sh", "-c", ". ./.profile.d/commit.sh; echo $SOURCE_VERSION"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert release.read(tmp_path, {"SOURCE_VERSION": said.stdout.strip()}).commit == "745cbe50"


def test_the_image_can_know_its_commit() -> None:
    """The variable that Compose passes to the build is one that tells the commit."""
    (name,) = COMPOSE["services"]["bot"]["build"]["args"]
    assert name in release.VARIABLES
    assert f"ARG {name}=" in (ROOT / "Dockerfile").read_text("utf-8")


def documented(begins: str) -> list[str]:
    """The commands on the pages about hosting and operating that begin so."""
    lines = (each.line for page in PAGES for each in commands(page))
    found = [line for line in lines if line.startswith(begins)]
    assert found
    return found


def test_the_compose_file_as_documented() -> None:
    """The page's Docker commands name a service of the compose file, and the image's folder."""
    (folder,) = re.findall(r"PULUC_DATA=(\S+)", (ROOT / "Dockerfile").read_text("utf-8"))
    (run,) = documented("docker run ")
    assert f"--volume puluc:{folder}" in run
    assert run.endswith(" puluc")
    assert documented("docker build ") == ["docker build --tag puluc ."]
    for line in documented("docker compose exec "):
        assert line.removeprefix("docker compose exec ").removeprefix("-T ").split()[0] == "bot"
    for line in documented("docker compose logs "):
        assert line.split()[-1] in COMPOSE["services"]


def test_the_unit_as_documented() -> None:
    """The unit is where the page says, and expects the folder, packages and settings there."""
    unit = UNIT.read_text("utf-8")
    (folder,) = (line.split()[1] for line in documented("cd /opt"))
    assert documented("git clone ADDRESS /") == [f"git clone ADDRESS {folder}"]
    assert f"WorkingDirectory={folder}" in unit
    assert f"ExecStart={folder}/.venv/bin/python -m bot" in unit
    settings = documented("chmod 600 /")[0].split()[-1]
    assert f"EnvironmentFile=-{settings}" in unit
    assert [ROOT / name for name in documented("cp deploy/puluc.")[0].split()[1:-1]] == [*UNITS]
    assert documented("systemctl enable ")[0].split()[-2:] == [UNIT.stem, TIMER.name]


def test_the_units_of_a_user_as_documented() -> None:
    """The units of a user are where the page says, and expect the program there."""
    (folder,) = (line.split()[1] for line in documented("cd ~"))
    assert documented("git clone ADDRESS ~") == [f"git clone ADDRESS {folder}"]
    home = folder.replace("~", "%h")
    for unit in OWN:
        text = unit.read_text("utf-8")
        assert f"WorkingDirectory={home}\n" in text
        assert f"ExecStart={home}/.venv/bin/python -m bot" in text
    (*copied, there) = documented("cp deploy/user/")[0].split()[1:]
    assert [ROOT / name for name in copied] == [*OWN, TIMER]
    assert documented("mkdir ")[0].split()[-1] == there.rstrip("/")
    assert documented("systemctl --user enable ")[0].split()[-2:] == [UNIT.stem, TIMER.name]
    assert documented("systemctl --user restart ")[0].split()[-1] == UNIT.stem
    assert documented("journalctl --user ")[0].split()[-1] == UNIT.stem


def test_the_nightly_backup() -> None:
    """The line for cron runs a backup that keeps several."""
    (line,) = documented("0 4 * * * ")
    arguments = shlex.split(line.partition(" -m bot ")[2])
    asked = tools.parser().parse_args(arguments)
    assert (asked.tool, asked.keep) == ("backup", 7)


@pytest.mark.parametrize("begins", ["heroku run ", "docker compose run ", "docker compose exec "])
def test_tools_of_other_hosts(begins: str) -> None:
    """The tools on the page for other hosts are the bot's."""
    for line in documented(begins):
        command = re.sub(r" [<>] \S+$", "", line).partition(" -m bot ")[2].replace('"', "")
        assert tools.parser().parse_args(shlex.split(command)).tool
