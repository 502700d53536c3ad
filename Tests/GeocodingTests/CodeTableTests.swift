import Foundation
import Testing

@testable import Geocoding

/// docs/addresses.md against the tables in the code.
@Suite struct CodeTableTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs/addresses.md").path

    @Test(.enabled(if: FileManager.default.fileExists(atPath: page), "There is no docs/addresses.md."))
    func `the page has every code with its meaning`() throws {
        let text = try String(contentsOfFile: Self.page, encoding: .utf8)
        let tables = [
            ("baidu", Baidu.codes), ("amap", Amap.codes), ("tencent", Tencent.codes), ("google", Google.codes),
            ("nominatim", Nominatim.codes),
        ]
        for (provider, codes) in tables {
            for code in codes {
                let row = "| \(provider) | `\(code.code)` | \(code.meaning) | \(code.inWords) |"
                #expect(text.contains(row), "docs/addresses.md lacks: \(row)")
            }
        }
    }
}

extension ProviderCode {
    /// What the page says that Trackmill does.
    fileprivate var inWords: String {
        switch consequence {
        case .notFound: "an answer: no address there"
        case .failed(.misconfigured): "stops asking it until the settings are mended"
        case .failed(.stopForToday): "stops asking it until its next day"
        case .failed(.backOff): "asks more slowly"
        case .failed(.unusable): "asks again a few times"
        }
    }
}
