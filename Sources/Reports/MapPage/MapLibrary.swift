import Glibc
import Store

/// MapLibre GL JS, which draws the map of a page: its script, packed, and its style sheet.
///
/// It is no part of the program: `make vendor-map` fetches it, `make install` puts it beside the program.
public struct MapLibrary: Sendable {
    /// `maplibre-gl.js`, packed with gzip, as base64.
    let script: [UInt8]
    /// `maplibre-gl.css`.
    let style: [UInt8]

    /// The release that pages are written for.
    public static let release = "MapLibre GL JS 5.24.0"

    /// Its files, with the SHA-256 of each.
    private static let files = [
        (name: "maplibre-gl.js", hash: "45a9b07a9189ce56054c620a947ccf41e291e58c95e9b61533b740aaa65ee5cb"),
        (name: "maplibre-gl.css", hash: "ab1e70d59ec40465bae7e7030da2f3ccf28133fd502e62bd598eefbadfd7a732"),
    ]
    private static let longestFile = 10_000_000

    /// Where it may lie, in the order of the search.
    public struct Places: Sendable {
        /// What an option or a variable names, with its name: it must be there.
        public var named: [(what: String, folder: String)]
        /// Where it is where it was installed or fetched.
        public var usual: [String]

        /// Places.
        ///
        /// - Parameters:
        ///   - option: The value of `map-library`.
        ///   - variable: That of TRACKMILL_MAP_LIBRARY; an empty one is none.
        ///   - program: The path of the program, without links.
        public init(option: String?, variable: String?, program: String?) {
            named = []
            if let option { named.append(("map-library", option)) }
            if let variable, !variable.isEmpty { named.append(("TRACKMILL_MAP_LIBRARY", variable)) }
            usual = [".build/map-library"]
            guard let program else { return }
            func parent(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
            let folder = parent(program)
            // PREFIX/bin/trackmill; and .build/x86_64-unknown-linux-gnu/release/trackmill.
            usual = [parent(folder) + "/share/trackmill", parent(parent(folder)) + "/map-library"] + usual
        }
    }

    /// Looks for it.
    ///
    /// - Returns: nil where it is in none of the usual places.
    /// - Throws: `StoreMismatch` where a folder that is named does not hold it, and where a file is another than that release's.
    public init?(in places: Places) throws {
        let found = try places.named.first.map { what, folder in
            guard Self.isThere(in: folder) else {
                throw StoreMismatch(
                    description:
                        "'\(what)' is \(folder), which does not hold maplibre-gl.js and maplibre-gl.css. To fetch them: make vendor-map"
                )
            }
            return folder
        }
        guard let folder = found ?? places.usual.first(where: Self.isThere) else { return nil }
        var contents: [[UInt8]] = []
        for (name, hash) in Self.files {
            let path = folder + "/" + name
            let bytes = try fileBytes(path, limit: Self.longestFile, what: "map-library")
            var sum = SHA256()
            sum.update(bytes)
            let is256 = sum.finalized()
            guard is256 == hash else {
                throw StoreMismatch(
                    description:
                        "\(path) is not that of \(Self.release): its SHA-256 is \(is256), not \(hash). To fetch it anew: make vendor-map"
                )
            }
            contents.append(bytes)
        }
        var packed: [UInt8] = []
        let text = PackedText { packed += $0 }
        try text.add(contents[0])
        try text.finish()
        script = packed
        style = contents[1]
    }

    private static func isThere(in folder: String) -> Bool {
        files.allSatisfy { access(folder + "/" + $0.name, R_OK) == 0 }
    }

    /// What is said where it is not there.
    public static let note =
        "the page has its overview and tables, and no map that moves: \(release) is not there. To fetch it: make vendor-map (or name its folder with map-library)."
}
