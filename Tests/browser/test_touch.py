"""Two fingers, by the browser's own touch events."""

import math
import time
import unittest

from chromium import Report, turn_between
from program import week_page


class TouchTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = Report(week_page(), width=800, height=800, has_touch=True)
        cls.addClassCleanup(cls.report.close)

    def opened(self):
        self.report.jump(center=[116.4, 39.9], zoom=13, bearing=0, pitch=0)
        return self.report

    def gesture(self, report, start, end, steps=20):
        """Two fingers from two points to two others, relative to the middle of the map."""
        touch = report.context.new_cdp_session(report.page)
        x, y = report.middle()

        def send(kind, share):
            points = [
                {"x": x + a[0] + (b[0] - a[0]) * share, "y": y + a[1] + (b[1] - a[1]) * share, "id": finger}
                for finger, (a, b) in enumerate(zip(start, end))
            ]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else points})

        send("touchStart", 0)
        for step in range(1, steps + 1):
            send("touchMove", step / steps)
            time.sleep(0.016)
        # Still for a moment, so that nothing spins out.
        time.sleep(0.25)
        send("touchEnd", 1)
        report.settle()
        return report.view()

    def turned(self, degrees, reach):
        """Two points on a line through the middle that is turned by so many degrees, clockwise."""
        x, y = reach * math.cos(math.radians(degrees)), reach * math.sin(math.radians(degrees))
        return [(-x, -y), (x, y)]

    def test_pinch_zooms(self):
        report = self.opened()
        view = self.gesture(report, self.turned(0, 60), self.turned(0, 240))
        # Four times as far apart: two levels, less what the fingers go before it counts.
        self.assertGreater(view["zoom"], 14.3)
        self.assertLess(view["zoom"], 15.1)
        self.assertLess(turn_between(view["bearing"], 0), 1)

    def test_two_fingers_turn_the_map_and_the_needle(self):
        report = self.opened()
        steps = [self.turned(degrees, 150) for degrees in range(0, 61, 5)]
        view = self.arc(report, steps)
        self.assertGreater(turn_between(view["bearing"], 0), 30)
        # Fingers that turn clockwise turn the map clockwise, so what is up has turned the other way.
        self.assertLess((view["bearing"] + 180) % 360 - 180, 0)
        self.assertLess(abs(view["zoom"] - 13), 0.3)
        self.assertLessEqual(turn_between(report.needle_degrees(), -view["bearing"]), 0.001)

    def arc(self, report, steps):
        """Two fingers along points of a curve."""
        touch = report.context.new_cdp_session(report.page)
        x, y = report.middle()
        for number, points in enumerate(steps):
            named = [{"x": x + px, "y": y + py, "id": finger} for finger, (px, py) in enumerate(points)]
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove" if number else "touchStart", "touchPoints": named})
            time.sleep(0.02)
        time.sleep(0.25)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        report.settle()
        return report.view()

    def test_pinch_and_turn_work_at_once(self):
        report = self.opened()
        view = self.arc(report, [self.turned(step * 4, 80 + step * 8) for step in range(16)])
        self.assertGreater(view["zoom"], 13.6)
        self.assertGreater(turn_between(view["bearing"], 0), 25)

    def test_vertical_drag_of_two_fingers_tilts(self):
        report = self.opened()
        view = self.gesture(report, [(-60, 100), (60, 100)], [(-60, -100), (60, -100)])
        self.assertGreater(view["pitch"], 15)
        self.assertLessEqual(view["pitch"], 60)
        self.assertLess(turn_between(view["bearing"], 0), 1)

    def test_tilt_ends_at_sixty_degrees(self):
        report = self.opened()
        self.gesture(report, [(-60, 150), (60, 150)], [(-60, -150), (60, -150)])
        view = self.gesture(report, [(-60, 150), (60, 150)], [(-60, -150), (60, -150)])
        self.assertAlmostEqual(view["pitch"], 60, delta=0.01)

    def test_map_does_not_tilt_from_high_above(self):
        report = self.opened()
        # 6,000 m a pixel at zoom 3.3: the eye is thousands of kilometres up.
        report.jump(zoom=3.3)
        view = self.gesture(report, [(-60, 100), (60, 100)], [(-60, -100), (60, -100)])
        self.assertEqual(view["pitch"], 0)

    def test_tilt_can_be_off(self):
        report = Report(week_page("--tilt", "off", name="no-tilt.html"), width=800, height=800, has_touch=True)
        self.addCleanup(report.close)
        view = self.gesture(report, [(-60, 100), (60, 100)], [(-60, -100), (60, -100)])
        self.assertEqual(view["pitch"], 0)


if __name__ == "__main__":
    unittest.main()
