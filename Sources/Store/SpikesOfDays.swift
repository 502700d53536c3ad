/// Device-days that lost many of their fixes as spikes: the speeds of drop-spikes may not be theirs.
extension Store {
    /// A device-day with its spikes, and its fixes before they were rejected.
    public typealias SpikesOfDay = (day: String, device: String, spikes: Int64, fixes: Int64)

    /// Those that lost more than a tenth of their fixes as spikes, in the order of day and device; none of a file of a version that did not
    /// count them.
    public func daysOfManySpikes() throws -> [SpikesOfDay] {
        guard try version >= Schema.versionWithSpikes else { return [] }
        return try database.rows(
            """
            SELECT date(x.day * 86400, 'unixepoch'), d.id, x.spikes, x.kept + x.thinned + x.spikes
            FROM _device_day x JOIN _device d ON d.key = x.device
            WHERE x.spikes * 10 > x.kept + x.thinned + x.spikes ORDER BY x.day, d.id
            """
        ) { ($0.text(0), $0.text(1), $0.integer(2), $0.integer(3)) }
    }
}
