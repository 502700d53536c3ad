/// A planned dwell, and how the device gets there.
struct Visit {
    /// Index among the device's places; 0 is home.
    let place: Int
    /// How long it lasts at least.
    let leastSeconds: Int
    /// Second of the local day before which the device does not leave; 0: no such.
    let until: Int
    let way: Way

    /// How a place is reached.
    enum Way: Equatable {
        /// As the kind moves.
        case ride
        /// On foot, the tracker in a pocket.
        case walk
        /// On foot from the place round the block and back to it.
        case roundTheBlock(minutes: Int)
    }

    init(_ place: Int, minutes: Int, by way: Way = .ride) {
        self.place = place
        leastSeconds = minutes * 60
        until = 0
        self.way = way
    }

    /// Of at least 25 minutes, to this minute of the day.
    init(_ place: Int, untilMinute: Int, by way: Way = .ride) {
        self.place = place
        leastSeconds = 1_500
        until = untilMinute * 60
        self.way = way
    }
}
