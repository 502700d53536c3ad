import Foundation
import Testing

/// The package's folder, found from this file.
let packageFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .path

/// The reference results that stand beside the package: `$TRACKMILL_SHARED`, or `../shared` from the package's folder.
enum SharedReference {
    static let folder =
        ProcessInfo.processInfo.environment["TRACKMILL_SHARED"]
        ?? URL(filePath: packageFolder).deletingLastPathComponent().appending(path: "shared").path

    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder + "/rules-2/ref/whole/README.md") }

    static func path(_ name: String) -> String { folder + "/" + name }

    static func table(_ name: String) throws -> Table {
        Table(csv: try String(contentsOfFile: path(name), encoding: .utf8))
    }
}

/// Tests that need the reference results are skipped, with this reason, where they are absent.
extension Trait where Self == ConditionTrait {
    static var needsSharedReference: Self {
        .enabled(
            if: SharedReference.isPresent,
            "The reference results are not at \(SharedReference.folder); set TRACKMILL_SHARED to their folder.")
    }
}
