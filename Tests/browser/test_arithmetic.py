"""The page's arithmetic gives what the program's Geodesy gives: vectors that PageVectorTests writes and checks."""

import json
import unittest
from pathlib import Path

from chromium import Chromium
from program import PACKAGE

SCRIPTS = PACKAGE / "Sources/CMapPage/page"
VECTORS = Path(__file__).resolve().parent / "vectors.json"

# Of each vector the largest difference from what is expected; the expected value null must be null.
COMPARE = """
({vectors, names}) => Object.fromEntries(Object.entries(names).map(([name, call]) => {
  const compute = new Function('input', 'return ' + call);
  const worst = Math.max(...vectors[name].map(([input, expected]) => {
    const found = [compute(input)].flat();
    const wanted = [expected].flat();
    if (found.length !== wanted.length) return Infinity;
    return Math.max(...found.map((value, i) => {
      if (wanted[i] === null) return value === null ? 0 : Infinity;
      return typeof value === 'number' && !Number.isNaN(value) ? Math.abs(value - wanted[i]) : Infinity;
    }));
  }));
  return [name, worst];
}))
"""


class ArithmeticTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = Chromium.started().new_context()
        cls.page = cls.context.new_page()
        for name in ["arithmetic.js", "chinese-maps.js"]:
            cls.page.add_script_tag(path=SCRIPTS / name)
        cls.vectors = json.loads(VECTORS.read_text(encoding="utf-8"))

    @classmethod
    def tearDownClass(cls):
        cls.context.close()

    def worst(self, **names):
        for name in names:
            self.assertGreater(len(self.vectors[name]), 10, name)
        return self.page.evaluate(COMPARE, {"vectors": self.vectors, "names": names})

    def test_headings_agree(self):
        worst = self.worst(
            rotation="rotation(input[0], input[1])",
            mapHeading="mapHeading(input[0], input[1])",
            symbolDegrees="symbolDegrees(input[0], input[1])",
        )
        for name, difference in worst.items():
            self.assertLessEqual(difference, 1e-9, name)

    def test_fit_regions_agree(self):
        region = (
            "[fitRegion(boundingBox(input.filter((_, i) => i % 2 === 0), input.filter((_, i) => i % 2 === 1)))]"
            ".flatMap(r => [r.latitude, r.longitude, r.latitudeSpanDegrees, r.longitudeSpanDegrees])"
        )
        self.assertLessEqual(self.worst(fitRegion=region)["fitRegion"], 1e-9)

    def test_chinese_maps_agree(self):
        worst = self.worst(
            gcj02="[gcj02Shifted({latitude: input[0], longitude: input[1]})].flatMap(p => [p.latitude, p.longitude])",
            bd09="[bd09Shifted(gcj02Shifted({latitude: input[0], longitude: input[1]}))].flatMap(p => [p.latitude, p.longitude])",
        )
        self.assertLessEqual(max(worst.values()), 1e-9)


if __name__ == "__main__":
    unittest.main()
