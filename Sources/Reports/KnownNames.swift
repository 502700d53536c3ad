import Options
import SQLite
import Store
import Tracks

extension ViewSelection {
    /// Refuses names of devices and kinds that no row has: nothing would be found, in silence.
    ///
    /// - Throws: `StoreMismatch` for the first one.
    public func checkNames(in store: Store) throws {
        guard let known = View.named(view) else { return }
        try checkDevices(known.narrowings.contains(.device) ? devices : [], store.reader)
        try checkKinds(known.narrowings.contains(.kind) ? kinds : [], store.reader)
    }

    private func checkDevices(_ names: [String], _ database: StoreReader) throws {
        for name in names {
            let isKnown = try database.first("SELECT 1 FROM _device WHERE id = ?", .text(name)) { _ in true } ?? false
            guard !isKnown else { continue }
            let ids = try database.rows("SELECT id FROM _device") { $0.text(0) }
            let list = "To list them: trackmill export \(shellWord(database.path)) --table devices"
            throw unknown("device", name, ids, hint: ids.isEmpty ? "It has none." : list, database)
        }
    }

    private func checkKinds(_ names: [String], _ database: StoreReader) throws {
        guard !names.isEmpty else { return }
        let known = try database.rows("SELECT DISTINCT kind FROM _device_day WHERE kind IS NOT NULL ORDER BY 1") { $0.text(0) }
        for name in names where !known.contains(where: { ExactText($0) == ExactText(name) }) {
            throw unknown("kind", name, known, hint: known.isEmpty ? "It has none." : "It knows \(listedNames(known)).", database)
        }
    }

    private func unknown(
        _ what: String, _ name: String, _ known: [String], hint: String, _ database: StoreReader
    ) -> StoreMismatch {
        let meant = suggestion(for: name, among: known).map { "Did you mean '\($0)'?" }
        return StoreMismatch(description: "\(database.path) knows no \(what) '\(name)'. \(meant ?? hint)")
    }
}
