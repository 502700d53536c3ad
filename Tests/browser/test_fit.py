"""What the map shows on opening and by Fit all."""

import unittest

from chromium import PageTest
from program import from_logs, week_page

STAGES = "  - drop-invalid: {}\n"


def page(name, places):
    rows = [
        ("a", f"2025-06-01T00:{minute:02}:00Z", latitude, longitude, None, None, 8, "bicycle")
        for minute, (latitude, longitude) in enumerate(places)
    ]
    return from_logs(name, rows, STAGES).page()


class FitTests(PageTest):
    def assert_fits(self, report, places):
        """All places lie in view with 30 pixels around them, and the map is as near as that allows."""
        box = report.map_box()
        points = [report.on_screen(longitude, latitude) for latitude, longitude in places]
        left = min(x for x, _ in points) - box["x"]
        right = box["x"] + box["width"] - max(x for x, _ in points)
        top = min(y for _, y in points) - box["y"]
        bottom = box["y"] + box["height"] - max(y for _, y in points)
        margins = [left, right, top, bottom]
        self.assertGreaterEqual(min(margins), 29)
        self.assertTrue(min(left, right) <= 31 or min(top, bottom) <= 31, margins)
        self.assertAlmostEqual(left, right, delta=2)
        self.assertAlmostEqual(top, bottom, delta=2)

    def test_places_on_both_sides_of_180_degrees_lie_side_by_side(self):
        places = [(-16.5, 179.8), (-16.9, -179.7), (-16.6, 179.95)]
        report = self.opened(page("antimeridian", places))
        self.assertGreater(report.view()["zoom"], 8)
        # The world goes round: the same place east of the middle.
        middle = report.view()["longitude"] % 360
        self.assertAlmostEqual(middle, 180.05, delta=0.01)
        near = [(latitude, report.view()["longitude"] + (longitude - middle + 180) % 360 - 180) for latitude, longitude in places]
        self.assert_fits(report, near)
        self.assertEqual(report.errors, [])

    def test_fit_all_goes_back(self):
        places = [(40.0, 116.0), (39.8, 116.5), (39.9, 116.2)]
        report = self.opened(page("three", places))
        self.assert_fits(report, places)
        report.jump(center=[10, 50], zoom=4, bearing=0)
        report.button("Fit all").click()
        report.wait("trackmill.map.isMoving()")
        report.settle()
        self.assert_fits(report, places)

    def test_one_point_is_in_the_middle_of_0_0055_degrees(self):
        report = self.opened(page("one", [(39.9, 116.4)]))
        view = report.view()
        self.assertAlmostEqual(view["latitude"], 39.9, delta=1e-5)
        self.assertAlmostEqual(view["longitude"], 116.4, delta=1e-5)
        box = report.map_box()
        _, south = report.on_screen(116.4, 39.9 - 0.00275)
        _, north = report.on_screen(116.4, 39.9 + 0.00275)
        west, _ = report.on_screen(116.4 - 0.00275, 39.9)
        east, _ = report.on_screen(116.4 + 0.00275, 39.9)
        self.assertLessEqual(south - north, box["height"] + 1)
        self.assertLessEqual(east - west, box["width"] + 1)
        self.assertGreaterEqual(max((south - north + 60) / box["height"], (east - west + 60) / box["width"]), 0.97)

    def test_the_week_is_all_in_view(self):
        report = self.opened(week_page())
        bounds = report.run("(b => [b.getSouth(), b.getWest(), b.getNorth(), b.getEast()])(trackmill.map.getBounds())")
        self.assertLess(bounds[0], 39.9)
        self.assertGreater(bounds[2], 39.9)


if __name__ == "__main__":
    unittest.main()
