/// An input row that cannot be used, with its reason.
public struct Reject: Sendable, Hashable {
    /// Index of the file.
    public var file: UInt32
    /// Line of the record, from 1.
    public var line: UInt32
    /// Why.
    public var reason: RejectReason
    /// The field at fault, in the words of `columns`; empty where it is the row as a whole.
    public var field: String
    /// What stood there, or the number that was compared.
    public var value: String
    /// The row: as it stands in the file, where reading rejected it; its time and position as read, where a stage did.
    public var text: String

    /// A reject.
    public init(file: UInt32, line: UInt32, reason: RejectReason, field: String, value: String, text: String) {
        self.file = file
        self.line = line
        self.reason = reason
        self.field = field
        self.value = value
        self.text = text
    }
}
