"""The compass and the map turn as one; controls that there are one of; tilt."""

import time
import unittest
from functools import cache

from chromium import PageTest, turn_between
from program import from_logs, week_page

FLICKS = 20

# In each frame of the screen: the bearing of the map, and the needle as it stands then.
RECORD = """() => {
  window.frames_ = [];
  window.rotations = 0;
  trackmill.map.on('rotate', () => { window.rotations += 1; });
  window.framesAtRelease = null;
  addEventListener('mouseup', () => { framesAtRelease = frames_.length; }, true);
  window.isRecording = true;
  const record = () => {
    frames_.push([trackmill.map.getBearing(), needleDegrees()]);
    if (isRecording) requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
}"""


@cache
def short_track():
    """Ten fixes of one device, a minute and 100 m apart."""
    rows = [("d", f"2025-06-01T08:{minute:02}:00Z", 31.2 + 0.0009 * minute, 121.5, 1.7, 0, 5, "bicycle") for minute in range(10)]
    return from_logs("short", rows, "  - drop-invalid: {}\n")


class TurningTests(PageTest):
    @classmethod
    def path(cls):
        return week_page()

    def flick(self, report, button="right", far=300, steps=24):
        """A drag with a real mouse from right of the middle to the left, let go while it moves."""
        mouse, (x, y) = report.page.mouse, report.middle()
        mouse.move(x + far / 2, y - 60)
        mouse.down(button=button)
        for step in range(1, steps + 1):
            mouse.move(x + far / 2 - far * step / steps, y - 60)
            time.sleep(0.012)
        mouse.up(button=button)

    def test_needle_follows_the_bearing_in_every_frame_of_a_drag_and_of_the_spin_after_it(self):
        # A small map of a few fixes, which software draws so often that a flick is a flick.
        report = self.opened(short_track().page(), width=360, height=360, device_scale_factor=1)
        report.page.locator("#mapview").evaluate("one => one.scrollIntoView()")
        report.run(RECORD)
        spins = []
        # MapLibre spins out by what moved within 160 ms before the release, for which it must have drawn twice. On a machine that does other
        # work it may not come to that: then another flick. The needle must agree in all of them.
        for _ in range(FLICKS):
            report.run("[frames_.length, rotations] = [0, 0]")
            self.flick(report, far=200, steps=16)
            report.wait("!trackmill.map.isMoving()")
            report.run("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            frames, rotations, release = report.run("[frames_, rotations, framesAtRelease]")
            bearing = report.view()["bearing"]
            self.assertLessEqual(max(turn_between(needle, -bearing) for bearing, needle in frames), 0.5)
            self.assertLessEqual(turn_between(report.needle_degrees(), -bearing), 0.001)
            # One frame after the release may be owed to the last movement of the mouse.
            spins.append(len({round(bearing, 3) for bearing, _ in frames[release:]}))
            if spins[-1] > 3 and rotations >= 10:
                break
        self.assertGreaterEqual(rotations, 10)
        self.assertGreater(spins[-1], 3, f"the map did not spin out: it drew {spins} bearings after the releases")
        self.assertEqual(report.errors, [])

    def test_nothing_calls_back_at_rest(self):
        self.flick(self.report)
        self.report.settle()
        time.sleep(1)
        self.report.run("askedCallbacks = 0")
        time.sleep(1.5)
        self.assertEqual(self.report.run("askedCallbacks"), 0)

    def test_adaptive_compass_is_gone_at_north_and_there_at_one_degree(self):
        compass = self.report.button("Compass")
        gone = "element => !element.checkVisibility({opacityProperty: true, visibilityProperty: true})"
        handle = compass.element_handle()
        self.report.wait(gone, handle)
        self.report.jump(bearing=1)
        self.report.wait(gone.replace("!", ""), handle)
        self.assertLessEqual(turn_between(self.report.needle_degrees(), -1), 0.001)
        self.report.jump(bearing=0)
        self.report.wait(gone, handle)
        self.report.jump(pitch=20, zoom=13)
        self.report.wait(gone.replace("!", ""), handle)

    def test_compass_turns_north_up_and_level(self):
        self.report.jump(bearing=75, pitch=30, zoom=13)
        self.report.button("Compass").click()
        self.report.wait("trackmill.map.getBearing() === 0 && trackmill.map.getPitch() === 0")
        self.report.settle()
        self.assertEqual(self.report.needle_degrees(), 0)

    def test_there_is_one_compass_and_one_scale(self):
        page = self.report.page
        self.assertEqual(self.report.button("Compass").count(), 1)
        self.assertEqual(page.locator("[data-needle]").count(), 1)
        self.assertEqual(page.get_by_role("button", name="Compass", exact=True, include_hidden=True).locator("[data-needle]").count(), 1)
        self.assertEqual(self.report.scale().count(), 1)
        self.assertEqual(page.locator(".maplibregl-ctrl-compass, .maplibregl-ctrl-scale").count(), 0)
        self.assertEqual(page.locator("[id=map], [name=map]").count(), 0)

    def test_scale_bar_is_as_long_as_it_says(self):
        self.report.jump(center=[116.4, 39.9], zoom=13)
        self.assertTrue(self.report.is_seen(self.report.scale()))
        words = self.report.scale().inner_text().split()
        meters = float(words[0].replace(",", "")) * {"m": 1, "km": 1000}[words[1]]
        # The bar is the widest thing inside, or itself: 78271.517 m a pixel at zoom 0 on the equator (a world of 512 pixels).
        widths = self.report.scale().evaluate(
            "bar => [bar, ...bar.querySelectorAll('*')].map(one => one.getBoundingClientRect().width)"
        )
        wanted = meters / (78271.51696 * 0.76717 / 2**13)
        self.assertTrue(any(abs(width - wanted) <= max(2.5, 0.02 * wanted) for width in widths), (meters, wanted, widths))

    def test_course_arrows_lie_on_the_map(self):
        turned = self.report.run(
            "trackmill.map.getStyle().layers.filter(layer => layer.layout?.['icon-rotate'])"
            ".map(layer => layer.layout['icon-rotation-alignment'])"
        )
        self.assertGreaterEqual(len(turned), 1)
        self.assertEqual(set(turned), {"map"})


class CompassOptionTests(PageTest):
    def test_visible_compass_stays_at_north_in_its_corner(self):
        report = self.opened(week_page("--compass", "visible", "--compass-corner", "bottom-right", name="compass.html"))
        self.assertTrue(report.is_seen(report.button("Compass")))
        box, (x, y) = report.button("Compass").bounding_box(), report.middle()
        self.assertGreater(box["x"], x)
        self.assertGreater(box["y"], y)

    def test_hidden_compass_and_scale_are_not_there(self):
        report = self.opened(week_page("--compass", "hidden", "--scale", "hidden", name="hidden.html"))
        report.jump(bearing=40)
        self.assertEqual(report.button("Compass").count(), 0)
        self.assertEqual(report.scale().count(), 0)
        self.assertEqual(report.errors, [])


if __name__ == "__main__":
    unittest.main()
