/// The texts of the last row as they were written: rows come by device and time, so most texts are those of the row before.
///
/// Of a fix's seven texts five repeat.
struct RepeatedTexts {
    private struct Known {
        var raw: [UInt8] = []
        var written: [UInt8] = []
        /// How often the text was another one, less how often it was the same.
        var misses = 0
    }

    private var columns: [Known]

    init(columns count: Int) { columns = Array(repeating: Known(), count: count) }

    /// A column whose texts differ so often is no longer compared.
    private static let mostMisses = 100

    /// Adds a text as it is written: as it was the last time, or as a body writes it.
    mutating func add(
        _ text: UnsafeBufferPointer<UInt8>, of column: Int, to bytes: inout [UInt8], write: (inout [UInt8]) -> Void
    ) {
        guard columns[column].misses < Self.mostMisses, text.count <= 256 else { return write(&bytes) }
        if columns[column].raw.count == text.count, columns[column].raw.elementsEqual(text) {
            columns[column].misses -= 1
            bytes += columns[column].written
            return
        }
        let start = bytes.count
        write(&bytes)
        columns[column].misses += 1
        columns[column].raw.removeAll(keepingCapacity: true)
        columns[column].raw += text
        columns[column].written.removeAll(keepingCapacity: true)
        columns[column].written += bytes[start...]
    }
}
