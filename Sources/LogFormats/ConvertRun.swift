import Glibc

/// Converts a stream of lines on some threads.
///
/// Each thread takes the next block under one lock, converts it, and writes it under another when its turn has come, so that the
/// output has the order of the input, and a thread that waits for input keeps no other from writing.
///
/// `@unchecked Sendable`: what threads share is under one of the two locks.
final class ConvertRun: @unchecked Sendable {
    private let reader: ConvertBlockReader
    private let writer: ByteWriter
    private let options: ConvertOptions
    private let report: @Sendable (String) -> Void
    private let readLock = ConvertLock()
    private let writeLock = ConvertLock()

    // Under readLock.
    private var blocksRead = 0
    private var columns = ConvertColumns(longitude: 0, latitude: 1)
    private var isReadingDone = false
    // Under writeLock.
    private var blocksWritten = 0
    private var reported = 0
    private var summary = ConvertSummary()
    private var failure: ConvertStreamError?

    init(reader: ConvertBlockReader, writer: ByteWriter, options: ConvertOptions, report: @escaping @Sendable (String) -> Void) {
        self.reader = reader
        self.writer = writer
        self.options = options
        self.report = report
    }

    /// Converts the stream to its end.
    func run() throws(ConvertStreamError) -> ConvertSummary {
        let others = (1..<max(1, options.threads)).map { _ in ConvertThread { self.work() } }
        work()
        for thread in others { thread.join() }
        if let failure { throw failure }
        return summary
    }

    private func work() {
        let block = ConvertBlock()
        let lines = ConvertLines(options: options)
        while take(block) {
            if block.headerProblem == nil { lines.convert(block) }
            finish(block)
        }
    }

    /// Reads the next block; false where there is none.
    private func take(_ block: ConvertBlock) -> Bool {
        readLock.lock()
        defer { readLock.unlock() }
        guard !isReadingDone else { return false }
        do throws(ConvertStreamError) {
            guard try reader.next(block) else {
                isReadingDone = true
                return false
            }
        } catch {
            isReadingDone = true
            writeLock.with { failure = failure ?? error }
            return false
        }
        block.number = blocksRead
        blocksRead += 1
        if block.number == 0 {
            block.readBeginning(options)
            columns = block.columns
            isReadingDone = block.headerProblem != nil
        }
        block.columns = columns
        return true
    }

    /// Waits for the block's turn and writes it.
    private func finish(_ block: ConvertBlock) {
        writeLock.lock()
        while blocksWritten < block.number { writeLock.wait() }
        var hasFailed = failure != nil
        if !hasFailed {
            reportProblems(of: block)
            do throws(ConvertStreamError) {
                try writer.write(UnsafeRawBufferPointer(start: block.output, count: block.outputCount))
            } catch {
                failure = error
                hasFailed = true
            }
        }
        blocksWritten += 1
        writeLock.wakeAll()
        writeLock.unlock()
        if hasFailed { readLock.with { isReadingDone = true } }
    }

    private func reportProblems(of block: ConvertBlock) {
        if let problem = block.headerProblem { summary.stopped = "line 1: \(problem)" }
        for (line, what) in block.problems where reported < options.reportedProblems {
            report("line \(summary.read + line): \(what)")
            reported += 1
        }
        summary.read += block.lines
        summary.bad += block.badLines
    }
}

/// A lock with a condition to wait for.
///
/// `@unchecked Sendable`: it is one. On the pthread types, which the thread sanitizer knows.
final class ConvertLock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
    func wait() { pthread_cond_wait(condition, mutex) }
    func wakeAll() { pthread_cond_broadcast(condition) }

    func with(_ body: () -> Void) {
        lock()
        defer { unlock() }
        body()
    }
}

/// A thread that runs to its end.
final class ConvertThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var thread = pthread_t()

    init(_ run: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(Body(run))
        let code = pthread_create(
            &thread, nil,
            { body in
                guard let body else { return nil }
                Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        precondition(code == 0, "expected a thread, found error \(code)")
    }

    func join() { pthread_join(thread, nil) }
}
