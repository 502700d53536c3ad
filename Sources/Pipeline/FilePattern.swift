import Glibc
import Tracks

/// A pattern of paths: `{date}` or `{date:yyyyMMdd}` stands for a day, `{device}` for a device, `*` for anything but `/`, `?` for one
/// character of it.
struct FilePattern: Sendable, Equatable {
    /// What a part of a path stands for.
    enum Token: Sendable, Equatable {
        case byte(UInt8)
        case any
        case one
        case digits(UInt8, Int)
        case device
    }

    /// Tokens between slashes.
    let components: [[Token]]
    /// Whether it names a day.
    let isDated: Bool
    let isAbsolute: Bool

    /// What a path matched.
    struct Match: Equatable {
        /// The path, with the pattern's own beginning.
        var path: String
        /// The day it names.
        var day: CalendarDay?
        /// The device it names.
        var device: String?
        /// What the folder says of it.
        var status = FileStatus()
        /// Why the file cannot be one of the logs, though its name looks like one; nil where it can.
        var fault: Fault?
    }

    /// What a pattern found.
    struct Listing {
        /// Files, in the order of folders and names.
        var matches: [Match] = []
        /// Folders that may hold files of the pattern, and files of it, that the system does not let see; with the reason.
        var unreadable: [(path: String, number: Int32)] = []
    }

    /// Why a file whose name looks like that of a log cannot be read as one.
    enum Fault: String {
        case isNoUTF8 = "its name is no UTF-8"
        case hasNoDay = "its name tells no day"
        case isFolder = "it is a folder"
        case leadsNowhere = "it is a link to what is not there"
        case isNoFile = "it is no file but a pipe or a device, which is not waited for"

        /// What to do.
        var mend: String {
            switch self {
            case .isNoUTF8, .hasNoDay: "Rename it, then run again."
            case .isFolder: "Logs in it are read where 'files' goes on behind it, such as with /*."
            case .leadsNowhere: "Mend or remove the link, then run again."
            case .isNoFile: "Write what comes from it to a file."
            }
        }
    }

    /// The pattern of a path that is written, not looked for: only days and devices stand for something; nil where another brace stands
    /// in it.
    init?(writing text: String) {
        self.init(text, isRead: false)
    }

    /// A pattern; nil where a brace is not closed or unknown.
    init?(_ text: String) {
        self.init(text, isRead: true)
    }

    private init?(_ text: String, isRead: Bool) {
        var tokens: [Token] = []
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case "*" where isRead: tokens.append(.any)
            case "?" where isRead: tokens.append(.one)
            case "{":
                guard let end = rest.firstIndex(of: "}") else { return nil }
                guard let inner = Self.tokens(ofBrace: rest[..<end]) else { return nil }
                tokens += inner
                rest = rest[rest.index(after: end)...]
            default: tokens += String(character).utf8.map { .byte($0) }
            }
        }
        isAbsolute = tokens.first == .byte(47)
        isDated = tokens.contains { if case .digits = $0 { true } else { false } }
        components = tokens.split(separator: .byte(47)).map(Array.init)
    }

    private static func tokens(ofBrace text: Substring) -> [Token]? {
        if text == "device" { return [.device] }
        guard text == "date" || text.hasPrefix("date:") else { return nil }
        let format = text == "date" ? "yyyy-MM-dd" : String(text.dropFirst(5))
        var tokens: [Token] = []
        var bytes = Array(format.utf8)[...]
        while let letter = bytes.first {
            let width = bytes.prefix { $0 == letter }.count
            if [121, 77, 100].contains(letter) {
                guard width == 2 || (letter == 121 && width == 4) else { return nil }
                tokens.append(.digits(letter, width))
            } else {
                tokens += bytes.prefix(width).map { .byte($0) }
            }
            bytes = bytes.dropFirst(width)
        }
        let letters = tokens.compactMap { if case .digits(let letter, _) = $0 { letter } else { nil } }
        return Set(letters) == [121, 77, 100] ? tokens : nil
    }

    /// Whether it names a device.
    var hasDevice: Bool { components.contains { $0.contains(.device) } }

    /// The path of a day and a device; what is neither in it stands for itself.
    ///
    /// - Parameter device: Its id; what a path could not hold of it is escaped, see `pathName`.
    func path(of day: CalendarDay, device: String? = nil) -> String {
        let name = device.map { Array(pathName(ofDevice: $0).utf8) } ?? []
        let names = components.map { tokens in
            String(decoding: tokens.flatMap { $0 == .device ? name : Self.bytes(of: $0, day) }, as: UTF8.self)
        }
        return (isAbsolute ? "/" : "") + names.joined(separator: "/")
    }

    private static func bytes(of token: Token, _ day: CalendarDay) -> [UInt8] {
        switch token {
        case .byte(let byte): return [byte]
        case .digits(let letter, let width):
            let date = day.description.split(separator: "-")
            return Array(date[letter == 121 ? 0 : letter == 77 ? 1 : 2].utf8.suffix(width))
        case .any, .one, .device: return []
        }
    }

    /// All files that match, below a folder.
    func matches(in base: String) -> Listing {
        var found = Listing()
        walk(folder: isAbsolute ? "/" : base, prefix: isAbsolute ? "/" : "", components[...], parts: Parts(), into: &found)
        return found
    }

    private struct Parts {
        var year: Int?
        var month: Int?
        var day: Int?
        var device: String?
    }

    private func walk(folder: String, prefix: String, _ left: ArraySlice<[Token]>, parts: Parts, into found: inout Listing) {
        guard let component = left.first else { return }
        let isFile = left.count == 1
        for name in names(in: folder, prefix, component, &found) {
            var parts = parts
            guard Self.match(component[...], Array(name.utf8)[...], &parts) else { continue }
            guard !isFile || !Self.isUnfinished(name, component) else { continue }
            let path = joinedPath(folder, name)
            let status: FileStatus
            do throws(FileStatus.Failure) { status = try FileStatus(of: path) } catch {
                // Such a name was made of other bytes, which lead to the file; these do not.
                if name.unicodeScalars.contains("\u{FFFD}") {
                    found.matches.append(Match(path: prefix + name, fault: .isNoUTF8))
                } else if isFile, error.isAbsence, FileStatus.isLink(path) {
                    found.matches.append(Match(path: prefix + name, fault: .leadsNowhere))
                } else if !error.isAbsence {
                    found.unreadable.append((prefix + name, error.number))
                }
                continue
            }
            if isFile {
                let match = match(prefix + name, status, parts)
                let fault: Fault? = status.isFile ? nil : status.isFolder ? .isFolder : .isNoFile
                found.matches.append(fault.map { Match(path: match.path, fault: $0) } ?? match)
            } else if status.isFolder {
                walk(folder: path, prefix: prefix + name + "/", left.dropFirst(), parts: parts, into: &found)
            }
        }
    }

    private func match(_ path: String, _ status: FileStatus, _ parts: Parts) -> Match {
        guard isDated else { return Match(path: path, device: parts.device, status: status) }
        guard let year = parts.year, let month = parts.month, let number = parts.day,
            let day = CalendarDay(year: year, month: month, day: number), CalendarDay.storable.contains(day)
        else { return Match(path: path, fault: .hasNoDay) }
        return Match(path: path, day: day, device: parts.device, status: status)
    }

    /// Whether a name is one that uploads and editors give files at work, and the pattern does not spell that out (rule 1.1).
    private static func isUnfinished(_ name: String, _ component: [Token]) -> Bool {
        let endings = [".part", ".tmp", ".partial", ".filepart", ".crdownload", ".swp", "~"]
        return endings.contains { ending in
            name.utf8.reversed().starts(with: ending.utf8.reversed())
                && component.suffix(ending.utf8.count) != ending.utf8.map { .byte($0) }[...]
        }
    }

    /// The names in a folder that a component may match.
    private func names(in folder: String, _ prefix: String, _ component: [Token], _ found: inout Listing) -> [String] {
        let bytes = component.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
        if bytes.count == component.count { return [String(decoding: bytes, as: UTF8.self)] }
        func refuse(_ number: Int32) {
            let path = prefix.isEmpty ? "." : prefix == "/" ? "/" : String(prefix.dropLast())
            if number != ENOENT, number != ENOTDIR { found.unreadable.append((path, number)) }
        }
        guard let directory = opendir(folder) else {
            refuse(errno)
            return []
        }
        defer { closedir(directory) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix("."), component.first != .byte(46) { continue }
            names.append(name)
            errno = 0
        }
        if errno != 0 { refuse(errno) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func match(_ tokens: ArraySlice<Token>, _ text: ArraySlice<UInt8>, _ parts: inout Parts) -> Bool {
        guard let token = tokens.first else { return text.isEmpty }
        let rest = tokens.dropFirst()
        switch token {
        case .byte(let byte): return text.first == byte && match(rest, text.dropFirst(), &parts)
        case .one:
            // A character of UTF-8 with the bytes that continue it.
            let count = 1 + text.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count
            return !text.isEmpty && match(rest, text.dropFirst(count), &parts)
        case .digits(let letter, let width):
            let digits = text.prefix(width)
            guard digits.count == width, digits.allSatisfy({ (48...57).contains($0) }) else { return false }
            var value = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
            if letter == 121, width == 2 { value += 2000 }
            let known = letter == 121 ? parts.year : letter == 77 ? parts.month : parts.day
            guard known == nil || known == value else { return false }
            switch letter {
            case 121: parts.year = value
            case 77: parts.month = value
            default: parts.day = value
            }
            return match(rest, text.dropFirst(width), &parts)
        case .any, .device:
            for count in (token == .device ? 1 : 0)...max(token == .device ? 1 : 0, text.count) where count <= text.count {
                var tried = parts
                if token == .device {
                    let name = String(decoding: text.prefix(count), as: UTF8.self)
                    guard tried.device == nil || tried.device == name else { continue }
                    tried.device = name
                }
                if match(rest, text.dropFirst(count), &tried) {
                    parts = tried
                    return true
                }
            }
            return false
        }
    }
}

/// The name of a device in a path: letters, digits, `-`, `_` and a dot that is not the first stay, every other byte is `%` and two
/// hexadecimal digits; of a longer one than 120 bytes the beginning and a hash. Two devices never have one name.
func pathName(ofDevice id: String) -> String {
    var name: [UInt8] = []
    for (i, byte) in id.utf8.enumerated() {
        switch byte {
        case 48...57, 65...90, 97...122, 45, 95: name.append(byte)
        case 46 where i > 0: name.append(byte)
        default:
            let digits = Array("0123456789ABCDEF".utf8)
            name += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    let text = String(decoding: name, as: UTF8.self)
    guard name.count > 120 else { return text.isEmpty ? "%" : text }
    // A sign that stands for no byte, so that this is the name of no short id.
    return String(text.prefix(100)) + "%-" + stableID("device of a path", id, 0)
}

/// A path below a folder.
func joinedPath(_ folder: String, _ path: String) -> String {
    path.hasPrefix("/") ? path : folder.hasSuffix("/") ? folder + path : folder + "/" + path
}
