import SQLite
import Tracks

/// SHA-256 of the views of results: the proof of rule 4.1.
extension Store {
    /// The names of the views of results, in the order of the digest.
    public static let resultViews = View.all.filter(\.isResult).map(\.name)

    /// The hash of a view: its rows in the order of their natural keys, each value with its type; and how many rows there are.
    public func digest(ofView name: String) throws -> (hash: String, rows: Int) {
        guard let view = View.named(name), view.isResult else {
            throw StoreMismatch(
                description: "there is no view of results '\(name)'; there are \(Self.resultViews.joined(separator: ", ")).")
        }
        var hash = SHA256()
        var rows = 0
        var bytes: [UInt8] = []
        func take(_ values: some Sequence<Value>) {
            bytes.removeAll(keepingCapacity: true)
            for value in values { append(value, to: &bytes) }
            bytes.append(10)
            hash.update(bytes)
            rows += 1
        }
        if try name == View.fixes.name && hasFixLines {
            try forEachFix { take($0.values) }
        } else {
            let statement = try database.prepare("SELECT * FROM \(name) ORDER BY \(view.key)")
            while try statement.step() { take((0..<statement.columnCount).lazy.map(statement.value)) }
        }
        return (hash.finalized(), rows)
    }

    private func append(_ value: Value, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(78)
        case .integer(let number): append(73, UInt64(bitPattern: number), to: &bytes)
        case .real(let number): append(82, number.bitPattern, to: &bytes)
        case .text(let text):
            append(84, UInt64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        case .blob(let blob):
            append(66, UInt64(blob.count), to: &bytes)
            bytes += blob
        }
    }

    private func append(_ type: UInt8, _ word: UInt64, to bytes: inout [UInt8]) {
        bytes.append(type)
        withUnsafeBytes(of: word.littleEndian) { bytes += $0 }
    }
}
