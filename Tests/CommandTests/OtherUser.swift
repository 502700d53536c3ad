import Foundation
import Glibc
import Testing

/// The program as another user than root, whom permissions stop.
enum OtherUser {
    private static let words = ["--reuid=65534", "--regid=65534", "--clear-groups"]

    /// Why tests are skipped where it does not work; scripts/test tells such skips by their first words.
    static let reason: Comment = "Wants root and setpriv."

    /// Whether the tests run as root, setpriv is there, and the other user may run the program and enter the folders of tests.
    static let works: Bool = {
        guard geteuid() == 0 else { return false }
        do {
            return try run(["--version"], in: TemporaryFolder()).status == 0
        } catch {
            return false
        }
    }()

    static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Outcome {
        let program = try #require(Program.path)
        return try BackgroundRun("/usr/bin/setpriv", words + [program] + arguments, in: folder).end()
    }
}

extension SmallPipeline {
    /// Takes the right to write away from everybody, but root whom nothing stops: of the folder and of what lies in it.
    func makeReadOnly() throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) + [""] {
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder(name))
        }
    }
}
