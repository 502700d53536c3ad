import Tracks

extension Store {
    /// Appends the fixes of a part, in its order.
    ///
    /// - Returns: The key of the first; those of the others follow one by one.
    func writeFixes(of part: DayPart) throws -> Int64 {
        let first = try (database.first("SELECT max(key) FROM _fix") { $0.optionalInteger(0) } ?? nil).map { $0 + 1 } ?? 1
        let count = part.fixes.count
        guard count > 0 else { return first }
        try rowsToWrite().with(part) { try database.run(statement(for: part.fixes)) }
        let last = database.lastInsertedID
        precondition(last == first + Int64(count) - 1, "expected keys \(first) to \(first + Int64(count) - 1), found \(last)")
        return first
    }

    private func rowsToWrite() throws -> FixRows {
        if let fixRows { return fixRows }
        let made = FixRows()
        try made.join(database)
        fixRows = made
        return made
    }

    /// Columns that no fix has are not asked for.
    private func statement(for fixes: FixBatch) -> String {
        let optional: [(name: String, isEmpty: Bool)] = [
            ("altitude", fixes.altitudes.isEmpty), ("speed", fixes.speeds.isEmpty), ("course", fixes.courses.isEmpty),
            ("accuracy", fixes.accuracies.isEmpty), ("extra", fixes.extras.isEmpty),
        ]
        let values = optional.map { $0.isEmpty ? "NULL" : $0.name }.joined(separator: ", ")
        return """
            INSERT INTO _fix (time, latitude, longitude, altitude, speed, course, accuracy, extra)
            SELECT time, latitude, longitude, \(values) FROM \(FixRows.name)
            """
    }
}
