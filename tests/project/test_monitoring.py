"""The dashboard and the alert rules ask for metrics that the program has, with the same levels."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY

import bot.on_discord.connection
import bot.on_telegram.connection
import bot.wiring  # noqa: F401 - likewise
from bot.ops import guard
from tests.docs.pages import blocks

DEPLOY = Path(__file__).parents[2] / "deploy"
PAGE = (DEPLOY.parent / "docs" / "operating.md").read_text("utf-8")
RULES = DEPLOY / "prometheus" / "alerts.yml"
TESTS = DEPLOY / "prometheus" / "alerts_test.yml"
DASHBOARD = DEPLOY / "grafana" / "dashboard.json"

NAME = re.compile(r"\b(?:puluc|process|python)_\w+")

SUFFIXES = {
    "counter": ("_total",),
    "histogram": ("_bucket", "_sum", "_count"),
    "gauge": ("",),
    "info": ("_info",),
}
"""What Prometheus appends to the names of metrics."""

PROMTOOL = shutil.which("promtool")


def rules() -> list[dict[str, Any]]:
    """Return the alert rules."""
    return [
        rule for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]
    ]


def panels() -> list[dict[str, Any]]:
    """Return the panels of the dashboard that are not rows."""
    everything = json.loads(DASHBOARD.read_text())["panels"]
    return [panel for panel in everything if panel["type"] != "row"]


def expressions() -> Iterator[str]:
    """Yield every PromQL expression."""
    yield from (rule["expr"] for rule in rules())
    yield from (target["expr"] for panel in panels() for target in panel["targets"])


def known() -> set[str]:
    """Return the names of the program's time series."""
    return {
        metric.name + suffix
        for metric in REGISTRY.collect()
        for suffix in SUFFIXES.get(metric.type, ())
    }


@pytest.mark.parametrize("expression", sorted(set(expressions())))
def test_metrics_exist(expression: str) -> None:
    """Every metric in an expression exists in the program."""
    assert set(NAME.findall(expression)) <= known()


def test_every_metric_is_on_the_dashboard() -> None:
    """The dashboard shows every metric of the bot's own."""
    shown = " ".join(target["expr"] for panel in panels() for target in panel["targets"])
    own = {metric.name for metric in REGISTRY.collect() if metric.name.startswith("puluc_")}
    assert {name for name in own if name not in shown} == set()


def test_alerts_say_what_to_do() -> None:
    """Each alert has a summary, what to do about it, and whether that can wait until morning."""
    assert all({"summary", "description"} <= rule["annotations"].keys() for rule in rules())
    assert {rule["labels"]["severity"] for rule in rules()} == {"page", "ticket"}


def test_every_alert_is_tested() -> None:
    """The tests of the rules fire each of them."""
    expected = {
        name
        for test in yaml.safe_load(TESTS.read_text())["tests"]
        for asked in test["promql_expr_test"]
        for name in re.findall(r"Puluc\w+", json.dumps(asked))
        if asked["exp_samples"]
    }
    assert expected == {rule["alert"] for rule in rules()}


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: str(rule["alert"]))
def test_levels_are_on_the_dashboard(rule: dict[str, Any]) -> None:
    """A panel shows the level of each alert, unless that is zero: then any line is one."""
    (level,) = re.findall(r"[<>=] ([\d.]+)(?: \* 3600)?$", rule["expr"])
    hours = rule["expr"].endswith("* 3600")
    named = [panel for panel in panels() if rule["alert"] in panel.get("description", "")]
    shown = {
        step["value"]
        for panel in named
        for step in panel["fieldConfig"]["defaults"]["thresholds"]["steps"]
    }
    assert not float(level) or float(level) * (3600 if hours else 1) in shown


def test_levels_are_those_of_the_guard() -> None:
    """An alert about the store fires where the guard warns, or between its two levels."""
    level = {rule["alert"]: rule["expr"].split()[-1] for rule in rules()}
    assert float(level["PulucStoreFilling"]) == guard.MEMORY[guard.Alarm.NEARLY_FULL].rises
    assert float(level["PulucStoreFull"]) == guard.MEMORY[guard.Alarm.ALMOST_FULL].falls
    assert float(level["PulucDiskFull"]) == guard.LOW_DISK_SHARE
    assert rule_of("PulucBackupOld").endswith(f"> {guard.OLD_SECONDS // 3600} * 3600")


def rule_of(alert: str) -> str:
    """Return the expression of an alert."""
    (found,) = (rule["expr"] for rule in rules() if rule["alert"] == alert)
    return str(found)


def test_panels_use_the_chosen_data_source() -> None:
    """The dashboard can be imported anywhere: its data source is a variable."""
    variables = json.loads(DASHBOARD.read_text())["templating"]["list"]
    assert "datasource" in {variable["name"] for variable in variables}
    assert {panel["datasource"]["uid"] for panel in panels()} == {"${datasource}"}


@pytest.mark.skipif(PROMTOOL is None and "CI" not in os.environ, reason="promtool is not installed")
@pytest.mark.parametrize(("what", "file"), [("check", RULES), ("test", TESTS)])
def test_promtool(what: str, file: Path) -> None:
    """Prometheus's own tool accepts the rules, and they pass their tests."""
    assert PROMTOOL is not None
    subprocess.run([PROMTOOL, what, "rules", str(file)], check=True, capture_output=True)


def test_the_page_lists_every_metric() -> None:
    """The page about hosting names all metrics of the program, and no others."""
    table = "\n".join(line for line in PAGE.splitlines() if line.startswith("| `puluc_"))
    ours = {name for name in known() if name.startswith("puluc_")}
    histograms = {name.removesuffix("_bucket") for name in ours if name.endswith("_bucket")}
    plain = {name for name in ours if not name.endswith(("_bucket", "_sum", "_count"))}
    assert set(re.findall(r"`(puluc_\w+)`", table)) == plain | histograms


def test_the_page_lists_every_alert() -> None:
    """The page about hosting explains all alert rules, and no others."""
    assert re.findall(r"^\| `(Puluc\w+)`", PAGE, re.M) == [rule["alert"] for rule in rules()]


def test_the_configuration_on_the_page() -> None:
    """The page's configuration of Prometheus names the job and the file of the alert rules."""
    (block,) = (lines for lines in blocks(PAGE) if lines[0] == "scrape_configs:")
    configuration = yaml.safe_load("\n".join(block))
    job = configuration["scrape_configs"][0]["job_name"]
    assert any(f'job="{job}"' in rule["expr"] for rule in rules())
    assert configuration["rule_files"] == [RULES.name]


def test_the_log_on_the_page() -> None:
    """The events on the page about hosting are events of the program."""
    (block,) = (lines for lines in blocks(PAGE) if lines[0].startswith("... "))
    sources = "".join(path.read_text("utf-8") for path in (DEPLOY.parent / "bot").rglob("*.py"))
    for line in block:
        assert f'"{line.split()[2]}"' in sources
