import Foundation
import Store
import Testing

/// What docs/stays-places-clusters.md prints is run as it stands.
@Suite struct FindingDocumentTests {
    private func blocks(_ language: String) throws -> [String] {
        let text = try String(contentsOfFile: packageFolder + "/docs/stays-places-clusters.md", encoding: .utf8)
        let parts = text.components(separatedBy: "```")
        return stride(from: 1, to: parts.count, by: 2).map { parts[$0] }.filter { $0.hasPrefix(language + "\n") }.map {
            String($0.dropFirst(language.count + 1))
        }
    }

    @Test func `each SQL example gives rows of the sample week`() throws {
        let examples = try blocks("sql")
        #expect(examples.count == 6)
        for example in examples {
            let rows = try SampleWeek.open().lines(example.replacingOccurrences(of: ";\n", with: ""))
            #expect(!rows.isEmpty, "\(example)")
        }
    }

    @Test func `the GeoJSON made by SQL is that of the export`() throws {
        let example = try #require(try blocks("sql").first { $0.contains("FeatureCollection") })
        let text = try SampleWeek.open().text(example.replacingOccurrences(of: ";\n", with: ""))
        let made = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let (folder, _) = try SampleWeek.result.get()
        let outcome = try Program.run(
            ["export", "week.sqlite", "--table", "map_clusters", "--zoom", "12", "--format", "geojson"], in: folder)
        let exported = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(try counts(made) == counts(exported))
    }

    /// Place and count of each feature by cluster.
    private func counts(_ collection: [String: Any]?) throws -> [String: [Double]] {
        let features = try #require(collection?["features"] as? [[String: Any]])
        return try Dictionary(
            features.map { feature in
                let properties = try #require(feature["properties"] as? [String: Any])
                let position = try #require((feature["geometry"] as? [String: Any])?["coordinates"] as? [Double])
                // SQLite writes numbers with 15 digits.
                let rounded = position.map { ($0 * 1e7).rounded() }
                return (try #require(properties["cluster"] as? String), rounded + [try #require(properties["count"] as? Double)])
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test func `the clusters of SQL members have as many as they count`() throws {
        let example = try #require(try blocks("sql").first { $0.contains("RECURSIVE") })
        let rows = try SampleWeek.open().lines(example.replacingOccurrences(of: ";\n", with: "")).count
        #expect(try SampleWeek.open().text("SELECT max(count) FROM map_clusters WHERE zoom = 4") == "\(rows)")
    }
}
