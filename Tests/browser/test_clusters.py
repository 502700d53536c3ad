"""Rings of clusters: their totals are the database's rows at every zoom, they look as promised, a click splits them."""

import re
import unittest
from collections import Counter

import page_data
from chromium import PageTest
from program import sample_week, week_page

RING = re.compile(r"^(\d+): (.+)$")


def counts(name):
    """The counts by kind in a ring's name."""
    total, parts = RING.match(name).groups()
    found = Counter({kind: int(count) for count, kind in (part.split(" ", 1) for part in parts.split(", "))})
    assert sum(found.values()) == int(total), name
    return found


class ClusterTests(PageTest):
    @classmethod
    def path(cls):
        return week_page()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.data = page_data.read(week_page())
        cls.kinds = [kind["name"] for kind in cls.data["kinds"]]
        # Days of Shanghai.
        cls.wanted = Counter(
            {
                row["kind"]: row["n"]
                for row in sample_week().rows(
                    "SELECT kind, count(*) AS n FROM stays WHERE day BETWEEN '2025-06-01' AND '2025-06-07' GROUP BY kind"
                )
            }
        )
        assert len(cls.wanted) >= 2

    def rings(self):
        """Each drawn ring: its name and the middle of its box."""
        found = self.report.run(
            "[...document.querySelectorAll('button')].filter(one => /^\\d+: /.test(one.ariaLabel) && one.checkVisibility())"
            ".map(one => [one.ariaLabel, one.getBoundingClientRect()])"
            ".map(([name, box]) => ({name, x: box.x + box.width / 2, y: box.y + box.height / 2, size: box.width}))"
        )
        box = self.report.map_box()
        # Those just outside the view are held ready.
        return [
            ring
            for ring in found
            if 0 <= ring["x"] - box["x"] <= box["width"] and 0 <= ring["y"] - box["y"] <= box["height"]
        ]

    def level(self, zoom):
        """What the page's data has at a zoom: (latitude, longitude, counts by kind) of each cluster and each point alone."""
        clusters, stays = self.data["clusters"], self.data["stays"]
        low, high = clusters["zooms"]
        zoom = min(max(zoom, low), high)
        self.assertNotIn(zoom, [level for level, items in clusters["hidden"] if items])
        several = [
            (clusters["latitude"][i], clusters["longitude"][i], self.by_kind(clusters["kinds"][i]))
            for i in range(len(clusters["count"]))
            if clusters["low"][i] <= zoom <= clusters["high"][i]
        ]
        singles = [
            (stays["latitude"][stay], stays["longitude"][stay], Counter({self.kinds[stays["kind"][stay]]: 1}))
            for stay, lowest in zip(clusters["singles"]["point"], clusters["singles"]["low"])
            if lowest <= zoom
        ]
        return [(latitude / 1e6, longitude / 1e6, kinds) for latitude, longitude, kinds in several + singles]

    def by_kind(self, flat):
        return Counter({self.kinds[kind]: count for kind, count in zip(flat[::2], flat[1::2])})

    def test_totals_by_kind_are_those_of_the_days_at_five_zooms(self):
        for zoom in [4, 8, 10, 12, 15]:
            total = sum((kinds for _, _, kinds in self.level(zoom)), Counter())
            self.assertEqual(total, self.wanted, f"zoom {zoom}")

    def test_drawn_rings_are_the_clusters_of_the_zoom_where_they_lie(self):
        mixed = 0
        for zoom, middle in [(4, [110, 33]), (6, [114.1, 22.5]), (9, [114.1, 22.5]), (10, [114.1, 22.5]), (12, [121.4, 31.2])]:
            self.report.jump(center=middle, zoom=zoom + 0.3)
            box = self.report.map_box()
            wanted = []
            for latitude, longitude, kinds in self.level(zoom):
                x, y = self.report.on_screen(longitude, latitude)
                if 0 <= x - box["x"] <= box["width"] and 0 <= y - box["y"] <= box["height"]:
                    wanted.append((round(x), round(y), kinds))
            drawn = self.rings()
            self.assertEqual(len(drawn), len(wanted), f"zoom {zoom}")
            self.assertGreater(len(drawn), 0)
            for ring in drawn:
                near = [
                    kinds for x, y, kinds in wanted if abs(x - ring["x"]) <= 2 and abs(y - ring["y"]) <= 2
                ]
                self.assertIn(counts(ring["name"]), near, f"{ring['name']} at zoom {zoom}")
            mixed += any(len(counts(ring["name"])) >= 2 for ring in drawn)
        self.assertGreater(mixed, 0, "no ring of two kinds was drawn")

    def test_rings_that_show_the_whole_week_sum_up_to_it(self):
        # From Paris to Seoul, 125° that take 711 pixels at zoom 2.
        for zoom in [1, 1.5, 2]:
            self.report.jump(center=[64, 37], zoom=zoom)
            total = sum((counts(ring["name"]) for ring in self.rings()), Counter())
            self.assertEqual(total, self.wanted, f"zoom {zoom}")

    def test_kinds_of_a_ring_are_named_in_the_order_of_the_pipeline(self):
        self.report.jump(center=[116.4, 39.9], zoom=5)
        for ring in self.rings():
            order = [self.kinds.index(part.split(" ", 1)[1]) for part in RING.match(ring["name"])[2].split(", ")]
            self.assertEqual(order, sorted(order))

    def test_a_ring_is_40_pixels_wide(self):
        self.report.jump(center=[116.4, 39.9], zoom=10)
        several = [ring for ring in self.rings() if not ring["name"].startswith("1:")]
        self.assertGreater(len(several), 3)
        for ring in several:
            self.assertAlmostEqual(ring["size"], 40, delta=4.5)

    def test_click_zooms_to_where_the_cluster_splits(self):
        self.report.jump(center=[116.4, 39.9], zoom=6)
        largest = max(self.rings(), key=lambda ring: sum(counts(ring["name"]).values()))
        [high] = [
            self.data["clusters"]["high"][i]
            for i in range(len(self.data["clusters"]["count"]))
            if self.data["clusters"]["low"][i] <= 6 <= self.data["clusters"]["high"][i]
            and self.by_kind(self.data["clusters"]["kinds"][i]) == counts(largest["name"])
        ][:1]
        self.report.page.mouse.click(largest["x"], largest["y"])
        self.report.wait("trackmill.map.isMoving()")
        self.report.settle()
        self.assertAlmostEqual(self.report.view()["zoom"], high + 1, delta=0.01)
        after = self.rings()
        self.assertNotIn(largest["name"], [ring["name"] for ring in after])
        self.assertGreaterEqual(len(after), 1)

    def test_a_ring_is_a_button_for_the_keyboard(self):
        self.report.jump(center=[116.4, 39.9], zoom=6)
        name = self.rings()[0]["name"]
        self.report.button(name).first.focus()
        self.report.page.keyboard.press("Enter")
        self.report.wait("trackmill.map.isMoving()")
        self.report.settle()
        self.assertGreater(self.report.view()["zoom"], 6.5)

    def test_markers_are_reused_and_do_not_pile_up(self):
        for zoom in [6, 9, 12, 6, 9, 12, 6]:
            self.report.jump(center=[116.4, 39.9], zoom=zoom)
        first = self.report.run("document.querySelectorAll('*').length")
        for zoom in [9, 12, 6] * 6:
            self.report.jump(center=[116.4, 39.9], zoom=zoom)
        self.assertLessEqual(self.report.run("document.querySelectorAll('*').length"), first + 20)


if __name__ == "__main__":
    unittest.main()
