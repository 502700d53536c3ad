/// The order of rows by time, equal times in the order they stand in: runs that rise already are merged two by two.
///
/// - Parameters:
///   - times: Milliseconds since 1970 UTC; fewer than 2^31.
///   - isCancelled: Asked before each round of merging; what it gives then is no order.
/// - Returns: Rows; nil where they are in order already.
/// - Complexity: O(n log r) for r runs; 8 bytes a row.
public func orderByTime(_ times: [Int64], isCancelled: () -> Bool = { false }) -> [Int32]? {
    var ends: [Int] = []
    for i in times.indices.dropFirst() where times[i] < times[i - 1] { ends.append(i) }
    guard !ends.isEmpty else { return nil }
    ends.append(times.count)
    var order = (0..<Int32(times.count)).map { $0 }
    var merged = order
    while ends.count > 1, !isCancelled() {
        var left: [Int] = []
        var start = 0
        for pair in stride(from: 0, to: ends.count, by: 2) {
            let middle = ends[pair]
            let end = pair + 1 < ends.count ? ends[pair + 1] : middle
            merge(order, start, middle, end, into: &merged, by: times)
            left.append(end)
            start = end
        }
        swap(&order, &merged)
        ends = left
    }
    return order
}

private func merge(_ order: [Int32], _ start: Int, _ middle: Int, _ end: Int, into merged: inout [Int32], by times: [Int64]) {
    var (a, b) = (start, middle)
    for i in start..<end {
        if a < middle, b == end || times[Int(order[a])] <= times[Int(order[b])] {
            merged[i] = order[a]
            a += 1
        } else {
            merged[i] = order[b]
            b += 1
        }
    }
}
