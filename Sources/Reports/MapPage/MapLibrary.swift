import Glibc
import Store

/// MapLibre GL JS, which draws the map of a page: its script, packed, and its style sheet.
///
/// It is no part of the program: `make vendor-map` fetches it, `make install` puts it beside the program.
public struct MapLibrary: Sendable {
    /// `maplibre-gl.js`, packed with gzip, as base64.
    let script: [UInt8]
    /// `maplibre-gl.css`, packed likewise.
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
        (script, style) = (try packed(contents[0]), try packed(contents[1]))
    }

    private static func isThere(in folder: String) -> Bool {
        files.allSatisfy { access(folder + "/" + $0.name, R_OK) == 0 }
    }

    /// The licence of MapLibre GL JS, which must stand where it is passed on.
    static let licence = """
        Copyright (c) 2023, MapLibre contributors
        Copyright (c) 2020, Mapbox
        All rights reserved.

        Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions are met:

        * Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.
        * Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following disclaimer in the documentation and/or other materials provided with the distribution.
        * Neither the name of MapLibre GL JS nor the names of its contributors may be used to endorse or promote products derived from this software without specific prior written permission.

        THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
        """

    /// What is said where it is not there.
    public static let note =
        "the page has its overview and tables, and no map that moves: \(release) is not there. To fetch it: make vendor-map (or name its folder with map-library)."
}
