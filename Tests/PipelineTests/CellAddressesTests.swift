import Geocoding
import Geodesy
import Testing

@testable import Pipeline

@Suite struct CellAddressesTests {
    private struct Nearest: LocalAddresses {
        func address(at coordinate: Coordinate, languages: [String]) -> Address? { Gazetteer.embedded.address(at: coordinate) }
    }

    private let source = CellAddresses(
        chain: AddressChain([.local(Nearest(), name: "gazetteer")], languages: ["en"]), grid: CellGrid(cellMeters: 20))

    /// Cells from the south of China to its north and beyond.
    private func cells(_ count: Int) -> [Int64] {
        (0..<count).map { i in
            source.grid.cell(of: Coordinate(latitude: 20 + Double(i) * 0.003, longitude: 100 + Double(i % 977) * 0.02)).key
        }
    }

    @Test(arguments: [1, 4_096, 4_097, 10_000])
    func `what is found ahead is what is found cell by cell, in order`(count: Int) throws {
        let cells = cells(count)
        let ahead = AddressesAhead(of: cells, source)
        for key in cells {
            let (found, expected) = (try ahead.next(), try source.address(of: AddressCell(key: key), in: nil))
            #expect(found.cell == key)
            #expect(found.text == expected.text && found.parts == expected.parts && found.state == expected.state)
            #expect(found.distanceMeters == expected.distanceMeters && found.id == expected.id)
        }
    }
}
