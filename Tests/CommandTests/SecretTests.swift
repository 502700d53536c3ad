import Foundation
import SQLite
import Testing

/// A key comes from the environment and goes into requests, and nowhere else.
@Suite struct SecretTests {
    private static let key = "k3yOfThisTest0123456789abcdef"
    private static let secret = "s3cretOfThisTest0123456789abc"

    private var environment: [String: String] { ["AMAP_KEY": Self.key, "AMAP_SECRET": Self.secret] }

    /// As amap_v3_batch_success.json of the shared samples, for each of a request's points.
    private static func reply(to request: ServedRequest) -> ServedReply {
        let items = URLComponents(string: request.target)?.queryItems ?? []
        let points = items.first { $0.name == "location" }?.value?.split(separator: "|").count ?? 0
        let one =
            "{\"formatted_address\":\"某省某市某路1号\",\"addressComponent\":{\"country\":\"中国\",\"province\":\"某省\",\"city\":\"某市\",\"citycode\":\"010\",\"district\":\"某区\",\"adcode\":\"110108\",\"township\":\"某镇\",\"streetNumber\":{\"street\":\"某路\",\"number\":\"1号\"}}}"
        let all = Array(repeating: one, count: points).joined(separator: ",")
        return AddressServer.json("{\"status\":\"1\",\"info\":\"OK\",\"infocode\":\"10000\",\"regeocodes\":[\(all)]}")
    }

    /// A server that tells the key back.
    private static let busy = AddressServer.json("{\"status\":\"0\",\"info\":\"SERVICE_BUSY \(key)\",\"infocode\":\"10016\"}")

    private func expectNoKey(in text: String, _ what: String) {
        for word in [Self.key, Self.secret] { #expect(!text.contains(word), "\(what)") }
    }

    /// All bytes of all files in a folder.
    private func expectNoKey(in folder: TemporaryFolder) throws {
        let words = [Self.key, Self.secret].map { Data($0.utf8) }
        var count = 0
        for name in FileManager.default.enumerator(atPath: folder.path) ?? FileManager.DirectoryEnumerator() {
            guard let name = name as? String, let data = FileManager.default.contents(atPath: folder(name)) else { continue }
            count += 1
            for word in words { #expect(data.range(of: word) == nil, "\(name)") }
        }
        #expect(count > 8)
    }

    @Test func `is in no database, cache, report, log, plan, status or message`() throws {
        let server = LocalServer { request in (request.number == 0 ? Self.busy : Self.reply(to: request), 0) }
        let chain =
            "[{amap: {url: \"\(server.url)\", key: \"${AMAP_KEY}\", secret: \"${AMAP_SECRET}\", rate: 1000/s, in-flight: 1}}, gazetteer]"
        let stays = try StayPipeline(
            days: 2, with: chain,
            after: ["reports:", "  - html: {to: \"page-{date}.html\"}", "  - csv: {table: addresses, to: addresses.csv}"])
        let first = try stays.run("--log", "json", environment: environment)
        #expect(first.status == 0, "\(first.errors)")
        var outcomes = [("run", first)]
        for call in [
            ["run", "pipeline.yaml", "--day", "2025-06-01"], ["geocode", "pipeline.yaml", "--log", "json"],
            ["plan", "pipeline.yaml"],
            ["plan", "pipeline.yaml", "--format", "json"], ["check", "pipeline.yaml"], ["status", "pipeline.yaml"],
            ["report", "pipeline.yaml", "-o", "page.html"], ["export", "pipeline.yaml", "--table", "about", "--format", "csv"],
            ["digest", "pipeline.yaml"], ["explain", "pipeline.yaml", "--device", "walker", "--time", "2025-06-01T00:01:00Z"],
            // In the wrong place, and for the wrong thing.
            ["check", "pipeline.yaml", "--set", "geocode.with[1].amap.rate=${AMAP_KEY}"],
            ["check", "pipeline.yaml", "--set", "geocode.with[1].amap=${AMAP_KEY}"],
            ["check", "pipeline.yaml", "--set", "geocode.with[1]=${AMAP_KEY}"],
            ["check", "pipeline.yaml", "--set", "timezone=${AMAP_SECRET}"],
            ["check", "pipeline.yaml", "--set", "geocode.with[1].amap.key=\(Self.key)"],
            ["run", "pipeline.yaml", "--set", "geocode.with[1].amap.key='${AMAP_KEY}x'"],
            ["plan", "pipeline.yaml", "--set", "geocode.with[1].amap.key=[\(Self.key)]"],
            ["check", "pipeline.yaml", "--set", "geocode.with[1].amap.key={a: \(Self.key)}"],
            ["geocode", "pipeline.yaml", "--set", "geocode.with[1].amap={key: \(Self.key)}"],
            ["check", "pipeline.yaml", "--set", "geocode.with[1].amap=\(Self.key)"],
        ] { outcomes.append((call.joined(separator: " "), try Program.run(call, in: stays.folder, environment: environment))) }
        for (call, outcome) in outcomes { expectNoKey(in: outcome.output + outcome.errors, call) }
        #expect(outcomes.suffix(10).allSatisfy { $0.1.status == 78 }, "\(outcomes.suffix(10).map(\.1.status))")
        #expect(try stays.addresses().contains { $0.hasPrefix("done,amap,") })
        server.stop()
        // The test would see it: it is in the requests.
        #expect(server.requests.contains { $0.head.contains(Self.key) })
        try expectNoKey(in: stays.folder)
    }

    @Test func `another key makes nothing anew and asks nobody anew`() throws {
        let server = LocalServer { request in (Self.reply(to: request), 0) }
        let stays = try StayPipeline(
            days: 1, with: "[{amap: {url: \"\(server.url)\", key: \"${AMAP_KEY}\", rate: 1000/s, in-flight: 1}}, gazetteer]")
        #expect(try stays.run(environment: environment).status == 0)
        let before = try stays.digest()
        let other = ["AMAP_KEY": "another0123456789"]
        let plan = try Program.run(["plan", "pipeline.yaml"], in: stays.folder, environment: other)
        #expect(!plan.output.contains("made anew"), "\(plan.output)")
        try stays.removeResults()
        #expect(try stays.run("--offline", environment: other).status == 0)
        #expect(try stays.digest() == before)
    }

    @Test func `where it is empty, its source is not asked, which is said, and geocode exits 69`() throws {
        let server = LocalServer { request in (Self.reply(to: request), 0) }
        let stays = try StayPipeline(
            days: 1, with: "[{amap: {url: \"\(server.url)\", key: \"${TRACKMILL_TEST_KEY:}\"}}, gazetteer]")
        let run = try stays.run()
        #expect(run.status == 0)
        #expect(
            run.errorLines.first?.hasSuffix(
                "warning: amap is not asked, as TRACKMILL_TEST_KEY is empty or not set; what it is to be asked for stays pending."
            ) == true,
            "\(run.errors)")
        let plan = try Program.run(["plan", "pipeline.yaml"], in: stays.folder)
        #expect(
            plan.outputLines.contains("amap: 4 cells to ask; it is not asked, as TRACKMILL_TEST_KEY is empty or not set"),
            "\(plan.output)")
        #expect(try stays.geocode().status == 69)
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("pending,gazetteer,1,") })
        #expect(try stays.geocode(environment: ["TRACKMILL_TEST_KEY": Self.key]).status == 0)
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("done,amap,") })
        // What was answered stays, whether there is a key or not.
        #expect(try stays.run().status == 0)
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("done,amap,") })
        server.stop()
        #expect(!server.requests.isEmpty)
    }
}
