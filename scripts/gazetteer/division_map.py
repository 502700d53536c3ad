"""Where it is sure which division a place lies in: a grid of cells, packed for the gazetteer file.

A cell belongs to a province when all of it lies at least BORDER_KM from every other province. At sea, up to SHORE_KM from land,
it belongs to the nearest province when all others are BORDER_KM farther.
"""

import math
import struct

import numpy
import shapely
from scipy.spatial import cKDTree

import areas
import outline

# docs/addresses.md says how this was measured.
BORDER_KM = 4.0
# Twelve nautical miles.
SHORE_KM = 22.2
CELLS_A_DEGREE, TILE = 50, 16
SOUTH, WEST, TILE_ROWS, TILE_COLUMNS = 15, 73, 122, 195
STEP_KM = 0.3
EARTH_KM = 6_371.0088
# Below: a tile of one division; from here on: the number of a tile of several.
FIRST_TILE = 64
UNSURE = 0


def vectors(latitudes, longitudes):
    """Unit vectors of coordinates in degrees."""
    phi, lam = numpy.radians(latitudes), numpy.radians(longitudes)
    return numpy.column_stack([numpy.cos(phi) * numpy.cos(lam), numpy.cos(phi) * numpy.sin(lam), numpy.sin(phi)])


class DivisionMap:
    """The grid; values are numbers of divisions, UNSURE where there is none."""

    def __init__(self, provinces, taiwan):
        rows, columns = TILE_ROWS * TILE, TILE_COLUMNS * TILE
        self.latitudes = SOUTH + (numpy.arange(rows) + 0.5) / CELLS_A_DEGREE
        self.longitudes = WEST + (numpy.arange(columns) + 0.5) / CELLS_A_DEGREE
        self.values = numpy.full((rows, columns), UNSURE, numpy.uint8)
        self.fill_provinces(provinces)
        self.forget_unsure()
        for row, column in self.cells_in(outline.REGION_RINGS["taiwan"][0].buffer(0.03)):
            self.values[row, column] = taiwan

    def window(self, area, grown):
        """The rows and columns of an area's box."""
        west, south, east, north = area.bounds
        rows = numpy.flatnonzero((self.latitudes > south - grown) & (self.latitudes < north + grown))
        columns = numpy.flatnonzero((self.longitudes > west - grown) & (self.longitudes < east + grown))
        return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)

    def cells_in(self, area):
        """(row, column) of the cells whose middles lie in an area."""
        rows, columns = self.window(area, 0)
        longitudes, latitudes = numpy.meshgrid(self.longitudes[columns], self.latitudes[rows])
        shapely.prepare(area)
        for row, column in numpy.argwhere(shapely.contains_xy(area, longitudes, latitudes)):
            yield rows.start + row, columns.start + column

    def fill_provinces(self, provinces):
        """Gives each cell the nearest province, unless another is not much farther."""
        shape = self.values.shape
        nearest, second = numpy.full(shape, numpy.inf), numpy.full(shape, numpy.inf)
        owner = numpy.zeros(shape, numpy.uint8)
        for number, area in provinces.items():
            window = self.window(area, 0.6)
            longitudes, latitudes = numpy.meshgrid(self.longitudes[window[1]], self.latitudes[window[0]])
            shapely.prepare(area)
            apart = self.kilometres(area, latitudes, longitudes)
            apart[shapely.contains_xy(area, longitudes, latitudes)] = 0
            is_nearest = apart < nearest[window]
            second[window] = numpy.where(is_nearest, nearest[window], numpy.minimum(second[window], apart))
            nearest[window] = numpy.where(is_nearest, apart, nearest[window])
            owner[window] = numpy.where(is_nearest, number, owner[window])
        lead = numpy.where(numpy.isfinite(nearest), second - numpy.where(numpy.isfinite(nearest), nearest, 0), 0)
        is_sure = (nearest <= SHORE_KM) & (lead >= BORDER_KM + STEP_KM / 2 + self.half_diagonals()[:, None])
        self.values[is_sure] = owner[is_sure]

    def half_diagonals(self):
        """Kilometres from a cell's middle to its corners, of each row."""
        half = areas.KM_PER_DEGREE / CELLS_A_DEGREE / 2
        return half * numpy.hypot(1, numpy.cos(numpy.radians(self.latitudes)))

    @staticmethod
    def kilometres(area, latitudes, longitudes):
        """How far cells lie from an area's edge, to STEP_KM / 2; infinite beyond 60 km."""
        line = shapely.segmentize(area.boundary, STEP_KM / areas.KM_PER_DEGREE)
        points = shapely.get_coordinates(line)
        tree = cKDTree(vectors(points[:, 1], points[:, 0]))
        chords, _ = tree.query(vectors(latitudes.ravel(), longitudes.ravel()), distance_upper_bound=60 / EARTH_KM)
        return (chords * EARTH_KM).reshape(latitudes.shape)

    def forget_unsure(self):
        """Takes out what corrections.csv says is not sure."""
        for _, latitude, longitude, radius, _ in areas.corrections("unsure"):
            reach = radius + 2
            north = (self.latitudes - latitude)[:, None] * areas.KM_PER_DEGREE
            east = (self.longitudes - longitude)[None, :] * areas.KM_PER_DEGREE * math.cos(math.radians(latitude))
            self.values[numpy.hypot(north, east) <= reach] = UNSURE

    def value(self, latitude, longitude):
        """The sure division of a place, else UNSURE."""
        row = math.floor((latitude - SOUTH) * CELLS_A_DEGREE)
        column = math.floor((longitude - WEST) * CELLS_A_DEGREE)
        inside = 0 <= row < self.values.shape[0] and 0 <= column < self.values.shape[1]
        return int(self.values[row, column]) if inside else UNSURE

    def encoded(self):
        """Five numbers, a uint16 for each tile, and the tiles of several divisions: four divisions, then two bits a cell."""
        table, tiles = [], []
        for row in range(TILE_ROWS):
            for column in range(TILE_COLUMNS):
                cells = self.values[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE].ravel()
                counts = numpy.bincount(cells, minlength=FIRST_TILE)
                if counts.max() == cells.size:
                    table.append(int(cells[0]))
                else:
                    table.append(FIRST_TILE + len(tiles))
                    tiles.append(self.tile(cells, counts))
        header = struct.pack("<IiiII", CELLS_A_DEGREE, SOUTH, WEST, TILE_ROWS, TILE_COLUMNS)
        return header + struct.pack(f"<{len(table)}H", *table) + b"".join(tiles)

    @staticmethod
    def tile(cells, counts):
        """A tile's bytes; beyond three divisions and UNSURE the smallest become unsure."""
        counts[UNSURE] = cells.size + 1
        palette = numpy.argsort(-counts, kind="stable")[:4]
        codes = numpy.zeros(cells.size, int)
        for code, division in enumerate(palette):
            codes[cells == division] = code
        packed = [sum(int(codes[i + k]) << 2 * k for k in range(4)) for i in range(0, cells.size, 4)]
        return bytes(int(division) for division in palette) + bytes(packed)
