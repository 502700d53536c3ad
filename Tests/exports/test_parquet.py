"""Parquet as pyarrow, DuckDB and Polars read it."""
import datetime
import json
import struct
import unittest

from fixture import KEYS, export, hostile, made, view

try:
    import duckdb
    import polars
    import pyarrow
    import pyarrow.parquet
except ImportError as problem:
    raise unittest.SkipTest(f"{problem.name} is not installed")

EPOCH = datetime.datetime(1970, 1, 1)


def plain(value):
    """A value as the views have it."""
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            return value.strftime("%Y-%m-%d %H:%M:%S")
        moment = value.astimezone(datetime.timezone.utc)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value


class ParquetTests(unittest.TestCase):
    def test_every_cell_in_three_readers(self):
        for folder in (made(), hostile()):
            for name, key in KEYS.items():
                columns, rows = view(folder, name, key)
                for packing in ("gzip", "none"):
                    path = str(export(folder, name, "parquet", "--compression", packing))
                    table = pyarrow.parquet.read_table(path)
                    self.assertEqual([column for column in table.column_names if column != "geometry"], columns)
                    arrow = list(zip(*[table.column(column).to_pylist() for column in columns])) if rows else []
                    self.assertEqual([tuple(map(plain, row)) for row in arrow], rows, name)
                    frame = polars.read_parquet(path).select(columns)
                    self.assertEqual([tuple(map(plain, row)) for row in frame.rows()], rows, name)
                    names = ", ".join(f'"{column}"' for column in columns)
                    duck = duckdb.sql(f"SET TimeZone = 'UTC'; SELECT {names} FROM read_parquet('{path}')").fetchall()
                    self.assertEqual([tuple(map(plain, row)) for row in duck], rows, name)

    def test_types(self):
        schema = pyarrow.parquet.read_schema(str(export(made(), "fixes", "parquet")))
        wanted = {
            "day": pyarrow.date32(), "device": pyarrow.string(), "time_ms": pyarrow.int64(), "time_utc": pyarrow.timestamp("ms", "UTC"),
            "time_local": pyarrow.timestamp("ms"), "latitude": pyarrow.float64(), "speed_mps": pyarrow.float64(),
        }
        self.assertEqual({name: schema.field(name).type for name in wanted}, wanted)

    def test_other_views(self):
        for name in ("kinds", "rejects", "runs", "input_files", "day_ledger", "about", "map_members"):
            rows = view(made(), name)[1]
            self.assertEqual(pyarrow.parquet.read_table(str(export(made(), name, "parquet"))).num_rows, len(rows))

    def test_statistics(self):
        path = str(export(made(), "fixes", "parquet"))
        group = pyarrow.parquet.ParquetFile(path).metadata.row_group(0)
        columns, rows = view(made(), "fixes", KEYS["fixes"])
        for number, column in enumerate(columns):
            statistics = group.column(number).statistics
            values = [row[number] for row in rows if row[number] is not None]
            self.assertEqual(statistics.null_count, len(rows) - len(values))
            if values and column in ("time_ms", "latitude", "device", "trip"):
                self.assertEqual((statistics.min, statistics.max), (min(values), max(values)))

    def test_geoparquet(self):
        for name, kinds in (("stays", {"Point"}), ("places", {"Point"}), ("trips", {"LineString", "MultiLineString"})):
            path = str(export(made(), name, "parquet"))
            metadata = json.loads(pyarrow.parquet.read_metadata(path).metadata[b"geo"])
            self.assertEqual((metadata["version"], metadata["primary_column"]), ("1.1.0", "geometry"))
            self.assertTrue(set(metadata["columns"]["geometry"]["geometry_types"]) <= kinds)
            table = pyarrow.parquet.read_table(path)
            west, south, east, north = metadata["columns"]["geometry"]["bbox"]
            for row in table.to_pylist():
                order, kind = struct.unpack_from("<BI", row["geometry"])
                self.assertEqual((order, kind in (1, 2, 5)), (1, True))
                if kind == 1:
                    self.assertEqual(struct.unpack_from("<dd", row["geometry"], 5), (row["longitude"], row["latitude"]))
                    self.assertTrue(west - 1e-7 <= row["longitude"] <= east + 1e-7 and south - 1e-7 <= row["latitude"] <= north + 1e-7)


if __name__ == "__main__":
    unittest.main()
