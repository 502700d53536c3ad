/// The known word nearest to a misspelt one.
///
/// - Returns: The word with the fewest edits (at most a third of its letters, at least 1, and 2 for words of 4 letters or more); nil where none is near.
/// - Source: Damerau–Levenshtein distance in its restricted form (adjacent letters may be exchanged).
public func suggestion(for word: String, among known: [String]) -> String? {
    let letters = Array(word.lowercased())
    var best: (name: String, distance: Int)?
    for name in known {
        let others = Array(name.lowercased())
        let allowed = max(name.count >= 4 ? 2 : 1, name.count / 3)
        // As many letters have to be put in or taken away at least.
        guard abs(others.count - letters.count) <= allowed else { continue }
        let distance = editDistance(letters, others)
        guard distance <= allowed, best.map({ (distance, name) < ($0.distance, $0.name) }) ?? true else { continue }
        best = (name, distance)
    }
    return best?.name
}

private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var (before, last) = ([Int](), Array(0...b.count))
    for i in 1...a.count {
        var row = [i]
        for j in 1...b.count {
            var edits = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { edits = min(edits, before[j - 2] + 1) }
            row.append(edits)
        }
        (before, last) = (last, row)
    }
    return last[b.count]
}
