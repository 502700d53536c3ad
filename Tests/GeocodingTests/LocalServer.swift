import Glibc
import Synchronization

/// A request as the server read it.
struct ServedRequest: Sendable {
    /// Path and query.
    let target: String
    /// The whole head.
    let head: String
    /// How many requests came before.
    let number: Int
    /// When it was read, in nanoseconds of a clock that never jumps.
    let nanoseconds: Int64
}

/// What the server does with a request.
enum ServedReply: Sendable {
    /// A whole reply.
    case whole(status: Int, headers: [String] = [], body: [UInt8])
    /// These bytes, then the connection is closed.
    case bytes([UInt8])
    /// The connection is closed without a byte.
    case drop
    /// Nothing ever comes.
    case hang
    /// The server's side is closed without a byte, the other stays open.
    case halfClose
}

/// A web server of the test's process on 127.0.0.1: one thread, poll, a reply of choice after a wait of choice.
///
/// `@unchecked Sendable`: what it has seen is written by its own thread and read after `stop`, which waits for that thread.
final class LocalServer: @unchecked Sendable {
    typealias Handler = (ServedRequest) -> (reply: ServedReply, afterMilliseconds: Int)

    /// One client's connection.
    private struct Connection {
        var received: [UInt8] = []
        /// When which reply is due; nil while none is.
        var due: (nanoseconds: Int64, reply: ServedReply)?
        /// Whether a request is not answered yet.
        var isWaiting = false
    }

    let port: UInt16
    private let listener: Int32
    private let handler: Handler
    private let keepsRequests: Bool
    private var requestCount = 0
    private let isEnding = Atomic<Bool>(false)
    private var thread = pthread_t()
    private var connections: [Int32: Connection] = [:]
    private var isStopped = false

    /// All requests in the order in which they were read.
    private(set) var requests: [ServedRequest] = []
    /// Most requests that were read and not answered at one time.
    private(set) var mostInFlight = 0
    /// Connections that were opened.
    private(set) var connectionCount = 0

    /// A running server.
    ///
    /// - Parameter keepsRequests: Whether `requests` is filled.
    init(keepsRequests: Bool = true, _ handler: @escaping Handler) {
        self.handler = handler
        self.keepsRequests = keepsRequests
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) + listen(descriptor, 512) + getsockname(descriptor, $0, &length)
            }
        }
        precondition(code == 0, "expected a free port on 127.0.0.1, found errno \(errno)")
        port = UInt16(bigEndian: address.sin_port)
        pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<LocalServer>.fromOpaque(pointer).takeUnretainedValue().serve()
                return nil
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { stop() }

    /// Ends it; then what it has seen may be read.
    func stop() {
        guard !isStopped else { return }
        isStopped = true
        isEnding.store(true, ordering: .releasing)
        pthread_join(thread, nil)
        close(listener)
    }

    var url: String { "http://127.0.0.1:\(port)" }

    /// Most requests that were read within any second.
    var mostInAnySecond: Int {
        var most = 0
        var first = 0
        for (last, request) in requests.enumerated() {
            while request.nanoseconds - requests[first].nanoseconds >= 1_000_000_000 { first += 1 }
            most = max(most, last - first + 1)
        }
        return most
    }

    // MARK: Its thread

    private static func now() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    private func serve() {
        while !isEnding.load(ordering: .acquiring) {
            let waiting = polled(milliseconds: timeToNext())
            // What was closed before a request came is looked at before that request is counted.
            for descriptor in polled(milliseconds: 0) where isClosed(descriptor) { end(descriptor) }
            for descriptor in waiting {
                if descriptor == listener { acceptAll() } else if connections[descriptor] != nil { read(descriptor) }
            }
            answerDue()
        }
        for descriptor in connections.keys { close(descriptor) }
    }

    private func timeToNext() -> Int32 {
        let next = connections.values.compactMap(\.due?.nanoseconds).min() ?? .max
        let now = Self.now()
        return next <= now ? 0 : Int32(min(20, (next - now) / 1_000_000 + 1))
    }

    private func polled(milliseconds: Int32) -> [Int32] {
        var list = ([listener] + connections.keys).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&list, nfds_t(list.count), milliseconds) > 0 else { return [] }
        return list.filter { $0.revents != 0 }.map(\.fd)
    }

    private func isClosed(_ descriptor: Int32) -> Bool {
        guard descriptor != listener else { return false }
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN
    }

    private func end(_ descriptor: Int32) {
        connections[descriptor] = nil
        close(descriptor)
    }

    private func acceptAll() {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            var one: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
            connections[descriptor] = Connection()
            connectionCount += 1
        }
    }

    private func read(_ descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else {
            if count == 0 || errno != EAGAIN { end(descriptor) }
            return
        }
        connections[descriptor]?.received += bytes[..<count]
        let end = Array("\r\n\r\n".utf8)
        guard let received = connections[descriptor]?.received, received.count >= 4, Array(received.suffix(4)) == end else {
            return
        }
        connections[descriptor]?.received = []
        let head = String(decoding: received, as: UTF8.self)
        let words = head.split(separator: " ", maxSplits: 2)
        let request = ServedRequest(
            target: words.count > 1 ? String(words[1]) : "", head: head, number: requestCount, nanoseconds: Self.now())
        requestCount += 1
        if keepsRequests { requests.append(request) }
        let (reply, milliseconds) = handler(request)
        connections[descriptor]?.due = (request.nanoseconds + Int64(milliseconds) * 1_000_000, reply)
        connections[descriptor]?.isWaiting = true
        // One that the other end gave up is no request in flight, whether or not that was noticed yet.
        mostInFlight = max(mostInFlight, connections.count { $0.value.isWaiting && !isClosed($0.key) })
    }

    private func answerDue() {
        let now = Self.now()
        for (descriptor, connection) in connections {
            guard let due = connection.due, due.nanoseconds <= now else { continue }
            connections[descriptor]?.due = nil
            switch due.reply {
            case .hang: break
            case .drop: end(descriptor)
            case .halfClose: shutdown(descriptor, Int32(SHUT_WR))
            case .bytes(let bytes):
                sendAll(bytes, descriptor)
                end(descriptor)
            case .whole(let status, let headers, let body):
                connections[descriptor]?.isWaiting = false
                let lines = ["HTTP/1.1 \(status) Said", "Content-Length: \(body.count)"] + headers
                sendAll(Array((lines.map { $0 + "\r\n" }.joined() + "\r\n").utf8) + body, descriptor)
            }
        }
    }

    private func sendAll(_ bytes: [UInt8], _ descriptor: Int32) {
        var start = 0
        while start < bytes.count {
            let sent = bytes.withUnsafeBytes { buffer in
                send(descriptor, buffer.baseAddress?.advanced(by: start), bytes.count - start, Int32(MSG_NOSIGNAL))
            }
            if sent < 0 {
                guard errno == EAGAIN else { return }
                var list = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
                // One that does not read for a second has gone.
                guard poll(&list, 1, 1000) > 0 else { return }
            } else {
                start += sent
            }
        }
    }
}
