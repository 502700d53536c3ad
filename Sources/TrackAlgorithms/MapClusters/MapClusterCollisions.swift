/// The outline of a marker on a map.
public enum MarkerShape: Sendable {
    /// A circle; the size is its diameter.
    case circle
    /// A square with level sides; the size is one of them.
    case rectangle
}

/// The priority from which on a marker is never hidden.
public let requiredMarkerPriority = 1_000.0

extension MapClusterLevel {
    /// Which markers a map hides because they collide with a more important one of another identifier.
    ///
    /// Markers are set in order of their priority, of equal ones the larger count first, then the earlier item. One that overlaps a
    /// marker already set is hidden, and a hidden one hides nothing. Null is another identifier than any, null too. Markers that
    /// just touch do not collide. Where nothing is kept apart, nothing is hidden.
    /// - Parameters:
    ///   - priorities: One an item; from `requiredMarkerPriority` on never hidden.
    ///   - sizePixels: Of each marker, above 0.
    ///   - extentPixels: One side of the whole map at zoom 0.
    ///   - joinsAcrossAntimeridian: Whether markers on both sides of ±180° may collide.
    /// - Returns: One mark an item.
    /// - Complexity: O(n log n) for markers that are not piled up.
    public func hiddenMarkers(
        priorities: [Double], shape: MarkerShape, sizePixels: Double, extentPixels: Double, joinsAcrossAntimeridian: Bool = true
    ) -> [Bool] {
        guard let identifiers else { return [Bool](repeating: false, count: count) }
        precondition(priorities.count == count, "expected \(count) priorities, found \(priorities.count)")
        var board = MarkerBoard(
            size: sizePixels / (extentPixels * Double(1 << zoom)), shape: shape, closesAround: joinsAcrossAntimeridian)
        var isHidden = [Bool](repeating: false, count: count)
        let order = (0..<count).sorted { first, second in
            if priorities[first] != priorities[second] { return priorities[first] > priorities[second] }
            return counts[first] != counts[second] ? counts[first] > counts[second] : first < second
        }
        for item in order {
            let marker = Marker(
                x: MercatorSquare.x(longitude: longitudes[item]), y: MercatorSquare.y(latitude: latitudes[item]),
                identifier: identifiers[item])
            if priorities[item] < requiredMarkerPriority, board.collides(marker) {
                isHidden[item] = true
            } else {
                board.set(marker)
            }
        }
        return isHidden
    }
}

/// A marker's centre in the unit square, and what it stands for.
private struct Marker {
    let x: Double
    let y: Double
    let identifier: Int32
}

/// The markers set so far, in cells as wide as a marker.
private struct MarkerBoard {
    private struct Cell: Hashable {
        let x: Int
        let y: Int
    }

    private let size: Double
    private let shape: MarkerShape
    private let closesAround: Bool
    private let cellsPerSide: Int
    private var cells: [Cell: [Marker]] = [:]

    init(size: Double, shape: MarkerShape, closesAround: Bool) {
        self.size = size
        self.shape = shape
        self.closesAround = closesAround
        cellsPerSide = max(1, Int(min(0x1p40, (1 / size).rounded(.down))))
    }

    mutating func set(_ marker: Marker) {
        cells[Cell(x: cell(marker.x), y: cell(marker.y)), default: []].append(marker)
    }

    func collides(_ marker: Marker) -> Bool {
        let centre = Cell(x: cell(marker.x), y: cell(marker.y))
        for y in centre.y - 1...centre.y + 1 {
            for x in centre.x - 1...centre.x + 1 {
                let wrapped = closesAround ? (x + cellsPerSide) % cellsPerSide : x
                guard let others = cells[Cell(x: wrapped, y: y)] else { continue }
                if others.contains(where: { isOther(marker, $0) && overlaps(marker, $0) }) { return true }
            }
        }
        return false
    }

    private func isOther(_ first: Marker, _ second: Marker) -> Bool {
        first.identifier != second.identifier || first.identifier < 0
    }

    private func overlaps(_ first: Marker, _ second: Marker) -> Bool {
        var deltaX = abs(first.x - second.x)
        if closesAround, deltaX > 0.5 { deltaX = 1 - deltaX }
        let deltaY = abs(first.y - second.y)
        switch shape {
        case .circle: return deltaX * deltaX + deltaY * deltaY < size * size
        case .rectangle: return deltaX < size && deltaY < size
        }
    }

    private func cell(_ part: Double) -> Int {
        min(cellsPerSide - 1, Int(part * Double(cellsPerSide)))
    }
}
