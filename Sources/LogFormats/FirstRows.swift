import Tracks

/// What the first rows of a log tell of all of it: the unit of its speeds, and where it is like another.
struct FirstRows {
    private var speeds = SpeedCheck()
    private var places = PlaceSketch()

    /// Takes the rows that were handed over first.
    mutating func take(_ parcels: [RowParcel], haveSpeeds: Bool) {
        for parcel in parcels {
            if haveSpeeds { speeds.take(parcel.rows) }
            places.take(parcel.rows)
        }
    }

    /// Notes it; of a file that was read to its end.
    func tell(_ reading: inout FileReading, speedUnit: String) {
        reading.places = places
        reading.fittingSpeedUnit = speeds.fitting(unit: speedUnit)?.unit
        if let words = speeds.words(unit: speedUnit) { reading.notes.append(words) }
    }
}
