import LogFormats
import Options

extension ConvertBlock {
    /// Sets where the first block's records begin and which columns hold coordinates: behind a byte-order mark, and by the header's names.
    func readBeginning(_ options: ConvertOptions) {
        if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
        switch options.columns {
        case .positions(let longitude, let latitude): columns = ConvertColumns(longitude: longitude - 1, latitude: latitude - 1)
        case .names(let longitude, let latitude): readHeader(longitude, latitude, options.delimiter)
        }
    }

    private func readHeader(_ longitude: String, _ latitude: String, _ delimiter: UInt8) {
        if isTooLong {
            headerProblem = "the header is longer than \(Self.capacity) bytes."
            return
        }
        let text = UnsafeRawBufferPointer(start: bytes, count: count)
        let scanner = CSVScanner.ofConvert(delimiter: delimiter)
        guard case .record(let end, _) = scanner.row(text, from: start, isLast: true, columns: nil) else {
            headerProblem = "the header is no record: a quote in it is not closed, or has text behind it."
            return
        }
        let names = (0..<scanner.count).map { cell -> String in
            let field = scanner.fields[cell]
            let bytes = field.isQuoted ? CSVScanner.unquoted(text, field) : Array(text[field.start..<field.end])
            return String(decoding: bytes, as: UTF8.self).trimmingSpaces
        }
        guard let longitudeColumn = column(longitude, names), let latitudeColumn = column(latitude, names) else { return }
        columns = ConvertColumns(longitude: longitudeColumn, latitude: latitudeColumn)
        start = end
    }

    private func column(_ name: String, _ names: [String]) -> Int? {
        let places = names.indices.filter { names[$0] == name }
        if let place = places.first, places.count == 1 { return place }
        if places.count > 1 {
            headerProblem = "the header has \(places.count) columns '\(name)'; give their positions, such as --columns 1,2."
            return nil
        }
        let hint =
            suggestion(for: name, among: names).map { "Did you mean '\($0)'?" }
            ?? "It has \(listedNames(names))."
        headerProblem = "the header has no column '\(name)'. \(hint)"
        return nil
    }
}
