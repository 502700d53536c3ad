import Tracks

/// A row that reading rejects: why, the cell at fault, and where it stands.
struct RejectedRow {
    let reason: RejectReason
    let field: String
    let value: String
    let line: UInt32
    private let offset: Int64
    private let text: Cell

    init(_ reason: RejectReason, _ culprit: (field: String, value: String), line: UInt32, offset: Int64, text: Cell) {
        self.reason = reason
        (field, value) = culprit
        self.line = line
        self.offset = offset
        self.text = text
    }

    /// What it gives to the share of its day (rule 4.2).
    var hash: UInt64 {
        folded(folded(UInt64(line), UInt64(bitPattern: offset)) ^ UInt64(reason.rawValue), NameTable.hash(bytes: text.bytes))
    }

    /// Its first 1,000 bytes.
    var shortText: String { String(decoding: text.bytes.prefix(1000), as: UTF8.self) }

    func reject(file: UInt32) -> Reject {
        Reject(file: file, line: line, reason: reason, field: field, value: value, text: shortText)
    }
}
