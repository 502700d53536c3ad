import Geocoding
import Store
import Tracks

/// What sources say of cells: a pure function of the cell, the sources and the cache.
struct CellAddresses: Sendable {
    let chain: AddressChain
    let grid: CellGrid

    /// The address of a cell as it is stored.
    func address(of cell: AddressCell, in cache: AddressCache?) throws -> StoredAddress {
        let center = grid.center(of: cell)
        let known: Address?
        var stored: StoredAddress
        switch try chain.resolve(center, in: cache) {
        case .done(let address):
            stored = StoredAddress(cell: cell.key, id: cell.id, center: center, state: .done)
            known = address
        case .notFound:
            stored = StoredAddress(cell: cell.key, id: cell.id, center: center, state: .notFound)
            known = nil
        case .pending(let source, let shown):
            stored = StoredAddress(cell: cell.key, id: cell.id, center: center, state: .pending, asks: source)
            known = shown
        }
        guard let known else { return stored }
        stored.text = known.text
        stored.parts = [known.country, known.province, known.city, known.district, known.street]
        (stored.provider, stored.language) = (known.provider, known.language)
        (stored.isApproximate, stored.distanceMeters) = (known.isApproximate, known.distanceMeters)
        return stored
    }
}

/// The addresses of many cells one after the other, found by a thread of its own some cells ahead of who writes them.
///
/// Of sources of this machine only: the cache belongs to one thread. Where there is no room for a thread they are found as they are taken.
/// A class: it waits for its thread when it goes.
final class AddressesAhead {
    /// `@unchecked Sendable`: the thread fills it, and who joined the thread reads it.
    private final class Batch: @unchecked Sendable {
        var found: Result<[StoredAddress], any Error> = .success([])
    }

    private static let cellsOfBatch = 4_096

    private let cells: [Int64]
    private let source: CellAddresses
    /// Cells before this were handed to a thread, or found.
    private var begun = 0
    private var ready: ArraySlice<StoredAddress> = []
    private var waiting: (thread: JoinedThread, batch: Batch)?

    /// - Parameter cells: In the order in which their addresses are taken.
    init(of cells: [Int64], _ source: CellAddresses) {
        self.cells = cells
        self.source = source
        begin()
    }

    deinit { waiting?.thread.join() }

    /// The address of the next cell.
    func next() throws -> StoredAddress {
        if ready.isEmpty, let (thread, batch) = waiting {
            thread.join()
            waiting = nil
            ready = try batch.found.get()[...]
            begin()
        }
        if let first = ready.popFirst() { return first }
        defer { begun += 1 }
        return try source.address(of: AddressCell(key: cells[begun]), in: nil)
    }

    private func begin() {
        guard begun < cells.count else { return }
        let next = Array(cells[begun..<min(begun + Self.cellsOfBatch, cells.count)])
        let (batch, source) = (Batch(), source)
        let thread = JoinedThread {
            batch.found = Result { try next.map { try source.address(of: AddressCell(key: $0), in: nil) } }
        }
        guard let thread else { return }
        waiting = (thread, batch)
        begun += next.count
    }
}
