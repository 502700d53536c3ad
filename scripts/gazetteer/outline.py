"""Which part of China's outline a place lies in, by the very rings that Geodesy tests."""

import re
from pathlib import Path

import shapely

GEODESY = Path(__file__).resolve().parents[2] / "Sources" / "Geodesy"
VERTEX_STEPS = 10_000
ELSEWHERE, MAINLAND, HONG_KONG, MACAU, TAIWAN = range(5)


def rings(file_name):
    """{name: [polygon]} of the arrays of numbers in a Swift file of scripts/china-outline."""
    text = (GEODESY / file_name).read_text()
    found = {}
    for name, body in re.findall(r"static let (\w+): \[+Int32\]+ = \[(.*?)\n    \]", text, re.S):
        found[name] = [polygon(part) for part in re.findall(r"\[([^\[\]]*)\]", body) or [body]]
    return found


def polygon(text):
    """A ring of differences of latitude and longitude in turn."""
    latitude = longitude = 0
    vertices = []
    numbers = [int(number) for number in re.findall(r"-?\d+", text)]
    for north, east in zip(numbers[::2], numbers[1::2]):
        latitude, longitude = latitude + north, longitude + east
        vertices.append((longitude / VERTEX_STEPS, latitude / VERTEX_STEPS))
    return shapely.Polygon(vertices)


REGION_RINGS = rings("ChinaRegionRings.swift")
OUTLINE = shapely.union_all(rings("ChinaMainlandRing.swift")["ring"] + REGION_RINGS["islands"])
REGIONS = {
    HONG_KONG: shapely.union_all(REGION_RINGS["hongKong"]),
    MACAU: shapely.union_all(REGION_RINGS["macau"]),
    TAIWAN: shapely.union_all(REGION_RINGS["taiwan"]),
}
for area in (OUTLINE, *REGIONS.values()):
    shapely.prepare(area)


def part(latitude, longitude):
    """ELSEWHERE, MAINLAND, HONG_KONG, MACAU or TAIWAN."""
    if not shapely.contains_xy(OUTLINE, longitude, latitude):
        return ELSEWHERE
    inside = [number for number, area in REGIONS.items() if shapely.contains_xy(area, longitude, latitude)]
    return inside[0] if inside else MAINLAND
