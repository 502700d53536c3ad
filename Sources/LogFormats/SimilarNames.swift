/// Says of devices of one file that two of their ids differ by leading zeros or by case only: a sentence without the file's name; nil where none
/// do.
func wordsOfSimilarDevices(_ names: [String]) -> String? {
    guard names.count > 1 else { return nil }
    var groups: [String: [String]] = [:]
    for name in names {
        let bare = name.lowercased().drop { $0 == "0" }
        groups[String(bare), default: []].append(name)
    }
    let alike = groups.values.filter { $0.count > 1 }.map { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    guard let first = alike.min(by: { $0[0].utf8.lexicographicallyPrecedes($1[0].utf8) }) else { return nil }
    let others = alike.count == 1 ? "" : alike.count == 2 ? ", as two others do" : ", as \(alike.count - 1) more pairs do"
    return
        "its devices '\(first[0])' and '\(first[1])' differ by leading zeros or case only\(others); each was taken as a device of its own."
}
