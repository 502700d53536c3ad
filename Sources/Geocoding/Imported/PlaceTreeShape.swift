/// How a tree of places is cut: leaves of 16 places in the file's order, nodes of 8 children, up to one root.
struct PlaceTreeShape: Sendable {
    static let placesOfLeaf = 16
    static let childrenOfNode = 8

    let placeCount: Int
    /// Nodes of each level, leaves first; the last is the root.
    let counts: [Int]
    /// Where each level's boxes begin, in boxes.
    let starts: [Int]

    /// - Parameter placeCount: 1 or more.
    init(placeCount: Int) {
        self.placeCount = placeCount
        var counts = [max(1, (placeCount + Self.placesOfLeaf - 1) / Self.placesOfLeaf)]
        while let last = counts.last, last > 1 { counts.append((last + Self.childrenOfNode - 1) / Self.childrenOfNode) }
        self.counts = counts
        starts = counts.reduce(into: [0]) { starts, count in starts.append((starts.last ?? 0) + count) }
    }

    /// Nodes of all levels.
    var nodeCount: Int { starts[counts.count] }
}
