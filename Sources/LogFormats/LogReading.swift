import Options
import Tracks

/// Reads a log in the format of its source, or in the one that it is found to be in.
///
/// - Parameters:
///   - path: Where it lies.
///   - context: How it is to be read, and who takes the rows.
/// - Returns: What it gave. Damage is in it, not thrown.
/// - Throws: `FileError` where it cannot be opened.
public func readLog(path: String, context: ReadingContext) throws(FileError) -> FileReading {
    let log = try LogFile(path: path)
    if let most = context.mostBytes { log.room = most }
    var context = context
    let formats = context.source.formats
    let format = context.source.isAuto ? formats.format(of: log.peek()) : formats.first
    if let format { context.take(format) }
    var rows = RowAssembler(context)
    var (damage, failure): (Damage?, String?)
    var isCut = false
    do {
        if let format {
            try format.read(log, into: &rows)
        } else if try !log.isEmpty() {
            throw Damage(what: ForeignLog(log.peek()).words(knowing: formats))
        }
    } catch let fault as Damage {
        if fault.isOfLimit { isCut = true } else if fault.isOfDisk { failure = fault.what } else { damage = fault }
    } catch {
        damage = Damage(what: "cannot be read: \(error)")
    }
    var reading = rows.finish(damage: damage?.what, bytes: log.bytes)
    reading.damageOffset = damage?.offset ?? damage?.textOffset.flatMap { log.fileOffset(ofText: $0) }
    reading.checksum = log.checksum
    reading.failure = failure
    reading.isCut = isCut
    return reading
}

extension Array<any LogFormat> {
    /// The format of a log: the first that knows its content; the first that its name is one of; else one that is told where things stand.
    ///
    /// Nil where it is of none.
    func format(of beginning: LogBeginning) -> (any LogFormat)? {
        first { $0.recognizes(beginning) } ?? first { beginning.isNamed(type(of: $0).suffixes) }
            ?? (contains { !type(of: $0).takesColumns } ? nil : last)
    }
}

extension ReadingContext {
    /// Takes over what a format says of its rows.
    fileprivate mutating func take(_ format: any LogFormat) {
        cells = format.cells
        fixColumns = format.fixColumns
        let zone = type(of: format).timezone
        if !source.hasTimezone, let rules = formatZones[zone] { timeZone = rules }
    }
}
