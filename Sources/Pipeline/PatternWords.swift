/// What a pattern of files holds that stands for something in other tools and for itself here: a sentence each.
func wordsOfOtherTools(in pattern: String) -> [String] {
    let bytes = withoutBraces(Array(pattern.utf8))
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    var sentences: [String] = []
    if find("**", in: bytes) != nil {
        sentences.append("'**' matches what '*' does, one folder or a part of a name; write one '*' for each folder.")
    }
    if let word = wordOfDay(in: bytes) {
        sentences.append("'\(text(word))' stands for itself; write {date}, or {date:yyyyMMdd} in the order that the names have.")
    }
    if let start = bytes.firstIndex(of: 91), let end = bytes[start...].firstIndex(of: 93), !bytes[start..<end].contains(47) {
        sentences.append("'\(text(start..<end + 1))' stands for itself; '?' stands for one character, '*' for any.")
    }
    if let start = bytes.firstIndex(of: 36) {
        let name = String(
            decoding: bytes[(start + 1)...].prefix { isLetter($0) || (48...57).contains($0) || $0 == 95 }, as: UTF8.self)
        if let first = name.utf8.first, isLetter(first) || first == 95 {
            sentences.append("'$\(name)' stands for itself; write ${\(name)}.")
        }
    }
    if bytes.first == 126 { sentences.append("'~' stands for itself; write ${HOME}.") }
    return sentences
}

/// A part of a day as other tools write it: `%Y`, `YYYY`, `MM-DD`.
private func wordOfDay(in bytes: [UInt8]) -> Range<Int>? {
    for i in bytes.indices.dropLast() where bytes[i] == 37 && isLetter(bytes[i + 1]) { return i..<i + 2 }
    return ["YYYY", "yyyy", "MM-DD", "MMDD", "MM-dd", "MMdd"].compactMap { find($0, in: bytes) }.min {
        $0.lowerBound < $1.lowerBound
    }
}

private func find(_ word: String, in bytes: [UInt8]) -> Range<Int>? {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return nil }
    return (0...bytes.count - word.count).first { bytes[$0] == word[0] && bytes[$0..<$0 + word.count].elementsEqual(word) }
        .map { $0..<$0 + word.count }
}

private func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }

/// A pattern without what stands in its braces; a `$` before them goes, too.
private func withoutBraces(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isInside = false
    for byte in bytes {
        if byte == 123 { isInside = true }
        if !isInside { result.append(byte) }
        if byte == 125 { isInside = false }
    }
    return result
}
