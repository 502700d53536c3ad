"""Pages and databases that the program makes for the tests, each once, in a folder that is removed at the end."""

import atexit
import gzip
import os
import shutil
import sqlite3
import subprocess
import tempfile
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TRACKMILL_PROGRAM", PACKAGE / ".build/release/trackmill")
FOLDER = Path(tempfile.mkdtemp(prefix="trackmill-browser-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

# Damaged input, which the sample week has none of, would be 65.
DONE = 0


def call(*words):
    """Runs the program; what it says on standard error. Anything but success is an error of the test."""
    environment = {**os.environ, "TRACKMILL_MAP_LIBRARY": str(PACKAGE / ".build/map-library")}
    outcome = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, check=False, env=environment)
    if outcome.returncode != DONE:
        raise AssertionError(f"trackmill {' '.join(map(str, words))} ended with {outcome.returncode}: {outcome.stderr}")
    return outcome.stderr


class Made:
    """A database and pages over it."""

    def __init__(self, name, pipeline):
        self.folder = FOLDER / name
        self.folder.mkdir(exist_ok=True)
        self.pipeline = self.folder / "pipeline.yaml"
        self.pipeline.write_text(pipeline, encoding="utf-8")
        self.database = self.folder / "tracks.sqlite"

    def run(self):
        call("run", self.pipeline, "--quiet")
        return self

    def page(self, *words, name="page.html"):
        """A page of the pipeline, or of the database when the words say otherwise; its path."""
        path = self.folder / name
        if not path.exists():
            call("report", self.pipeline, *words, "-o", path)
        return path

    def rows(self, sql, *values):
        """Rows of the database's views, as dicts."""
        with sqlite3.connect(f"{self.database.as_uri()}?mode=ro", uri=True) as database:
            database.row_factory = sqlite3.Row
            return [dict(row) for row in database.execute(sql, values)]


@cache
def sample_week():
    """The sample week by pipelines/nightly.yaml, as `make run` makes it."""
    text = (PACKAGE / "pipelines/nightly.yaml").read_text(encoding="utf-8")
    made = Made("week", text.replace("base: ..", f"base: {PACKAGE}").replace("out/", f"{FOLDER}/week/"))
    call("run", made.pipeline, "--quiet", "--set", "reports=[]")
    return made


def week_page(*words, name="page.html"):
    return sample_week().page("--from", "2025-06-01", "--to", "2025-06-07", *words, name=name)


def small_pipeline(folder, stages, kinds="{bicycle: {}, pet: {}}", more=""):
    """A pipeline over CSV logs of its folder, in UTC, with nothing but these stages."""
    return f"""name: test
base: {folder}
timezone: UTC
kinds: {kinds}
read:
  files: "*.csv.gz"
  columns: {{device: device, time: time, latitude: latitude, longitude: longitude, speed: speed, course: course, accuracy: accuracy, kind: kind}}
  settle: 0 s
{more}
stages:
{stages}
write:
  sqlite: tracks.sqlite
"""


def write_log(path, rows):
    """A gzip CSV of (device, time, latitude, longitude, speed, course, accuracy, kind); None is empty."""
    lines = ["device,time,latitude,longitude,speed,course,accuracy,kind"]
    lines += [",".join(quoted(value) for value in row) for row in rows]
    with gzip.open(path, "wt", encoding="utf-8", newline="") as file:
        file.write("\n".join(lines) + "\n")


def quoted(value):
    """A field of RFC 4180."""
    text = "" if value is None else str(value)
    return '"' + text.replace('"', '""') + '"' if any(letter in text for letter in ',"\n\r') else text


def from_logs(name, rows, stages, **options):
    """A database of one log."""
    made = Made(name, "")
    made.pipeline.write_text(small_pipeline(made.folder, stages, **options), encoding="utf-8")
    write_log(made.folder / "log.csv.gz", rows)
    return made.run()
