import Geodesy
import Options

@testable import Geocoding

/// The text that the tests' server says of a point: it names the point, so that a mix-up shows.
func servedText(_ latitudeE7: Int64, _ longitudeE7: Int64) -> String { "place \(latitudeE7) \(longitudeE7)" }

/// The same of a coordinate.
func servedText(_ coordinate: Coordinate) -> String {
    let center = AskedCenter(coordinate)
    return servedText(Int64(center.latitudeE7), Int64(center.longitudeE7))
}

/// The points of a request of the tests' sources.
func servedPoints(_ target: String) -> [(latitudeE7: Int64, longitudeE7: Int64)] {
    guard let points = target.split(separator: "points=").last, points.count < target.count else { return [] }
    return points.split(separator: ";").compactMap { point in
        let numbers = point.split(separator: ",").compactMap { Int64($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
}

/// The body in which the server says all points of a request; points it knows no address of by a predicate.
func servedBody(_ target: String, unknown: (Int64, Int64) -> Bool = { _, _ in false }) -> [UInt8] {
    let results = servedPoints(target).map { unknown($0, $1) ? "null" : "\"\(servedText($0, $1))\"" }
    return Array("{\"results\":[\(results.joined(separator: ","))]}".utf8)
}

/// A source of the tests: what two of them share.
protocol ServedSource: NetworkSource {
    var url: String { get }
}

extension ServedSource {
    static var summary: String { "A source of the tests." }
    var attribution: String? { nil }
    var variant: String { "" }

    func language(among languages: [String]) -> String { languages.first ?? "en" }

    func request(for centers: [Coordinate], language: String) -> HTTPRequest {
        let points = centers.map(AskedCenter.init).map { "\($0.latitudeE7),\($0.longitudeE7)" }.joined(separator: ";")
        return HTTPRequest(url: "\(url)/reverse?key=s3cr3t-k3y&points=\(points)")
    }

    func outcomes(of response: HTTPResponse, for centers: [Coordinate], language: String) -> [Outcome] {
        let failure: SourceFailure
        if let status = SourceFailure(ofHTTPStatus: response.status) {
            failure = status
        } else if let page = SourceFailure(ofNoJSON: response) {
            failure = page
        } else {
            let text = String(decoding: response.body, as: UTF8.self)
            switch text {
            case "{\"error\":\"key\"}": failure = SourceFailure(.misconfigured, code: "key", "The key is wrong.")
            case "{\"error\":\"day\"}": failure = SourceFailure(.stopForToday, code: "day", "The day's share is used up.")
            case let text where text.hasPrefix("{\"refused\""):
                failure = SourceFailure(.misconfigured, code: "refused", "The server says \(text).")
            default:
                guard text.hasPrefix("{\"results\":["), text.hasSuffix("]}") else {
                    failure = .malformed("it ends early")
                    break
                }
                return text.dropFirst(12).dropLast(2).split(separator: ",").map { item in
                    guard item != "null" else { return .notFound }
                    let name = String(item.dropFirst().dropLast())
                    return .address(testAddress(name, provider: Self.name))
                }
            }
        }
        return centers.map { _ in .failed(failure) }
    }
}

/// An address of one line.
func testAddress(_ text: String, provider: String, isApproximate: Bool = false) -> Address {
    Address(
        text: text, country: nil, province: nil, city: "City", district: nil, street: nil, provider: provider, language: "en",
        isApproximate: isApproximate, distanceMeters: nil)
}

/// The first source of the tests.
struct FirstSource: ServedSource {
    static let name = "first"
    var url = ""
    var limits = RequestLimits(requestsPerSecond: 10_000, perDay: nil, inFlight: 8, timeoutSeconds: 5)
    var pointsPerRequest = 1
    var lifetimeSeconds: Double?
    var dayOffsetSeconds: Int64 = 0

    init(reading reader: inout OptionReader) {}
    init(url: String) { self.url = url }
}

/// The second source of the tests.
struct SecondSource: ServedSource {
    static let name = "second"
    var url = ""
    var limits = RequestLimits(requestsPerSecond: 10_000, perDay: nil, inFlight: 8, timeoutSeconds: 5)
    var pointsPerRequest = 1
    var lifetimeSeconds: Double?

    init(reading reader: inout OptionReader) {}
    init(url: String) { self.url = url }
}

/// A local source that knows the points north of a latitude.
struct NorthernAddresses: LocalAddresses {
    var southEdge = -90.0

    func address(at coordinate: Coordinate, languages: [String]) -> Address? {
        coordinate.latitude >= southEdge ? testAddress("local", provider: "local") : nil
    }
}

/// Cells with keys from 1 on, 0.001° apart, outside China.
func testCells(_ count: Int, keysFrom first: Int64 = 1) -> [AskedCell] {
    (0..<count).map { i in
        let center = Coordinate(latitude: 40 + Double(i / 1000) * 0.001, longitude: 10 + Double(i % 1000) * 0.001)
        return AskedCell(key: first + Int64(i), center: center)
    }
}
