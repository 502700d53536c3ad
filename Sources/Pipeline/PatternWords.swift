/// What a pattern of files holds that stands for something in other tools and for itself here: a sentence each.
func wordsOfOtherTools(in pattern: String) -> [String] {
    let text = withoutBraces(pattern)
    var sentences: [String] = []
    if text.contains("**") {
        sentences.append("'**' matches what '*' does, one folder or a part of a name; write one '*' for each folder.")
    }
    if let word = text.firstMatch(of: /%[a-zA-Z]/)?.output {
        sentences.append("'\(word)' stands for itself; write {date}, or {date:yyyyMMdd} in the order that the names have.")
    } else if let word = text.firstMatch(of: /YYYY|yyyy|MM-?DD|MM-?dd/)?.output {
        sentences.append("'\(word)' stands for itself; write {date}, or {date:yyyyMMdd} in the order that the names have.")
    }
    if let word = text.firstMatch(of: /\[[^\]\/]*\]/)?.output {
        sentences.append("'\(word)' stands for itself; '?' stands for one character, '*' for any.")
    }
    if let name = text.firstMatch(of: /\$([A-Za-z_][A-Za-z0-9_]*)/)?.output.1 {
        sentences.append("'$\(name)' stands for itself; write ${\(name)}.")
    }
    if text.hasPrefix("~") { sentences.append("'~' stands for itself; write ${HOME}.") }
    return sentences
}

/// A pattern without what stands in its braces.
private func withoutBraces(_ pattern: String) -> String { pattern.replacing(/\{[^}]*\}/, with: "{}") }
