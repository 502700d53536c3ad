import Tracks

/// Which row is kept of several with one time (rule 2.4).
public enum SameTimeRule: String, Sendable, CaseIterable {
    /// The smallest accuracy above 0, rows without one last; then the most filled cells of `extra`; then the first in order.
    case bestAccuracy = "best-accuracy"
    /// The first in order.
    case first
    /// The last in order.
    case last
}

/// What rule 2.4 makes of the rows of one device-day.
public struct SameTimeResult: Sendable {
    /// Of each row, whether it is kept.
    public var keeping: [Bool]
    /// Of each row, the row that is kept of the same time.
    public var kept: [Int32]
}

/// Keeps one row of each time (rule 2.4).
///
/// - Parameter fixes: Rows of one device-day in the order (time, file, line); values as they were read.
/// - Returns: Nil where all times differ.
/// - Complexity: O(n).
public func onePerTime(in fixes: FixBatch, rule: SameTimeRule) -> SameTimeResult? {
    guard fixes.count > 1, (1..<fixes.count).contains(where: { fixes.times[$0] == fixes.times[$0 - 1] }) else { return nil }
    var result = SameTimeResult(
        keeping: [Bool](repeating: true, count: fixes.count), kept: (0..<Int32(fixes.count)).map { $0 })
    var first = 0
    while first < fixes.count {
        var end = first + 1
        while end < fixes.count, fixes.times[end] == fixes.times[first] { end += 1 }
        if end - first > 1 {
            let kept = best(of: fixes, first..<end, rule)
            for row in first..<end where row != kept {
                result.keeping[row] = false
                result.kept[row] = Int32(kept)
            }
        }
        first = end
    }
    return result
}

private func best(of fixes: FixBatch, _ rows: Range<Int>, _ rule: SameTimeRule) -> Int {
    switch rule {
    case .first: return rows.lowerBound
    case .last: return rows.upperBound - 1
    case .bestAccuracy:
        var best = rows.lowerBound
        for row in rows.dropFirst() where isBetter(row, than: best, in: fixes) { best = row }
        return best
    }
}

private func isBetter(_ a: Int, than b: Int, in fixes: FixBatch) -> Bool {
    if fixes.columns.contains(.accuracy) {
        let (first, second) = (knownAccuracy(fixes.accuracies[a]), knownAccuracy(fixes.accuracies[b]))
        if first != second { return first < second }
    }
    return fixes.filledExtraCells(a) > fixes.filledExtraCells(b)
}

/// Metres; infinite where an accuracy says nothing: 0 is unknown, below 0 the position is invalid.
private func knownAccuracy(_ accuracy: Double) -> Double { accuracy > 0 ? accuracy : .infinity }

extension FixBatch {
    /// Whether two rows hold the same values in every mapped column and in `extra`, as they were read (rule 2.4).
    public func holdsTheSame(_ a: Int, _ b: Int) -> Bool {
        func agree(_ column: [Double]) -> Bool {
            column.isEmpty || column[a] == column[b] || (column[a].isNaN && column[b].isNaN)
        }
        return readLatitudes[a] == readLatitudes[b] && readLongitudes[a] == readLongitudes[b] && systems[a] == systems[b]
            && kinds[a] == kinds[b] && agree(altitudes) && agree(speeds) && agree(courses) && agree(accuracies) && agree(hdops)
            && agree(satellites) && ExactText(extraText(a)) == ExactText(extraText(b))
    }

    private func extraText(_ row: Int) -> String { extras.isEmpty || extras[row] < 0 ? "" : extraTexts[Int(extras[row])] }

    /// Cells of `extra` that are not empty: the keys of the row's JSON object.
    fileprivate func filledExtraCells(_ row: Int) -> Int {
        var (cells, depth) = (0, 0)
        var (isInText, isEscaped) = (false, false)
        for byte in extraText(row).utf8 {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isInText.toggle()
            } else if isInText {
                isEscaped = byte == UInt8(ascii: "\\")
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                depth -= 1
            } else if byte == UInt8(ascii: ":"), depth == 1 {
                cells += 1
            }
        }
        return cells
    }
}
