/// Gathers the true stays of one device from its good fixes, rising in time.
struct StayTruth {
    private(set) var stays: [TrueStay] = []
    private var current: TrueStay?

    mutating func see(_ fix: SampleFix) {
        guard let spot = fix.spot else { return finish() }
        // A longer silence ends a stay, as in find-stays.
        if let stay = current, stay.spot.place != spot.place || fix.time - stay.left > 1_800_000 { finish() }
        if current == nil { current = TrueStay(spot: spot, arrived: fix.time, left: fix.time) }
        current?.left = fix.time
    }

    /// Ends the stay under way; one fix alone is none.
    mutating func finish() {
        if let stay = current, stay.left > stay.arrived { stays.append(stay) }
        current = nil
    }
}
