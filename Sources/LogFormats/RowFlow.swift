/// Bytes that wait in a reader before it hands them over.
let parcelBytes = 4 << 20

extension RowAssembler {
    /// Whether the rest of the log need not be read.
    var isCancelled: Bool { context.isCancelled() }

    /// Hands over the rows that wait, where they are many.
    @inline(__always)
    mutating func flushIfFull() {
        if waitingBytes > parcelBytes { flush() }
    }
}
