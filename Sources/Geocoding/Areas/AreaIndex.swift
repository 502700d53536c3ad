import Geodesy

/// A named area.
struct NamedArea: Sendable, Equatable {
    var name: String
    /// As OpenStreetMap's admin_level counts; nil where it has none.
    var level: Int?
    var code: String?
    /// About how large it is, in square degrees: of areas of one level that both hold a place the smaller one counts.
    var size: Double
}

/// Areas under a grid of their boxes.
///
/// A place on a border of two areas belongs to the one east of it, and to the one north of it where the border runs along a
/// parallel: to exactly one, where both have the same vertices.
/// - Complexity: a look into one cell and one band of each polygon whose box holds the place.
struct AreaIndex: Sendable {
    let areas: [NamedArea]
    private let boundaries: AreaBoundaries
    private let grid: BoxGrid

    /// No areas.
    static let empty = AreaIndex([])

    init(_ areas: [(area: NamedArea, rings: AreaRings)]) {
        var builder = AreaBoundaries()
        var named: [NamedArea] = []
        for (i, (area, rings)) in areas.enumerated() {
            var area = area
            area.size = rings.polygons.reduce(0) { $0 + builder.add($1, of: i) }
            named.append(area)
        }
        self.areas = named
        boundaries = builder
        grid = BoxGrid(builder.polygons.map(\.box))
    }

    /// The areas of a gazetteer file.
    /// - Throws: `SourceFileError`.
    init(_ rows: [AreaRow], path: String) throws {
        self.init(
            try rows.enumerated().map { i, row in
                guard let rings = AreaRings(packed: row.rings) else {
                    throw SourceFileError(
                        "\(path): it is damaged: area \(i + 1) has no rings. Import it anew, or fetch it again.")
                }
                return (NamedArea(name: row.name, level: row.level, code: row.code, size: 0), rings)
            })
    }

    /// The areas that hold a place, from the smallest level to the largest; of a level one only.
    ///
    /// Those without a level come first, the smallest in front, and are all there.
    /// - Parameter coordinate: WGS-84 degrees, longitude in [−180°, 180°).
    func areas(holding coordinate: Coordinate) -> [NamedArea] {
        var found: [Int] = []
        for turn in [0.0, 360, -360] {
            let longitude = coordinate.longitude + turn
            grid.each(atLatitude: coordinate.latitude, longitude: longitude) { polygon in
                guard boundaries.contains(polygon, latitude: coordinate.latitude, longitude: longitude) else { return }
                let area = boundaries.polygons[polygon].area
                if !found.contains(area) { found.append(area) }
            }
        }
        let ordered = found.sorted { first, second in
            let (one, other) = (areas[first], areas[second])
            let (oneLevel, otherLevel) = (one.level ?? Int.max, other.level ?? Int.max)
            return oneLevel == otherLevel ? (one.size, first) < (other.size, second) : oneLevel > otherLevel
        }
        return ordered.reduce(into: []) { list, i in
            if areas[i].level == nil || list.last?.level != areas[i].level { list.append(areas[i]) }
        }
    }
}

/// A box in degrees, its edges included.
struct DegreeBox: Sendable {
    var south = Double.infinity
    var west = Double.infinity
    var north = -Double.infinity
    var east = -Double.infinity

    mutating func add(latitude: Double, longitude: Double) {
        south = min(south, latitude)
        north = max(north, latitude)
        west = min(west, longitude)
        east = max(east, longitude)
    }

    @inline(__always)
    func contains(latitude: Double, longitude: Double) -> Bool {
        latitude >= south && latitude <= north && longitude >= west && longitude <= east
    }
}

/// A grid of cells, each with the numbers of the boxes that touch it.
struct BoxGrid: Sendable {
    private let south: Double
    private let west: Double
    private let cellsPerDegree: Double
    private let rows: Int
    private let columns: Int
    private let starts: [UInt32]
    private let numbers: [UInt32]

    private static let cellsOfBox = 4
    private static let entriesOfBox = 16

    init(_ boxes: [DegreeBox]) {
        var whole = DegreeBox()
        for box in boxes {
            whole.add(latitude: box.south, longitude: box.west)
            whole.add(latitude: box.north, longitude: box.east)
        }
        guard !boxes.isEmpty else {
            (south, west, cellsPerDegree, rows, columns, starts, numbers) = (0, 0, 0, 0, 0, [0], [])
            return
        }
        let (height, width) = (max(whole.north - whole.south, 1e-6), max(whole.east - whole.west, 1e-6))
        // No more rows or columns than cells, however thin the whole is.
        let limit = Double(Self.cellsOfBox * boxes.count)
        var scale = min((limit / (height * width)).squareRoot(), limit / max(height, width))
        var layout = Layout(whole, scale)
        while layout.entries(boxes) > Self.entriesOfBox * boxes.count + 1024, layout.rows * layout.columns > 1 {
            scale /= 2
            layout = Layout(whole, scale)
        }
        (south, west, cellsPerDegree) = (whole.south, whole.west, scale)
        (rows, columns) = (layout.rows, layout.columns)
        (starts, numbers) = layout.sorted(boxes)
    }

    /// Gives the boxes that touch the cell of a place; none where the place lies outside.
    @inline(__always)
    func each(atLatitude latitude: Double, longitude: Double, _ body: (Int) -> Void) {
        let row = (latitude - south) * cellsPerDegree
        let column = (longitude - west) * cellsPerDegree
        guard row >= 0, column >= 0, row < Double(rows), column < Double(columns) else { return }
        let cell = Int(row) * columns + Int(column)
        for i in Int(starts[cell])..<Int(starts[cell + 1]) { body(Int(numbers[i])) }
    }

    /// Rows and columns of a scale.
    private struct Layout {
        let whole: DegreeBox
        let scale: Double
        let rows: Int
        let columns: Int

        init(_ whole: DegreeBox, _ scale: Double) {
            self.whole = whole
            self.scale = scale
            rows = Int((whole.north - whole.south) * scale) + 1
            columns = Int((whole.east - whole.west) * scale) + 1
        }

        private func cells(_ box: DegreeBox) -> (rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
            (
                Int((box.south - whole.south) * scale)...Int((box.north - whole.south) * scale),
                Int((box.west - whole.west) * scale)...Int((box.east - whole.west) * scale)
            )
        }

        func entries(_ boxes: [DegreeBox]) -> Int {
            boxes.reduce(0) { sum, box in
                let cells = cells(box)
                return sum + cells.rows.count * cells.columns.count
            }
        }

        func sorted(_ boxes: [DegreeBox]) -> (starts: [UInt32], numbers: [UInt32]) {
            var starts = [UInt32](repeating: 0, count: rows * columns + 1)
            func each(_ body: (Int, Int) -> Void) {
                for (i, box) in boxes.enumerated() {
                    let cells = cells(box)
                    for row in cells.rows { for column in cells.columns { body(i, row * columns + column) } }
                }
            }
            each { starts[$1 + 1] += 1 }
            for cell in 0..<rows * columns { starts[cell + 1] += starts[cell] }
            var next = starts
            var numbers = [UInt32](repeating: 0, count: Int(starts[rows * columns]))
            each {
                numbers[Int(next[$1])] = UInt32($0)
                next[$1] += 1
            }
            return (starts, numbers)
        }
    }
}
