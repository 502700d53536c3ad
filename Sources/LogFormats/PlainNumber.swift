/// Whether a text is a number as JSON writes one, without an exponent.
func isPlainNumber(_ text: String) -> Bool {
    var digits = Substring(text)
    if digits.hasPrefix("-") { digits.removeFirst() }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }), text.count <= 17
    else { return false }
    return parts[0] == "0" || !parts[0].hasPrefix("0")
}
