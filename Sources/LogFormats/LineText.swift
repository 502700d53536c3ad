/// The text of a line of a log, at most its first 1,000 bytes; nil where the file has no such line or cannot be read.
///
/// - Parameter number: From 1.
public func textOfLine(_ number: Int, path: String, encoding: TextEncoding) -> String? {
    guard let log = try? LogFile(path: path) else { return nil }
    let file = LogText(log, encoding: encoding)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var line = 1
    var isAfterReturn = false
    var text: [UInt8] = []
    // A damaged file ends where it is damaged: what was found until then is what there is.
    while let count = try? file.read(into: buffer), count > 0 {
        for byte in buffer[..<count] {
            // The LF of a CR LF ends no line of its own.
            defer { isAfterReturn = byte == 13 }
            if byte == 10, isAfterReturn { continue }
            if byte == 10 || byte == 13 {
                if line == number { return String(decoding: text, as: UTF8.self) }
                line += 1
            } else if line == number, text.count < 1000 {
                text.append(byte)
            }
        }
    }
    return line == number && !text.isEmpty ? String(decoding: text, as: UTF8.self) : nil
}
