/// Encodings that would make sense of bytes which make none in another one, the likeliest first.
///
/// - Parameters:
///   - bytes: The beginning of a text, which may be cut anywhere.
///   - isRight: Whether a line of it, decoded, is what was expected; where some encoding gives such a line, only those are named.
public func fittingEncodings(_ bytes: [UInt8], isRight: (String) -> Bool = { _ in true }) -> [String] {
    let candidates = ["utf-8", "utf-16", "utf-16be", "gb18030", "big5", "shift_jis", "euc-kr", "windows-1251", "windows-1252"]
    let hasNulls = bytes.contains(0)
    let lines = candidates.compactMap { name -> (name: String, line: String)? in
        guard name.hasPrefix("utf-16") == hasNulls, let encoding = TextEncoding(name) else { return nil }
        guard let text = TextDecoder.decoded(bytes, from: encoding, isCut: true) else { return nil }
        let line = text.split(whereSeparator: { $0 == 10 || $0 == 13 }).first ?? []
        return isPlainText(line, allowsLines: true) ? (name, String(decoding: line, as: UTF8.self)) : nil
    }
    let right = lines.filter { isRight($0.line) }
    return (right.isEmpty ? lines : right).map(\.name)
}

/// `gb18030, big5 or windows-1252`.
public func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
}

/// Whether bytes are UTF-8 without control characters and byte order marks.
///
/// - Parameter allowsLines: Whether tabs and line ends are no control characters.
public func isPlainText(_ bytes: some Collection<UInt8>, allowsLines: Bool = false) -> Bool {
    if bytes.allSatisfy({ $0 >= 32 && $0 < 127 }) { return true }
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 9, 10, 13: allowsLines
        case 0..<32, 127..<160, 0xFEFF: false
        default: true
        }
    }
}

/// Whether bytes are UTF-8.
func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.allSatisfy { $0 < 128 } || String(validating: bytes, as: UTF8.self) != nil
}
