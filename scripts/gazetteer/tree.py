"""A balanced k-d tree over places on the unit sphere, laid out so that no pointer needs to be stored.

The tree has 2**levels leaves. Leaf i holds the places i*n // 2**levels up to (i+1)*n // 2**levels of the order given back.
Node k (the root is 1) has the children 2k and 2k+1; node 2**levels + i is leaf i.
"""

import math

# A plane is stored in steps of 2**-28 earth radii (2.4 cm), so that with its axis it fits a signed 32-bit number.
PLANE_STEPS = 1 << 28
PLACES_A_LEAF = 16


def on_sphere(latitude, longitude):
    """The unit vector of a coordinate in degrees, in plane steps."""
    phi, lam = math.radians(latitude), math.radians(longitude)
    vector = (math.cos(phi) * math.cos(lam), math.cos(phi) * math.sin(lam), math.sin(phi))
    return tuple(round(part * PLANE_STEPS) for part in vector)


def widest_axis(vectors):
    """The axis (0, 1, 2) along which the vectors spread most; the lowest of equals."""
    extents = [max(v[axis] for v in vectors) - min(v[axis] for v in vectors) for axis in range(3)]
    return extents.index(max(extents))


def build(places):
    """Orders places for the nearest search.

    places: dicts with id, latitude, longitude (degrees).
    Gives (levels, planes, ordered): planes[k] is plane * 4 + axis of node k (planes[0] is 0), ordered the places leaf by
    leaf, inside a leaf by id.
    """
    levels = max(0, math.ceil(math.log2(len(places) / PLACES_A_LEAF)))
    leaves = 1 << levels
    planes = [0] * leaves
    ordered = sorted(places, key=lambda place: place["id"])
    vectors = {place["id"]: on_sphere(place["latitude"], place["longitude"]) for place in ordered}

    def start(leaf):
        return leaf * len(places) // leaves

    for level in range(levels):
        width = leaves >> level
        for position in range(1 << level):
            first, middle, last = start(position * width), start(position * width + width // 2), start((position + 1) * width)
            axis = widest_axis([vectors[place["id"]] for place in ordered[first:last]])
            ordered[first:last] = sorted(ordered[first:last], key=lambda place: (vectors[place["id"]][axis], place["id"]))
            planes[(1 << level) + position] = vectors[ordered[middle]["id"]][axis] * 4 + axis
    for leaf in range(leaves):
        ordered[start(leaf) : start(leaf + 1)] = sorted(ordered[start(leaf) : start(leaf + 1)], key=lambda place: place["id"])
    return levels, planes, ordered
