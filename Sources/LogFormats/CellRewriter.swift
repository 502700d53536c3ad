/// Writes cells anew that are no plain numbers of degrees, metres and so on, as the source says how to read them.
///
/// A class: it owns the memory of the cells it wrote, which hold until the next record.
final class CellRewriter {
    private let options: CellOptions
    private let isInDegrees: Bool
    private let memory: UnsafeMutablePointer<UInt8>
    private static let cellBytes = 128

    init(_ options: CellOptions, isInDegrees: Bool) {
        self.options = options
        self.isInDegrees = isInDegrees
        memory = .allocate(capacity: 8 * Self.cellBytes)
    }

    deinit { memory.deallocate() }

    /// Whether a record's coordinates are something else than plain numbers.
    @inline(__always)
    func isWanted(_ cells: RecordCells) -> Bool {
        options.isUnusual || !Self.isPlain(cells.latitude) || !Self.isPlain(cells.longitude)
    }

    @inline(__always)
    private static func isPlain(_ cell: Cell) -> Bool {
        guard cell.count > 0 else { return true }
        let (first, last) = (cell.start[0], cell.start[cell.count - 1])
        return (first &- 48 < 10 || first == 45 || first == 43 || first == 46) && (last &- 48 < 10 || last == 46)
    }

    /// Writes a record's numbers anew. A cell that cannot be read stays, or, where it would be read as another number, gets a mark.
    ///
    /// - Parameter hemispheres: The cells that say north or south, and east or west; empty for none.
    func rewrite(_ cells: inout RecordCells, hemispheres: (latitude: Cell, longitude: Cell)) {
        let hasColumns = (options.columns["latitude-hemisphere"] != nil, options.columns["longitude-hemisphere"] != nil)
        cells.latitude = coordinate(cells.latitude, isLatitude: true, hemispheres.latitude, hasColumns.0, place: 0)
        cells.longitude = coordinate(cells.longitude, isLatitude: false, hemispheres.longitude, hasColumns.1, place: 1)
        guard options.hasDecimalCommas else { return }
        cells.numbers.0 = number(cells.numbers.0, place: 2)
        cells.numbers.1 = number(cells.numbers.1, place: 3)
        cells.numbers.2 = number(cells.numbers.2, place: 4)
        cells.numbers.3 = number(cells.numbers.3, place: 5)
        cells.numbers.4 = number(cells.numbers.4, place: 6)
        cells.numbers.5 = number(cells.numbers.5, place: 7)
    }

    private func coordinate(_ cell: Cell, isLatitude: Bool, _ hemisphere: Cell, _ hasColumn: Bool, place: Int) -> Cell {
        guard !cell.isEmpty else { return cell }
        guard isInDegrees else { return options.hasDecimalCommas ? number(cell, place: place) : cell }
        let letter = hemisphere.isEmpty ? 0 : hemisphere.start[0] & 0xDF
        guard hasColumn == (letter != 0), hemisphere.count <= 1,
            let text = CoordinateText(cell, hasCommas: options.hasDecimalCommas),
            let degrees = text.degrees(options.coordinates, isLatitude: isLatitude, hemisphere: letter)
        else { return marked(cell, letter == 0 ? 63 : letter, place) }
        return written(Array("\(degrees)".utf8), place)
    }

    /// A number with a decimal comma; points before it are marks of thousands.
    private func number(_ cell: Cell, place: Int) -> Cell {
        guard !cell.isEmpty else { return cell }
        let halves = cell.bytes.split(separator: 44, omittingEmptySubsequences: false)
        let groups = halves.first?.split(separator: 46, omittingEmptySubsequences: false) ?? []
        guard halves.count <= 2, groups.dropFirst().allSatisfy({ $0.count == 3 }),
            halves.dropFirst().allSatisfy({ !$0.contains(46) })
        else { return marked(cell, 63, place) }
        return written(groups.flatMap { Array($0) } + (halves.count == 2 ? [46] + Array(halves[1]) : []), place)
    }

    /// The cell as it is where it is no number, else with a letter behind it, which makes it none.
    private func marked(_ cell: Cell, _ letter: UInt8, _ place: Int) -> Cell {
        guard !decimal(cell).isNaN else { return cell }
        return written(Array(cell.bytes.prefix(Self.cellBytes - 2)) + [32, letter], place)
    }

    private func written(_ bytes: [UInt8], _ place: Int) -> Cell {
        let start = memory + place * Self.cellBytes
        let count = min(bytes.count, Self.cellBytes)
        for i in 0..<count { start[i] = bytes[i] }
        return Cell(start, count)
    }
}
