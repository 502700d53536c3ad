/// When a tracker reports nothing on one day: off, without power, in a garage.
struct Silences {
    private var spans: [Range<Int64>] = []

    /// `day`: milliseconds since 1970 UTC.
    init(on day: Range<Int64>, _ random: inout RandomSource) {
        if random.happens(0.015) {
            spans = [day]
            return
        }
        if random.happens(0.3) { add(on: day, minutes: (35, 240), &random) }
        if random.happens(0.3) { add(on: day, minutes: (8, 24), &random) }
    }

    func contains(_ time: Int64) -> Bool {
        for span in spans where span.contains(time) { return true }
        return false
    }

    private mutating func add(on day: Range<Int64>, minutes: (Int, Int), _ random: inout RandomSource) {
        let start = day.lowerBound + Int64(random.integer(0, 86_399)) * 1_000
        spans.append(start..<start + Int64(random.integer(minutes.0, minutes.1)) * 60_000)
    }
}
