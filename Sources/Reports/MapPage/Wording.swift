import Options
import Tracks

/// A distance for people: `850 m`, `12.4 km`, `1,240 km`.
func distanceInWords(meters: Double) -> String {
    guard meters >= 999.5 else { return "\(Int64(meters.rounded())) m" }
    let kilometers = meters / 1000
    return kilometers < 99.95 ? "\(shortText((kilometers * 10).rounded() / 10)) km" : "\(grouped(Int64(kilometers.rounded()))) km"
}

/// A length of time for people: `45 s`, `20 min`, `3 h 20 min`, `2 days 4 h`.
func durationInWords(seconds: Double) -> String {
    let seconds = Int64(seconds.rounded())
    guard seconds >= 60 else { return "\(seconds) s" }
    let minutes = (seconds + 30) / 60
    guard minutes >= 60 else { return "\(minutes) min" }
    func two(_ large: Int64, _ unit: String, _ small: Int64, _ smaller: String) -> String {
        small == 0 ? "\(large) \(unit)" : "\(large) \(unit) \(small) \(smaller)"
    }
    guard minutes >= 48 * 60 else { return two(minutes / 60, "h", minutes % 60, "min") }
    let hours = (minutes + 30) / 60
    return two(hours / 24, "days", hours % 24, "h")
}

/// A speed for people, in km/h.
func speedInWords(metersPerSecond: Double) -> String { "\(shortText((metersPerSecond * 36).rounded() / 10)) km/h" }

/// A part of 1 in whole percent.
func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
