"""Pictures of the page, to out/screenshots; docs/images has two of them and the moving one."""

import io
import unittest

from PIL import Image

from chromium import NO_WEBGL, SCREENSHOTS, PageTest
from program import sample_week, week_page

MOST_BYTES = 1_000_000
FRAMES = 28
FRAME_MILLISECONDS = 280


class PictureTests(PageTest):
    def assert_is_picture(self, name, width, height):
        """A picture of that size, in which not everything has one colour."""
        with Image.open(SCREENSHOTS / name) as picture:
            self.assertEqual(picture.size, (width, height))
            self.assertGreater(len(picture.convert("RGB").getcolors(maxcolors=1 << 24)), 50)

    def test_the_week_in_a_wide_window(self):
        report = self.opened(week_page(), width=1280, height=900)
        report.button("Fit all").click()
        report.settle()
        report.page.locator("#map-section").scroll_into_view_if_needed()
        report.screenshot("week.png")
        self.assert_is_picture("week.png", 1280, 900)

    def test_rings_turned_and_tilted_with_a_popup(self):
        report = self.opened(week_page(), width=1280, height=900)
        [last] = sample_week().rows("SELECT device, last_ms FROM devices WHERE device LIKE 'vehicle%' ORDER BY last_ms DESC LIMIT 1")
        report.run("([device, time]) => trackmill.show(device, time)", [last["device"], last["last_ms"] - 20 * 3_600_000])
        report.settle()
        report.jump(zoom=13, bearing=-32, pitch=40)
        report.page.locator("#map-section").evaluate("one => one.scrollIntoView()")
        report.screenshot("turned.png")
        self.assert_is_picture("turned.png", 1280, 900)

    def test_rings_of_several_kinds_in_the_dark(self):
        report = self.opened(week_page(), width=1280, height=900, color_scheme="dark")
        report.jump(center=[114.08, 22.5], zoom=10.3)
        report.page.locator("#map-section").evaluate("one => one.scrollIntoView()")
        report.screenshot("clusters-dark.png")
        self.assert_is_picture("clusters-dark.png", 1280, 900)

    def test_a_phone_in_chinese(self):
        report = self.opened(week_page(), width=375, height=667, locale="zh-CN", is_mobile=True, has_touch=True)
        report.page.locator("#map-section").evaluate("one => one.scrollIntoView()")
        report.screenshot("phone-chinese.png")
        self.assert_is_picture("phone-chinese.png", 375, 667)

    def test_the_overview_without_webgl(self):
        report = self.opened(week_page(), width=1280, height=900, flags=tuple(NO_WEBGL), wait_for_map=False)
        report.page.locator("#overview svg").first.wait_for()
        report.screenshot("overview.png")
        self.assert_is_picture("overview.png", 1280, 900)

    def test_playback_moves(self):
        # Lines as they are played, so that they grow.
        report = self.opened(week_page("--history-lines", "as-played", name="as-played.html"), width=860, height=960)
        [trip] = sample_week().rows("SELECT device, start_ms FROM trips WHERE device LIKE 'vehicle%' AND day = '2025-06-01' ORDER BY fixes DESC, start_ms LIMIT 1")
        report.run("([device, time]) => trackmill.show(device, time)", [trip["device"], trip["start_ms"]])
        report.settle()
        report.jump(zoom=13.2)
        for _ in range(2):
            report.page.locator("button[aria-label^=Track]").click()
            report.settle()
        report.page.locator("#map-section").evaluate("one => one.scrollIntoView()")
        report.finish_drawing()
        frames, box = [], report.page.locator("#map-section").bounding_box()
        area = {"x": max(box["x"], 0), "y": max(box["y"], 0), "width": box["width"], "height": min(box["height"], 960 - max(box["y"], 0))}
        for _ in range(FRAMES):
            frames.append(Image.open(io.BytesIO(report.page.screenshot(clip=area))).convert("RGB").resize((640, round(640 * area["height"] / area["width"]))))
            report.button("Next").click()
            report.settle()
        self.assertGreater(len({frame.tobytes() for frame in frames}), FRAMES // 2, "the map stood still")
        path = SCREENSHOTS / "playback.webp"
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=FRAME_MILLISECONDS, loop=0, quality=70, method=4)
        self.assertLessEqual(path.stat().st_size, MOST_BYTES)


if __name__ == "__main__":
    unittest.main()
