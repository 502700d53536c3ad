"""CSV and JSON as Python's own parsers read them."""
import csv
import datetime
import io
import json
import unittest

from fixture import HOSTILE, KEYS, export, hostile, made, view


def guarded(text):
    """What a CSV has for a text: with an apostrophe before what a spreadsheet would run."""
    plain = text[1:].lstrip("0123456789")
    runs = text[:1] in ("=", "@", "\t", "\r") or text[:1] in ("+", "-") and not (len(text) > 1 and plain == "")
    return "'" + text if text and runs else text


class TextTests(unittest.TestCase):
    def test_csv_round_trip(self):
        for folder in (made(), hostile()):
            for name, key in KEYS.items():
                columns, rows = view(folder, name, key)
                with open(export(folder, name, "csv"), newline="", encoding="utf-8") as file:
                    found = list(csv.reader(file))
                self.assertEqual(found[0], columns)
                self.assertEqual(len(found) - 1, len(rows), name)
                for cells, row in zip(found[1:], rows):
                    for cell, value in zip(cells, row):
                        if value is None:
                            self.assertEqual(cell, "")
                        elif isinstance(value, str):
                            self.assertEqual(cell, guarded(value))
                        else:
                            self.assertEqual(float(cell), float(value))

    def test_csv_for_german_excel(self):
        path = export(made(), "stays", "csv", "--bom", "--decimal", "comma")
        raw = path.read_bytes()
        self.assertTrue(raw.startswith(b"\xef\xbb\xbf"))
        self.assertEqual(raw.count(b"\n"), raw.count(b"\r\n"))
        rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig")), delimiter=";"))
        columns, stays = view(made(), "stays", KEYS["stays"])
        place = columns.index("latitude")
        self.assertEqual([float(row["latitude"].replace(",", ".")) for row in rows], [row[place] for row in stays])

    def test_json_round_trip(self):
        for folder in (made(), hostile()):
            for name, key in KEYS.items():
                columns, rows = view(folder, name, key)
                lines = export(folder, name, "ndjson").read_text(encoding="utf-8").split("\n")
                array = json.loads(export(folder, name, "json").read_text(encoding="utf-8"))
                objects = [json.loads(line) for line in lines[:-1]]
                self.assertEqual(lines[-1], "")
                self.assertEqual(objects, array)
                self.assertEqual(len(objects), len(rows))
                for found, row in zip(objects, rows):
                    self.assertEqual(list(found), columns)
                    for column, value in zip(columns, row):
                        cell = json.dumps(found[column]) if isinstance(found[column], dict) else found[column]
                        if isinstance(found[column], dict):
                            self.assertEqual(found[column], json.loads(value))
                        else:
                            self.assertEqual(cell, value, (name, column))

    def test_json_pages(self):
        export(made(), "history", "json", "--page-size", "7")
        index = json.loads((made() / "history-index.json").read_text())
        columns, rows = view(made(), "history", KEYS["history"])
        pages = [json.loads((made() / f"history-{i + 1}.json").read_text()) for i in range(index["pages"])]
        self.assertEqual(index, {"total": len(rows), "pages": -(-len(rows) // 7), "page_size": 7, "from": "2025-06-01", "to": "2025-06-01"})
        self.assertTrue(all(len(page) == 7 for page in pages[:-1]))
        self.assertEqual([tuple(row.values()) for page in pages for row in page], rows)

    def test_geojson_times_and_decimals(self):
        for name in ("stays", "trips", "gaps", "history", "places", "devices"):
            for feature in json.loads(export(made(), name, "geojson").read_text())["features"]:
                for key, value in feature["properties"].items():
                    if key.endswith("_utc") and value is not None:
                        moment = datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
                        self.assertEqual(round(moment.timestamp() * 1000), feature["properties"][key[:-4] + "_ms"])
                for number in numbers(feature["geometry"]["coordinates"] if feature["geometry"] else []):
                    self.assertEqual(round(number, 7), number)

    def test_hostile_geojson(self):
        features = json.loads(export(hostile(), "addresses", "geojson").read_text(encoding="utf-8"))["features"]
        texts = [feature["properties"]["address"] for feature in features]
        self.assertTrue(set(HOSTILE) <= set(texts))
        # What is no UTF-8 is told as such, and nothing more is lost.
        self.assertTrue(any(text[:1] == "a" and "\ufffd" in text and "b" in text for text in texts))


def numbers(value):
    return [value] if isinstance(value, (int, float)) else [number for part in value for number in numbers(part)]


if __name__ == "__main__":
    unittest.main()
