/// How wide the parts of a pattern of times may be; S has any width.
private let widthsOfParts: [UInt8: Set<Int>] = [
    121: [2, 4], 77: [1, 2, 3, 4], 100: [1, 2], 72: [1, 2], 104: [1, 2], 109: [1, 2], 115: [1, 2], 97: [1],  // y M d H h m s a
]

/// What a pattern of times has that cannot be read, with how to mend it; nil where all of it can.
///
/// - Parameter letters: A pattern such as `dd/MM/yyyy HH:mm:ss`. What is no ASCII letter stands for itself, as does T.
func timePatternFault(_ letters: [UInt8]) -> String? {
    var seen: Set<UInt8> = []
    var rest = letters[...]
    while let letter = rest.first {
        let part = rest.prefix { $0 == letter }
        rest = rest.dropFirst(part.count)
        guard (97...122).contains(letter | 32) else { continue }
        let text = String(decoding: part, as: UTF8.self)
        // S, the fraction, and T, which ISO 8601 puts between day and time.
        let isKnown = letter == 83 || part.elementsEqual([84]) || widthsOfParts[letter]?.contains(part.count) == true
        guard isKnown else {
            if text == "U" || text == "G" {
                return "'\(text)'; leave it out, UTC or GMT behind the pattern is read without it"
            }
            if "ZzXxO".utf8.contains(letter) { return "'\(text)'; leave it out, an offset behind the pattern is read without it" }
            return
                "'\(text)'; it may be made of yyyy, yy, MMM, MM, M, dd, d, HH, H, hh, h, a, mm, m, ss, s, S, T and what is no letter"
        }
        guard seen.insert(letter).inserted else {
            return "'\(text)' after another part of that letter; each part may stand once, MM is the month and mm the minute"
        }
    }
    return seen.contains(104) == seen.contains(97) ? nil : "h without a, or a without h; h is an hour of 12 and a says AM or PM"
}
