import CCurl
import Glibc
import Testing

@testable import Geocoding

@Suite struct HTTPClientTests {
    /// One request to a server that has one way to reply.
    private func result(
        of reply: ServedReply, after milliseconds: Int = 0, path: String = "/a?key=s3cr3t", timeoutSeconds: Double = 3
    ) throws -> (result: HTTPResult, requests: [ServedRequest]) {
        let server = LocalServer { _ in (reply, milliseconds) }
        let client = try HTTPClient(userAgent: "trackmill/test")
        let ended = ends(of: [server.url + path], client, timeoutSeconds: timeoutSeconds)
        server.stop()
        return (try #require(ended[0]), server.requests)
    }

    private func ends(of urls: [String], _ client: HTTPClient, timeoutSeconds: Double = 3) -> [Int: HTTPResult] {
        for (id, url) in urls.enumerated() { client.start(HTTPRequest(url: url), id: id, timeoutSeconds: timeoutSeconds) }
        var results: [Int: HTTPResult] = [:]
        while client.inFlight > 0 || results.count < urls.count {
            for ended in client.wait(nanoseconds: 100_000_000) { results[ended.id] = ended.result }
        }
        return results
    }

    private func body(_ result: HTTPResult) -> [UInt8]? {
        guard case .response(let response) = result else { return nil }
        return response.body
    }

    @Test func `a reply comes with status, type and body`() throws {
        let (result, requests) = try result(
            of: .whole(status: 418, headers: ["Content-Type: text/plain; charset=utf-8"], body: Array("tea".utf8)))
        #expect(
            result
                == .response(HTTPResponse(status: 418, contentType: "text/plain; charset=utf-8", body: Array("tea".utf8))))
        #expect(requests[0].target == "/a?key=s3cr3t" && requests[0].head.hasPrefix("GET "))
        #expect(requests[0].head.contains("Accept-Encoding: ") && requests[0].head.contains("gzip"))
    }

    @Test func `headers of a request are sent`() throws {
        let server = plainServer()
        let client = try HTTPClient(userAgent: "trackmill/test")
        client.start(
            HTTPRequest(url: server.url, headers: [("X-Key", "abc"), ("Accept-Language", "zh")]), id: 4, timeoutSeconds: 3)
        while client.inFlight > 0 { _ = client.wait(nanoseconds: 50_000_000) }
        server.stop()
        #expect(server.requests[0].head.contains("X-Key: abc\r\nAccept-Language: zh\r\n"))
    }

    @Test func `connections are kept`() throws {
        let server = plainServer()
        let client = try HTTPClient(userAgent: "trackmill/test")
        for _ in 0..<20 { #expect(ends(of: [server.url + "/?points=1,2"], client).count == 1) }
        server.stop()
        #expect(server.connectionCount == 1 && server.requests.count == 20)
    }

    @Test func `packed replies are unpacked, and the bound is on what comes out`() throws {
        let packed = Self.gzipOfStoredBlocks(Array("hello".utf8))
        #expect(
            body(try result(of: .whole(status: 200, headers: ["Content-Encoding: gzip"], body: packed)).result)
                == Array("hello".utf8))
        let large = Self.gzipOfStoredBlocks([UInt8](repeating: 0x20, count: HTTPClient.longestBody + 1))
        guard
            case .failure(let failure) = try result(of: .whole(status: 200, headers: ["Content-Encoding: gzip"], body: large))
                .result
        else {
            Issue.record("taken")
            return
        }
        #expect(failure.code == "too long" && failure.words.hasSuffix(" sent more than 4194304 bytes."))
    }

    /// A gzip file (RFC 1952) of stored blocks (RFC 1951, 3.2.4).
    private static func gzipOfStoredBlocks(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var start = 0
        repeat {
            let end = min(bytes.count, start + 65_535)
            let count = UInt16(end - start)
            packed.append(end == bytes.count ? 1 : 0)
            packed += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
            packed += bytes[start..<end]
            start = end
        } while start < bytes.count
        var checksum = ~UInt32(0)
        for byte in bytes {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? (checksum >> 1) ^ 0xEDB8_8320 : checksum >> 1 }
        }
        checksum = ~checksum
        let length = UInt32(bytes.count)
        for number in [checksum, length] { packed += (0..<4).map { UInt8(number >> (8 * $0) & 255) } }
        return packed
    }

    @Test func `a body of the bound is taken, one byte more is not`() throws {
        let most = [UInt8](repeating: 0x61, count: HTTPClient.longestBody)
        #expect(body(try result(of: .whole(status: 200, body: most)).result)?.count == 4_194_304)
        #expect(body(try result(of: .whole(status: 200, body: most + [0x61])).result) == nil)
    }

    @Test func `headers are bounded too`() throws {
        let headers = (0..<100).map { "X-Filler-\($0): " + String(repeating: "x", count: 1000) }
        guard case .failure(let failure) = try result(of: .whole(status: 200, headers: headers, body: [])).result else {
            Issue.record("taken")
            return
        }
        #expect(failure.code == "too long")
    }

    @Test func `a redirect on the same server is given, one to elsewhere is a reply`() throws {
        let server = LocalServer { request in
            switch request.target {
            case "/same": (.whole(status: 301, headers: ["Location: /there?x=1"], body: []), 0)
            case "/port": (.whole(status: 302, headers: ["Location: http://127.0.0.1:1/there"], body: []), 0)
            case "/name": (.whole(status: 302, headers: ["Location: http://localhost/there"], body: []), 0)
            case "/file": (.whole(status: 302, headers: ["Location: file:///etc/passwd"], body: []), 0)
            default: (.whole(status: 200, body: []), 0)
            }
        }
        let client = try HTTPClient(userAgent: "trackmill/test")
        let results = ends(of: ["/same", "/port", "/name", "/file"].map { server.url + $0 }, client)
        server.stop()
        #expect(results[0] == .redirect("\(server.url)/there?x=1"))
        for id in [1, 2, 3] { #expect(results[id] == .response(HTTPResponse(status: 302, body: []))) }
        #expect(server.requests.count == 4)
    }

    @Test(arguments: [
        ("http://a.example/x", "http://a.example/y", true), ("http://a.example/x", "https://a.example/x", true),
        ("https://a.example/x", "https://a.example:443/y", true), ("https://a.example/x", "http://a.example/x", false),
        ("https://a.example/x", "https://b.example/x", false), ("https://a.example/x", "https://a.example:8443/x", false),
        ("http://a.example:8080/x", "https://a.example/x", false), ("http://A.example/x", "http://a.EXAMPLE/x", true),
        ("http://a.example/x", "http://a.example@b.example/x", false),
    ])
    func `which redirects may be followed`(from: String, to: String, isFollowed: Bool) throws {
        let from = try #require(HTTPPlace(from))
        let to = try #require(HTTPPlace(to))
        #expect(from.mayRedirect(to: to) == isFollowed)
    }

    @Test(arguments: [
        ("http://localhost:8080/", true), ("http://127.0.0.1/", true), ("http://127.1.2.3/", true), ("http://[::1]:80/", true),
        ("http://127.0.0.1.example/", false), ("http://localhost.example/", false), ("http://10.0.0.1/", false),
    ])
    func `which servers are on this machine`(url: String, isHere: Bool) throws {
        #expect(try #require(HTTPPlace(url)).isThisMachine == isHere)
    }

    @Test func `Retry-After is read as seconds and as a date`() throws {
        let inSeconds = try result(of: .whole(status: 429, headers: ["Retry-After: 120"], body: [])).result
        #expect(inSeconds == .response(HTTPResponse(status: 429, retryAfterSeconds: 120, body: [])))
        var later = time(nil) + 90
        var parts = tm()
        gmtime_r(&later, &parts)
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        let date = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard case .response(let dated) = try result(of: .whole(status: 503, headers: ["Retry-After: \(date)"], body: [])).result
        else {
            Issue.record("no reply")
            return
        }
        #expect((85...90).contains(dated.retryAfterSeconds ?? 0))
        for nothing in ["Retry-After: 0", "Retry-After: soon", "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT", "Retry-After: -5"] {
            let result = try result(of: .whole(status: 503, headers: [nothing], body: [])).result
            #expect(result == .response(HTTPResponse(status: 503, body: [])), "\(nothing)")
        }
    }

    @Test func `what is no whole reply is a failure that names the host only`() throws {
        let cases: [(reply: ServedReply, code: String)] = [
            (.drop, "connection"), (.halfClose, "connection"), (.hang, "timeout"),
            (.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)), "malformed"),
            (.whole(status: 200, headers: ["Content-Encoding: gzip"], body: Array("no gzip".utf8)), "malformed"),
        ]
        for (reply, code) in cases {
            guard case .failure(let failure) = try result(of: reply, timeoutSeconds: 0.3).result else {
                Issue.record("taken: \(reply)")
                continue
            }
            #expect(failure.kind == .unusable && failure.code == code, "\(failure)")
            #expect(failure.words.hasPrefix("127.0.0.1:") && !failure.words.contains("s3cr3t"))
        }
    }

    @Test func `what cannot be asked at all says so`() throws {
        let client = try HTTPClient(userAgent: "trackmill/test")
        let urls = ["file:///etc/passwd", "http://", "gopher://127.0.0.1/s3cr3t", "http://127.0.0.1:1/s3cr3t"]
        let results = ends(of: urls, client)
        func failure(_ id: Int) -> SourceFailure? { if case .failure(let failure) = results[id] { failure } else { nil } }
        for id in [0, 1, 2] { #expect(failure(id)?.kind == .misconfigured && failure(id)?.code == "address") }
        #expect(failure(3) == SourceFailure(.unusable, code: "connection", "127.0.0.1:1: Couldn't connect to server."))
    }

    @Test func `a kept connection that turns out dead does not make it send twice`() throws {
        // Curl by itself repeats a request when a connection that it kept gives no byte.
        let server = LocalServer { request in
            (request.number == 0 ? .whole(status: 200, body: []) : .drop, request.number == 0 ? 0 : 50)
        }
        let client = try HTTPClient(userAgent: "trackmill/test")
        _ = ends(of: [server.url], client)
        let second = ends(of: [server.url], client)
        server.stop()
        #expect(server.requests.count == 2)
        guard case .failure(let failure) = second[0] else {
            Issue.record("taken")
            return
        }
        #expect(failure.code == "connection")
    }

    @Test func `cancelling ends all at once and leaves the client usable`() throws {
        let server = LocalServer { request in
            (request.target == "/hang" ? .hang : .whole(status: 200, body: []), 0)
        }
        let client = try HTTPClient(userAgent: "trackmill/test")
        for id in 0..<50 { client.start(HTTPRequest(url: server.url + "/hang"), id: id, timeoutSeconds: 60) }
        for _ in 0..<20 { _ = client.wait(nanoseconds: 10_000_000) }
        #expect(client.inFlight == 50)
        let start = monotonicNanoseconds()
        client.cancelAll()
        #expect(client.inFlight == 0 && monotonicNanoseconds() - start < 5_000_000_000)
        #expect(ends(of: [server.url + "/next"], client)[0] == .response(HTTPResponse(status: 200, body: [])))
        server.stop()
    }
}

@Suite struct HTTPStatusFailureTests {
    @Test(arguments: [
        (429, SourceFailure.Kind.backOff), (500, .backOff), (502, .backOff), (503, .backOff), (504, .backOff), (408, .backOff),
        (400, .misconfigured), (401, .misconfigured), (403, .misconfigured), (404, .misconfigured), (301, .misconfigured),
        (501, .misconfigured), (600, .unusable),
    ])
    func `a status means`(status: Int, kind: SourceFailure.Kind) {
        #expect(
            SourceFailure(ofHTTPStatus: status)?.kind == kind && SourceFailure(ofHTTPStatus: status)?.code == "HTTP \(status)")
    }

    @Test func `statuses that are no failure, and the words of two`() {
        #expect(SourceFailure(ofHTTPStatus: 200) == nil && SourceFailure(ofHTTPStatus: 204) == nil)
        #expect(SourceFailure(ofHTTPStatus: 503)?.words == "The server answered 503 (Service Unavailable).")
        #expect(SourceFailure(ofHTTPStatus: 403)?.words == "The server answered 403 (Forbidden); look at the key.")
    }

    @Test func `what is no JSON`() {
        func code(_ body: String, _ type: String? = nil) -> String? {
            SourceFailure(ofNoJSON: HTTPResponse(status: 200, contentType: type, body: Array(body.utf8)))?.code
        }
        #expect(code("  <html>") == "HTML" && code("Sorry", "Text/HTML; charset=utf-8") == "HTML")
        #expect(code("") == "empty" && code(" \r\n\t") == "empty")
        #expect(code("{}") == nil && code("[1]", "application/json") == nil && code("nonsense") == nil)
    }

    @Test func `curl's own words are used of certificates only`() {
        let certificate = SourceFailure(
            ofCurl: CURLE_PEER_FAILED_VERIFICATION, host: "a.example", detail: "SSL certificate problem: certificate has expired")
        #expect(
            certificate
                == SourceFailure(
                    .misconfigured, code: "certificate", "a.example: SSL certificate problem: certificate has expired."))
        let name = SourceFailure(ofCurl: CURLE_COULDNT_RESOLVE_HOST, host: "a.example", detail: "x?key=1")
        #expect(name.code == "name" && name.kind == .unusable && !name.words.contains("key"))
    }
}
