"""What the page looks like: languages, dark and light, small and large windows, without WebGL, without script, on paper."""

import re
import unittest

from chromium import NO_WEBGL, PageTest
from program import FOLDER, sample_week, week_page

HAN, CYRILLIC = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[\u0400-\u04ff]")
CONTROLS = ["Start", "Previous", "Play", "Next", "End", "Latest fix", "Fit all", "Track"]

# Texts that are drawn, with too little contrast to what lies behind them (WCAG 2: 4.5, large ones 3). Colours of pictures are not judged.
LOW_CONTRAST = """
(() => {
  const parts = color => color.match(/[\\d.]+/g).map(Number);
  const over = (front, back) => front.slice(0, 3).map((value, i) => value * (front[3] ?? 1) + back[i] * (1 - (front[3] ?? 1)));
  const light = color => {
    const [r, g, b] = color.map(value => value / 255).map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
  const backOf = element => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.unshift(parts(getComputedStyle(at).backgroundColor));
    return layers.reduce((back, layer) => over(layer, back), paper);
  };
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim()).join('');
    if (!text || element.closest('svg, script, style, option, [disabled]') || !element.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    const style = getComputedStyle(element);
    const back = backOf(element);
    const [a, b] = [light(over(parts(style.color), back)), light(back)].sort((one, other) => other - one);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if ((a + 0.05) / (b + 0.05) < (isLarge ? 3 : 4.5)) found.push([text.slice(0, 40), style.color, back.map(Math.round).join(), ((a + 0.05) / (b + 0.05)).toFixed(2)]);
  }
  return found;
})()
"""


class LooksTests(PageTest):
    def opened(self, path=None, **options):
        return super().opened(path or week_page(), **options)

    def assert_fits_in_width(self, report, width):
        self.assertLessEqual(report.run("document.scrollingElement.scrollWidth"), width)

    def test_a_page_asks_for_nothing_and_says_no_error(self):
        report = self.opened()
        for name in ["Start", "Next", "Play", "Pause", "End", "Fit all", "Track", "Latest fix"]:
            button = report.page.get_by_role("button", name=re.compile(f"^{name}"))
            button.click()
            report.settle()
        report.page.locator("summary").first.focus()
        self.assertEqual(report.errors, [])
        self.assertEqual(report.outside_requests(), [])

    def test_every_control_has_its_promised_name(self):
        report = self.opened()
        for name in CONTROLS:
            self.assertEqual(report.page.get_by_role("button", name=name, exact=True).count(), 1, name)
        for name in ["Device", "From", "To", "Speed"]:
            self.assertEqual(report.choice(name).count(), 1, name)
        self.assertEqual(report.slider().count(), 1)
        self.assertEqual(report.page.get_by_label("Legend", exact=True).count(), 1)
        report.button("Start").click()
        self.assertEqual(report.popup().count(), 1)

    def test_every_button_and_field_has_a_name(self):
        report = self.opened()
        unnamed = report.run(
            "[...document.querySelectorAll('button, select, input, a, [role]:not([role=status])')].filter(one => !one.closest('[aria-hidden=true]'))"
            ".filter(one => !(one.ariaLabel || one.textContent.trim() || one.labels?.length || one.title)).map(one => one.outerHTML)"
        )
        self.assertEqual(unnamed, [])

    def test_chinese_and_russian_browsers_get_their_language(self):
        for locale, language, letters in [("zh-CN", "zh", HAN), ("ru-RU", "ru", CYRILLIC)]:
            report = self.opened(locale=locale)
            self.assertTrue(report.run("document.documentElement.lang").startswith(language))
            report.run("trackmill.map.jumpTo({bearing: 10})")
            names = report.run(
                "[...document.querySelectorAll('button')].filter(one => one.checkVisibility()).map(one => one.ariaLabel || one.innerText)"
                ".filter(name => !/^\\d+: /.test(name))"
            )
            self.assertGreaterEqual(len(names), len(CONTROLS))
            self.assertEqual([name for name in names if not letters.search(name)], [])
            headings = report.page.locator("h2, caption, summary").all_inner_texts()
            self.assertEqual([text for text in headings if text.strip() and "MapLibre" not in text and not letters.search(text)], [])
            self.assert_fits_in_width(report, 1000)
            self.assertEqual(report.errors, [])

    def test_the_page_s_own_language_goes_before_the_browser_s(self):
        report = self.opened(week_page("--language", "ru", name="russian.html"))
        self.assertEqual(report.run("document.documentElement.lang"), "ru")
        self.assertEqual(report.button("Play").count(), 0)

    def test_dark_is_dark_and_light_is_light(self):
        shades = {}
        for scheme in ["light", "dark"]:
            report = self.opened(color_scheme=scheme)
            color = report.run("getComputedStyle(document.body).backgroundColor")
            shades[scheme] = sum(map(int, re.findall(r"\d+", color)[:3])) / 3
            # The map, too: the middle of its sea and land. Its colours come from the style, not from a picture.
            background = report.run(
                "trackmill.map.getStyle().layers.filter(layer => layer.type === 'background' || layer.id.includes('land'))"
                ".flatMap(layer => [layer.paint['background-color'], layer.paint['fill-color']]).filter(Boolean)"
            )
            shades[scheme, "map"] = background
            self.assertEqual(report.run(LOW_CONTRAST), [], scheme)
        self.assertGreater(shades["light"], 200)
        self.assertLess(shades["dark"], 60)
        self.assertNotEqual(shades["light", "map"], shades["dark", "map"])

    def test_nothing_sticks_out_of_windows_of_320_and_375_pixels(self):
        for width, height in [(375, 667), (320, 568)]:
            report = self.opened(width=width, height=height, has_touch=True, is_mobile=True)
            self.assert_fits_in_width(report, width)
            for name in CONTROLS:
                button = report.page.get_by_role("button", name=name, exact=True)
                button.scroll_into_view_if_needed()
                box = button.bounding_box()
                self.assertGreaterEqual(box["x"], 0, name)
                self.assertLessEqual(box["x"] + box["width"], width, name)
                # WCAG 2.2, target size: 24 pixels.
                self.assertGreaterEqual(min(box["width"], box["height"]), 24, name)
            report.button("Start").tap()
            box = report.popup().bounding_box()
            self.assertGreaterEqual(box["x"], 0)
            self.assertLessEqual(box["x"] + box["width"], width)
            self.assertEqual(report.errors, [])

    def test_controls_do_not_cover_each_other(self):
        for width, height in [(1000, 760), (375, 667)]:
            report = self.opened(width=width, height=height)
            report.run("trackmill.map.jumpTo({bearing: 10})")
            report.settle()
            for name in [*CONTROLS, "Compass"]:
                button = report.page.get_by_role("button", name=name, exact=True)
                button.scroll_into_view_if_needed()
                covered = button.evaluate(
                    "one => { const {x, y, width, height} = one.getBoundingClientRect();"
                    " const top = document.elementFromPoint(x + width / 2, y + height / 2); return !one.contains(top); }"
                )
                self.assertFalse(covered, f"{name} at {width}")

    def test_a_large_window_is_filled(self):
        report = self.opened(width=3840, height=2160)
        self.assert_fits_in_width(report, 3840)
        box = report.map_box()
        self.assertGreater(box["width"], 1500)
        self.assertGreater(box["height"], 700)

    def assert_has_overview(self, page):
        overview = page.locator("#overview svg").first
        self.assertTrue(overview.is_visible())
        self.assertFalse(page.locator("#mapview").is_visible())
        self.assertGreater(page.locator("#overview svg path, #overview svg polyline").count(), 5)
        self.assertGreaterEqual(page.locator("#overview svg circle").count(), 5)
        self.assertGreaterEqual(page.locator("#tables table").count(), 2)
        stays = sample_week().rows("SELECT count(*) AS n FROM stays WHERE day BETWEEN '2025-06-01' AND '2025-06-07'")[0]["n"]
        self.assertLessEqual(max(page.locator("#tables table").nth(i).locator("tbody tr").count() for i in range(2)), 201)
        self.assertGreater(stays, 0)

    def test_without_webgl_the_overview_and_the_tables_are_shown(self):
        report = self.opened(flags=tuple(NO_WEBGL), wait_for_map=False)
        report.page.locator("#overview svg").first.wait_for()
        self.assertIsNone(report.run("document.createElement('canvas').getContext('webgl2')"))
        self.assert_has_overview(report.page)
        self.assertEqual(report.errors, [])
        self.assertEqual(report.outside_requests(), [])

    def test_without_script_the_overview_and_the_tables_are_shown(self):
        report = self.opened(java_script_enabled=False, wait_for_map=False)
        self.assert_has_overview(report.page)
        self.assertEqual(report.outside_requests(), [])

    def test_the_overview_is_not_drawn_where_there_will_be_a_map(self):
        report = self.opened(wait_for_map=False)
        self.assertFalse(report.run("document.querySelector('#overview').checkVisibility()"))
        report.wait("document.documentElement.classList.contains('has-map')", seconds=30)
        self.assertFalse(report.run("document.querySelector('#overview').checkVisibility()"))

    def test_the_overview_is_shown_where_a_part_of_the_map_is_damaged(self):
        for part in ["map-library", "page-script", "trackmill-data"]:
            text, count = re.subn(f'(id="{part}">)[^<]*', r"\g<1>AAAA", week_page().read_text(encoding="utf-8"))
            self.assertEqual(count, 1, part)
            path = FOLDER / f"damaged-{part}.html"
            path.write_text(text, encoding="utf-8")
            report = self.opened(path, wait_for_map=False)
            report.page.locator("#overview svg").first.wait_for()
            self.assert_has_overview(report.page)

    def test_on_paper_the_overview_stands_for_the_map(self):
        report = self.opened()
        report.page.emulate_media(media="print")
        self.assertTrue(report.page.locator("#overview svg").first.is_visible())
        self.assertFalse(report.page.locator("#panel").is_visible())

    def test_a_strict_policy_stands_in_the_page(self):
        report = self.opened()
        policy = report.page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content")
        rules = {words.split()[0]: words.split()[1:] for words in policy.split(";") if words.strip()}
        self.assertEqual(rules["default-src"], ["'none'"])
        self.assertNotIn("'unsafe-inline'", rules["script-src"])
        self.assertNotIn("'unsafe-eval'", rules["script-src"])
        for words in rules.values():
            self.assertEqual([word for word in words if "http" in word or word == "*"], [])
        # And it holds: a script that is put in does not run, and no request leaves.
        report.run("document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.wasRun = true'}))")
        self.assertFalse(report.run("Boolean(window.wasRun)"))

    def test_licences_and_sources_are_named(self):
        words = self.opened().page.locator("body").inner_text()
        for name in ["MapLibre", "Natural Earth", "GeoNames"]:
            self.assertIn(name, words)
        self.assertIn("BSD", self.opened().run("document.documentElement.textContent"))


if __name__ == "__main__":
    unittest.main()
