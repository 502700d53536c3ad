import CMapPage

/// The page's own files, as the program holds them.
enum PageParts {
    /// All scripts in their order as one, with nothing global but what they give to `window`.
    static let script: [UInt8] = {
        var bytes: [UInt8] = []
        bytes.add("(() => { \"use strict\";\n")
        for number in 0..<map_page_script_count() {
            bytes += file { map_page_script(number, $0) }
            bytes.add("\n")
        }
        bytes.add("})();")
        return bytes
    }()

    /// The one script that is not packed: it unpacks and starts the others.
    static let loader = file(map_page_loader)

    /// The style sheet.
    static let style = file(map_page_style)

    /// The outline of land, as JSON; empty where the program was built without.
    static let land = file(map_page_land)

    /// The largest cities, as JSON; empty where the program was built without.
    static let labels = file(map_page_labels)

    private static let packedOnce = Result { try packed(script) }

    /// `script`, packed with gzip, as base64.
    static func packedScript() throws -> [UInt8] { try packedOnce.get() }

    private static func file(_ find: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>) -> [UInt8] {
        var length = 0
        let start = find(&length)
        return Array(UnsafeBufferPointer(start: start, count: length))
    }
}
