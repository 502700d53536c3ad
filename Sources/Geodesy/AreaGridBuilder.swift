/// Sorts the edges of an area into the cells of a grid.
struct AreaGridBuilder {
    let south: Double
    let west: Double
    let cellsPerDegree: Double
    let rows: Int
    let columns: Int
    private let edges: [AreaEdge]
    private var edgesOfCell: [[Int]]
    private var isCentreInside: [Bool]

    init(edges: [AreaEdge], cellDegrees: Double) {
        self.edges = edges
        cellsPerDegree = 1 / cellDegrees
        // Half a unit of the vertices off: no vertex lies on the meridian of a centre.
        south = (edges.map(\.latitude).min() ?? 0) - 0.00005
        west = (edges.map(\.westernEnd).min() ?? 0) - 0.00005
        rows = Int(((edges.map(\.northernEnd).max() ?? 0) - south) * cellsPerDegree) + 1
        columns = Int(((edges.map(\.easternEnd).max() ?? 0) - west) * cellsPerDegree) + 1
        edgesOfCell = Array(repeating: [], count: rows * columns)
        isCentreInside = Array(repeating: false, count: rows * columns)
    }

    /// Gives each edge to every cell that its box touches and whose corners are not all on one side of it.
    mutating func sortEdgesIntoCells() {
        for i in edges.indices {
            let edge = edges[i]
            for row in row(edge.latitude)...row(edge.northernEnd) {
                for column in column(edge.westernEnd)...column(edge.easternEnd) where touches(edge, row: row, column: column) {
                    edgesOfCell[row * columns + column].append(i)
                }
            }
        }
    }

    /// Walks along the parallel of each row's centres and turns the answer round at each edge.
    mutating func findCentresInside() {
        for row in 0..<rows {
            let parallel = centreLatitude(row)
            for edge in edges where (edge.latitude > parallel) != (edge.northernEnd > parallel) {
                let crossing = edge.longitude + edge.eastward * (parallel - edge.latitude) / edge.northward
                for column in 0..<columns where centreLongitude(column) > crossing {
                    isCentreInside[row * columns + column].toggle()
                }
            }
        }
    }

    /// What the finished grid is made of.
    func packed() -> (cells: [UInt16], starts: [Int32], edges: [AreaEdge], centres: [AreaCentre]) {
        var cells: [UInt16] = []
        var starts: [Int32] = [0]
        var packedEdges: [AreaEdge] = []
        var centres: [AreaCentre] = []
        for cell in edgesOfCell.indices {
            guard !edgesOfCell[cell].isEmpty else {
                cells.append(isCentreInside[cell] ? 1 : 0)
                continue
            }
            cells.append(UInt16(centres.count + 2))
            packedEdges += edgesOfCell[cell].map { edges[$0] }
            starts.append(Int32(packedEdges.count))
            let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
            centres.append(
                AreaCentre(
                    latitude: centreLatitude(row), longitude: centreLongitude(column), isInside: isCentreInside[cell]))
        }
        return (cells, starts, packedEdges, centres)
    }

    private func row(_ latitude: Double) -> Int { Int((latitude - south) * cellsPerDegree) }
    private func column(_ longitude: Double) -> Int { Int((longitude - west) * cellsPerDegree) }
    private func centreLatitude(_ row: Int) -> Double { south + (Double(row) + 0.5) / cellsPerDegree }
    private func centreLongitude(_ column: Int) -> Double { west + (Double(column) + 0.5) / cellsPerDegree }

    /// Whether the cell's corners, moved out a little, lie on both sides of the edge's line.
    private func touches(_ edge: AreaEdge, row: Int, column: Int) -> Bool {
        let reach = 0.5 / cellsPerDegree + 1e-6
        let across = abs(edge.northward) * reach + abs(edge.eastward) * reach
        let north = centreLatitude(row) - edge.latitude
        let east = centreLongitude(column) - edge.longitude
        return abs(east * edge.northward - north * edge.eastward) <= across
    }
}
