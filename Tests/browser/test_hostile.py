"""Ids, kinds and addresses that are made to break the page: no script of theirs runs, and everything still works."""

import copy
import unittest

import page_data
from chromium import PageTest
from program import FOLDER, from_logs, week_page

MARK = "window.wasAttacked = true"
TEXTS = [
    f"<script>{MARK}</script>",
    f"</script><script>{MARK}</script>",
    f"<img src=x onerror='{MARK}'>",
    f"]]><svg onload={MARK}>",
    f"\" onmouseover=\"{MARK}\" x=\"",
    f"' onfocus='{MARK}' autofocus x='",
    f"javascript:{MARK}",
    "<!--<script>",
    "&lt;b&gt; &amp; \\u003cscript\\u003e \\",
    "a\u0000b",
    "\u202eevil\u202c \u2066isolate\u200f",
    "\u2028line\u2029separators\ufeff",
    "👩‍👩‍👧‍👦🚲 e\u0301",
    "${1+1} {{1+1}} {0}",
    "__proto__",
    "constructor",
    "x" * 10_000,
]


class HostileTests(PageTest):
    def assert_unharmed(self, report):
        self.assertFalse(report.run("Boolean(window.wasAttacked)"))
        self.assertEqual(report.errors, [])
        self.assertEqual(report.outside_requests(), [])
        self.assertEqual(report.run("document.querySelectorAll('img, iframe, object, embed, base, form').length"), 0)
        self.assertLessEqual(report.run("document.scrollingElement.scrollWidth"), 1000)

    def use(self, report, devices):
        """Everything that shows texts: each device chosen, stepped through, its popup and the rings."""
        for device in devices:
            value = device if "\0" not in device and "\r" not in device else None
            if value is None:
                continue
            report.run("id => trackmill.show(id, Infinity)", device)
            report.settle()
            report.button("Start").click()
            report.button("Next").click()
            self.assertEqual(report.popup().count(), 1)
            self.assertTrue(report.popup().is_visible())
            box = report.popup().bounding_box()
            self.assertLess(box["width"], 300)
            self.assertLess(box["height"], 700)

    def test_logs_with_hostile_ids_and_kinds(self):
        devices = [text for text in TEXTS if "\0" not in text]
        rows = [
            (device, f"2025-06-01T{hour:02}:{minute:02}:00Z", 39.9 + i / 100, 116.4 + hour / 1000, 3, 45, 8, f"kind {device}"[:60])
            for i, device in enumerate(devices)
            for hour in (1, 2)
            for minute in range(0, 60, 5)
        ]
        kinds = "{" + ", ".join(["bicycle: {}", "'</script><b>': {color: '#112233', glyph: '<'}", "'\"><i>': {}"]) + "}"
        stages = "  - find-stays: {at-least: 20 min}\n  - cluster-for-map: {zooms: 3..12}\n"
        made = from_logs("hostile", rows, stages, kinds=kinds)
        kept = [row["device"] for row in made.rows("SELECT DISTINCT device FROM fixes")]
        self.assertGreaterEqual(len(kept), len(devices) - 2, "ids that no log can have are not the page's business")
        report = self.opened(made.page("--title", TEXTS[1]))
        self.assertTrue(report.page.title().startswith(TEXTS[1]))
        self.assertEqual(report.choice("Device").locator("option").count(), len(kept) + 1)
        self.use(report, kept)
        self.assert_unharmed(report)

    def test_page_data_with_hostile_texts_everywhere(self):
        data = copy.deepcopy(page_data.read(week_page()))
        for i, device in enumerate(data["devices"]):
            device["id"] = TEXTS[i % len(TEXTS)]
            device["name"] = TEXTS[(i + 1) % len(TEXTS)]
            device["group"] = TEXTS[(i + 2) % len(TEXTS)]
        for i, kind in enumerate(data["kinds"]):
            kind["name"], kind["glyph"] = TEXTS[i % len(TEXTS)], TEXTS[(i + 3) % len(TEXTS)]
            kind["color"] = ["red;background:url(x)", f"\" onload=\"{MARK}", "#FE7A24", "url(http://127.0.0.1:9/x)"][i % 4]
        data["texts"] = [TEXTS[i % len(TEXTS)] for i in range(max(1, len(data["texts"])))]
        for key in ("name", "role"):
            data["places"][key] = [TEXTS[i % len(TEXTS)] for i in range(len(data["places"]["id"]))]
        data["title"] = data["pipeline"] = TEXTS[1]
        data["fixes"]["command"] = TEXTS[1]
        path = page_data.written_with(week_page(), data, FOLDER / "hostile-data.html")
        report = self.opened(path)
        self.use(report, [device["id"] for device in data["devices"]])
        for zoom in [5, 9, 12, 15]:
            report.jump(center=[116.4, 39.9], zoom=zoom)
        self.assert_unharmed(report)


if __name__ == "__main__":
    unittest.main()
