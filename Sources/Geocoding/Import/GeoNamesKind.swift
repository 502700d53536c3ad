/// What a file holds, as its first line tells: names of files count for nothing.
enum ImportKind: Equatable {
    /// A dump of GeoNames: allCountries.txt, cities500.txt, CN.txt.
    case places
    /// admin1CodesASCII.txt and admin2Codes.txt.
    case divisions
    /// alternateNamesV2.txt.
    case names
    /// countryInfo.txt.
    case countries
    /// GeoJSON.
    case areas

    /// - Parameter head: The file's first bytes.
    /// - Throws: `ImportError` where they are of no kind that can be imported.
    init(head: [UInt8], file: String) throws {
        guard !head.isEmpty else { throw ImportError("\(file): it is empty. Fetch it again, or leave it out.") }
        if head.starts(with: [0x50, 0x4B, 3, 4]) {
            throw ImportError("\(file): it is a ZIP archive. Unpack it first: unzip \(file)")
        }
        if head.starts(with: "SQLite format 3\0".utf8) {
            throw ImportError("\(file): it is a gazetteer or another SQLite file already. Import what it was made from.")
        }
        let bytes = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head[3...] : head[...]
        if bytes.first(where: { ![9, 10, 13, 32].contains($0) }) == UInt8(ascii: "{") {
            self = .areas
            return
        }
        var room: [Int] = []
        let lines = bytes.split(separator: 10)
        let first = lines.first { $0.first != UInt8(ascii: "#") } ?? []
        let kind = first.withUnsafeBytes { Self.kind(of: TabbedLine($0, reusing: &room)) }
        guard let kind else {
            throw ImportError(
                "\(file):1: it is neither GeoNames' table of places, divisions, alternate names or countries, nor GeoJSON. Leave it out."
            )
        }
        self = kind
    }

    private static func kind(of line: TabbedLine) -> ImportKind? {
        func isNumber(_ index: Int) -> Bool { !line.cell(index).isEmpty && line.number(index) != nil }
        func isCode(_ index: Int, length: Int) -> Bool {
            line.cell(index).count == length && line.cell(index).allSatisfy { (65...90).contains($0) }
        }
        let dots = line.cell(0).count { $0 == UInt8(ascii: ".") }
        switch line.count {
        case 18...19 where isNumber(0) && line.degrees(4, bound: 90) != nil: return .places
        case 17...19 where isCode(0, length: 2) && isCode(1, length: 3): return .countries
        case 3...4 where (1...2).contains(dots): return .divisions
        case 4...10 where isNumber(0) && isNumber(1): return .names
        default: return nil
        }
    }
}
