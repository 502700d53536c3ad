@testable import Geocoding

/// What the chaotic server of `ChaosTests` does with each request: a choice by seed, some points always bad.
///
/// Used by the server's thread while it runs, read after it has stopped.
final class Chaos {
    /// What a point suffers at every request.
    enum Fate: Int, CaseIterable {
        case fine, refused, cut, page, malformed, dropped, halfClosed, hung

        /// The code that a point is to be pending with; nil for one that is to get its address.
        var code: String? {
            switch self {
            case .fine: nil
            case .refused: "HTTP 500"
            case .cut, .malformed: "malformed"
            case .page: "HTML"
            case .dropped, .halfClosed: "connection"
            case .hung: "timeout"
            }
        }
    }

    /// Requests for each point.
    private(set) var requests: [String: Int] = [:]
    /// Points that were asked for after a whole answer was sent.
    private(set) var repeated: [String] = []
    private var answered: Set<String> = []
    private var random = SeededRandom(seed: 20_261_201)
    private var pauses = 0

    /// The fate of the point with a key; one of 200 has one, each of the eight in turn.
    static func fate(ofKey key: Int64) -> Fate { key % 200 == 7 ? Fate(rawValue: Int(key / 200) % 8) ?? .fine : .fine }

    private let keys: [String: Int64]

    init(_ cells: [AskedCell]) {
        keys = Dictionary(cells.map { (servedText($0.center), $0.key) }) { first, _ in first }
    }

    func reply(to request: ServedRequest) -> (reply: ServedReply, afterMilliseconds: Int) {
        let delay = Int.random(in: 0...20, using: &random)
        guard let point = servedPoints(request.target).first.map({ servedText($0, $1) }), let key = keys[point] else {
            return (.whole(status: 404, body: []), 0)
        }
        requests[point, default: 0] += 1
        if answered.contains(point) { repeated.append(point) }
        let fate = Self.fate(ofKey: key)
        if fate != .fine { return (bad(fate, request), delay) }
        // The fourth request for a point is the last that a run makes.
        let dice = requests[point] == 4 ? 999 : Int.random(in: 0..<1000, using: &random)
        switch dice {
        case 0..<10: return (bad(.refused, request), delay)
        case 10..<20: return (bad(.cut, request), delay)
        case 20..<30: return (bad(.page, request), delay)
        case 30..<40: return (bad(.malformed, request), delay)
        case 40..<50: return (bad(.dropped, request), delay)
        case 50..<60: return (bad(.halfClosed, request), delay)
        case 60..<62: return (bad(.hung, request), delay)
        case 62..<70 where pauses < 2:
            pauses += 1
            return (.whole(status: 429, headers: ["Retry-After: 1"], body: []), delay)
        default:
            answered.insert(point)
            return (.whole(status: 200, headers: ["Content-Type: application/json"], body: servedBody(request.target)), delay)
        }
    }

    private func bad(_ fate: Fate, _ request: ServedRequest) -> ServedReply {
        let body = servedBody(request.target)
        switch fate {
        case .refused, .fine: return .whole(status: 500, body: Array("oh no".utf8))
        case .malformed: return .whole(status: 200, body: Array(body.dropLast(3)))
        case .cut:
            return .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body.dropLast(4))
        case .page:
            return .whole(status: 200, headers: ["Content-Type: text/html"], body: Array("<!doctype html><p>Log in".utf8))
        case .dropped: return .drop
        case .halfClosed: return .halfClose
        case .hung: return .hang
        }
    }
}
