"""The land that polygons cover together: what stays of their edges when each that two polygons share is taken out."""


def dissolve(rings):
    """The outline of rings that lie side by side, as rings whose last point is the first.

    Two neighbours run along their common edge in opposite directions, with the same numbers.

    >>> dissolve([[(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)], [(1, 0), (1, 1), (2, 1), (2, 0), (1, 0)]])
    [[(0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0), (0, 0)]]
    """
    edges = {edge for ring in rings for edge in zip(ring, ring[1:])}
    following = {}
    for start, end in sorted(edge for edge in edges if edge[::-1] not in edges):
        if start in following:
            raise SystemExit(f"Two coasts begin at {start}; they cannot be told apart.")
        following[start] = end
    outline = []
    while following:
        ring = [min(following)]
        while len(ring) == 1 or ring[-1] != ring[0]:
            ring.append(following.pop(ring[-1]))
        outline.append(ring)
    return outline


def twice_area(ring):
    """Twice the area in the plane: above 0 where the ring runs counterclockwise (east is right, north is up).

    >>> twice_area([(0, 0), (1, 0), (1, 1), (0, 0)])
    1
    """
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:]))


def is_inside(point, ring):
    """True when a point lies in a ring: the number of edges that a line from it to the east crosses is odd.

    >>> is_inside((1, 1), [(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)])
    True
    >>> is_inside((5, 1), [(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)])
    False
    """
    x, y = point
    crossed = [
        (a, b) for a, b in zip(ring, ring[1:]) if (a[1] > y) != (b[1] > y) and x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])
    ]
    return len(crossed) % 2 == 1


def polygons(rings):
    """Rings of land (clockwise, as a shapefile has them) and of water (counterclockwise) as polygons, the largest first.

    Each is a list: the outer ring counterclockwise, then those of its waters clockwise, as RFC 7946 wants them.
    """
    lands = sorted((ring for ring in rings if twice_area(ring) < 0), key=lambda ring: (twice_area(ring), ring))
    found = [[ring[::-1]] for ring in lands]
    for water in (ring for ring in rings if twice_area(ring) > 0):
        # The smallest land around it.
        [*_, around] = [polygon for polygon in found if is_inside(water[0], polygon[0])]
        around.append(water[::-1])
    return found
