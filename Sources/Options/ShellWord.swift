/// A text as one word of a shell's command: as it is, or in single quotes.
public func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || "/._-+=:,@%".utf8.contains(byte)
            || byte >= 128
    }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}
