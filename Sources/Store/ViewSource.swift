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
        guard try version == Schema.version, let sql = Views.sql(of: view, from: from, to: to) else {
            let conditions = [from.map { "day >= '\($0)'" }, to.map { "day <= '\($0)'" }].compactMap(\.self)
            return "(SELECT * FROM \(view) WHERE \(conditions.joined(separator: " AND ")))"
        }
        return "(\(sql))"
    }
}

extension Views {
    /// The statement of a view for some days only; nil where it has none.
    ///
    /// Findings lie in their tables by the day that their first fix lies in.
    static func sql(of view: String, from: CalendarDay?, to: CalendarDay?) -> String? {
        let low = from.map { Int64($0.number) } ?? -32_768
        let high = to.map { Int64($0.number) } ?? 32_767
        func isInRange(_ column: String) -> String { "\(column) BETWEEN \(low) AND \(high)" }
        let condition: String? =
            switch view {
            case "fixes": isInRange("f.day")
            case "history":
                "\(isInRange("h.day")) AND h.device IN (SELECT device FROM device_day WHERE \(isInRange("day")))"
            case "trips": isInRange("t.day")
            case "gaps": isInRange("g.day")
            case "stays": isInRange("s.day")
            case "days": isInRange("x.day")
            case "rejects": isInRange("r.day")
            case "day_ledger": isInRange("p.day")
            default: nil
            }
        let statement = all.first { $0.name == view }?.sql ?? ledger.first { $0.name == view }?.sql
        guard let condition, let statement else { return nil }
        return statement + (view == "rejects" ? " AND " : " WHERE ") + condition
    }
}
