import Geodesy
import SQLite
import Testing
import Tracks

@testable import Store

@Suite struct AddressStoreTests {
    private func address(_ cell: Int64, _ state: AddressState, asks: String? = nil, text: String? = nil) -> StoredAddress {
        var address = StoredAddress(
            cell: cell, id: "0-\(cell)", center: Coordinate(latitude: 1, longitude: 2), state: state, asks: asks)
        address.text = text
        address.provider = text.map { _ in "gazetteer" }
        return address
    }

    private func addStay(_ store: Store, device: Int64, day: Int64, arrived: Int64, cell: Int64, place: String? = nil) throws {
        try store.database.run("INSERT OR IGNORE INTO _device VALUES (?, ?)", .integer(device), .text("device-\(device)"))
        try store.database.run(
            """
            INSERT INTO _stay (device, arrived, id, day, last_seen, latitude, longitude, spread, fixes, open, inferred, confidence, place, cell)
            VALUES (?, ?, ?, ?, ?, 0, 0, 0, 1, 0, 0, 1, ?, ?)
            """, .integer(device), .integer(arrived), .text("\(device)-\(arrived)"), .integer(day), .integer(arrived),
            .optional(place), .integer(cell))
    }

    private func daysToReport(_ store: Store) throws -> [Int32] { try store.daysToReport().map(\.number) }

    @Test func `writing anew says whether anything is another now`() throws {
        try withStore { store in
            try store.add([(address(7, .pending, asks: "amap"), 1)])
            #expect(try !store.rewrite(address(7, .pending, asks: "amap")))
            #expect(try store.rewrite(address(7, .pending, asks: "amap", text: "near")))
            #expect(try store.rewrite(address(7, .notFound)))
            #expect(try store.rewrite(address(7, .done, text: "here")))
            #expect(try !store.rewrite(address(7, .done, text: "here")))
            #expect(try !store.rewrite(address(8, .done, text: "nowhere")))
            let rows = try store.database.rows("SELECT cell, address, state FROM addresses") { row in
                [row.text(0), row.text(1), row.text(2)]
            }
            #expect(rows == [["0-7", "here", "done"]])
            #expect(try store.addressStates() == [.done: 1])
        }
    }

    @Test func `counts cells by state and by the source that is asked for them`() throws {
        try withStore { store in
            try store.add([(address(1, .done, text: "here"), 1)])
            try store.add([(address(2, .pending, asks: "amap"), 1)])
            try store.add([(address(3, .pending, asks: "nominatim"), 1)])
            try store.add([(address(4, .pending, asks: "amap", text: "near"), 1)])
            try store.add([(address(5, .notFound), 1)])
            #expect(try store.addressStates() == [.done: 1, .pending: 3, .notFound: 1])
            #expect(try store.cellsToAsk() == ["amap": 2, "nominatim": 1])
        }
    }

    @Test func `cells are asked newest day first, then by device and arrival`() throws {
        try withStore { store in
            for cell in 1...5 as ClosedRange<Int64> { try store.add([(address(cell, .pending, asks: "amap"), 1)]) }
            try store.add([(address(6, .done, text: "here"), 1)])
            try addStay(store, device: 2, day: 10, arrived: 100, cell: 1)
            try addStay(store, device: 1, day: 10, arrived: 300, cell: 2)
            try addStay(store, device: 1, day: 10, arrived: 200, cell: 3)
            try addStay(store, device: 1, day: 12, arrived: 900, cell: 4)
            // An old stay in a cell of a new one does not hold it back.
            try addStay(store, device: 2, day: 8, arrived: 50, cell: 4)
            try addStay(store, device: 1, day: 9, arrived: 60, cell: 5)
            try addStay(store, device: 1, day: 13, arrived: 990, cell: 6)
            try store.gatherShown(in: nil)
            #expect(try store.cellsInOrder() == [4, 3, 2, 1, 5])
        }
    }

    @Test func `the days of stays, of history and of a place's stays show a cell`() throws {
        try withStore { store in
            for cell in 1...3 as ClosedRange<Int64> { try store.add([(address(cell, .done, text: "here"), 1)]) }
            try addStay(store, device: 1, day: 10, arrived: 100, cell: 1, place: "home")
            try addStay(store, device: 1, day: 11, arrived: 200, cell: 2, place: "home")
            try store.database.run(
                "INSERT INTO _point (device, day, number, time, latitude, longitude, fixes, cell) VALUES (1, 14, 1, 500, 0, 0, 1, 2)"
            )
            try store.database.run(
                """
                INSERT INTO _place (device, first_core, id, shared, role, visits, devices, total, first, last, latitude, longitude, radius, cell)
                VALUES (1, 100, 'home', 0, 'other', 2, 1, 0, 100, 200, 0, 0, 0, 3)
                """)
            try store.gatherShown(in: [2])
            try store.markToReport(showing: [2])
            #expect(try daysToReport(store) == [11, 14])
            try store.clearDaysToReport()
            try store.gatherShown(in: [1, 3])
            try store.markToReport(showing: [3])
            #expect(try daysToReport(store) == [10, 11])
            // Of a cell that was not gathered nothing is known.
            try store.clearDaysToReport()
            try store.markToReport(showing: [2])
            #expect(try daysToReport(store) == [])
        }
    }

    @Test func `only sources that gave addresses are named`() throws {
        try withStore { store in
            try store.setAttribution("© A", of: "amap")
            try store.setAttribution("GeoNames, CC BY 4.0", of: "gazetteer")
            #expect(try store.attributions() == [])
            try store.add([(address(1, .done, text: "here"), 1)])
            #expect(try store.attributions() == ["GeoNames, CC BY 4.0"])
            try store.setAttribution(nil, of: "gazetteer")
            #expect(try store.attributions() == [])
        }
    }
}
