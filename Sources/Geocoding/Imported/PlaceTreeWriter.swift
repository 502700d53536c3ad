import Geodesy
import SQLite

/// A place as it is written into a tree.
struct WrittenPlace {
    var id: Int64
    var point: GridPoint
    /// Number of its country and divisions.
    var region: Int
    var name: PlaceName
}

/// Writes the places of one tree, which come in the order of Hilbert's curve, in bounded memory.
///
/// Sections: `coordinates`, latitude and longitude of each place in 1e-7 degrees (two int32); `texts`, of each place id, region and
/// name; `leafStarts`, where each leaf begins in the texts (uint32); `boxes` round each node, leaves first (`PlaceTreeShape`). All
/// numbers are little-endian.
struct PlaceTreeWriter {
    private var coordinates: SectionWriter
    private var texts: SectionWriter
    private var leafStarts: SectionWriter
    private let boxSection: SectionWriter
    private var leaves: [SphereBox] = []
    private var packed = PackedBytes()
    private(set) var placeCount = 0

    init(number: UInt8, into output: Database) {
        coordinates = SectionWriter(output, tree: number, .coordinates)
        texts = SectionWriter(output, tree: number, .texts)
        leafStarts = SectionWriter(output, tree: number, .leafStarts)
        boxSection = SectionWriter(output, tree: number, .boxes)
    }

    mutating func add(_ place: WrittenPlace) throws {
        if placeCount % PlaceTreeShape.placesOfLeaf == 0 {
            leaves.append(SphereBox())
            // 4 GB of names are more than GeoNames has of all.
            try leafStarts.append(littleEndian: UInt32(truncatingIfNeeded: texts.byteCount))
        }
        leaves[leaves.count - 1].add(SphereBox.onSphere(place.point.coordinate))
        try coordinates.append(littleEndian: place.point.latitude)
        try coordinates.append(littleEndian: place.point.longitude)
        packed.removeAll()
        packed.append(UInt64(bitPattern: place.id))
        packed.append(UInt64(place.region))
        packed.append(place.name)
        try texts.append(packed.bytes)
        placeCount += 1
    }

    /// Writes what is left, and the boxes.
    mutating func finish() throws {
        try coordinates.finish()
        try texts.finish()
        try leafStarts.finish()
        var boxes = boxSection
        var level = leaves
        while true {
            for box in level { try boxes.append(box.bytes) }
            guard level.count > 1 else { break }
            level = stride(from: 0, to: level.count, by: PlaceTreeShape.childrenOfNode).map { first in
                level[first..<min(first + PlaceTreeShape.childrenOfNode, level.count)].reduce(into: SphereBox()) { $0.add($1) }
            }
        }
        try boxes.finish()
    }
}

/// Cuts the bytes of a section into pieces.
struct SectionWriter {
    private let output: Database
    private let tree: UInt8
    private let section: ImportedFormat.Section
    private var bytes: [UInt8] = []
    private var piece = 0
    /// Bytes so far.
    private(set) var byteCount = 0

    init(_ output: Database, tree: UInt8, _ section: ImportedFormat.Section) {
        self.output = output
        self.tree = tree
        self.section = section
    }

    mutating func append(_ more: [UInt8]) throws {
        bytes += more
        byteCount += more.count
        if bytes.count >= ImportedFormat.pieceByteCount { try finish() }
    }

    mutating func append(littleEndian number: some FixedWidthInteger) throws {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        byteCount += number.bitWidth / 8
        if bytes.count >= ImportedFormat.pieceByteCount { try finish() }
    }

    /// Writes what is left.
    mutating func finish() throws {
        guard !bytes.isEmpty else { return }
        try output.run(
            "INSERT INTO pieces VALUES (?, ?)", .integer(ImportedFormat.key(tree: tree, section, piece: piece)), .blob(bytes))
        bytes.removeAll(keepingCapacity: true)
        piece += 1
    }
}
