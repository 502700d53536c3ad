import Foundation
import SQLite
import Synchronization

/// A Nominatim of the tests: every point has an address of its own, made of the point that was asked.
final class AddressServer: Sendable {
    /// What is done with a request; nil: the point's own address.
    typealias Reply = @Sendable (_ point: String, _ number: Int) -> ServedReply?

    private final class Asked: Sendable { let points = Mutex<[String]>([]) }

    private let asked = Asked()
    let server: LocalServer

    /// - Parameter afterMilliseconds: What each reply takes.
    init(afterMilliseconds: Int = 0, reply: @escaping Reply = { _, _ in nil }) {
        let asked = asked
        server = LocalServer { request in
            let point = Self.point(of: request.target)
            asked.points.withLock { $0.append(point) }
            return (reply(point, request.number) ?? Self.address(of: point), afterMilliseconds)
        }
    }

    /// The points asked for so far, `latitude,longitude` as they stood in the requests.
    var points: [String] { asked.points.withLock { $0 } }

    /// How it stands in a chain.
    func source(_ options: String = "rate: 1000/s, in-flight: 8") -> String {
        "{nominatim: {url: \"\(server.url)\", \(options)}}"
    }

    private static func point(of target: String) -> String {
        let items = URLComponents(string: target)?.queryItems ?? []
        func value(_ name: String) -> String { items.first { $0.name == name }?.value ?? "" }
        return normal(value("lat") + "," + value("lon"))
    }

    /// Two numbers with a comma between them, each in its shortest form.
    static func normal(_ point: String) -> String {
        point.split(separator: ",").map { "\(Double($0) ?? .nan)" }.joined(separator: ",")
    }

    static func json(_ text: String, status: Int = 200) -> ServedReply {
        .whole(status: status, headers: ["Content-Type: application/json"], body: Array(text.utf8))
    }

    /// As nominatim_jsonv2_success.json of the shared samples, with a road that tells the point.
    static func address(of point: String) -> ServedReply {
        json(
            "{\"place_id\": 1, \"display_name\": \"Road \(point), Town\", \"address\": {\"road\": \"Road \(point)\", \"city\": \"Town\", \"country\": \"Land\", \"country_code\": \"ld\"}}"
        )
    }

    /// As nominatim_empty_ocean.json.
    static let nothing = json("{\"error\": \"Unable to geocode\"}")
}

/// A pipeline of days of stays that lie 5.6 km apart, each in a cell of its own: day 1 at 41° to 42° north, day 2 at 42° to 43° …
struct StayPipeline {
    let small: SmallPipeline
    var folder: TemporaryFolder { small.folder }
    let stays: Int

    /// - Parameters:
    ///   - stays: Of each day, up to 18.
    ///   - with: What stands behind `with:`.
    init(days: Int = 2, stays: Int = 4, with chain: String, geocode: String = "", after: [String] = []) throws {
        self.stays = stays
        small = try SmallPipeline(stages: [
            "find-stays: {radius: 150 m, at-least: 5 min, gap: 30 min}", "find-places: {radius: 100 m, min-stays: 1}",
            "geocode: {of: [stays, places], with: \(chain)\(geocode)}",
        ])
        for day in 1...days {
            let rows = (0..<stays).flatMap { stay in
                (0..<7).map { minute -> String in
                    let seconds = (stay * 8 + minute) * 60
                    let moment = time(seconds).replacingOccurrences(of: "06-01", with: "06-0\(day)")
                    return "walker,\(moment),\(40 + Double(day) + Double(stay) * 0.05),10"
                }
            }
            try small.log("2025-06-0\(day)", rows)
        }
        if !after.isEmpty {
            try folder.write(try folder.text(of: "pipeline.yaml") + after.map { $0 + "\n" }.joined(), to: "pipeline.yaml")
        }
    }

    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
        try Program.run(["run", "pipeline.yaml"] + arguments, in: folder, environment: environment)
    }

    func geocode(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
        try Program.run(["geocode", "pipeline.yaml"] + arguments, in: folder, environment: environment)
    }

    func digest() throws -> String { try CommandTests.digest(of: "out.sqlite", in: folder) }

    /// Takes the results away, and not the cache.
    func removeResults() throws {
        for name in try folder.names() where name.hasPrefix("out.sqlite") {
            try FileManager.default.removeItem(atPath: folder(name))
        }
    }

    /// `state`, `provider`, `approximate` and `street` of all cells from south to north.
    func addresses() throws -> [String] {
        try small.lines("SELECT state, ifnull(provider, '-'), approximate, ifnull(street, '-') FROM addresses ORDER BY latitude")
    }

    /// The points of all cells, as they are asked.
    func points() throws -> Set<String> {
        Set(
            try small.lines("SELECT printf('%.7f', latitude), printf('%.7f', longitude) FROM addresses").map(AddressServer.normal)
        )
    }

    /// The points that the cache answers.
    func answered() throws -> Set<String> {
        // Not read-only: what a kill left half-written must be undone.
        let database = try Database(path: folder("addresses.cache"), isReadOnly: false)
        return Set(
            try database.lines("SELECT printf('%.7f', latitude / 1e7), printf('%.7f', longitude / 1e7) FROM answers").map(
                AddressServer.normal))
    }
}
