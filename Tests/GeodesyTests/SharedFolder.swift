import Foundation

/// The folder of measurements and references beside the checkout: $TRACKMILL_SHARED or ../shared.
enum SharedFolder {
    static let path: String = {
        if let given = ProcessInfo.processInfo.environment["TRACKMILL_SHARED"] { return given }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.deletingLastPathComponent().appendingPathComponent("shared").path
    }()

    /// Whether the file is there; tests of it are skipped when not.
    static func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + file) }

    static func text(of file: String) throws -> String { try String(contentsOfFile: path + "/" + file, encoding: .utf8) }

    /// The rows of a CSV without its header, quoted cells kept together.
    static func rows(of file: String) throws -> [[String]] {
        try text(of: file).split(separator: "\n").dropFirst().map { cells(of: $0) }
    }

    private static func cells(of line: Substring) -> [String] {
        var cells = [""]
        var isQuoted = false
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: cells.append("")
            default: cells[cells.count - 1].append(character)
            }
        }
        return cells
    }
}
