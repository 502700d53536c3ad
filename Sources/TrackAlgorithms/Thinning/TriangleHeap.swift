/// Fixes ordered by the areas of their triangles, which may change: a binary heap that knows where each fix stands.
///
/// The smallest area comes first, of equal ones the lowest row.
struct TriangleHeap {
    private var areas: [Double] = []
    private var heap: [Int32] = []
    private var positions: [Int32] = []

    /// The fix with the smallest triangle.
    var first: (row: Int, area: Double)? {
        guard let row = heap.first else { return nil }
        return (Int(row), areas[Int(row)])
    }

    /// Whether the fix is still in the heap.
    func contains(_ row: Int) -> Bool { positions[row] >= 0 }

    /// Begins anew with the rows from 0 that have an area.
    mutating func fill(count: Int, area: (Int) -> Double?) {
        areas.removeAll(keepingCapacity: true)
        heap.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
        for row in 0..<count {
            let area = area(row)
            areas.append(area ?? 0)
            positions.append(area == nil ? -1 : Int32(heap.count))
            if area != nil { heap.append(Int32(row)) }
        }
        for position in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(position) }
    }

    /// Takes out the fix with the smallest triangle.
    mutating func removeFirst() {
        guard let row = heap.first, let last = heap.popLast() else { return }
        positions[Int(row)] = -1
        guard last != row else { return }
        place(last, at: 0)
        sink(0)
    }

    /// Gives a fix of the heap another area.
    mutating func update(_ row: Int, area: Double) {
        areas[row] = area
        rise(Int(positions[row]))
        sink(Int(positions[row]))
    }

    private mutating func rise(_ start: Int) {
        var position = start
        let row = heap[position]
        while position > 0, precedes(row, heap[(position - 1) / 2]) {
            place(heap[(position - 1) / 2], at: position)
            position = (position - 1) / 2
        }
        place(row, at: position)
    }

    private mutating func sink(_ start: Int) {
        var position = start
        let row = heap[position]
        while 2 * position + 1 < heap.count {
            var child = 2 * position + 1
            if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
            guard precedes(heap[child], row) else { break }
            place(heap[child], at: position)
            position = child
        }
        place(row, at: position)
    }

    private mutating func place(_ row: Int32, at position: Int) {
        heap[position] = row
        positions[Int(row)] = Int32(position)
    }

    private func precedes(_ first: Int32, _ second: Int32) -> Bool {
        let (firstArea, secondArea) = (areas[Int(first)], areas[Int(second)])
        return firstArea != secondArea ? firstArea < secondArea : first < second
    }
}
