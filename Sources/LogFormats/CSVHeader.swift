import Options
import Tracks

/// The header of a log: which cell of a record holds what.
struct CSVHeader {
    /// Where each key's cell stands in a record; -1 for none.
    private(set) var positions = CellPositions()
    /// Further columns: the cell, and the name as JSON.
    private(set) var extraNames: [(position: Int, name: [UInt8])] = []
    /// Why nothing can be read with it: a sentence without the file's name; nil where it has all that is mapped.
    private(set) var fault: String?
    /// Sorted.
    private var names: [[UInt8]] = []
    /// Of each byte, whether a name or its quotes may begin with it; 0 stands for the empty name.
    private var isBeginning = [Bool](repeating: false, count: 256)

    /// Before a header was read.
    init() {}

    /// A header with these names, in order.
    init(_ cells: [[UInt8]], for options: CellOptions, systemColumn: String?) {
        names = cells.sorted { $0.lexicographicallyPrecedes($1) }
        // A quote, spaces, and a byte order mark may stand before a name.
        for byte in names.map({ $0.first ?? 0 }) + [34, 32, 9, 11, 12, 0xEF] { isBeginning[Int(byte)] = true }
        let texts = cells.map { String(decoding: $0, as: UTF8.self) }
        let wanted = options.columns.merging(systemColumn.map { ["crs": $0] } ?? [:]) { a, _ in a }
        var lacking: [String] = []
        for (key, name) in wanted {
            let names = [name] + (options.otherNames[key] ?? [])
            if let position = names.lazy.compactMap({ texts.firstIndex(of: $0) }).first {
                positions.set(key, to: position)
            } else if !options.optionalKeys.contains(key) {
                lacking.append(names.joined(separator: "' or '"))
            }
        }
        lacking += options.extra.filter { !texts.contains($0) }
        guard lacking.isEmpty else {
            fault =
                "has no column \(listedNames(lacking.sorted())); nothing of it was read. Its columns are \(listedNames(texts))"
                + Self.delimiterHint(texts, wanted: Array(wanted.values) + options.extra)
            return
        }
        extraNames = options.extra.map { name in (texts.firstIndex(of: name) ?? -1, Array(jsonText(name).utf8)) }
    }

    /// What stands where in records of so many cells, by positions from 1: there is no header.
    init(count: Int, for options: CellOptions, systemColumn: String?) {
        let wanted = options.columns.merging(systemColumn.map { ["crs": $0] } ?? [:]) { a, _ in a }
        for (key, text) in wanted {
            guard let position = Int(text), position <= count else {
                fault = "has rows of \(count) cells, and 'columns.\(key)' is \(text); nothing of it was read"
                continue
            }
            positions.set(key, to: position - 1)
        }
        for text in options.extra {
            guard let position = Int(text), position <= count else {
                fault = "has rows of \(count) cells, and 'extra' has \(text); nothing of it was read"
                continue
            }
            extraNames.append((position - 1, Array(jsonText(text).utf8)))
        }
    }

    /// Names the delimiter that would find all columns in a header of one cell.
    private static func delimiterHint(_ names: [String], wanted: [String]) -> String {
        guard let name = names.first, names.count == 1 else { return "" }
        let delimiters: [(Character, String)] = [
            (";", "semicolon"), ("\t", "tab"), ("|", "pipe"), (",", "comma"), (" ", "space"),
        ]
        let found = delimiters.first { delimiter, _ in
            let cells = name.split(separator: delimiter).map { String($0).trimmingSpaces }
            return wanted.allSatisfy(cells.contains)
        }
        return found.map { "; 'delimiter: \($0.1)' of the source would find them" } ?? ""
    }

    /// Whether a cell that begins with this byte may hold one of the names: nearly never in a row.
    @inline(__always)
    func mayBeRepeated(_ byte: UInt8) -> Bool { isBeginning[Int(byte)] }

    /// Whether it has a name.
    func has(_ name: ArraySlice<UInt8>) -> Bool { names.contains { $0.elementsEqual(name) } }

    /// Whether cells hold its names, in any order.
    func hasNames(_ cells: [ArraySlice<UInt8>]) -> Bool {
        let sorted = cells.sorted { $0.lexicographicallyPrecedes($1) }
        return sorted.count == names.count && zip(sorted, names).allSatisfy { $0.elementsEqual($1) }
    }
}

/// Where the cells of a record stand; -1 for none.
struct CellPositions {
    var device = -1
    var time = -1
    var date = -1
    var clock = -1
    var latitude = -1
    var longitude = -1
    var altitude = -1
    var speed = -1
    var course = -1
    var accuracy = -1
    var hdop = -1
    var satellites = -1
    var kind = -1
    var system = -1
    var latitudeHemisphere = -1
    var longitudeHemisphere = -1

    mutating func set(_ key: String, to position: Int) {
        // A table of key paths would be made anew for each key of each log.
        switch key {
        case "device": device = position
        case "time": time = position
        case "date": date = position
        case "clock": clock = position
        case "latitude": latitude = position
        case "longitude": longitude = position
        case "altitude": altitude = position
        case "speed": speed = position
        case "course": course = position
        case "accuracy": accuracy = position
        case "hdop": hdop = position
        case "satellites": satellites = position
        case "kind": kind = position
        case "crs": system = position
        case "latitude-hemisphere": latitudeHemisphere = position
        case "longitude-hemisphere": longitudeHemisphere = position
        default: break
        }
    }
}

extension Sequence<UInt8> {
    /// Without spaces and other white space at its ends.
    var trimmingSpaces: [UInt8] {
        var bytes = Array(self)[...]
        while let first = bytes.first, Cell.isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, Cell.isSpace(last) { bytes.removeLast() }
        return Array(bytes)
    }
}

extension Array<UInt8> {
    /// Behind a byte order mark of UTF-8, and there without quotes, which mean nothing behind one.
    var withoutByteOrderMark: ArraySlice<UInt8> {
        guard starts(with: [0xEF, 0xBB, 0xBF]) else { return self[...] }
        let rest = self[3...]
        return rest.count >= 2 && rest.first == 34 && rest.last == 34 ? rest.dropFirst().dropLast() : rest
    }
}

extension String {
    package var trimmingSpaces: String {
        var text = Substring(self)
        while let first = text.unicodeScalars.first, first.value == 32 || (9...13).contains(first.value) {
            text.unicodeScalars.removeFirst()
        }
        while let last = text.unicodeScalars.last, last.value == 32 || (9...13).contains(last.value) {
            text.unicodeScalars.removeLast()
        }
        return String(text)
    }
}
