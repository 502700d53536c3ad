import Geocoding
import Testing

@Suite struct AddressCellTests {
    @Test func `a key leads back to its cell`() {
        for cell in [
            AddressCell(row: 0, column: 0), AddressCell(row: 722_240, column: 1_265_112), AddressCell(row: .max, column: .max),
        ] {
            #expect(AddressCell(key: cell.key) == cell)
            #expect(cell.key >= 0)
        }
    }

    @Test func `a key is row times 2^32 plus column`() {
        #expect(AddressCell(row: 2, column: 3).key == 8_589_934_595)
    }

    @Test func `an id is row and column`() {
        #expect(AddressCell(row: 722_240, column: 1_265_112).id == "722240-1265112")
    }

    @Test func `cells go from south to north, then from west to east`() {
        let cells = [AddressCell(row: 1, column: 9), AddressCell(row: 2, column: 0), AddressCell(row: 2, column: 1)]
        #expect(cells.reversed().sorted() == cells)
    }
}
