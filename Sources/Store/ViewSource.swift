import Tracks

extension Store {
    /// The rows of a view of some days as what can stand behind FROM; rows of no day, such as rejects, belong to none.
    ///
    /// Of this version's views the days are looked up by their numbers; those of an earlier version are searched through. What has no
    /// days is taken whole.
    /// - Parameters:
    ///   - from: The first day; nil for all.
    ///   - to: The last day; nil for all.
    public func source(ofView view: String, from: CalendarDay?, to: CalendarDay?) throws -> String {
        guard from != nil || to != nil else { return view }
        let days = (from.map { Int64($0.number) } ?? -32_768)...(to.map { Int64($0.number) } ?? 32_767)
        guard try version == Schema.version, let sql = View.named(view)?.sql(ofDays: days) else {
            let conditions = [from.map { "day >= '\($0)'" }, to.map { "day <= '\($0)'" }].compactMap(\.self)
            return "(SELECT * FROM \(view) WHERE \(conditions.joined(separator: " AND ")))"
        }
        return "(\(sql))"
    }
}
