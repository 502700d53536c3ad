/// The paths that a pattern may stand for, from the root of the file system on, without `.` and `..`: what two of them have in common
/// is told without looking at files. Symbolic links are not followed.
struct PathShape {
    private enum Element: Equatable {
        case byte(UInt8)
        case digit
        case character
        case any
    }

    private var components: [[Element]] = []

    /// The path, where it stands for one only: its names, each with a zero byte behind it.
    var path: [UInt8]? {
        var path: [UInt8] = []
        for element in components.joined(separator: [.byte(0)]) {
            guard case .byte(let byte) = element else { return nil }
            path.append(byte)
        }
        return path
    }

    /// What a pattern matches below a folder.
    init(_ pattern: FilePattern, in folder: String) {
        if !pattern.isAbsolute { append(path: absolute(folder)) }
        for component in pattern.components { append(component.flatMap(Self.elements)) }
    }

    /// One path.
    init(_ path: String) {
        append(path: absolute(path))
    }

    private func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : joinedPath(currentFolder(), path) }

    private mutating func append(path: String) {
        for name in path.split(separator: "/") { append(name.utf8.map { .byte($0) }) }
    }

    private mutating func append(_ component: [Element]) {
        switch component {
        case [.byte(46)]: break
        case [.byte(46), .byte(46)]: _ = components.popLast()
        default: components.append(component)
        }
    }

    private static func elements(of token: FilePattern.Token) -> [Element] {
        switch token {
        case .byte(let byte): [.byte(byte)]
        case .any: [.any]
        case .one: [.character]
        case .digits(_, let width): Array(repeating: .digit, count: width)
        case .device: [.character, .any]
        }
    }

    /// Whether some path is one of both. Where one day or device stands in several parts, each part is looked at alone.
    func overlaps(_ other: PathShape) -> Bool {
        components.count == other.components.count && zip(components, other.components).allSatisfy(Self.shareName)
    }

    private static func shareName(_ a: [Element], _ b: [Element]) -> Bool {
        // Hidden files are left out unless the pattern begins with a point, too.
        guard (a.first == .byte(46)) == (b.first == .byte(46)) else { return false }
        var failed = Array(repeating: Array(repeating: false, count: b.count + 1), count: a.count + 1)
        func share(_ i: Int, _ j: Int) -> Bool {
            guard i < a.count || j < b.count else { return true }
            guard !failed[i][j] else { return false }
            failed[i][j] = true
            if i < a.count, a[i] == .any { return share(i + 1, j) || (j < b.count && share(i, j + 1)) }
            if j < b.count, b[j] == .any { return share(i, j + 1) || (i < a.count && share(i + 1, j)) }
            guard i < a.count, j < b.count else { return false }
            switch (a[i], b[j]) {
            case (.byte(let x), .byte(let y)): return x == y && share(i + 1, j + 1)
            case (.byte(let x), .digit), (.digit, .byte(let x)): return (48...57).contains(x) && share(i + 1, j + 1)
            default: return share(end(i, in: a), end(j, in: b))
            }
        }
        return share(0, 0)
    }

    /// Behind a character of UTF-8: its first byte and those that continue it.
    private static func end(_ i: Int, in elements: [Element]) -> Int {
        guard case .byte = elements[i] else { return i + 1 }
        let isContinued = elements[(i + 1)...].prefix { if case .byte(let byte) = $0 { byte & 0xC0 == 0x80 } else { false } }
        return i + 1 + isContinued.count
    }
}
