import Stages
import Tracks

/// Watches one fix go through phase 1 and notes what each stage says of it.
struct FixTrace {
    /// Milliseconds since 1970 UTC that were asked for.
    let time: Int64
    /// The row that is watched: file index and line.
    private(set) var watched: (file: UInt32, line: UInt32, time: Int64)?
    /// Times of the day's rows on both sides of the one asked for, in milliseconds since 1970 UTC.
    private(set) var nearest: (before: Int64?, after: Int64?) = (nil, nil)
    /// Other rows of the same time.
    private(set) var sameTime: [(file: UInt32, line: UInt32)] = []
    /// What was said, in order.
    private(set) var steps: [(stage: String, verdict: String)] = []
    /// Whether the fix was kept to the end.
    private(set) var isKept = true

    init(time: Int64) { self.time = time }

    /// Picks the row nearest to the time asked for.
    mutating func watch(_ day: DeviceDay) {
        let times = day.fixes.times
        nearest = (times.last { $0 <= time }, times.first { $0 > time })
        guard let row = times.indices.min(by: { (abs(times[$0] - time), $0) < (abs(times[$1] - time), $1) }) else { return }
        watched = (day.fixes.files[row], day.fixes.lines[row], times[row])
        sameTime = times.indices.filter { times[$0] == times[row] && $0 != row }.map {
            (day.fixes.files[$0], day.fixes.lines[$0])
        }
    }

    /// Rule 2.4 is done. Of several rows of the time the one that is kept is watched from here on.
    mutating func sawReading(_ day: DeviceDay) {
        guard let first = watched else { return }
        let kind = day.kind.map { ", kind \($0)" } ?? ""
        if row(in: day) != nil {
            let others = sameTime.isEmpty ? "" : "; of \(sameTime.count + 1) rows of this time it was kept"
            steps.append(("read", "fix\(kind)\(others)"))
            return
        }
        let reason =
            day.rejects.last { $0.file == first.file && $0.line == first.line }?.reason.name
            ?? "another row of this time was kept"
        guard let other = sameTime.first(where: { row(of: $0, in: day) != nil }) else {
            isKept = false
            return steps.append(("read", "rejected: \(reason)"))
        }
        steps.append(
            (
                "read",
                "line \(first.line) is rejected: \(reason); line \(other.line) of the same time was kept and is followed from here"
            ))
        watched = (other.file, other.line, first.time)
    }

    /// A stage was applied.
    mutating func saw(_ stage: any FixStage, before: DeviceDay, after: DeviceDay) {
        guard isKept, let row = row(in: before) else { return }
        steps.append((type(of: stage).name, stage.verdict(on: row, before: before, after: after)))
        isKept = self.row(in: after) != nil
    }

    private func row(in day: DeviceDay) -> Int? { watched.flatMap { row(of: ($0.file, $0.line), in: day) } }

    private func row(of place: (file: UInt32, line: UInt32), in day: DeviceDay) -> Int? {
        day.fixes.lines.indices.first { day.fixes.lines[$0] == place.line && day.fixes.files[$0] == place.file }
    }
}
