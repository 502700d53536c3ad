/// The two ends of a text such as `3..16`: what stands before and behind the two points.
///
/// - Returns: Nil where there are not exactly two points in a row, or more of them.
public func ends(of text: String) -> (from: Substring, to: Substring)? {
    guard let points = text.firstRange(of: ".."), !text[points.upperBound...].contains(".") else { return nil }
    return (text[..<points.lowerBound], text[points.upperBound...])
}
