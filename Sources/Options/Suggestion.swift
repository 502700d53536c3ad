/// The known word nearest to a misspelt one.
///
/// - Returns: The word with the fewest edits (at most a third of its letters, at least 1, and 2 for words of 4 letters or more); nil where none is near.
/// - Source: Damerau–Levenshtein distance in its restricted form (adjacent letters may be exchanged).
public func suggestion(for word: String, among known: [String]) -> String? {
    let letters = Array(word.lowercased())
    let ranked = known.map { ($0, editDistance(letters, Array($0.lowercased()))) }
    guard let best = ranked.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else { return nil }
    let allowed = max(best.0.count >= 4 ? 2 : 1, best.0.count / 3)
    return best.1 <= allowed ? best.0 : nil
}

private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count { rows[i][0] = i }
    for j in 0...b.count { rows[0][j] = j }
    guard !a.isEmpty, !b.isEmpty else { return rows[a.count][b.count] }
    for i in 1...a.count {
        for j in 1...b.count {
            let change = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, change)
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1) }
        }
    }
    return rows[a.count][b.count]
}
