import Tracks

extension RowAssembler {
    /// A time that names its zone: `2025-06-01 08:00:00 Europe/Berlin`.
    @inline(never)
    mutating func readTimeWithZone(_ cells: RecordCells) -> Int64 {
        let cell = hasClock ? cells.clock : cells.time
        guard let (zone, count) = zones.zone(behind: cell) else { return TimeFormat.bad }
        var cells = cells
        if hasClock { cells.clock = Cell(cell.start, count) } else { cells.time = Cell(cell.start, count) }
        return readTime(cells, in: zone)
    }

    /// Whether a time in a cell is the same whatever the zone.
    @inline(never)
    func saysOffset(_ cells: RecordCells, _ time: Int64) -> Bool {
        let other = TimeZoneRules(name: "", changes: [Int64.min], offsets: [1])
        let read = readTime(cells, in: other)
        return read == TimeFormat.bad || read == readTime(cells)
    }
}
