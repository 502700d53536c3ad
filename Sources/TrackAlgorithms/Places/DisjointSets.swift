/// Numbers 0..<n in sets that can be joined (union–find by size, paths halved).
/// - Complexity: almost O(1) a call.
struct DisjointSets {
    private var parents: [Int32]
    private var sizes: [Int32]

    /// Every number by itself.
    init(count: Int) {
        parents = (0..<Int32(count)).map { $0 }
        sizes = [Int32](repeating: 1, count: count)
    }

    /// The number that stands for the set of this one.
    mutating func root(of number: Int) -> Int {
        var number = number
        while Int(parents[number]) != number {
            parents[number] = parents[Int(parents[number])]
            number = Int(parents[number])
        }
        return number
    }

    /// Makes one set of the two.
    mutating func join(_ first: Int, _ second: Int) {
        var larger = root(of: first)
        var smaller = root(of: second)
        guard larger != smaller else { return }
        if sizes[larger] < sizes[smaller] { swap(&larger, &smaller) }
        parents[smaller] = Int32(larger)
        sizes[larger] += sizes[smaller]
    }
}
