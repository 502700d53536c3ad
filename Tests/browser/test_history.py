"""Stepping, playing and choosing: every control reaches the fix it says, and each popup has its own time and address."""

import re
import time
import unittest
from datetime import datetime, timezone
from functools import cache

from chromium import SECONDS, PageTest
from program import from_logs, sample_week, week_page

# A train from Guangzhou to Harbin: a fix every hour, so far apart that each lies nearest to another town.
STATIONS = [
    (23.1167, 113.25), (24.8, 113.59), (25.79, 113.03), (26.89, 112.61), (28.2, 112.97), (29.37, 113.12), (30.58, 114.27), (31.93, 113.99),
    (32.97, 114.03), (34.76, 113.65), (36.1, 114.35), (37.06, 114.49), (38.04, 114.48), (38.87, 115.47), (39.9, 116.4), (39.61, 118.18),
    (39.93, 119.59), (41.12, 121.1), (41.79, 123.43), (43.17, 124.34), (43.88, 125.32), (45.75, 126.65),
]
FIRST_MILLISECONDS = int(datetime(2025, 6, 1, 1, 0, 7, tzinfo=timezone.utc).timestamp() * 1000)
STAGES = """  - pick-history: {points: 100, by: even, per: day}
  - geocode: {of: [history], with: [gazetteer]}
"""


def iso(milliseconds):
    return datetime.fromtimestamp(milliseconds / 1000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


@cache
def journey():
    """The train's database, and a page of its history points."""
    rows = [
        ("train", iso(FIRST_MILLISECONDS + 3_600_000 * hour), latitude, longitude, 60 if hour else None, hour * 10, 5 + hour, "bicycle")
        for hour, (latitude, longitude) in enumerate(STATIONS)
    ]
    # A second device, so that choosing one means something: 322 fixes and 122 points in all.
    rows += [("other", iso(FIRST_MILLISECONDS + 60_000 * minute), 31 + minute / 1000, 104, 3, 0, 9, "pet") for minute in range(300)]
    made = from_logs("journey", rows, STAGES)
    return made, made.page("--most", "150")


class JourneyTests(PageTest):
    @classmethod
    def path(cls):
        return journey()[1]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.made = journey()[0]
        cls.points = cls.made.rows("SELECT * FROM history WHERE device = 'train' ORDER BY time_ms")
        assert len(cls.points) == len(STATIONS)
        assert len({point["address"] for point in cls.points}) >= 20

    def setUp(self):
        super().setUp()
        self.report.choose("Device", "train")

    def assert_shows(self, point):
        """The popup is open and has this point's time and address, and nothing of another's."""
        text = self.report.popup().inner_text(timeout=5 * SECONDS)
        self.assertIn(point["time_local"], text)
        self.assertIn(point["address"], text)
        for other in self.points:
            if other["time_ms"] != point["time_ms"]:
                self.assertNotIn(other["time_local"], text)
        self.assertEqual(self.report.popup().count(), 1)

    def press(self, name):
        self.report.button(name).click()

    def test_next_opens_every_popup_forwards_and_previous_backwards(self):
        self.press("Start")
        self.assert_shows(self.points[0])
        for point in self.points[1:]:
            self.press("Next")
            self.assert_shows(point)
        self.press("Next")
        self.assert_shows(self.points[-1])
        for point in reversed(self.points[:-1]):
            self.press("Previous")
            self.assert_shows(point)
        self.press("Previous")
        self.assert_shows(self.points[0])
        self.press("End")
        self.assert_shows(self.points[-1])
        self.assertEqual(self.report.errors, [])

    def test_click_opens_every_popup_forwards_and_backwards(self):
        for point in [*self.points, *reversed(self.points)]:
            # The popup before may lie over the next point.
            if self.report.popup().is_visible():
                self.report.popup().get_by_role("button", name="Close").click()
            # Off the middle, so that a popup which always shows the middle is found out.
            self.report.jump(center=[point["longitude"] + 0.004, point["latitude"] + 0.003], zoom=13)
            self.report.page.mouse.click(*self.report.on_screen(point["longitude"], point["latitude"]))
            self.report.wait("time => document.querySelector('[role=dialog]')?.innerText.includes(time)", point["time_local"])
            self.assert_shows(point)

    def test_popup_stands_at_its_fix_and_is_270_pixels_wide(self):
        self.report.page.get_by_role("button", name="Start", exact=True).click()
        self.report.settle()
        self.report.jump(center=[self.points[0]["longitude"], self.points[0]["latitude"]], zoom=12)
        box, (x, y) = self.report.popup().bounding_box(), self.report.middle()
        self.assertAlmostEqual(box["width"], 270, delta=1)
        # Above or below it, beside it where there is no room; never over it.
        if abs(box["x"] + box["width"] / 2 - x) <= 2:
            self.assertLess(min(abs(box["y"] + box["height"] - y), abs(box["y"] - y)), 40)
        else:
            self.assertLess(min(abs(box["x"] + box["width"] - x), abs(box["x"] - x)), 40)
            self.assertTrue(box["y"] <= y <= box["y"] + box["height"])

    def test_popup_says_speed_course_and_accuracy_and_leaves_out_what_is_not_known(self):
        self.press("Start")
        text = self.report.popup().inner_text()
        self.assertNotIn("Speed", text)
        self.assertIn("5 m", text)
        self.press("Next")
        text = self.report.popup().inner_text()
        # 60 m/s are 216 km/h; the second fix has course 10 and accuracy 6.
        for words in ["216 km/h", "10°", "6 m"]:
            self.assertIn(words, text)

    def test_links_lead_to_the_point_in_each_map_s_own_system(self):
        self.press("End")
        links = self.report.popup().get_by_role("link")
        self.assertEqual([words.split()[-1] for words in links.all_inner_texts()], ["Amap", "Baidu", "Google"])
        addresses = [link.get_attribute("href") for link in links.all()]
        # Harbin by the published formulas: GCJ-02 is 45.752171, 126.656263 north-east of WGS-84, BD-09 more so.
        for address in addresses:
            self.assertNotIn("45.750000", address)
            self.assertRegex(address, r"45\.75\d{4}")
        self.assertEqual(self.report.outside_requests(), [])

    def test_play_goes_through_the_fixes_in_order_and_pause_stops(self):
        self.press("Start")
        self.report.choice("Speed").select_option(index=len(self.report.choice("Speed").locator("option").all()) - 1)
        self.press("Play")
        self.assertEqual(self.report.button("Pause").count(), 1)
        self.assertEqual(self.report.button("Play").count(), 0)
        seen = []
        for _ in range(60):
            text = self.report.popup().inner_text()
            [now] = [i for i, point in enumerate(self.points) if point["time_local"] in text]
            self.assertIn(self.points[now]["address"], text)
            if not seen or seen[-1] != now:
                seen.append(now)
            if len(seen) == 4:
                break
            time.sleep(0.25)
        self.assertEqual(seen, sorted(seen))
        self.assertGreaterEqual(len(seen), 4)
        self.press("Pause")
        stopped = self.report.popup().inner_text()
        time.sleep(1.5)
        self.assertEqual(self.report.popup().inner_text(), stopped)
        self.assertEqual(self.report.button("Play").count(), 1)

    def test_play_ends_with_the_last_fix(self):
        self.press("End")
        self.press("Previous")
        self.press("Play")
        self.report.wait("time => document.querySelector('[role=dialog]')?.innerText.includes(time)", self.points[-1]["time_local"])
        self.report.page.get_by_role("button", name="Play", exact=True).wait_for()
        self.assert_shows(self.points[-1])

    def test_slider_reaches_first_last_and_every_fix_between(self):
        slider = self.report.slider()
        slider.focus()
        slider.press("End")
        self.assert_shows(self.points[-1])
        slider.press("Home")
        self.assert_shows(self.points[0])
        for point in self.points[1:4]:
            slider.press("ArrowRight")
            self.assert_shows(point)
        slider.press("ArrowLeft")
        self.assert_shows(self.points[2])
        # By the mouse, to the right end and to about a third.
        box = slider.bounding_box()
        self.report.page.mouse.click(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2)
        self.assert_shows(self.points[-1])
        self.report.page.mouse.click(box["x"] + box["width"] * 0.34, box["y"] + box["height"] / 2)
        text = self.report.popup().inner_text()
        [now] = [i for i, point in enumerate(self.points) if point["time_local"] in text]
        self.assertAlmostEqual(now, 0.34 * 21, delta=1.5)

    def test_stepping_redraws_no_marker_and_makes_no_popup_anew(self):
        self.press("Start")
        self.report.run("document.querySelector('[role=dialog]').isTheFirst = true")
        # And the lines and points of the map, of which MapLibre hands on each change to a worker.
        self.report.settle()
        self.report.run(
            "() => { window.redrawn = []; for (const name of ['tracks', 'fixes', 'stays']) { const source = trackmill.map.getSource(name);"
            " const original = source.setData; source.setData = data => { redrawn.push(name); return original.call(source, data); }; } }"
        )
        for _ in range(5):
            self.press("Next")
        self.assertTrue(self.report.run("document.querySelector('[role=dialog]').isTheFirst"))
        self.assertEqual(self.report.run("redrawn"), [])

    def test_keys_step_and_play(self):
        self.press("Start")
        self.report.slider().focus()
        keyboard = self.report.page.keyboard
        keyboard.press("ArrowRight")
        keyboard.press("ArrowRight")
        self.assert_shows(self.points[2])
        keyboard.press("End")
        self.assert_shows(self.points[-1])
        keyboard.press("Home")
        keyboard.press(" ")
        self.report.page.get_by_role("button", name="Pause", exact=True).wait_for()
        keyboard.press(" ")
        self.report.page.get_by_role("button", name="Play", exact=True).wait_for()

    def test_scripts_can_show_a_device_at_a_time(self):
        self.report.run("point => trackmill.show('train', point)", self.points[7]["time_ms"])
        self.assert_shows(self.points[7])
        self.report.run("point => trackmill.show('other', point)", FIRST_MILLISECONDS)
        self.assertEqual(self.report.choice("Device").input_value(), "other")
        self.assertIn("2025-06-01 01:00:07", self.report.popup().inner_text())

    def test_latest_fix_jumps_there(self):
        self.press("Start")
        self.press("Latest fix")
        self.assert_shows(self.points[-1])
        self.report.settle()
        view = self.report.view()
        self.assertAlmostEqual(view["latitude"], STATIONS[-1][0], delta=0.01)
        self.assertAlmostEqual(view["longitude"], STATIONS[-1][1], delta=0.01)

    def test_page_says_how_much_it_shows(self):
        text = self.report.page.locator("body").inner_text()
        self.assertRegex(text, r"(?i)showing 122 of 322 fixes")

    def test_range_of_time_cuts_what_is_stepped_through(self):
        wanted = [point for point in self.points if "2025-06-01 04:00" <= point["time_local"] < "2025-06-01 08:00"]
        for name, hour in [("From", "04:00"), ("To", "08:00")]:
            options = self.report.choice(name).locator("option").all_inner_texts()
            [label] = [text for text in options if "2025-06-01" in text and hour in text]
            self.report.choice(name).select_option(label=label)
        self.press("Start")
        self.assert_shows(wanted[0])
        self.press("End")
        self.assert_shows(wanted[-1])


class FollowingTests(PageTest):
    @classmethod
    def path(cls):
        return journey()[1]

    def setUp(self):
        super().setUp()
        self.report.choose("Device", "train")
        self.report.button("Start").click()
        # Off, as a test before may have left it.
        self.report.button("Fit all").click()
        self.report.settle()
        self.report.jump(zoom=10)
        self.track = self.report.page.get_by_role("button", name=re.compile("^Track"))

    def state(self):
        return self.track.get_attribute("aria-pressed"), self.track.get_attribute("aria-label")

    def press_track(self):
        self.track.click()
        self.report.settle()

    def assert_centred(self, point):
        self.report.settle()
        view = self.report.view()
        self.assertAlmostEqual(view["latitude"], point[0], delta=0.01)
        self.assertAlmostEqual(view["longitude"], point[1], delta=0.01)

    def test_track_button_goes_from_off_to_following_to_course_up_to_off(self):
        names = []
        for pressed in ["false", "true", "true", "false"]:
            self.assertEqual(self.state()[0], pressed)
            names.append(self.state()[1])
            self.press_track()
        self.assertEqual(len(set(names)), 3, names)
        self.assertEqual(names[0], names[3])
        self.assertTrue(all(name.startswith("Track") for name in names))

    def test_followed_device_stays_in_the_middle_and_the_program_s_own_moves_do_not_end_it(self):
        self.press_track()
        self.assert_centred(STATIONS[0])
        for station in STATIONS[1:4]:
            self.report.button("Next").click()
            self.assert_centred(station)
        self.assertEqual(self.state()[0], "true")

    def test_drag_by_hand_ends_following(self):
        self.press_track()
        # The next station is in view, so that nothing has to bring it there.
        self.report.jump(zoom=6)
        mouse, (x, y) = self.report.page.mouse, self.report.middle()
        mouse.move(x - 60, y + 150)
        mouse.down()
        for step in range(10):
            mouse.move(x - 60 - 15 * step, y + 150)
            time.sleep(0.016)
        mouse.up()
        self.report.settle()
        self.assertEqual(self.state()[0], "false")
        self.report.button("Next").click()
        self.report.settle()
        self.assertGreater(abs(self.report.view()["latitude"] - STATIONS[1][0]), 0.05)

    def test_turn_by_hand_ends_following(self):
        self.press_track()
        mouse, (x, y) = self.report.page.mouse, self.report.middle()
        mouse.move(x - 60, y + 150)
        mouse.down(button="right")
        for step in range(10):
            mouse.move(x - 60 - 15 * step, y + 150)
            time.sleep(0.016)
        mouse.up(button="right")
        self.report.settle()
        self.assertEqual(self.state()[0], "false")

    def test_course_up_turns_the_map_by_the_course(self):
        for _ in range(2):
            self.press_track()
        for hour in [1, 2, 3]:
            self.report.button("Next").click()
            self.report.settle()
            self.assertAlmostEqual(self.report.view()["bearing"], hour * 10, delta=0.01)
            self.assertAlmostEqual(self.report.needle_degrees(), -hour * 10, delta=0.01)

    def test_following_goes_on_in_playback(self):
        self.press_track()
        self.report.choice("Speed").select_option(index=len(self.report.choice("Speed").locator("option").all()) - 1)
        self.report.button("Play").click()
        time.sleep(2)
        self.report.button("Pause").click()
        self.report.settle()
        self.assertEqual(self.state()[0], "true")
        self.assertGreater(self.report.view()["latitude"], STATIONS[0][0] + 0.2)


class WeekTests(PageTest):
    """The sample week, one device: the history points by buttons, against the database's view."""

    def test_every_point_of_a_device_has_its_own_time_and_address(self):
        [device] = sample_week().rows("SELECT device FROM history GROUP BY device ORDER BY count(*) DESC, device LIMIT 1")
        points = sample_week().rows(
            "SELECT time_local, address FROM history WHERE device = ? AND day BETWEEN '2025-06-01' AND '2025-06-07' ORDER BY time_ms",
            device["device"],
        )
        self.assertGreater(len(points), 20)
        report = self.opened(week_page("--most", "1000", name="history.html"))
        report.choose("Device", device["device"])
        found = []
        for name, times in [("Start", 1), ("Next", len(points) - 1), ("End", 1), ("Previous", len(points) - 1)]:
            for _ in range(times):
                report.button(name).click()
                found.append(report.popup().inner_text())
        for point, text in zip([*points, *reversed(points)], found, strict=True):
            self.assertIn(point["time_local"], text)
            self.assertIn(point["address"], text)
        self.assertEqual(report.errors, [])


if __name__ == "__main__":
    unittest.main()
