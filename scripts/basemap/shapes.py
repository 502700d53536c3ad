"""Reads the polygons of an ESRI shapefile (Esri's "Shapefile Technical Description", July 1998, pages 4 to 9)."""

import struct

HEADER_BYTES = 100
POLYGON = 5


def read_rings(path):
    """Every ring of every polygon of a file: lists of (longitude, latitude) in degrees, the last point as the first."""
    content = path.read_bytes()
    at = HEADER_BYTES
    while at < len(content):
        # A record's header is big-endian, its number and its length in 16-bit words; the record itself is little-endian.
        _, words = struct.unpack_from(">ii", content, at)
        at += 8
        (kind,) = struct.unpack_from("<i", content, at)
        if kind != POLYGON:
            raise SystemExit(f"{path} holds a shape of kind {kind}; only polygons ({POLYGON}) can be read.")
        # Behind the kind four numbers of 64 bits: the bounding box.
        parts, points = struct.unpack_from("<ii", content, at + 36)
        starts = struct.unpack_from(f"<{parts}i", content, at + 44)
        numbers = struct.unpack_from(f"<{2 * points}d", content, at + 44 + 4 * parts)
        pairs = list(zip(numbers[::2], numbers[1::2]))
        for first, end in zip(starts, [*starts[1:], points]):
            yield pairs[first:end]
        at += 2 * words
