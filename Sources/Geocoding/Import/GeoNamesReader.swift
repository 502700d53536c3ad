import Geodesy

/// Reads the lines of one file of GeoNames into the staging tables.
///
/// - Source: the tables of download.geonames.org/export/dump/readme.txt.
struct GeoNamesReader {
    private let staging: ImportStaging
    private let kind: ImportKind
    private(set) var problems: LineProblems
    /// Lines read.
    private(set) var lines: Int64 = 0
    /// Lines that were taken.
    private(set) var taken: Int64 = 0
    /// Places that lie on the other side of China's outline, or of Hong Kong's or Macau's ring, than their country: GeoNames errs.
    private(set) var beyond: Int64 = 0
    private var room: [Int] = []

    init(kind: ImportKind, file: String, into staging: ImportStaging) {
        self.kind = kind
        self.staging = staging
        problems = LineProblems(file: file)
    }

    private static let longestName = 1000
    /// Populated places that are no more: historical, abandoned, destroyed.
    private static let goneCodes = ["PPLH", "PPLQ", "PPLW", "PPLCH"]

    mutating func read(_ bytes: UnsafeRawBufferPointer?, number: Int64) throws {
        guard let bytes else { return problems.add(line: number, "it has more than \(ImportLines.longestLine) bytes") }
        guard !bytes.isEmpty, !(kind == .countries && bytes.first == UInt8(ascii: "#")) else { return }
        lines += 1
        let line = TabbedLine(bytes, reusing: &room)
        switch kind {
        case .places: try readPlace(line, number)
        case .divisions: try readDivision(line, number)
        case .names: try readName(line, number)
        case .countries: try readCountry(line, number)
        case .areas: break
        }
    }

    private mutating func readPlace(_ line: TabbedLine, _ number: Int64) throws {
        guard line.count >= 18, let id = line.number(0), id > 0 else {
            return problems.add(
                line: number, "it has \(line.count) columns and is no row of a table of places, which has 19 and an id")
        }
        guard let code = line.text(7), let country = code8(line, 8), let admin1 = line.text(10), let admin2 = line.text(11) else {
            return problems.add(line: number, "a code in it is no UTF-8")
        }
        let featureClass = line.cell(6).first
        let isPlace = featureClass == UInt8(ascii: "P") && !Self.goneCodes.contains(code)
        guard isPlace || featureClass == UInt8(ascii: "A") else { return }
        guard let name = name(line, 1, number) else { return }
        if !isPlace {
            return try readDivisionRow(code: code, id: id, name: name, country: country, admin1: admin1, admin2: admin2)
        }
        guard let latitude = line.degrees(4, bound: 90), let longitude = line.degrees(5, bound: 180) else {
            let cells = [line.text(4), line.text(5)].map { ($0 ?? "").prefix(20) }
            return problems.add(line: number, "'\(cells[0])', '\(cells[1])' are no latitude and longitude")
        }
        guard let population = line.number(14) else { return problems.add(line: number, "its population is no whole number") }
        let point = GridPoint(latitude: latitude, longitude: longitude)
        let zone = Self.countryOfZone[line.text(17) ?? ""]
        try add(
            StagedPlace(
                id: id, point: point, name: name, country: zone ?? country, admin1: zone == nil || zone == country ? admin1 : "",
                admin2: zone == nil || zone == country ? admin2 : "", population: population, modified: line.text(18) ?? "",
                division: .elsewhere))
    }

    /// GeoNames counts parishes in the middle of Macau as Guangdong, but puts them into the right time zone.
    private static let countryOfZone = ["Asia/Hong_Kong": "HK", "Asia/Macau": "MO", "Asia/Taipei": "TW"]

    private mutating func add(_ place: StagedPlace) throws {
        let part = ChinaRegion(holding: place.point.coordinate)
        let own: ChinaRegion =
            switch place.country {
            case "CN": .mainland
            case "HK": .hongKong
            case "MO": .macau
            case "TW": .taiwan
            default: .elsewhere
            }
        guard part == own else {
            beyond += 1
            return
        }
        var staged = place
        let division = Gazetteer.embedded.file.divisionMap.division(at: place.point.coordinate)
        staged.division = division == .mainland ? Division(mainlandCode: place.admin1) ?? .mainland : division
        try staging.add(staged)
        taken += 1
    }

    /// A country or a division among the places.
    private mutating func readDivisionRow(
        code: String, id: Int64, name: String, country: String, admin1: String, admin2: String
    ) throws {
        switch code {
        case "PCLI": try staging.addDivision(code: country, rank: 1, id: id, name: name)
        case "PCL", "PCLD", "PCLF", "PCLS": try staging.addDivision(code: country, rank: 2, id: id, name: name)
        case "ADM1" where !admin1.isEmpty:
            try staging.addDivision(code: "\(country).\(admin1)", rank: 1, id: id, name: name)
        case "ADM2" where !admin2.isEmpty:
            try staging.addDivision(code: "\(country).\(admin1).\(admin2)", rank: 1, id: id, name: name)
        default: return
        }
        taken += 1
    }

    private mutating func readDivision(_ line: TabbedLine, _ number: Int64) throws {
        let dots = line.cell(0).count { $0 == UInt8(ascii: ".") }
        guard line.count >= 3, (1...2).contains(dots), let code = code(line, 0), let id = line.number(3) else {
            return problems.add(line: number, "it is no row of a table of divisions, which has a code, two names and an id")
        }
        guard let name = name(line, 1, number) else { return }
        try staging.addDivision(code: code, rank: 0, id: id, name: name)
        taken += 1
    }

    private mutating func readCountry(_ line: TabbedLine, _ number: Int64) throws {
        guard line.count >= 17, let code = code8(line, 0), !code.isEmpty, let id = line.number(16) else {
            return problems.add(line: number, "it is no row of the table of countries, which has 19 columns")
        }
        guard let name = name(line, 4, number) else { return }
        try staging.addDivision(code: code, rank: 0, id: id, name: name)
        taken += 1
    }

    private mutating func readName(_ line: TabbedLine, _ number: Int64) throws {
        guard line.count >= 4, let alternate = line.number(0), let id = line.number(1) else {
            return problems.add(line: number, "it is no row of the table of alternate names, which begins with two numbers")
        }
        guard let tag = ChineseTag(line.cell(2)) else { return }
        // Colloquial and historic names are none to show.
        guard line.cell(6).first != UInt8(ascii: "1"), line.cell(7).first != UInt8(ascii: "1") else { return }
        guard let name = name(line, 3, number), isHan(name) else { return }
        let isPreferred = line.cell(4).first == UInt8(ascii: "1")
        for isTraditional in [false, true] {
            guard let rank = tag.rank(isTraditional: isTraditional, isPreferred: isPreferred) else { continue }
            try staging.addChinese(name, of: id, isTraditional: isTraditional, rank: rank, alternate: alternate)
        }
        taken += 1
    }

    /// A cell that is the name to show.
    private mutating func name(_ line: TabbedLine, _ index: Int, _ number: Int64) -> String? {
        let cell = line.cell(index)
        guard !cell.isEmpty, cell.count <= Self.longestName else {
            problems.add(
                line: number,
                cell.isEmpty ? "its name is empty" : "its name has \(cell.count) bytes; \(Self.longestName) are the most")
            return nil
        }
        guard let name = line.text(index), name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            problems.add(line: number, "its name is no UTF-8 or holds a control character")
            return nil
        }
        return name
    }

    /// A code of at most 100 bytes without control characters.
    private func code(_ line: TabbedLine, _ index: Int) -> String? {
        let cell = line.cell(index)
        return cell.count <= 100 && cell.allSatisfy { $0 > 31 } ? line.text(index) : nil
    }

    /// The code of a country: at most 8 bytes.
    private func code8(_ line: TabbedLine, _ index: Int) -> String? {
        line.cell(index).count <= 8 ? code(line, index) : nil
    }
}

extension Division {
    /// The mainland province of GeoNames' admin1 code, where numbers follow the order of codes (17 and 27 are not in use).
    init?(mainlandCode code: String) {
        let codes = (1...33).filter { $0 != 17 && $0 != 27 }
        guard code.utf8.count == 2, let number = Int(code), let index = codes.firstIndex(of: number) else { return nil }
        self.init(number: UInt8(6 + index))
    }
}
