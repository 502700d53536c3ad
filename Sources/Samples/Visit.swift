/// A planned dwell.
struct Visit {
    /// Index among the device's places; 0 is home.
    let place: Int
    /// How long it lasts at least.
    let leastSeconds: Int
    /// Second of the local day before which the device does not leave; 0: no such.
    let until: Int

    init(_ place: Int, minutes: Int) {
        self.place = place
        leastSeconds = minutes * 60
        until = 0
    }

    /// Of at least 25 minutes, to this minute of the day.
    init(_ place: Int, untilMinute: Int) {
        self.place = place
        leastSeconds = 1_500
        until = untilMinute * 60
    }
}
