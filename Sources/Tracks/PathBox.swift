import Geodesy

/// The box that a path covers, in whole 1e-7 degrees: paths are joined end to end in any order, to the same bits (rule 2.12).
///
/// Longitudes are counted from the path's first fix along its legs, each the short way round, so ±180° is no border. The box of a
/// path narrower than 180° is the narrowest over its fixes.
public struct PathBox: Sendable, Hashable {
    /// The lowest latitude.
    public var south: Int32
    /// The highest latitude.
    public var north: Int32
    /// How far east of its first fix it comes at the westernmost; 0 or less.
    public var west: Int64
    /// How far east of its first fix it comes at the easternmost; 0 or more.
    public var east: Int64
    /// How far east of its first fix it ends; a turn more for each time around the Earth.
    public var end: Int64

    /// The box of a path that has not left its first fix.
    public init(at point: GridPoint) {
        south = point.latitude
        north = point.latitude
        west = 0
        east = 0
        end = 0
    }

    /// The box of one leg.
    public init(from first: GridPoint, to last: GridPoint) {
        self.init(at: first)
        add(from: first, to: last)
    }

    // Inlinable: called for every leg that moves.
    /// Adds a leg that begins where the path ends.
    @inlinable
    public mutating func add(from: GridPoint, to: GridPoint) {
        south = min(south, to.latitude)
        north = max(north, to.latitude)
        end += shortWay1e7(Int64(to.longitude) - Int64(from.longitude))
        west = min(west, end)
        east = max(east, end)
    }

    /// The box of this path and another that begins where this one ends.
    public func followed(by path: PathBox) -> PathBox {
        var box = self
        box.south = min(south, path.south)
        box.north = max(north, path.north)
        box.west = min(west, end + path.west)
        box.east = max(east, end + path.east)
        box.end = end + path.end
        return box
    }

    /// The box on the map of a path with this first fix; all longitudes where it goes around the Earth.
    public func boundingBox(from first: GridPoint) -> BoundingBox {
        let half = turn1e7 / 2
        guard east - west < turn1e7 else {
            return BoundingBox(south: south, west: Int32(-half), north: north, east: Int32(half))
        }
        func onMap(_ offset: Int64) -> Int32 {
            let longitude = Int64(first.longitude) + offset
            return Int32(abs(longitude) <= half ? longitude : shortWay1e7(longitude))
        }
        return BoundingBox(south: south, west: onMap(west), north: north, east: onMap(east))
    }
}
