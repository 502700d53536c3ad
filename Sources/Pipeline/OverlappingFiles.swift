import LogFormats
import Tracks

/// Says which files of a run hold the fixes of another at other times: one of the two is in another zone than its source says.
///
/// Files that lie side by side in no place are not compared, so that many files cost what few do.
/// - Parameter files: Read in this run, in the order in which they are named.
/// - Returns: A sentence for each file that overlaps with an earlier one.
func wordsOfOverlaps(_ files: [(path: String, places: PlaceSketch)]) -> [String] {
    var holders: [UInt64: [Int]] = [:]
    var sentences: [String] = []
    for (i, file) in files.enumerated() {
        var shared: [Int: Int] = [:]
        for hash in file.places.hashes {
            for other in holders[hash] ?? [] { shared[other, default: 0] += 1 }
            // A place that many files hold says nothing of any two.
            if (holders[hash]?.count ?? 0) < mostHolders { holders[hash, default: []].append(i) }
        }
        let found = shared.keys.sorted().lazy.compactMap { other in
            files[other].places.offset(of: file.places).map { (other, $0) }
        }.first
        if let (other, offset) = found { sentences.append(words(file.path, files[other].path, offset)) }
    }
    return sentences
}

/// Files that are remembered for one place.
private let mostHolders = 8

private func words(_ path: String, _ other: String, _ offset: (milliseconds: Int64, places: Int, compared: Int)) -> String {
    let (seconds, rest) = floorDivide(abs(offset.milliseconds), 1000)
    let length = rest == 0 ? "\(seconds) s" : "\(abs(offset.milliseconds)) ms"
    let direction = offset.milliseconds > 0 ? "later" : "earlier"
    return
        "\(path): overlaps with \(other) at a constant offset: \(offset.places) of \(offset.compared) places compared are the same, \(length) \(direction). One of the two seems to be in another time zone than its source says: see 'timezone' there, or take one away."
}
