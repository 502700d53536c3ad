"""What the tests of machine output share: the program, a small pipeline, YAML as its 1.2 core schema reads it."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["TRACKMILL_PROGRAM"]

GOOD = """\
name: small
timezone: UTC
kinds:
  pet: {codes: [0], top-speed: 15 m/s}
read:
  files: logs/*.csv
  format: csv
  columns: {device: device, time: time, latitude: lat, longitude: lon}
  late: 2 days
  settle: 0 s
stages:
  - drop-spikes: {speed: 70 m/s}
  - find-stays: {radius: 100 m, at-least: 2 min}
  - split-trips
  - find-places
  - geocode: {of: [stays, places], with: [gazetteer]}
write:
  sqlite: out.sqlite
reports:
  - csv: {table: stays, to: stays.csv}
"""


def trackmill(*words, folder=ROOT, status=None):
    """Runs the program; with a status it must end so."""
    done = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True)
    if status is not None and done.returncode != status:
        raise AssertionError(f"{words}: status {done.returncode}, not {status}: {done.stderr.decode(errors='replace')}")
    return done


def needs(tool):
    """Skips a test that wants a program which is not there; with TRACKMILL_NO_SKIPS=1 it fails instead."""
    if shutil.which(tool):
        return lambda test: test
    if os.environ.get("TRACKMILL_NO_SKIPS") == "1":

        def fail(test):
            def failing(self):
                self.fail(f"{tool} is not there and must be (TRACKMILL_NO_SKIPS=1)")

            return failing

        return fail
    return unittest.skip(f"there is no {tool}")


class CoreLoader(yaml.BaseLoader):
    """Scalars as the core schema of YAML 1.2 has them, which the YAML language server goes by: `off` and `2025-06-01` are texts."""


def core_scalar(loader, node):
    text = node.value
    if node.style:
        return text
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if text in ("true", "True", "TRUE", "false", "False", "FALSE"):
        return text.lower() == "true"
    if re.fullmatch(r"[-+]?[0-9]+", text):
        return int(text)
    if re.fullmatch(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", text):
        return float(text)
    return text


CoreLoader.add_constructor("tag:yaml.org,2002:str", core_scalar)


def loaded(text):
    return yaml.load(text, CoreLoader)


class Folder(unittest.TestCase):
    """A fresh folder with a small pipeline and a log for each test."""

    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="trackmill-outputs-")
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        (self.folder / "logs").mkdir()
        (self.folder / "pipeline.yaml").write_text(GOOD)
        rows = [f"a,2025-06-01T08:{minute:02d}:00Z,31.2,121.4" for minute in range(30)]
        rows += ["b,2025-06-02T08:00:00Z,99,121.4", "b,2025-06-02T08:00:00Z,31.3,121.4"]
        self.log("one", rows)

    def log(self, name, rows):
        (self.folder / "logs" / f"{name}.csv").write_text("device,time,lat,lon\n" + "".join(row + "\n" for row in rows))

    def run_it(self, *words, status=None):
        return trackmill(*words, folder=self.folder, status=status)


def json_of(done):
    return json.loads(done.stdout.decode("utf-8"))
