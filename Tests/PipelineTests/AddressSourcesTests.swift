import Foundation
import Geocoding
import Options
import Testing

@testable import Pipeline

/// Sources of addresses in a pipeline file: their files, the cache, and keys in the wrong place.
@Suite struct AddressSourcesTests {
    private func text(_ chain: String, _ more: String = "", top: [String] = [], after: [String] = []) -> String {
        pipelineText(
            top: top, stages: ["find-stays", "geocode: {of: [stays], with: \(chain)\(more)}"], after: after)
    }

    private let nominatim = "[{nominatim: {url: \"http://localhost:8080\"}}, gazetteer]"

    @Test func `all problems of a chain come at once, with their places`() {
        let found = problems(
            text("[nominatm, {amap: {rate: 5}}, {nominatim: {url: \"http://a\", zom: 3}}, gazetteer]", ", cell: 20"))
        #expect(
            found == [
                "8:35: there is no source 'nominatm'. Did you mean 'nominatim'?",
                "8:45: amap wants 'key': \"${AMAP_KEY}\", an environment variable.",
                "8:59: 'rate' is 5 without a unit; write 5/s.",
                "8:94: nominatim has no option 'zom'. Did you mean 'zoom'?", "8:122: 'cell' is 20 without a unit; write 20 m.",
            ])
    }

    @Test func `a file that is not there is told at its source`() {
        #expect(
            problems(text("[{gazetteer: {file: no/such.gazetteer}}]"))
                == ["8:35: 'file' is no/such.gazetteer; pipelines/no/such.gazetteer cannot be read: No such file or directory."])
    }

    @Test func `the cache lies beside the results, or where the file says`() throws {
        #expect(try pipeline(text("[gazetteer]")).cachePath == nil)
        #expect(try pipeline(text(nominatim)).cachePath == "pipelines/out/addresses.cache")
        #expect(try pipeline(text(nominatim), settings: ["write.sqlite=t.sqlite"]).cachePath == "pipelines/addresses.cache")
        #expect(try pipeline(text(nominatim, ", cache: kept/a.cache")).cachePath == "pipelines/kept/a.cache")
    }

    @Test(arguments: [
        ("out/t.sqlite", "the result file"), ("out/t.sqlite-wal", "which belongs to the result file"),
        ("logs/2025-06-01.csv", "which a source reads by 'logs/{date}.csv'"), ("p.yaml", "the pipeline file"),
    ])
    func `a cache that would fall on something is refused`(path: String, words: String) {
        let found = problems(text(nominatim, ", cache: \(path)"))
        #expect(found.count == 1 && found[0].hasSuffix("'cache' is \(path), \(words); keep the answers elsewhere."), "\(found)")
        // Where no source is asked, nothing is written.
        #expect(problems(text("[gazetteer]", ", cache: \(path)")) == [])
    }

    @Test func `a report that would fall on the cache is refused`() {
        let found = problems(text(nominatim, after: ["reports: [{csv: {to: out/addresses.cache}}]"]))
        #expect(found.count == 1 && found[0].contains("the cache of addresses; write the report elsewhere."), "\(found)")
    }

    @Test func `a key in the wrong place is not told`() {
        let environment = ["AMAP_KEY": "0123456789abcdef", "HOME": "/root/home"]
        for chain in [
            "[{amap: {key: \"${AMAP_KEY}\", rate: \"${AMAP_KEY}\"}}]", "[\"${AMAP_KEY}\"]",
            "[{nominatim: {url: \"${AMAP_KEY}\"}}]",
        ] {
            let found = problems(text(chain), environment: environment)
            #expect(!found.isEmpty && !found.joined().contains("0123456789abcdef"), "\(found)")
        }
        let found = problems(text("[{nominatim: {url: \"http://a\", zoom: \"${AMAP_KEY}\"}}]"), environment: environment)
        #expect(
            found.count == 1 && found[0].hasSuffix("'zoom' is ${AMAP_KEY}; it may be a whole number from 3 to 18."), "\(found)")
    }

    @Test func `what no key is may be told`() {
        let found = problems(text("[{nominatim: {url: \"http://a\", zoom: \"${HOME}\"}}]"), environment: ["HOME": "/root/home"])
        #expect(found.count == 1 && found[0].contains("/root/home"), "\(found)")
    }

    @Test func `a file of areas that changes is another option`() throws {
        try withFiles(["d.geojson", "logs/x.csv"]) { folder in
            func write(_ name: String) throws {
                try Data(
                    """
                    {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "\(name)"}, "geometry":
                    {"type": "Polygon", "coordinates": [[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}]}
                    """.utf8
                ).write(to: URL(filePath: folder + "/d.geojson"))
            }
            let file = try readPipeline(
                text("[{areas: {file: d.geojson}}, gazetteer]"), path: folder + "/p.yaml", catalog: catalog, environment: [:])
            try write("one")
            let before = try FindingsOptions(of: file).text
            #expect(try FindingsOptions(of: file).isSame(as: before))
            try write("two")
            #expect(try !FindingsOptions(of: file).isSame(as: before))
        }
    }

    @Test func `a chain with a gazetteer of another program's is another option`() throws {
        let file = try pipeline(text("[gazetteer]"))
        let now = try FindingsOptions(of: file).text
        #expect(now.contains("gazetteer in the program (version)=\(Gazetteer.version)"))
        let before = now.split(separator: "\n").filter { !$0.hasPrefix("gazetteer in the program") }.joined(separator: "\n")
        #expect(try !FindingsOptions(of: file).isSame(as: before))
        // Without it nothing of it is compared.
        #expect(try !FindingsOptions(of: pipeline(pipelineText())).text.contains("gazetteer"))
    }
}
