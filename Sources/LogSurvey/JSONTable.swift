import JSON

/// The first rows of JSON as a table: an object a line, an array of objects, or such an array in an object.
struct JSONTable {
    /// A column for each path of a value: `location.coords.0`.
    let table: TextTable
    /// The path of the array; nil where the text, or each line of it, is that.
    let rowsPath: String?

    /// Rows that are looked at, and values of one.
    private static let mostRows = 2000
    private static let mostPaths = 200
    /// Elements of an array that are values of a row.
    private static let mostElements = 4

    /// Cuts a text; nil where no objects are found in it.
    init?(_ text: [UInt8]) {
        // An array that goes on behind what was looked at has its first rows all the same.
        let lines = Self.lines(text) ?? []
        let found = (lines.count > 1 ? nil : Self.array(in: text)) ?? (lines.isEmpty ? nil : (nil, lines))
        guard let (path, rows) = found, let table = Self.table(of: rows) else { return nil }
        (self.table, rowsPath) = (table, path)
    }

    private static func lines(_ text: [UInt8]) -> [JSONValue]? {
        let lines = text.split { $0 == 10 || $0 == 13 }.prefix(mostRows)
        var objects: [JSONValue] = []
        var bad = 0
        for line in lines {
            do throws(JSONError) { objects.append(try JSONValue(reading: Array(line))) } catch { bad += 1 }
        }
        let rows = objects.filter { if case .object = $0 { true } else { false } }
        return bad * 10 <= lines.count && rows.count * 2 > lines.count ? rows : nil
    }

    /// The first array of objects, at the top or as a member of the object there.
    private static func array(in text: [UInt8]) -> (path: String?, rows: [JSONValue])? {
        var scanner = JSONScanner(text)
        do throws(JSONError) {
            if try scanner.kind() == .array { return elements(of: scanner).map { (nil, $0) } }
            try scanner.enterObject()
            while let name = try scanner.nextName() {
                if try scanner.kind() == .array, let rows = elements(of: scanner) { return (name, rows) }
                _ = try scanner.skip()
            }
        } catch {
            // Cut or broken before an array was met: there is nothing to look at.
            return nil
        }
        return nil
    }

    /// The objects of the array that is next, as far as they can be read; nil where it begins with none.
    private static func elements(of scanner: JSONScanner) -> [JSONValue]? {
        var inner = scanner
        var rows: [JSONValue] = []
        do throws(JSONError) {
            try inner.enterArray()
            while rows.count < mostRows, try inner.nextElement() {
                let value = try inner.value()
                guard case .object = value else { return rows.isEmpty ? nil : rows }
                rows.append(value)
            }
        } catch {
            // What was looked at ends here.
            return rows.isEmpty ? nil : rows
        }
        return rows.isEmpty ? nil : rows
    }

    // MARK: Columns

    private static func table(of rows: [JSONValue]) -> TextTable? {
        var places: [String: Int] = [:]
        var (paths, labels): ([String], [String]) = ([], [])
        var found: [[Int: String]] = []
        for row in rows {
            var cells: [Int: String] = [:]
            walk(row, path: "", label: "") { path, label, text in
                if places[path] == nil, paths.count < mostPaths {
                    places[path] = paths.count
                    paths.append(path)
                    labels.append(label)
                }
                if let place = places[path] { cells[place] = text }
            }
            found.append(cells)
        }
        guard paths.count > 1 else { return nil }
        let cells = found.map { row in paths.indices.map { row[$0] ?? "" } }
        return TextTable(names: paths, labels: labels, rows: cells)
    }

    /// Gives each value with its path, and with what it is called: the last name of the path.
    private static func walk(_ value: JSONValue, path: String, label: String, _ take: (String, String, String) -> Void) {
        switch value {
        case .null, .bool: break
        case .number(let number): take(path, label, numberText(number))
        case .string(let text): take(path, label, text)
        case .object(let members):
            for (name, value) in members { walk(value, path: path.isEmpty ? name : path + "." + name, label: name, take) }
        case .array(let elements):
            // RFC 7946: longitude, latitude, altitude.
            let isPosition = ["coordinates", "coords"].contains(label.lowercased()) && elements.count >= 2
            for (i, element) in elements.prefix(mostElements).enumerated() {
                let name = isPosition ? ["longitude", "latitude", "altitude", "3"][i] : label + "\(i)"
                walk(element, path: "\(path).\(i)", label: name, take)
            }
        }
    }

    private static func numberText(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }
}
