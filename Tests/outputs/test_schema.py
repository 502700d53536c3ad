"""The JSON Schema of pipeline files, judged by jsonschema: every pipeline of the repository fits, 30 wrong ones do not."""

import json
import unittest

import jsonschema
from common import GOOD, ROOT, Folder, loaded, trackmill


def changed(old, new):
    assert old in GOOD, old
    return GOOD.replace(old, new, 1)


# Each is a mistake that people make; the program refuses it, and so must an editor.
WRONG = {
    "a misspelt key at the top": changed("timezone:", "timezon:"),
    "no name": changed("name: small\n", ""),
    "an empty name": changed("name: small", "name:"),
    "no timezone": changed("timezone: UTC\n", ""),
    "no read": GOOD[: GOOD.index("read:")] + GOOD[GOOD.index("stages:") :],
    "no write": GOOD.replace("write:\n  sqlite: out.sqlite\n", ""),
    "no result file": changed("  sqlite: out.sqlite", "  durable: on"),
    "a key of write that there is not": changed("  sqlite: out.sqlite", "  sqlite: out.sqlite\n  parquet: out.parquet"),
    "a flag that is neither on nor off": changed("  sqlite: out.sqlite", "  sqlite: out.sqlite\n  durable: maybe"),
    "no files": changed("  files: logs/*.csv\n", ""),
    "an empty list of files": changed("files: logs/*.csv", "files: []"),
    "a misspelt key of a source": changed("  late:", "  lates:"),
    "a format that there is not": changed("format: csv", "format: cvs"),
    "a column that there is not": changed("device: device,", "devise: device,"),
    "columns as a list": changed("columns: {device: device, time: time, latitude: lat, longitude: lon}", "columns: [device, time, lat, lon]"),
    "a duration without a unit": changed("late: 2 days", "late: 2"),
    "a duration in a unit of length": changed("late: 2 days", "late: 2 km"),
    "a coordinate system that there is not": changed("  format: csv", "  format: csv\n  crs: gcj2"),
    "a stage that there is not": changed("- split-trips", "- split-trip"),
    "a misspelt option": changed("radius: 100 m,", "raduis: 100 m,"),
    "a radius in seconds": changed("radius: 100 m,", "radius: 100 s,"),
    "a radius without a unit": changed("radius: 100 m,", "radius: 100,"),
    "a stage without the option it must have": changed("- drop-spikes: {speed: 70 m/s}", "- drop-spikes"),
    "two stages in one item": changed("- split-trips", "- split-trips: {}\n    find-places: {}"),
    "stages as a mapping": changed("  - drop-spikes: {speed: 70 m/s}\n", "").replace("stages:\n", "stages: {find-stays: {}}\nx:\n"),
    "a choice that there is not": changed("- find-places", "- find-places: {of: devices}"),
    "too few stays for a place": changed("- find-places", "- find-places: {min-stays: 0}"),
    "a source of addresses that there is not": changed("with: [gazetteer]", "with: [gazeteer]"),
    "a key in the file": changed("with: [gazetteer]", "with: [{amap: {key: 0123456789abcdef}}, gazetteer]"),
    "addresses of something that has none": changed("of: [stays, places]", "of: [stays, trips]"),
    "a report that there is not": changed("- csv: {table", "- excel: {table"),
    "a report that goes nowhere": changed(", to: stays.csv", ""),
    "a view that there is not": changed("table: stays", "table: visits"),
    "a speed of a kind without a unit": changed("top-speed: 15 m/s", "top-speed: 15"),
    "a misspelt key of a kind": changed("top-speed:", "topspeed:"),
}


class SchemaTests(Folder):
    @classmethod
    def setUpClass(cls):
        cls.schema = json.loads(trackmill("check", "--schema", status=0).stdout)
        jsonschema.Draft202012Validator.check_schema(cls.schema)
        cls.validator = jsonschema.Draft202012Validator(cls.schema)

    def problems(self, text):
        return [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in self.validator.iter_errors(loaded(text))]

    def test_the_committed_schema_is_that_of_the_program(self):
        committed = (ROOT / "docs/reference/pipeline.schema.json").read_bytes()
        self.assertEqual(committed, trackmill("check", "--schema", status=0).stdout)

    def test_pipelines_fit_and_name_the_schema_in_their_first_line(self):
        paths = sorted((ROOT / "pipelines").glob("*.yaml"))
        self.assertGreaterEqual(len(paths), 4)
        for path in paths:
            text = path.read_text()
            with self.subTest(path.name):
                self.assertEqual(text.split("\n")[0], "# yaml-language-server: $schema=../docs/reference/pipeline.schema.json")
                self.assertEqual(self.problems(text), [])

    def test_pipelines_of_the_golden_cases_fit(self):
        paths = sorted((ROOT / "sample-data/cases").glob("*/pipeline.yaml"))
        self.assertGreater(len(paths), 10)
        for path in paths:
            with self.subTest(path.parent.name):
                self.assertEqual(self.problems(path.read_text()), [])

    def test_the_small_pipeline_fits(self):
        self.assertEqual(self.problems(GOOD), [])
        self.run_it("check", "pipeline.yaml", status=0)

    def test_other_good_files_fit(self):
        for name, text in {
            "two sources": changed("read:\n  files", "read:\n  - files").replace("\n  format", "\n    format").replace("\n  columns", "\n    columns").replace("\n  late", "\n    late").replace("\n  settle", "\n    settle"),
            "an environment variable": changed("radius: 100 m", 'radius: "${RADIUS:100 m}"'),
            "a radius in kilometres": changed("radius: 100 m", "radius: 0.1 km"),
            "an option without a value": changed("  late: 2 days", "  late:"),
            "no stages": GOOD[: GOOD.index("stages:")] + "stages: []\n" + GOOD[GOOD.index("write:") :],
            "by kind": changed("- split-trips", "- split-trips\n  - thin: {every: {pet: 1 min, other: 10 s}}"),
            "a flag as YAML has it": changed("  format: csv", "  format: csv\n  required: true"),
            "metrics": "metrics: out/night.prom\n" + GOOD,
        }.items():
            with self.subTest(name):
                self.assertEqual(self.problems(text), [])
                (self.folder / "other.yaml").write_text(text)
                self.run_it("check", "other.yaml", status=0)

    def test_wrong_files_do_not_fit(self):
        self.assertGreaterEqual(len(WRONG), 30)
        for name, text in WRONG.items():
            with self.subTest(name):
                (self.folder / "wrong.yaml").write_text(text)
                self.run_it("check", "wrong.yaml", status=78)
                self.assertNotEqual(self.problems(text), [])


if __name__ == "__main__":
    unittest.main()
