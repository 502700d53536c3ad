import Geodesy
import Glibc
import LogFormats

/// Converts the records of a block: some hundred at a time are read into columns, go through the column kernels, and are written.
///
/// A class: it owns the scanner of its thread.
final class ConvertLines {
    private let options: ConvertOptions
    private let text: ConvertNumberText
    private let scanner: ConvertScanner
    private let explainer: ConvertExplainer

    init(options: ConvertOptions) {
        self.options = options
        text = ConvertNumberText(decimals: options.decimals)
        explainer = ConvertExplainer(options)
        scanner = ConvertScanner(delimiter: options.delimiter)
    }

    /// Converts a block; its output, lines and problems are set then.
    func convert(_ block: ConvertBlock) {
        if block.isTooLong {
            block.reserve(1)
            block.put(10)
            (block.lines, block.badLines) = (1, 1)
            block.problems = [(1, "it is longer than \(ConvertBlock.capacity) bytes.")]
            return
        }
        // The last line may lack its end; the byte behind the text is room of ours.
        block.bytes[block.count] = 10
        keepBeginning(of: block)
        let hasQuotes = memchr(block.bytes + block.start, 34, block.count - block.start) != nil
        var at = block.start
        while at < block.count {
            let count = scanner.scan(block, &at, hasQuotes: hasQuotes)
            if options.wrapsLongitudes { wrap(count) }
            options.conversion.convert(scanner.latitudes, scanner.longitudes, count: count)
            write(block, count)
        }
    }

    /// What stands before the records: a byte-order mark, a header.
    private func keepBeginning(of block: ConvertBlock) {
        guard block.start > 0 else { return }
        block.reserve(block.start + 1)
        block.keep(0, block.start)
        for i in 0..<block.start where block.bytes[i] == 10 { block.lines += 1 }
        // A header without a line end is all there is.
        if block.start == block.count, block.bytes[block.start - 1] != 10 {
            block.put(10)
            block.lines += 1
        }
    }

    private func wrap(_ count: Int) {
        for row in 0..<count { scanner.longitudes[row] = wrappedLongitude(scanner.longitudes[row]) }
    }

    // MARK: Writing

    private func write(_ block: ConvertBlock, _ count: Int) {
        guard count > 0 else { return }
        let (lines, longitudes, latitudes) = (scanner.lines, scanner.longitudes, scanner.latitudes)
        let bytes = Int(lines[count - 1].end) - Int(lines[0].start)
        block.reserve(bytes + count * (2 * ConvertNumberText.longest + 2))
        for row in 0..<count {
            let line = lines[row]
            let isFirst = block.columns.isLongitudeFirst
            let (first, second) = isFirst ? (longitudes[row], latitudes[row]) : (latitudes[row], longitudes[row])
            block.lines += Int64(line.lines)
            guard line.kind == .placed, first.isFinite, second.isFinite else {
                writeUnconverted(block, line)
                continue
            }
            keepShort(block, line.start, line.firstStart)
            put(first, to: block)
            keepShort(block, line.firstEnd, line.secondStart)
            put(second, to: block)
            keepShort(block, line.secondEnd, line.end)
            block.put(10)
        }
    }

    @inline(__always)
    private func put(_ value: Double, to block: ConvertBlock) {
        let start = block.output + block.outputCount
        block.outputCount += text.write(value, to: start) - start
    }

    /// Keeps bytes; the few between two numbers without a call.
    @inline(__always)
    private func keepShort(_ block: ConvertBlock, _ from: Int32, _ end: Int32) {
        guard end > from else { return }
        if end &- from == 1 {
            block.put(block.bytes[Int(from)])
        } else {
            block.keep(Int(from), Int(end))
        }
    }

    /// An empty line stays; a bad one leaves an empty line for each of its lines.
    private func writeUnconverted(_ block: ConvertBlock, _ line: ConvertLine) {
        let (start, end) = (Int(line.start), Int(line.end))
        if line.kind == .empty {
            block.keep(start, end)
            block.put(10)
            return
        }
        block.badLines += Int64(line.lines)
        if block.problems.count < options.reportedProblems {
            let found: (longitude: Cell, latitude: Cell)?
            if line.kind == .placed {
                let first = Cell(block.bytes + Int(line.firstStart), Int(line.firstEnd - line.firstStart))
                let second = Cell(block.bytes + Int(line.secondStart), Int(line.secondEnd - line.secondStart))
                found = block.columns.isLongitudeFirst ? (first, second) : (second, first)
            } else {
                found = nil
            }
            let isFirst = block.number == 0 && block.lines == Int64(line.lines)
            let reason =
                line.kind == .misquoted
                ? explainer.misquoted : explainer.reason(found, columns: block.columns, isFirstLine: isFirst)
            block.problems.append((block.lines - Int64(line.lines) + 1, reason))
        }
        // Of a record over lines only the last end is kept: what is written must not be longer than what was read.
        let hasReturn = line.lines == 1 && end > start && block.bytes[end - 1] == 13
        for _ in 0..<line.lines {
            if hasReturn { block.put(13) }
            block.put(10)
        }
    }
}

/// A longitude beyond ±180° by whole turns brought back to −180° up to 180°; more than ten turns are no longitude.
func wrappedLongitude(_ longitude: Double) -> Double {
    guard abs(longitude) > 180, abs(longitude) <= 3600 else { return longitude }
    return longitude.remainder(dividingBy: 360)
}
