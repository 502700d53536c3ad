"""GPX, KML, GeoJSON and GeoPackage as gpsbabel, GDAL and libxml2 read them."""
import csv
import datetime
import json
import sqlite3
import subprocess
import unittest
import xml.etree.ElementTree as xml

from fixture import HOSTILE, KEYS, export, hostile, made, tool, view

GPX = "{http://www.topografix.com/GPX/1/1}"
KML = "{http://www.opengis.net/kml/2.2}"
GX = "{http://www.google.com/kml/ext/2.2}"
TRACKS = ("fixes", "history", "trips", "stays", "places", "devices")


def milliseconds(text):
    return round(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def shown(text):
    """What XML can hold of a text."""
    return "".join("\ufffd" if ord(sign) < 32 and sign not in "\t\n\r" or sign in "\ufffe\uffff" else sign for sign in text)


def quiet(test, command):
    """Runs a command that must say nothing on standard error."""
    done = subprocess.run(command, capture_output=True, text=True)
    test.assertEqual((done.returncode, done.stderr), (0, ""), command)
    return done.stdout


class TrackTests(unittest.TestCase):
    def fixes(self):
        columns, rows = view(made(), "fixes", KEYS["fixes"])
        return [dict(zip(columns, row)) for row in rows]

    def test_gpx(self):
        root = xml.parse(export(made(), "fixes", "gpx")).getroot()
        kinds = [child.tag for child in root]
        self.assertEqual(kinds, sorted(kinds, key=[GPX + "metadata", GPX + "wpt", GPX + "trk"].index))
        self.assertEqual(len(root.findall(GPX + "wpt")), len(view(made(), "stays")[1]))
        points = [point for track in root.findall(GPX + "trk") for point in track.iter(GPX + "trkpt")]
        fixes = self.fixes()
        self.assertEqual(len(points), len(fixes))
        speed = ".//{http://www.garmin.com/xmlschemas/TrackPointExtension/v2}speed"
        for point, fix in zip(points, fixes):
            # The schema has no 180.
            east = -180 if fix["longitude"] == 180 else fix["longitude"]
            self.assertEqual((float(point.get("lat")), float(point.get("lon"))), (fix["latitude"], east))
            self.assertEqual(milliseconds(point.findtext(GPX + "time")), fix["time_ms"])
            found = point.findtext(speed)
            self.assertEqual(None if found is None else float(found), fix["speed_mps"])
        segments = [len(track.findall(GPX + "trkseg")) for track in root.findall(GPX + "trk")]
        gaps = dict.fromkeys(sorted({fix["device"] for fix in fixes}), 1)
        for row in view(made(), "gaps")[1]:
            gaps[row[0]] += 1
        self.assertEqual(segments, list(gaps.values()))

    def test_kml(self):
        document = xml.parse(export(made(), "fixes", "kml")).getroot().find(KML + "Document")
        self.assertEqual([folder.findtext(KML + "name") for folder in document.findall(KML + "Folder")], ["stays", "places", "fixes"])
        styles = {style.get("id"): style.findtext(f"{KML}LineStyle/{KML}color") for style in document.findall(KML + "Style")}
        self.assertEqual(styles["kind-0"], "ff0080ff")
        moments, places = [], []
        for track in document.iter(GX + "Track"):
            times, coordinates = track.findall(KML + "when"), track.findall(GX + "coord")
            self.assertEqual(len(times), len(coordinates))
            moments += [milliseconds(time.text) for time in times]
            places += [tuple(float(number) for number in place.text.split()[:2]) for place in coordinates]
        fixes = self.fixes()
        self.assertEqual(moments, [fix["time_ms"] for fix in fixes])
        self.assertEqual(places, [(fix["longitude"], fix["latitude"]) for fix in fixes])

    def test_xmllint(self):
        for folder in (made(), hostile()):
            for name in TRACKS:
                for kind in ("gpx", "kml"):
                    quiet(self, [tool("xmllint"), "--noout", str(export(folder, name, kind))])

    def test_gpsbabel(self):
        fixes = self.fixes()
        for kind in ("gpx", "kml"):
            text = quiet(
                self,
                [tool("gpsbabel"), "-t", "-i", kind, "-f", str(export(made(), "fixes", kind)), "-o", "unicsv,utc=0", "-F", "-"])
            found = [row for row in csv.DictReader(text.splitlines()) if row.get("Time")]
            tracked = [row for row in found if (row.get("Latitude") and row["Time"])][-len(fixes):]
            self.assertEqual(len(tracked), len(fixes), kind)
            for row, fix in zip(tracked, fixes):
                # unicsv has 6 decimals.
                self.assertAlmostEqual(float(row["Latitude"]), fix["latitude"], places=6)
                self.assertAlmostEqual(float(row["Longitude"]) % 360, fix["longitude"] % 360, places=6)
                moment = milliseconds(row["Date"].replace("/", "-") + "T" + row["Time"] + "+00:00")
                self.assertLess(abs(moment - fix["time_ms"]), 1000 if "." not in row["Time"] else 1)

    def test_hostile_texts(self):
        stays = [dict(zip(*pair)) for pair in [(view(hostile(), "stays")[0], row) for row in view(hostile(), "stays")[1]]]
        document = xml.parse(export(hostile(), "stays", "kml")).getroot()
        found = [data.findtext(KML + "value") for data in document.iter(KML + "Data") if data.get("name") == "address"]
        wanted = [shown(row["address"]) for row in stays if row["address"] is not None]
        self.assertEqual(sorted(text or "" for text in found), sorted(wanted))
        self.assertTrue(set(wanted) & {shown(text) for text in HOSTILE})


class LayerTests(unittest.TestCase):
    def test_ogrinfo(self):
        for folder in (made(), hostile()):
            for name in ("fixes", "trips", "stays", "places", "gaps"):
                for kind in ("geojson", "gpx", "kml", "gpkg"):
                    if name == "gaps" and kind in ("gpx", "kml"):
                        continue
                    path = str(export(folder, name, kind))
                    count = len(view(folder, name)[1])
                    text = quiet(self, [tool("ogrinfo"), "-ro", "-al", "-so", path])
                    self.assertIn("EPSG" if kind != "kml" else "WGS 84", text)
                    if kind in ("geojson", "gpkg"):
                        self.assertIn(f"Feature Count: {count}\n", text)

    def test_validate_gpkg(self):
        for folder in (made(), hostile()):
            for name in [*KEYS, "kinds", "rejects", "runs", "input_files", "day_ledger", "about"]:
                path = str(export(folder, name, "gpkg"))
                done = subprocess.run(
                    ["/usr/bin/python3", "-m", "osgeo_utils.samples.validate_gpkg", path], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), name)

    def test_gpkg_cells(self):
        for folder in (made(), hostile()):
            for name, key in KEYS.items():
                columns, rows = view(folder, name, key)
                with sqlite3.connect(export(folder, name, "gpkg")) as package:
                    self.assertEqual(package.execute("PRAGMA user_version").fetchone(), (10300,))
                    self.assertEqual(package.execute("PRAGMA journal_mode").fetchone(), ("delete",))
                    self.assertEqual(package.execute("PRAGMA integrity_check").fetchone(), ("ok",))
                    names = ", ".join(f'"{column}"' for column in columns)
                    self.assertEqual(package.execute(f"SELECT {names} FROM {name} ORDER BY fid").fetchall(), rows, name)
                    if name in ("stays", "trips", "gaps", "fixes"):
                        geometries = package.execute(f"SELECT count(geom) FROM {name}").fetchone()
                        self.assertEqual(package.execute(f"SELECT count(*) FROM rtree_{name}_geom").fetchone(), geometries)

    def test_lines_are_cut_at_the_antimeridian(self):
        trips = json.loads(export(made(), "trips", "geojson").read_text())["features"]
        edge = [trip for trip in trips if trip["properties"]["device"] == "edge"]
        self.assertTrue(edge and any(trip["geometry"]["type"] == "MultiLineString" for trip in edge))
        for trip in edge:
            lines = trip["geometry"]["coordinates"] if trip["geometry"]["type"] == "MultiLineString" else [trip["geometry"]["coordinates"]]
            for line in lines:
                self.assertTrue(all(abs(a[0] - b[0]) <= 180 for a, b in zip(line, line[1:])))


def wants(suite, *programs):
    """Skips a suite where a program is not installed."""
    for program in programs:
        if tool(program) is None:
            unittest.skip(f"{program} is not installed")(suite)


wants(TrackTests, "gpsbabel", "xmllint")
wants(LayerTests, "ogrinfo")

if __name__ == "__main__":
    unittest.main()
