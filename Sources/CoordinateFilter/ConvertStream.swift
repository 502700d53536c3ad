import Glibc

/// Converts the coordinates of a stream of CSV or GeoJSON and keeps everything else byte for byte.
///
/// CSV gives one line for each line: what cannot be converted is reported and leaves an empty line. An empty line is no row and
/// stays. A record may run over lines inside quotes. A line longer than 1 MiB is a bad one.
/// - Parameters:
///   - input: An open file to read.
///   - output: An open file to write.
///   - report: Takes a sentence for each of the first bad lines, in their order.
/// - Returns: How many lines there were, and how many bad ones.
/// - Throws: `ConvertStreamError` where reading or writing fails.
/// - Complexity: O(n) time; memory is constant: about 4 MB a thread.
public func convertStream(
    from input: Int32, to output: Int32, options: ConvertOptions, report: @escaping @Sendable (String) -> Void
) throws(ConvertStreamError) -> ConvertSummary {
    let reader = ConvertBlockReader(descriptor: input, delimiter: options.delimiter)
    let first = try reader.firstByte()
    let isGeoJSON = options.format == .geojson || (options.format == .auto && first == UInt8(ascii: "{"))
    if isGeoJSON {
        let source = GeoJSONInput(beginning: reader.takeCarry(), descriptor: input)
        return try convertGeoJSON(from: source, to: ByteWriter(descriptor: output), options: options, report: report)
    }
    return try ConvertRun(reader: reader, writer: ByteWriter(descriptor: output), options: options, report: report).run()
}

/// Writes bytes to an open file.
struct ByteWriter: Sendable {
    let descriptor: Int32

    private static func words(_ number: Int32) -> String {
        switch number {
        case EPIPE: "what read it has ended"
        case EBADF: "it is closed; send it to a file or a program"
        case ENOSPC, EDQUOT, EFBIG:
            "\(String(cString: strerror(number))); make room on the disk that it goes to, or send it elsewhere"
        default: String(cString: strerror(number))
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ConvertStreamError) {
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw ConvertStreamError(description: "the output cannot be written: \(Self.words(errno)).")
            }
            done += count
        }
    }
}

/// Reads up to `count` bytes; 0 at the end.
func readBytes(_ descriptor: Int32, into target: UnsafeMutableRawPointer, count: Int) throws(ConvertStreamError) -> Int {
    while true {
        let found = Glibc.read(descriptor, target, count)
        if found >= 0 { return found }
        guard errno == EINTR else {
            throw ConvertStreamError(description: "the input cannot be read: \(String(cString: strerror(errno))).")
        }
    }
}
