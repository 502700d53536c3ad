"""Every JSON that the program prints, judged by jsonschema with the schema that help prints."""

import json
import unittest

import jsonschema
from common import GOOD, Folder, json_of, trackmill


def validator(name):
    schema = json.loads(trackmill("help", f"json-{name}", "--schema", status=0).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


class DocumentTests(Folder):
    def fits(self, name, document):
        self.assertEqual([f"{list(e.absolute_path)}: {e.message}" for e in validator(name).iter_errors(document)], [])

    def command(self, name, *words, status=0):
        document = json_of(self.run_it(name, *words, "--format", "json", status=status))
        self.fits(name, document)
        return document

    def lines(self, done):
        lines = [json.loads(line) for line in done.stderr.decode("utf-8").splitlines()]
        self.assertEqual(lines[-1]["event"], "summary")
        for line in lines:
            self.fits(f"log-{line['event']}", line)
        return lines

    def test_before_and_after_a_run(self):
        self.command("plan", "pipeline.yaml")
        self.lines(self.run_it("run", "pipeline.yaml", "--log", "json", status=0))
        for words in [("out.sqlite",), ("pipeline.yaml", "--rejects")]:
            self.command("status", *words)
        self.command("plan", "pipeline.yaml", "--from", "2025-06-01", "--to", "2025-06-02")
        self.command("digest", "out.sqlite")
        self.command("digest", "out.sqlite", "--view", "stays")
        self.command("check", "pipeline.yaml")
        self.command("explain", "pipeline.yaml", "--device", "a", "--time", "2025-06-01T08:05:20Z")
        self.command("explain", "pipeline.yaml", "--device", "b", "--time", "2025-06-02T08:00:00Z")
        self.command("explain", "pipeline.yaml", "--device", "a", "--time", "2025-06-01T20:00:00Z", status=66)

    def test_problems(self):
        self.run_it("run", "pipeline.yaml", status=0)
        self.log("two", ["a,nonsense,31.2,121.4"])
        self.log("one", ["a,2025-06-01T08:00:00Z,31.2,121.4"])
        lines = self.lines(self.run_it("run", "pipeline.yaml", "--log", "json", status=65))
        self.assertIn("damaged-file", {line.get("kind") for line in lines})
        self.command("status", "out.sqlite", status=65)
        (self.folder / "logs/one.csv").unlink()
        self.lines(self.run_it("run", "pipeline.yaml", "--log", "json", "--from", "2025-06-01", "--to", "2025-06-02"))
        self.lines(self.run_it("run", "pipeline.yaml", "--log", "json", "--from", "nonsense", status=64))

    def test_wrong_pipelines(self):
        (self.folder / "wrong.yaml").write_text(GOOD.replace("radius: 100 m", "raduis: 100 m") + "x: 1\n")
        self.command("check", "wrong.yaml", "pipeline.yaml", "none.yaml", status=78)
        self.lines(self.run_it("run", "wrong.yaml", "--log", "json", status=78))
        self.command("check", "pipeline.yaml", "--set", "find-stays.radius=5", status=78)

    def test_geocode(self):
        self.run_it("run", "pipeline.yaml", status=0)
        self.lines(self.run_it("geocode", "pipeline.yaml", "--log", "json", status=0))

    def test_any_bytes(self):
        rows = b"device,time,lat,lon\n\xff\x1b\xc2\x9b[31m,2025-06-01T08:00:00Z,\xe2\x80\xae,1\na\x00b\xf0\x9f,x,y,\xed\xa0\x80\n"
        (self.folder / "logs/two.csv").write_bytes(rows)
        self.lines(self.run_it("run", "pipeline.yaml", "--log", "json", status=65))
        document = self.command("status", "out.sqlite", "--rejects", status=65)
        self.assertTrue(any(reject["file"] == "logs/two.csv" for reject in document["rejects"]))


if __name__ == "__main__":
    unittest.main()
