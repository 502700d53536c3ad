"""Other programs read the result file as SQLite does: every view, every row, with the right types (docs/store.md, docs/analysts.md)."""
import asyncio
import contextlib
import gzip
import io
import json
import math
import os
import pathlib
import re
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from urllib.parse import quote

import duckdb
import duckdb_extension_sqlite_scanner
import pandas
import pyogrio
from datasette.app import Datasette

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.path.abspath(os.environ.get("TRACKMILL_PROGRAM", ROOT / ".build/release/trackmill"))
EXTENSION = next(pathlib.Path(duckdb_extension_sqlite_scanner.__file__).parent.glob("extensions/*/sqlite_scanner.duckdb_extension"))

# What DuckDB and GDAL may call what SQLite has.
DUCKDB_TYPES = {int: {"BIGINT", "INTEGER"}, float: {"DOUBLE"}, str: {"VARCHAR"}}
GDAL_TYPES = {int: {"int64", "int32"}, float: {"float64"}, str: {"object"}}

# Berlin over the leap and the step of the clock, metres per second that are no hundredths of km/h, numbers that lack in the first row.
PIPELINE = """
name: readers
timezone: Europe/Berlin
read:
  files: logs.csv.gz
  format: csv
  columns: {device: device, time: time, latitude: latitude, longitude: longitude, altitude: altitude, speed: speed, course: course}
  extra: [battery]
stages:
  - drop-spikes: {speed: 70 m/s}
  - find-stays: {radius: 150 m, at-least: 20 min, gap: 30 min, inferred: 12 h}
  - split-trips
  - pick-history
  - find-places: {radius: 100 m, min-stays: 2}
  - geocode: {of: [stays, places, history], with: [gazetteer]}
  - cluster-for-map: {of: stays, zooms: 8..10}
write:
  sqlite: result.sqlite
"""


def log():
    """Two devices that stay and go on the days around 2025-03-30 and 2025-10-26, one of them silent by night."""
    lines = ["device,time,latitude,longitude,altitude,speed,course,battery"]
    for month, day in ((3, 29), (3, 30), (3, 31), (10, 25), (10, 26), (10, 27)):
        for device in ("a'b", "=x"):
            for minute in range(0, 24 * 60, 7):
                hour = minute // 60
                if device == "=x" and (hour < 5 or hour > 21):
                    continue
                moved = abs(hour - 12) * 0.01 if hour % 6 < 2 else 0.02
                altitude = "" if minute < 700 else str(30 + minute / 64)
                speed = "" if minute < 300 else str(13 + minute % 5)
                lines.append(
                    f"{device},2025-{month:02}-{day:02}T{hour:02}:{minute % 60:02}:{minute % 50:02}.{minute % 10:03}Z,"
                    f"{52.5 + moved:.6f},{13.4 - moved / 3:.6f},{altitude},{speed},{minute % 360 + 0.25},{minute}")
    return "\n".join(lines) + "\n"


def plain(value):
    """A value of a pandas column as SQLite would give it."""
    if value is None or value is pandas.NA or (isinstance(value, float) and math.isnan(value)):
        return None
    return value.item() if hasattr(value, "item") else value


def order(row):
    return tuple((value is not None, str(value)) for value in row)


FOLDER = tempfile.TemporaryDirectory()
WEEK = FOLDER.name + "/tracks.sqlite"
FILES = [WEEK, FOLDER.name + "/result.sqlite"]


def run_program(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    # 65: the sample week holds a damaged file.
    assert done.returncode in (0, 65), f"{words}: {done.returncode} {done.stderr}"


def setUpModule():
    unittest.addModuleCleanup(FOLDER.cleanup)
    run_program("run", str(ROOT / "pipelines/nightly.yaml"), "--quiet", "--set", f"write.sqlite={WEEK}", "--set", "reports=[]")
    folder = pathlib.Path(FOLDER.name)
    (folder / "pipeline.yaml").write_text(PIPELINE)
    (folder / "logs.csv.gz").write_bytes(gzip.compress(log().encode()))
    os.utime(folder / "logs.csv.gz", (1762000000, 1762000000))
    run_program("run", str(folder / "pipeline.yaml"), "--quiet")


class Case(unittest.TestCase):
    def sqlite(self, path, query):
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            cursor = database.execute(query)
            return [column[0] for column in cursor.description], cursor.fetchall()

    def views(self, path):
        names = [name for (name,) in self.sqlite(path, "SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY 1")[1]]
        self.assertEqual(len(names), 17)
        return names

    def attach(self, path):
        connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
        self.addCleanup(connection.close)
        connection.execute(f"LOAD '{EXTENSION}'")
        connection.execute(f"ATTACH '{path}' AS tracks (TYPE sqlite, READ_ONLY); USE tracks")
        return connection

    def assert_typed(self, known, names, rows, types, where):
        for index, name in enumerate(names):
            for kind in {type(row[index]) for row in rows} - {type(None)}:
                self.assertIn(types[index], known[kind], f"{where}.{name}")

    def datasette(self, path, addresses):
        """What Datasette's JSON pages hold, of one Datasette in this process."""

        async def ask():
            server = Datasette([path], settings={"sql_time_limit_ms": 60000})
            await server.invoke_startup()
            return [(await server.client.get(address)) for address in addresses]

        answers = asyncio.run(ask())
        for address, answer in zip(addresses, answers):
            self.assertEqual(answer.status_code, 200, f"{address}: {answer.text}")
        return [answer.json() for answer in answers]


class Views(Case):
    """Every view of a week and of days on which the clock changes."""

    def test_what_is_read_holds_something(self):
        for path in FILES:
            for view in ["fixes", "history", "trips", "gaps", "stays", "places", "map_clusters", "addresses", "days", "runs"]:
                self.assertGreater(self.sqlite(path, f"SELECT count(*) FROM {view}")[1][0][0], 0, f"{path} {view}")
        self.assertGreater(self.sqlite(FILES[1], "SELECT count(*) FROM stays WHERE inferred = 1")[1][0][0], 0)

    def test_duckdb_reads_every_view(self):
        for path in FILES:
            connection = self.attach(path)
            for view in self.views(path):
                names, rows = self.sqlite(path, f"SELECT * FROM {view}")
                found = connection.execute(f"SELECT * FROM {view}")
                types = [str(column[1]) for column in found.description]
                types = [{"NUMBER": "BIGINT", "STRING": "VARCHAR"}.get(name, name) for name in types]
                self.assertEqual([column[0] for column in found.description], names)
                self.assertEqual(sorted(found.fetchall(), key=order), sorted(rows, key=order), f"{path} {view}")
                self.assert_typed(DUCKDB_TYPES, names, rows, types, view)

    def test_gdal_reads_every_view(self):
        for path in FILES:
            for view in self.views(path):
                names, rows = self.sqlite(path, f"SELECT * FROM {view}")
                types = dict(zip(*[pyogrio.read_info(path, layer=view)[key] for key in ("fields", "dtypes")]))
                frame = pyogrio.read_dataframe(path, layer=view)
                self.assertEqual(list(frame.columns), names)
                found = list(zip(*[[plain(value) for value in frame[name]] for name in names]))
                self.assertEqual(found, rows, f"{path} {view}")
                self.assert_typed(GDAL_TYPES, names, rows, [str(types[name]) for name in names], view)
                for name in names:
                    if name.endswith("_ms") and rows:
                        self.assertEqual(str(types[name]), "int64", f"{view}.{name}")

    def test_datasette_reads_every_view(self):
        for path in FILES:
            views = self.views(path)
            pages = self.datasette(path, [f"/{pathlib.Path(path).stem}/{view}.json?_size=2&_nocount=1" for view in views])
            for view, page in zip(views, pages):
                self.assertEqual(len(page["rows"]), min(2, self.sqlite(path, f"SELECT count(*) FROM {view}")[1][0][0]), view)


class Analysts(Case):
    """The lines of docs/analysts.md, over the sample week."""

    def sections(self):
        text = (ROOT / "docs/analysts.md").read_text()
        parts = re.split(r"^### (\d+)\. ", text, flags=re.M)[1:]
        found = [(int(number), dict(re.findall(r"^```(\w+)\n(.*?)^```", part, flags=re.M | re.S))) for number, part in zip(parts[::2], parts[1::2])]
        self.assertEqual([number for number, _ in found], list(range(1, 11)))
        return found

    def rows(self, text):
        """Lines of cells between bars, numbers as numbers."""

        def cell(text):
            try:
                return round(float(text), 9)
            except ValueError:
                return text

        return [[cell(part) for part in line.split("|")] for line in text.strip("\n").split("\n")]

    def cells(self, rows):
        return self.rows("\n".join("|".join("" if value is None else str(value) for value in row) for row in rows))

    def test_sqlite_and_duckdb_answer_alike(self):
        connection = self.attach(WEEK)
        for number, blocks in self.sections():
            wanted = self.rows(blocks["text"])
            self.assertEqual(self.cells(self.sqlite(WEEK, blocks["sql"])[1]), wanted, f"sqlite3, question {number}")
            self.assertEqual(self.cells(connection.execute(blocks["sql"]).fetchall()), wanted, f"DuckDB, question {number}")

    def test_datasette_answers_alike(self):
        sections = self.sections()
        addresses = [f"/tracks.json?_shape=arrays&sql={quote(blocks['sql'].strip().rstrip(';'))}" for _, blocks in sections]
        for (number, blocks), found in zip(sections, self.datasette(WEEK, addresses)):
            self.assertEqual(self.cells(found["rows"]), self.rows(blocks["text"]), f"Datasette, question {number}")

    def test_datasette_on_the_command_line(self):
        (line,) = re.findall(r"`datasette (tracks.sqlite --get '[^']*')`", (ROOT / "docs/analysts.md").read_text())
        done = subprocess.run([sys.executable, "-W", "ignore", "-m", "datasette", *shlex.split(line)], capture_output=True, text=True, cwd=FOLDER.name)
        self.assertEqual(len(json.loads(done.stdout)), 3, done.stderr)

    def test_pandas_answers_alike(self):
        for number, blocks in self.sections():
            scope, out = {}, io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.chdir(FOLDER.name):
                exec(compile(blocks["python"], f"question {number}", "exec"), scope)
            self.assertEqual(self.rows(out.getvalue()), self.rows(blocks["text"]), f"pandas, question {number}")

    def test_the_beginnings_and_the_whole_numbers_run(self):
        text = (ROOT / "docs/analysts.md").read_text()
        (query,) = re.findall(r"^```sql integers\n(.*?)^```", text, flags=re.M | re.S)
        wanted = self.sqlite(WEEK, "select count(*), avg(latitude) from fixes where device = 'vehicle-01' group by day order by day")[1]
        for rows in (self.sqlite(WEEK, query)[1], self.attach(WEEK).execute(query).fetchall()):
            self.assertEqual([row[1] for row in rows], [row[0] for row in wanted])
            for row, (_, latitude) in zip(rows, wanted):
                self.assertAlmostEqual(row[2], latitude, 7)
        beginnings = re.findall(r"^```python beginning\n(.*?)^```", text, flags=re.M | re.S)
        self.assertEqual(len(beginnings), 2)
        for block in beginnings:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.chdir(FOLDER.name):
                exec(compile(block, "beginning", "exec"), {})


if __name__ == "__main__":
    unittest.main(verbosity=2)
