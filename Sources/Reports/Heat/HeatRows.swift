import Geodesy
import SQLite
import Store

/// The rows of `heat`: cells by their names, each with its devices and fixes or stays; those of few devices are left out.
///
/// Memory is that of the cells: rows come device by device, so each device is counted once where it is not the last that was seen.
final class HeatRows: RowSource {
    let names: [String]
    let shown: Int
    /// What was left out.
    let notes: [String]

    private struct Count {
        var devices: Int64 = 0
        var rows: Int64 = 0
        var seconds = 0.0
        /// The device that was seen last.
        var last = -1
    }

    private let heat: Heat
    private let grid: Geohash
    private let cells: [(key: UInt64, count: Count)]
    private var row = 0
    // Unsafe: a cell's bytes are lent by address, as SQLite's are.
    /// The name of the cell at hand.
    private let nameBytes: UnsafeMutableBufferPointer<UInt8>

    /// Counts.
    ///
    /// - Throws: `StoreMismatch` where the selection narrows what heat has not.
    init(_ heat: Heat, _ selection: ViewSelection, in store: Store) throws {
        self.heat = heat
        grid = Geohash(letters: heat.letters)
        try Self.check(selection)
        var counted = ViewSelection(view: heat.view, from: selection.from, to: selection.to, kinds: selection.kinds)
        let time = heat.view == "stays" ? "arrived_local" : "time_local"
        counted.columns =
            ["device", "latitude", "longitude"] + (heat.hasHours ? [time] : []) + (heat.view == "stays" ? ["duration_s"] : [])
        let rows = try counted.source(in: store)
        let all = try Self.count(rows, grid, time: heat.hasHours ? rows.column(time) : nil)
        cells = all.filter { $0.value.devices >= heat.leastDevices }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let left = all.values.filter { $0.devices < heat.leastDevices }
        let total = all.values.reduce(0) { $0 + $1.rows }
        let what = heat.hasHours ? "cells and hours" : "cells"
        notes = [
            "\(left.count) of \(all.count) \(what) have fewer than \(heat.leastDevices) devices; they are left out, with \(left.reduce(0) { $0 + $1.rows }) of \(total) \(heat.view)."
        ]
        let known =
            ["cell", "latitude", "longitude"] + (heat.hasHours ? ["hour"] : []) + ["devices", heat.view]
            + (heat.view == "stays" ? ["total_s"] : [])
        let columns = try selection.shownColumns(of: known)
        shown = columns.count
        names = columns + ["latitude", "longitude"].filter { !columns.contains($0) }
        nameBytes = .allocate(capacity: heat.letters)
        nameBytes.initialize(repeating: 0)
    }

    deinit { nameBytes.deallocate() }

    private static func check(_ selection: ViewSelection) throws {
        let fault: String? =
            if !selection.devices.isEmpty {
                "heat cannot be narrowed by device: it would say where one is"
            } else if selection.zoom != nil || selection.cluster != nil || selection.memberOf != nil {
                "heat cannot be narrowed by zoom or cluster: it has cells of its own"
            } else if selection.system != .wgs84 {
                "heat has cells of WGS-84 degrees, which have no position in \(selection.system.name)"
            } else {
                nil
            }
        if let fault { throw StoreMismatch(description: fault + ".") }
    }

    private static func count(_ rows: any RowSource, _ grid: Geohash, time: Int?) throws -> [UInt64: Count] {
        let (device, latitude, longitude) = (rows.column("device"), rows.column("latitude"), rows.column("longitude"))
        let duration = rows.column("duration_s")
        var counts: [UInt64: Count] = [:]
        var (last, number): ([UInt8], Int) = ([], 0)
        try rows.forEach {
            guard let device, case .text(let id) = rows.cell(device), let y = rows.real(latitude), let x = rows.real(longitude)
            else { return }
            if !id.elementsEqual(last) { (last, number) = (Array(id), number + 1) }
            var key = grid.cell(of: Coordinate(latitude: y, longitude: x))
            // 45 bits of cell and 5 of hour.
            if let time { key = key << 5 | hour(rows.cell(time)) }
            var count = counts[key] ?? Count()
            if count.last != number { (count.last, count.devices) = (number, count.devices + 1) }
            count.rows += 1
            count.seconds += rows.real(duration) ?? 0
            counts[key] = count
        }
        return counts
    }

    /// The hour in `2025-06-01 08:00:00`; 31 for none.
    private static func hour(_ cell: Cell) -> UInt64 {
        guard case .text(let text) = cell, text.count >= 13 else { return 31 }
        return UInt64(text[11] &- 48) * 10 + UInt64(text[12] &- 48)
    }

    func forEach(_ body: () throws -> Void) rethrows {
        for number in cells.indices {
            row = number
            try body()
        }
    }

    func cell(_ column: Int) -> Cell {
        let (key, count) = cells[row]
        let cell = heat.hasHours ? key >> 5 : key
        switch names[column] {
        case "cell":
            _ = nameBytes.update(fromContentsOf: grid.text(cell))
            return .text(UnsafeBufferPointer(nameBytes))
        case "latitude": return .real(grid.center(cell).latitude)
        case "longitude": return .real(grid.center(cell).longitude)
        case "hour": return key & 31 == 31 ? .null : .integer(Int64(key & 31))
        case "devices": return .integer(count.devices)
        case "total_s": return .real(count.seconds)
        default: return .integer(count.rows)
        }
    }
}
