import Foundation
import Testing

/// scripts/vendor-map in a folder of its own, with a python3 that answers what the network would.
///
/// The three files hold one word each, and the script's checksums are changed to theirs (by sha256sum).
@Suite struct VendorMapTests {
    private static let checksums = [
        "wheel_sha256": "1f148121b804b2d30f7b87856b0840eba32af90607328a5756802771f8dbff57",
        "script_sha256": "5708c28ed70f5aeb31081a46b1ff4b62f772a424563ab73c1132ca08a38ca4e7",
        "style_sha256": "f96bfcdd0bc3613427d6343c62956a6217d72da476b1f39d928b73d5c8b71728",
    ]

    // Takes down that it was called; «script» and so on are what the fetched files hold.
    private static let python = """
        #!/bin/bash
        echo "$2 $3" >>calls
        case "$2 $3" in
        "pip --version") [ ! -e no-pip ] ;;
        "pip download")
          [ ! -e no-network ] || { echo "ERROR: No matching distribution found" >&2; exit 1; }
          while [ "$1" != --dest ]; do shift; done
          cat wheel >"$2/roadstyle.whl" ;;
        "zipfile -e")
          mkdir -p "$5/roadstyle/vendor"
          cat script >"$5/roadstyle/vendor/maplibre-gl.js"
          cat style >"$5/roadstyle/vendor/maplibre-gl.css" ;;
        *) exit 99 ;;
        esac
        """

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        var script = try String(contentsOfFile: packageFolder + "/scripts/vendor-map", encoding: .utf8)
        for (name, checksum) in Self.checksums {
            let line = try #require(script.split(separator: "\n").first { $0.hasPrefix("\(name)=") })
            script = script.replacingOccurrences(of: String(line), with: "\(name)=\(checksum)")
        }
        try folder.write(script, to: "scripts/vendor-map")
        try folder.write(Self.python, to: "bin/python3")
        for name in ["scripts/vendor-map", "bin/python3"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder(name))
        }
        for name in ["wheel", "script", "style"] { try folder.write("\(name)\n", to: name) }
    }

    /// The script's outcome, and what was called since the last time.
    private func run() throws -> (outcome: Outcome, calls: [String]) {
        try folder.write("", to: "calls")
        let words = ["PATH=\(folder("bin")):/usr/bin:/bin", folder("scripts/vendor-map")]
        let outcome = try BackgroundRun("env", words, in: folder).end()
        return (outcome, try folder.text(of: "calls").split(separator: "\n").map(String.init))
    }

    private func library() throws -> [String: String] {
        guard folder.has(".build/map-library") else { return [:] }
        var found: [String: String] = [:]
        for name in try folder.names(in: ".build/map-library") { found[name] = try folder.text(of: ".build/map-library/\(name)") }
        return found
    }

    private let complete = ["maplibre-gl.js": "script\n", "maplibre-gl.css": "style\n"]

    @Test func `fetches both files`() throws {
        let (outcome, calls) = try run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors + outcome.output == "")
        #expect(calls == ["pip --version", "pip download", "zipfile -e"])
        #expect(try library() == complete)
    }

    @Test func `does nothing where both are there`() throws {
        _ = try run()
        let (outcome, calls) = try run()
        #expect(outcome.status == 0)
        #expect(outcome.errors + outcome.output == "")
        #expect(calls == [])
    }

    @Test(arguments: ["maplibre-gl.js", "maplibre-gl.css"])
    func `fetches anew what was changed`(name: String) throws {
        _ = try run()
        try folder.write("other\n", to: ".build/map-library/\(name)")
        let (outcome, calls) = try run()
        #expect(outcome.status == 0)
        #expect(calls == ["pip --version", "pip download", "zipfile -e"])
        #expect(try library() == complete)
    }

    // By sha256sum: "other\n".
    @Test(arguments: [
        ("wheel", "roadstyle.whl", "wheel_sha256"), ("script", "maplibre-gl.js", "script_sha256"),
        ("style", "maplibre-gl.css", "style_sha256"),
    ])
    func `keeps nothing of a wrong checksum, and fails`(name: String, file: String, checksum: String) throws {
        _ = try run()
        try folder.write("other\n", to: name)
        try folder.write("cut off", to: ".build/map-library/maplibre-gl.js")
        let outcome = try run().outcome
        #expect(outcome.status == 65)
        #expect(
            outcome.errors == """
                vendor-map: \(file) of roadstyle==0.25.0 has the SHA-256 \
                7e4fa2eb8c7ac089739d5defc4489fad68a100d92082ca35c6b40a4524821f87, \
                not \(Self.checksums[checksum] ?? ""); nothing was kept.

                """)
        #expect(try library() == [:])
    }

    @Test func `says that there is no pip, and succeeds`() throws {
        try folder.write("", to: "no-pip")
        let (outcome, calls) = try run()
        #expect(outcome.status == 0)
        #expect(
            outcome.errors == """
                vendor-map: there is no pip (python3 -m pip); map reports will have their overview and no map until \
                'make vendor-map' succeeds.

                """)
        #expect(calls == ["pip --version"])
        #expect(try library() == [:])
    }

    @Test func `says that the network gave nothing, and succeeds`() throws {
        try folder.write("", to: "no-network")
        let (outcome, calls) = try run()
        #expect(outcome.status == 0)
        #expect(
            outcome.errors == """
                vendor-map: pip could not fetch roadstyle==0.25.0 (ERROR: No matching distribution found); map reports will have \
                their overview and no map until 'make vendor-map' succeeds.

                """)
        #expect(calls == ["pip --version", "pip download"])
        #expect(try library() == [:])
    }
}
