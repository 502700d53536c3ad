import CCurl
import Glibc

/// Nanoseconds of a clock that never jumps.
func monotonicNanoseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

/// Requests whose bytes have gone out since somebody looked. A class: transfers add to it, their client takes from it.
final class SentRequests {
    var list: [(id: Int, nanoseconds: Int64)] = []
}

/// One request on its way, on a handle of curl's that serves many, one after the other.
///
/// A class: curl's callbacks find it by its address.
final class HTTPTransfer {
    /// More bytes of headers than any of these services sends.
    private static let longestHeaders = 64 << 10

    let handle: UnsafeMutableRawPointer
    private let sent: SentRequests
    private let longestBody: Int
    private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var headers: UnsafeMutablePointer<curl_slist>?
    private(set) var id = 0
    private(set) var url = ""
    private var timeoutSeconds = 0.0
    private var body: [UInt8] = []
    private var headerByteCount = 0
    private var isTooLong = false
    /// How often curl was about to send it: once, unless a connection that was kept turned out dead.
    private var sends = 0

    /// Whether bytes of the request may have reached the server.
    var wasSent: Bool { sends > 0 }

    /// A transfer; nil where there is no memory.
    init?(userAgent: String, longestBody: Int, connectSeconds: Double, sent: SentRequests) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        self.sent = sent
        self.longestBody = longestBody
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        let itself = Unmanaged.passUnretained(self).toOpaque()
        let codes = [
            curl_set_number(handle, CURLOPT_NOSIGNAL, 1),
            curl_allow_web_only(handle),
            curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0),
            curl_set_number(handle, CURLOPT_SSL_VERIFYPEER, 1),
            curl_set_number(handle, CURLOPT_SSL_VERIFYHOST, 2),
            curl_set_number(handle, CURLOPT_TCP_KEEPALIVE, 1),
            curl_set_number(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
            curl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(connectSeconds * 1000)),
            curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, ""),
            curl_set_text(handle, CURLOPT_USERAGENT, userAgent),
            curl_set_pointer(handle, CURLOPT_ERRORBUFFER, words),
            curl_set_writer(handle, CURLOPT_WRITEFUNCTION, { HTTPTransfer.of($3)?.take($0, $1 * $2) ?? 0 }),
            curl_set_pointer(handle, CURLOPT_WRITEDATA, itself),
            curl_set_writer(handle, CURLOPT_HEADERFUNCTION, { HTTPTransfer.of($3)?.takeHeader($1 * $2) ?? 0 }),
            curl_set_pointer(handle, CURLOPT_HEADERDATA, itself),
            curl_set_before_request(
                handle, { client, _, _, _, _ in HTTPTransfer.of(client)?.noteSending() ?? CURL_PREREQFUNC_ABORT }),
            curl_set_pointer(handle, CURLOPT_PREREQDATA, itself),
        ]
        precondition(
            codes.allSatisfy { $0 == CURLE_OK }, "expected curl to take all of 17 options, found \(codes.map(\.rawValue))")
        // Curl's program looks at it, its library does not: for servers of one's own.
        if let certificates = getenv("SSL_CERT_FILE") { _ = curl_set_text(handle, CURLOPT_CAINFO, certificates) }
        // A library older than its headers does without.
        _ = curl_end_at_once(handle)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        words.deallocate()
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> HTTPTransfer? {
        pointer.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes it ready for a request; false where there is no memory.
    func prepare(_ request: HTTPRequest, id: Int, timeoutSeconds: Double) -> Bool {
        self.id = id
        self.timeoutSeconds = timeoutSeconds
        url = request.url
        body = []
        headerByteCount = 0
        isTooLong = false
        sends = 0
        words[0] = 0
        curl_slist_free_all(headers)
        headers = nil
        for header in request.headers { headers = curl_slist_append(headers, "\(header.name): \(header.value)") ?? headers }
        // A server on this machine is not asked through the proxy of the environment.
        let proxy: String? = HTTPPlace(url)?.isThisMachine == true ? "" : nil
        return curl_set_text(handle, CURLOPT_URL, request.url) == CURLE_OK
            && curl_set_text(handle, CURLOPT_PROXY, proxy) == CURLE_OK
            && curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers) == CURLE_OK
            && curl_set_number(handle, CURLOPT_TIMEOUT_MS, max(1, Int(timeoutSeconds * 1000))) == CURLE_OK
    }

    // MARK: What curl calls

    private func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard body.count + count <= longestBody else {
            isTooLong = true
            return 0
        }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    private func takeHeader(_ count: Int) -> Int {
        headerByteCount += count
        guard headerByteCount <= Self.longestHeaders else {
            isTooLong = true
            return 0
        }
        return count
    }

    /// Lets a request go out once. By itself curl sends it again on a new connection where a kept one turns out dead.
    private func noteSending() -> Int32 {
        sends += 1
        guard sends == 1 else { return CURL_PREREQFUNC_ABORT }
        sent.list.append((id, monotonicNanoseconds()))
        return CURL_PREREQFUNC_OK
    }

    // MARK: What came of it

    /// The reply, or why there is none.
    func result(_ code: CURLcode) -> HTTPResult {
        guard code == CURLE_OK else { return .failure(failure(code)) }
        if let target = text(CURLINFO_REDIRECT_URL), let from = HTTPPlace(url), let to = HTTPPlace(target),
            from.mayRedirect(to: to)
        {
            return .redirect(target)
        }
        var status = 0
        curl_get_number(handle, CURLINFO_RESPONSE_CODE, &status)
        var seconds: curl_off_t = 0
        curl_get_offset(handle, CURLINFO_RETRY_AFTER, &seconds)
        return .response(
            HTTPResponse(
                status: status, contentType: text(CURLINFO_CONTENT_TYPE), retryAfterSeconds: seconds > 0 ? Double(seconds) : nil,
                body: body))
    }

    /// Gives back the memory of the last reply.
    func forget() { body = [] }

    private func text(_ info: CURLINFO) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_get_text(handle, info, &text) == CURLE_OK, let text else { return nil }
        return String(cString: text)
    }

    private func failure(_ code: CURLcode) -> SourceFailure {
        let host = HTTPPlace(url)?.shown ?? "the server"
        if isTooLong { return SourceFailure(.unusable, code: "too long", "\(host) sent more than \(longestBody) bytes.") }
        if code == CURLE_OPERATION_TIMEDOUT {
            return SourceFailure(.unusable, code: "timeout", "\(host) gave no whole reply in time (\(timeoutSeconds) s at most).")
        }
        if code == CURLE_ABORTED_BY_CALLBACK {
            return SourceFailure(.unusable, code: "connection", "\(host) closed the connection without a reply.")
        }
        return SourceFailure(ofCurl: code, host: host, detail: String(cString: words))
    }
}
