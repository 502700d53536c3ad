import CCurl
import Glibc

/// What came of a request.
enum HTTPResult: Sendable, Equatable {
    /// A whole reply, whatever its status.
    case response(HTTPResponse)
    /// The same server has it at another address.
    case redirect(String)
    /// No reply that is whole.
    case failure(SourceFailure)
}

/// A request that has ended.
struct EndedRequest: Sendable {
    /// The number it was started with.
    let id: Int
    /// What came of it.
    let result: HTTPResult
    /// Whether it went out: a request that found no connection did not.
    let wasSent: Bool
}

/// Why requests cannot be made at all.
public struct HTTPClientError: Error, Sendable, CustomStringConvertible {
    /// A sentence.
    public let description: String
}

/// Requests over libcurl's multi interface: many at once on the caller's thread, connections kept, memory used again.
///
/// It sends each request once: it follows no redirect and repeats nothing, so that what bounds the requests is the caller's.
/// A class: it owns curl's handles.
final class HTTPClient {
    /// Bytes of a reply at most, unpacked.
    static let longestBody = 4 << 20
    /// Longest wait in milliseconds, so that a signal is noticed.
    static let longestWait: Int64 = 200

    private static let isStarted = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let multi: UnsafeMutableRawPointer
    private let userAgent: String
    private let connectSeconds: Double
    private let sent = SentRequests()
    private var idle: [HTTPTransfer] = []
    private var busy: [UnsafeMutableRawPointer: HTTPTransfer] = [:]
    private var ended: [EndedRequest] = []

    /// A client.
    init(userAgent: String, connectSeconds: Double = 10) throws {
        guard Self.isStarted, let multi = curl_multi_init() else {
            throw HTTPClientError(
                description: "No request can be made: libcurl does not start. End other programs, then run again.")
        }
        self.multi = multi
        self.userAgent = userAgent
        self.connectSeconds = connectSeconds
    }

    deinit {
        cancelAll()
        idle = []
        curl_multi_cleanup(multi)
    }

    /// Requests on their way.
    var inFlight: Int { busy.count }

    /// Starts a request; it goes out in the next `wait`.
    ///
    /// - Parameter id: Comes back with what comes of it.
    func start(_ request: HTTPRequest, id: Int, timeoutSeconds: Double) {
        let made =
            idle.popLast()
            ?? HTTPTransfer(
                userAgent: userAgent, longestBody: Self.longestBody, connectSeconds: connectSeconds, sent: sent)
        guard let transfer = made, transfer.prepare(request, id: id, timeoutSeconds: timeoutSeconds),
            curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
        else {
            let failure = SourceFailure(.unusable, code: "memory", "The machine has no memory for a request.")
            ended.append(EndedRequest(id: id, result: .failure(failure), wasSent: false))
            return
        }
        busy[transfer.handle] = transfer
    }

    /// Sends and receives until a request has gone out or ended, or a time is over.
    ///
    /// - Parameter nanoseconds: How long at most; never longer than `longestWait`.
    func wait(nanoseconds: Int64) -> [EndedRequest] {
        perform()
        guard ended.isEmpty, sent.list.isEmpty, nanoseconds > 0 else { return takeEnded() }
        if nanoseconds < 1_000_000 {
            // curl counts in milliseconds.
            usleep(UInt32(max(1, nanoseconds / 1000)))
        } else {
            curl_multi_poll(multi, nil, 0, Int32(min(nanoseconds / 1_000_000, Self.longestWait)), nil)
        }
        perform()
        return takeEnded()
    }

    /// The requests that have gone out since the last call, with the moment.
    func takeSent() -> [(id: Int, nanoseconds: Int64)] {
        defer { sent.list.removeAll(keepingCapacity: true) }
        return sent.list
    }

    /// Ends all requests without a result.
    func cancelAll() {
        for transfer in busy.values {
            curl_multi_remove_handle(multi, transfer.handle)
            transfer.forget()
            idle.append(transfer)
        }
        busy.removeAll()
        ended.removeAll()
    }

    private func perform() {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
            let code = message.pointee.data.result
            curl_multi_remove_handle(multi, handle)
            guard let transfer = busy.removeValue(forKey: handle) else { continue }
            ended.append(EndedRequest(id: transfer.id, result: transfer.result(code), wasSent: transfer.wasSent))
            transfer.forget()
            idle.append(transfer)
        }
    }

    private func takeEnded() -> [EndedRequest] {
        defer { ended.removeAll(keepingCapacity: true) }
        return ended
    }
}
