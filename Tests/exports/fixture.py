"""A result file made by the program, plain or with hostile texts in it, and its exports."""
import functools
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TRACKMILL_PROGRAM", str(ROOT / ".build/release/trackmill"))

PIPELINE = """name: exports
timezone: Asia/Shanghai
kinds:
  van: {color: "#FF8000"}
  bike: {color: "#0080FF"}
read:
  files: "logs/{date}.csv"
  columns: {device: device, time: time, latitude: lat, longitude: lon, speed: speed, course: course, altitude: alt, kind: kind}
  timezone: UTC
stages:
  - find-stays: {radius: 100 m, at-least: 5 min, gap: 30 min}
  - split-trips
  - pick-history: {points: 6}
  - find-places: {min-stays: 1}
  - geocode: {of: [stays, places, history], with: [gazetteer]}
  - cluster-for-map: {of: stays, zooms: 8..10}
write: {sqlite: out.sqlite}
"""

# What readers of CSV, JSON, XML, SQL and of file names take for their own.
HOSTILE = [
    "<script>alert(1)</script>", "]]>", "--", "\"quotes\" and 'more'", "two\nlines\r\nand\ta tab", "=cmd()|'/C calc'!A0", "+1+1",
    "../../escaped", "NUL\0inside", "bidi \u202e\u2066 marks", "emoji \U0001F69C e\u0301", "x" * 10_000, " ends in a space ", "",
    "; DROP TABLE stays; --", "\x01\x1b[2J\x7f", "\ufffe\uffff",
]


def rows(device, kind, latitude, longitude):
    """A device that rests, drives 4 km, rests, is silent for an hour, and drives back; every 20 s, with milliseconds."""
    found = []
    for i in range(600):
        silence = 3600 if i >= 400 else 0
        seconds = 1 + i * 20 + silence
        east = min(max(i - 150, 0), 100) if i < 400 else max(100 - max(i - 450, 0), 0)
        moment = f"2025-06-01T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{(i * 37) % 1000:03}Z"
        speed = "" if i % 50 == 0 else f"{(i % 30) * 1.3:.2f}"
        found.append(f'"{device}",{moment},{latitude},{longitude + east * 0.0005:.7f},{speed},{(i * 7) % 360},{40 + i / 8},{kind}')
    return found


def call(arguments, folder, status=0):
    """Runs the program and gives its standard output."""
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True)
    assert done.returncode == status, (arguments, done.returncode, done.stderr.decode())
    return done.stdout


@functools.cache
def made():
    """The folder with a result file of three devices, one of them beside ±180°."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="trackmill-exports-"))
    (folder / "logs").mkdir()
    (folder / "pipeline.yaml").write_text(PIPELINE)
    text = ["device,time,lat,lon,speed,course,alt,kind"]
    text += rows("van 1", "van", 39.9075, 116.3913) + rows("b<2>", "bike", 31.2304, 121.4737)
    text += ['"edge",' + row.split(",", 1)[1] for row in rows("edge", "van", -16.5, 179.98)]
    wrapped = []
    for row in text:
        cells = row.split(",")
        if cells[0] == '"edge"' and float(cells[3]) > 180:
            cells[3] = f"{float(cells[3]) - 360:.7f}"
        wrapped.append(",".join(cells))
    (folder / "logs/2025-06-01.csv").write_text("\n".join(wrapped) + "\n")
    call(["run", "pipeline.yaml", "--from", "2025-06-01", "--to", "2025-06-02", "--quiet"], folder)
    return folder


@functools.cache
def hostile():
    """A copy whose addresses, names of places and texts of rejects are hostile."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="trackmill-hostile-"))
    with sqlite3.connect(made() / "out.sqlite") as plain, sqlite3.connect(folder / "out.sqlite") as copy:
        plain.backup(copy)
        address = table_with(copy, {"address", "country", "street"})
        copy.execute(f"DELETE FROM {address}")
        columns = [row[1] for row in copy.execute(f"PRAGMA table_info({address})")]
        source = [row for row in plain.execute(f"SELECT * FROM {address} LIMIT 1")][0]
        identity, cell, text = columns.index("id"), columns.index("cell"), columns.index("address")
        for number, value in enumerate(HOSTILE):
            row = list(source)
            row[identity], row[cell], row[text] = f"cell {number:04}", number + 1, value
            copy.execute(f"INSERT INTO {address} VALUES ({','.join('?' * len(row))})", row)
        # A lone surrogate and bytes that are no UTF-8.
        for number, value in enumerate(["X'61EDA08062'", "X'61FF62C3'"]):
            row = list(source)
            row[identity], row[cell] = f"cell {1000 + number}", 1000 + number
            copy.execute(f"INSERT INTO {address} VALUES ({','.join('?' * len(row))})", row)
            copy.execute(f"UPDATE {address} SET address = CAST({value} AS TEXT) WHERE id = ?", [row[identity]])
        stay = table_with(copy, {"arrived", "last_seen", "confidence"})
        for number, (key,) in enumerate(copy.execute(f"SELECT id FROM {stay}").fetchall()):
            copy.execute(f"UPDATE {stay} SET cell = ? WHERE id = ?", [number % len(HOSTILE) + 1, key])
        place = table_with(copy, {"usual_arrival", "radius"})
        for number, (key,) in enumerate(copy.execute(f"SELECT id FROM {place}").fetchall()):
            copy.execute(f"UPDATE {place} SET name = ? WHERE id = ?", [HOSTILE[-1 - number % len(HOSTILE)], key])
        copy.commit()
    return folder


def table_with(database, wanted):
    """The table that has these columns, whatever it is called."""
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        if wanted <= {row[1] for row in database.execute(f"PRAGMA table_info({name})")}:
            return name
    raise AssertionError(f"no table has {wanted}")


def view(folder, name, order="1, 2, 3"):
    """The names of the columns of a view and its rows, in the order of their keys."""
    with sqlite3.connect(folder / "out.sqlite") as database:
        database.text_factory = lambda raw: raw.decode("utf-8", "replace")
        cursor = database.execute(f"SELECT * FROM {name} ORDER BY {order}")
        return [column[0] for column in cursor.description], cursor.fetchall()


def export(folder, name, kind, *more):
    """The path of an export of a view."""
    target = folder / f"{name}.{kind}"
    call(["export", "out.sqlite", "--table", name, "--format", kind, *more, "-o", target.name], folder)
    return target


def tool(name):
    """A program, or nothing where it is not installed."""
    return shutil.which(name)


KEYS = {
    "fixes": "device, time_ms", "history": "device, day, number", "trips": "device, start_ms", "gaps": "device, from_ms",
    "stays": "device, arrived_ms", "places": "device, place", "map_clusters": "zoom, cluster", "devices": "device",
    "addresses": "cell", "days": "device, day",
}
