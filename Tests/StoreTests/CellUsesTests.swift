import Geodesy
import SQLite
import Testing
import Tracks

@testable import Store

/// Cells are counted as rows come and go, and what is counted is what a scan finds (rules 3.3, 3.6).
@Suite struct CellUsesTests {
    private let day = CalendarDay(number: 20_000)

    private func address(_ cell: Int64, _ state: AddressState = .done) -> StoredAddress {
        var address = StoredAddress(cell: cell, id: "0-\(cell)", center: Coordinate(latitude: 1, longitude: 2), state: state)
        address.provider = state == .done ? "gazetteer" : nil
        return address
    }

    private func apply(_ changes: CellChanges, to store: Store) throws {
        try store.add(try store.apply(changes).map { (address($0.cell), $0.uses) })
    }

    private func uses(_ store: Store) throws -> [Int64: Int64] {
        Dictionary(
            uniqueKeysWithValues: try store.database.rows("SELECT cell, uses FROM _address") { ($0.integer(0), $0.integer(1)) })
    }

    private func addStay(_ store: Store, device: Int64, arrived: Int64, latitude: Double = 40) throws {
        try store.database.run("INSERT OR IGNORE INTO _device VALUES (?, ?)", .integer(device), .text("device-\(device)"))
        try store.database.run(
            """
            INSERT INTO _stay (device, arrived, id, day, last_seen, latitude, longitude, spread, fixes, open, inferred, confidence)
            VALUES (?, ?, ?, ?, ?, ?, 116, 0, 1, 0, 0, 1)
            """, .integer(device), .integer(arrived), .text("\(device)-\(arrived)"), .integer(Int64(day.number)),
            .integer(arrived + 10), .real(latitude))
    }

    private func stays(_ store: Store, of device: Int64) throws -> [StoredStay] {
        var stays: [StoredStay] = []
        try store.appendStays(of: device, to: &stays)
        return stays
    }

    /// Puts all stays of a device into a cell, or by their latitude.
    private func tell(_ store: Store, device: Int64, cell: (StoredStay) -> Int64) throws {
        var changes = CellChanges()
        let stays = try stays(store, of: device)
        try store.tell(stays, place: { _ in nil }, cell: { cell(stays[$0]) }, &changes)
        try apply(changes, to: store)
    }

    @Test func `a cell is there while a stay lies in it`() throws {
        try withStore { store in
            for arrived in [100, 200, 300] as [Int64] { try addStay(store, device: 1, arrived: arrived) }
            try tell(store, device: 1) { $0.arrived < 300 ? 7 : 8 }
            #expect(try uses(store) == [7: 2, 8: 1])
            try store.database.run("DELETE FROM _stay WHERE arrived >= 200")
            #expect(try uses(store) == [7: 1, 8: 0])
            try store.dropUnusedAddresses()
            #expect(try uses(store) == [7: 1])
            #expect(try store.addressStates() == [.done: 1])
            // Another cell by another middle.
            try tell(store, device: 1) { _ in 9 }
            #expect(try uses(store) == [7: 0, 9: 1])
            try store.dropUnusedAddresses()
            #expect(try uses(store) == [9: 1])
        }
    }

    @Test func `a stay that comes again keeps the address of its cell`() throws {
        try withStore { store in
            try addStay(store, device: 1, arrived: 100)
            try tell(store, device: 1) { _ in 7 }
            try store.database.run("UPDATE _address SET address = 'kept'")
            try store.database.run("DELETE FROM _stay")
            try addStay(store, device: 1, arrived: 100)
            try tell(store, device: 1) { _ in 7 }
            try store.dropUnusedAddresses()
            #expect(try store.database.first("SELECT address FROM _address") { $0.text(0) } == "kept")
        }
    }

    @Test func `what is told as it was is not written`() throws {
        try withStore { store in
            for arrived in [100, 200] as [Int64] { try addStay(store, device: 1, arrived: arrived) }
            try tell(store, device: 1) { _ in 7 }
            let before = try store.database.first("SELECT total_changes()") { $0.integer(0) }
            try tell(store, device: 1) { _ in 7 }
            #expect(try store.database.first("SELECT total_changes()") { $0.integer(0) } == before)
        }
    }

    @Test func `history of a day that is new goes into its cells once`() throws {
        try withStore { store in
            let key = try store.key(ofDevice: "A", partition: 0)
            try store.database.run(
                "INSERT INTO _device_day (day, device, rows_in, kept, thinned, rejected, inner_stay_ms, hash) VALUES (?, ?, 0, 0, 0, 0, 0, 0)",
                .integer(Int64(day.number)), .integer(key))
            for number in 1...3 as ClosedRange<Int64> {
                try store.database.run(
                    "INSERT INTO _point (device, day, number, time, latitude, longitude, fixes) VALUES (?, ?, ?, 0, ?, 116, 1)",
                    .integer(key), .integer(Int64(day.number)), .integer(number), .real(Double(number)))
            }
            try store.markNewHistory(day)
            #expect(try store.daysOfNewHistory() == [day])
            for _ in 0..<2 {
                var changes = CellChanges()
                try store.putHistory(of: day, into: { Int64($0.latitude / 2) }, &changes)
                try apply(changes, to: store)
            }
            #expect(try uses(store) == [0: 1, 1: 2])
            try store.removeHistory(day: day, device: key)
            #expect(try uses(store) == [0: 0, 1: 0])
            try store.clearNewHistory(day)
            #expect(try store.daysOfNewHistory() == [])
        }
    }

    private func place(_ device: Int64, _ firstCore: Int64, visits: Int64, latitude: Double) -> StoredPlace {
        let place = Place(
            firstCore: 0, role: .regular, visits: visits, devices: 1, total: 10, first: 1, last: 2, usualArrival: nil,
            usualDeparture: "08:00", center: Coordinate(latitude: latitude, longitude: 2), radiusMeters: 3)
        return StoredPlace(
            device: device, firstCore: firstCore, number: PlaceNumber(device: "device-\(device)", arrived: firstCore),
            place: place,
            name: nil, isShared: false, kind: nil)
    }

    /// Makes places those of a device, or all; gives how many rows that changed.
    private func replace(_ places: [StoredPlace], of device: Int64? = 1, in store: Store) throws -> Int64 {
        let before = try store.database.first("SELECT total_changes()") { $0.integer(0) } ?? 0
        var changes = CellChanges()
        try store.replacePlaces(of: device, with: places, cell: { Int64($0.latitude) }, &changes)
        let after = try store.database.first("SELECT total_changes()") { $0.integer(0) } ?? 0
        try apply(changes, to: store)
        return after - before
    }

    @Test func `places are replaced where they differ, and their cells with them`() throws {
        try withStore { store in
            let first = [place(1, 10, visits: 2, latitude: 5), place(1, 20, visits: 3, latitude: 6)]
            #expect(try replace(first, in: store) == 2)
            #expect(try replace([place(2, 10, visits: 2, latitude: 5)], of: 2, in: store) == 1)
            #expect(try uses(store) == [5: 2, 6: 1])
            #expect(try replace(first.reversed(), in: store) == 0)
            // One is another, one is new, and one goes, which its cell is told.
            let second = [place(1, 10, visits: 4, latitude: 5.5), place(1, 30, visits: 3, latitude: 7)]
            #expect(try replace(second, in: store) == 4)
            let rows = try store.database.rows("SELECT device, first_core, visits, cell FROM _place") { row in
                (0..<4).map { row.integer($0) }
            }
            #expect(rows == [[1, 10, 4, 5], [1, 30, 3, 7], [2, 10, 2, 5]])
            #expect(try uses(store) == [5: 2, 6: 0, 7: 1])
            #expect(try replace([place(1, 10, visits: 4, latitude: 8)], of: nil, in: store) == 5)
            #expect(try uses(store) == [5: 0, 6: 0, 7: 0, 8: 1])
        }
    }

    @Test func `the days of stays and trips that a place is told with are noted`() throws {
        try withStore { store in
            for arrived in [100, 200, 300] as [Int64] { try addStay(store, device: 1, arrived: arrived) }
            for (start, end, day) in [(110, 200, 5), (210, 290, 6), (310, 400, 7)] as [(Int64, Int64, Int64)] {
                try store.database.run(
                    """
                    INSERT INTO _trip (device, start, id, day, end, um, fixes, open, start_latitude, start_longitude, end_latitude,
                        end_longitude, south, west, north, east) VALUES (1, ?, 'trip', ?, ?, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0)
                    """, .integer(start), .integer(day), .integer(end))
            }
            var changes = CellChanges()
            let stays = try stays(store, of: 1)
            let number = PlaceNumber(device: "device-1", arrived: 100)
            try store.tell(stays, place: { $0 == 0 ? nil : number }, cell: { _ in nil }, &changes)
            // The trip of day 6 reaches no stay; it leaves the second.
            #expect(try store.daysToReport().map(\.number) == [5, 6, 7, day.number])
            try store.clearDaysToReport()
            let told = try self.stays(store, of: 1)
            #expect(told.map(\.place) == [nil, number, number])
            try store.tell(told, place: { $0 == 2 ? number : nil }, cell: { _ in nil }, &changes)
            #expect(try store.daysToReport().map(\.number) == [5, 6, day.number])
            #expect(
                try store.database.rows("SELECT place FROM _stay") { $0.optionalText(0) } == [
                    nil, nil, stableID("place", "device-1", 100),
                ])
        }
    }
}
