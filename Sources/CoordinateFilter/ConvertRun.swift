import Tracks

/// Converts a stream of lines on some threads.
///
/// Each thread takes the next block under one lock, converts it, and writes it under another when its turn has come, so that the
/// output has the order of the input, and a thread that waits for input keeps no other from writing.
///
/// `@unchecked Sendable`: all that changes is under one of the two locks, as said at each property; the reader is used under the
/// first, the writer under the second.
final class ConvertRun: @unchecked Sendable {
    private let reader: ConvertBlockReader
    private let writer: ByteWriter
    private let options: ConvertOptions
    private let report: @Sendable (String) -> Void
    private let readLock = Lock()
    private let writeLock = Lock()

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
        let others = (1..<max(1, options.threads)).compactMap { _ in JoinedThread { self.work() } }
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
    private func take(_ block: ConvertBlock) -> Bool { readLock.with { read(block) } }

    private func read(_ block: ConvertBlock) -> Bool {
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
        let hasFailed = writeLock.with {
            while blocksWritten < block.number { writeLock.wait() }
            if failure == nil { write(block) }
            blocksWritten += 1
            writeLock.wakeAll()
            return failure != nil
        }
        if hasFailed { readLock.with { isReadingDone = true } }
    }

    private func write(_ block: ConvertBlock) {
        reportProblems(of: block)
        do throws(ConvertStreamError) {
            try writer.write(UnsafeRawBufferPointer(start: block.output, count: block.outputCount))
        } catch {
            failure = error
        }
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
