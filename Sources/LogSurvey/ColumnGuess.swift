import Geodesy
import LogFormats

/// Which column of a table holds what, by its names and its cells.
struct ColumnGuess {
    /// The index of each column, by key; `crs` is the one that names coordinate systems.
    private(set) var indices: [String: Int] = [:]
    /// How positions are written.
    private(set) var coordinates = CoordinateGuess.plain
    let table: TextTable

    /// Cells of a column that are looked at.
    private static let mostCells = 500

    /// Guesses the columns of a table; nil where none hold positions.
    init?(_ table: TextTable) {
        self.table = table
        guard table.hasHeader ? findNamedPosition() : findPosition() else { return nil }
        if table.hasHeader { findNamed() } else { findUnnamed() }
    }

    /// The name of a key's column, or its position.
    func name(_ key: String) -> String? { indices[key].map { table.names[$0] } }

    /// The cells of a key's column that hold something.
    func filled(_ key: String) -> [String] { indices[key].map(table.filled) ?? [] }

    /// The texts that say when: of one column, or of a day's and a clock's.
    var times: [String] {
        if indices["time"] != nil { return filled("time") }
        guard let date = indices["date"], let clock = indices["clock"] else { return [] }
        return table.rows.filter { !$0[date].isEmpty && !$0[clock].isEmpty }.map { $0[date] + " " + $0[clock] }
    }

    /// The names of columns that were taken for nothing.
    var others: [String] {
        let taken = Set(indices.values)
        return table.hasHeader
            ? table.names.indices.filter { !taken.contains($0) }.map { table.names[$0] }.filter { !$0.isEmpty } : []
    }

    // MARK: By names

    private mutating func findNamedPosition() -> Bool {
        let bare = table.labels.map(ColumnNames.bare)
        var pairs: [(Int, Int)] = []
        for latitude in ColumnNames.of("latitude") {
            guard let index = bare.firstIndex(of: latitude) else { continue }
            pairs += ColumnNames.of("longitude").compactMap { bare.firstIndex(of: $0) }.map { (index, $0) }
        }
        pairs += pairsOfWords()
        let (north, east) = (hemispheres(bare, "latitude-hemisphere", "NS"), hemispheres(bare, "longitude-hemisphere", "EW"))
        for (latitude, longitude) in pairs where latitude != longitude {
            let isE7 = bare[latitude].hasSuffix("e7") || bare[longitude].hasSuffix("e7")
            let rows = table.rows.map { row in
                (
                    latitude: row[latitude], longitude: row[longitude], ns: north.map { row[$0] } ?? "",
                    ew: east.map { row[$0] } ?? ""
                )
            }
            guard let found = CoordinateGuess(rows, isE7: isE7) else { continue }
            coordinates = found
            (indices["latitude"], indices["longitude"]) = found.isSwapped ? (longitude, latitude) : (latitude, longitude)
            if let north, let east { (indices["latitude-hemisphere"], indices["longitude-hemisphere"]) = (north, east) }
            return true
        }
        return false
    }

    /// Columns whose names differ by one word only, which is lat in one and lon in the other: `start_lat`, `start_lon`.
    private func pairsOfWords() -> [(Int, Int)] {
        func others(_ name: String, _ words: [String]) -> String? {
            let all = ColumnNames.words(name)
            guard all.contains(where: words.contains) else { return nil }
            return all.filter { !words.contains($0) }.joined(separator: " ")
        }
        return table.names.indices.flatMap { i -> [(Int, Int)] in
            guard let rest = others(table.labels[i], ["lat", "latitude"]) else { return [] }
            return table.names.indices.filter { others(table.labels[$0], ["lon", "lng", "long", "longitude"]) == rest }.map {
                (i, $0)
            }
        }
    }

    private func hemispheres(_ bare: [String], _ key: String, _ letters: String) -> Int? {
        ColumnNames.of(key).lazy.compactMap { bare.firstIndex(of: $0) }.first { index in
            let cells = table.filled(index)
            return !cells.isEmpty && cells.allSatisfy { $0.count == 1 && letters.contains($0.uppercased()) }
        }
    }

    private mutating func findNamed() {
        for (key, names) in ColumnNames.known where indices[key] == nil && !key.hasSuffix("hemisphere") {
            let bare = table.labels.map(ColumnNames.bare)
            let named = names.flatMap { name in bare.indices.filter { bare[$0] == name } }
            let candidates = key == "speed" ? table.names.indices.filter { ColumnNames.isSpeed(table.labels[$0]) } : named
            let free = candidates.filter { index in !indices.values.contains(index) && table.names[index] != "" }
            switch key {
            case "time": findTime(free, bare)
            case "clock", "date": break
            default: indices[key] = free.first { fits($0, key) }
            }
        }
    }

    /// A column with day and clock; else a column of each.
    private mutating func findTime(_ candidates: [Int], _ bare: [String]) {
        let taken = Set(indices.values)
        func first(_ key: String, _ isRight: (String) -> Bool) -> Int? {
            let named = ColumnNames.of(key).flatMap { name in bare.indices.filter { bare[$0] == name } }
            for index in named where !taken.contains(index) {
                let cells = table.filled(index).prefix(Self.mostCells)
                if !cells.isEmpty, cells.allSatisfy(isRight) { return index }
            }
            return nil
        }
        if let date = first("date", TimeGuess.isDay), let clock = first("clock", TimeGuess.isClock), date != clock {
            (indices["date"], indices["clock"]) = (date, clock)
            return
        }
        indices["time"] = candidates.first { index in
            let cells = Array(table.filled(index).prefix(Self.mostCells))
            return !cells.allSatisfy(TimeGuess.isClock) && TimeGuess(cells, day: nil, modified: nil) != nil
        }
    }

    /// Whether the cells of a column can be what its name says.
    private func fits(_ index: Int, _ key: String) -> Bool {
        let cells = table.filled(index).prefix(Self.mostCells)
        switch key {
        case "device": return mayBeDevice(Array(cells))
        case "kind": return !cells.isEmpty && Set(cells).count <= 20 && Set(cells).count * 2 <= max(cells.count, 4)
        case "crs": return !cells.isEmpty && cells.allSatisfy { CoordinateSystem(name: $0) != nil }
        default:
            // A column that is empty so far may be filled later.
            let numbers = cells.count { number(in: $0, hasComma: coordinates.hasComma) != nil }
            return numbers * 2 > cells.count || (cells.isEmpty && !table.rows.isEmpty)
        }
    }

    /// A device has several rows: a column with another text in each is a number of the row.
    private func mayBeDevice(_ cells: [String]) -> Bool {
        !cells.isEmpty && (cells.count < 4 || Set(cells).count * 2 <= cells.count)
    }

    // MARK: By cells

    /// Two columns of numbers with decimals side by side, the first of which are a position.
    private mutating func findPosition() -> Bool {
        for i in table.names.indices.dropLast() {
            let pair = table.rows.map { (latitude: $0[i], longitude: $0[i + 1], ns: "", ew: "") }
            let hasDecimals = pair.prefix(Self.mostCells).allSatisfy { row in
                [row.latitude, row.longitude].allSatisfy { $0.isEmpty || $0.contains(".") || $0.contains(",") }
            }
            guard hasDecimals, let found = CoordinateGuess(pair, isE7: false), found.format == "auto", !found.isInMeters else {
                continue
            }
            coordinates = found
            (indices["latitude"], indices["longitude"]) = found.isSwapped ? (i + 1, i) : (i, i + 1)
            return true
        }
        return false
    }

    /// Whether the latitude could as well be the longitude.
    var isOrderUnknown: Bool {
        guard !table.hasHeader, !coordinates.isSwapped else { return false }
        return filled("longitude").allSatisfy { cell in
            number(in: cell, hasComma: coordinates.hasComma).map { abs($0) <= 90 } ?? true
        }
    }

    private mutating func findUnnamed() {
        let free = table.names.indices.filter { !indices.values.contains($0) }
        let time = free.first { index in
            let cells = Array(table.filled(index).prefix(Self.mostCells))
            return !cells.allSatisfy(TimeGuess.isClock) && TimeGuess(cells, day: nil, modified: nil) != nil
                && !cells.allSatisfy(TimeGuess.isDay)
        }
        if let time {
            indices["time"] = time
        } else if let date = free.first(where: { index in
            index + 1 < table.names.count && table.filled(index).prefix(Self.mostCells).allSatisfy(TimeGuess.isDay)
                && table.filled(index + 1).prefix(Self.mostCells).allSatisfy(TimeGuess.isClock)
        }) {
            (indices["date"], indices["clock"]) = (date, date + 1)
        }
        let taken = Set(indices.values)
        indices["device"] = free.first { index in
            let cells = Array(table.filled(index).prefix(Self.mostCells))
            return !taken.contains(index) && mayBeDevice(cells) && cells.allSatisfy { !$0.contains(".") }
        }
    }
}

extension CoordinateGuess {
    /// Plain degrees.
    static let plain = CoordinateGuess()

    private init() {}
}
