import Store
import Tracks

/// Writes groups of rows and the footer of a Parquet file.
/// - Source: apache/parquet-format, README.md and parquet.thrift; GeoParquet 1.1.0.
struct ParquetFile {
    /// How pages are packed, by its number.
    enum Codec: Int32 {
        case none = 0
        case gzip = 2
    }

    /// What a footer says of a group of rows.
    private struct Group {
        var chunks: [ChunkPlace]
        var rows: Int
    }

    private struct ChunkPlace {
        /// The chunk without its pages.
        var chunk: ParquetChunk
        var start: Int
        var size: Int
    }

    private let codec: Codec
    private let columns: [ParquetColumn]
    private var groups: [Group] = []
    private var position = 4

    /// Begins a file.
    init(_ columns: [ParquetColumn], codec: Codec, to output: OutputFile) throws {
        self.columns = columns
        self.codec = codec
        try output.write("PAR1")
    }

    /// Writes the rows that columns hold as a group.
    mutating func add(_ columns: [ParquetColumn], to output: OutputFile) throws {
        var group = Group(chunks: [], rows: columns.first?.levels.count ?? 0)
        for column in columns {
            var chunk = ParquetChunk(column) { [codec] page in codec == .gzip ? gzipPage(page) : page }
            try output.write(chunk.bytes)
            let size = chunk.bytes.count
            chunk.forgetPages()
            group.chunks.append(ChunkPlace(chunk: chunk, start: position, size: size))
            position += size
        }
        groups.append(group)
    }

    /// Writes the footer.
    ///
    /// - Parameter metadata: Keys and values for readers who know them.
    func finish(_ metadata: [(key: String, value: String)], to output: OutputFile) throws {
        var footer = ThriftBytes()
        footer.add(1, 1)
        let elements: [ParquetColumn?] = [nil] + columns
        footer.add(2, list: elements) { element, column in addSchema(column, to: &element) }
        footer.add(3, wide: Int64(groups.reduce(0) { $0 + $1.rows }))
        footer.add(4, list: groups) { row, group in addGroup(group, to: &row) }
        footer.add(5, list: metadata) { entry, pair in
            entry.add(1, pair.key.utf8)
            entry.add(2, pair.value.utf8)
        }
        footer.add(6, "Trackmill".utf8)
        // The order of each type: without it readers leave the statistics aside.
        footer.add(7, list: columns) { order, _ in order.add(1, structure: { _ in }) }
        footer.end()
        try output.write(footer.bytes)
        var size: [UInt8] = []
        size.addLittle(UInt32(footer.bytes.count))
        try output.write(size + Array("PAR1".utf8))
    }

    private func addSchema(_ column: ParquetColumn?, to element: inout ThriftBytes) {
        guard let column else {
            element.add(4, "schema".utf8)
            element.add(5, Int32(columns.count))
            return
        }
        element.add(1, column.physical.rawValue)
        element.add(3, 1)
        element.add(4, column.name.utf8)
        guard case .view(let kind) = column.content else { return }
        let converted: Int32? =
            switch kind {
            case .text: 0
            case .day: 6
            case .instant: 9
            default: nil
            }
        if let converted { element.add(6, converted) }
        switch kind {
        case .text: element.add(10, structure: { $0.add(1, structure: { _ in }) })
        case .day: element.add(10, structure: { $0.add(6, structure: { _ in }) })
        case .instant, .local:
            element.add(
                10,
                structure: { logical in
                    logical.add(
                        8,
                        structure: { timestamp in
                            timestamp.add(1, kind == .instant)
                            timestamp.add(2, structure: { $0.add(1, structure: { _ in }) })
                        })
                })
        case .integer, .real: break
        }
    }

    private func addGroup(_ group: Group, to row: inout ThriftBytes) {
        row.add(1, list: group.chunks) { column, place in
            column.add(2, wide: Int64(place.start))
            column.add(3, structure: { addChunk(place, to: &$0) })
        }
        row.add(2, wide: Int64(group.chunks.reduce(0) { $0 + $1.chunk.plainBytes }))
        row.add(3, wide: Int64(group.rows))
    }

    private func addChunk(_ place: ChunkPlace, to data: inout ThriftBytes) {
        let chunk = place.chunk
        data.add(1, chunk.physical.rawValue)
        data.add(2, numbers: chunk.encodings)
        data.add(3, texts: [chunk.name])
        data.add(4, codec.rawValue)
        data.add(5, wide: Int64(chunk.rows))
        data.add(6, wide: Int64(chunk.plainBytes))
        data.add(7, wide: Int64(place.size))
        data.add(9, wide: Int64(place.start + chunk.dataStart))
        if chunk.hasDictionary { data.add(11, wide: Int64(place.start)) }
        data.add(
            12,
            structure: { statistics in
                statistics.add(3, wide: Int64(chunk.nulls))
                guard let bounds = chunk.bounds else { return }
                statistics.add(5, bounds.greatest)
                statistics.add(6, bounds.least)
            })
    }
}
