/// Expressions that views share.
extension View {
    static func localText(_ time: String) -> String {
        "strftime('%Y-%m-%d %H:%M:%S', (\(time) + (SELECT offset_ms FROM zone WHERE from_ms <= \(time) ORDER BY from_ms DESC LIMIT 1)) / 1000.0, 'unixepoch')"
    }

    static func utcText(_ time: String) -> String { "strftime('%Y-%m-%dT%H:%M:%fZ', \(time) / 1000.0, 'unixepoch')" }

    static func dayText(_ number: String) -> String { "date(\(number) * 86400, 'unixepoch')" }

    static func addressText(_ cell: String) -> String { "(SELECT a.address FROM address a WHERE a.cell = \(cell))" }
}
