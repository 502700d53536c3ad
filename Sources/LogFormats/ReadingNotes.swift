import Tracks

/// What reading noticed in a file besides its rows: what the sentences about it are made from.
struct ReadingNotes {
    /// Cells of a column of numbers.
    struct Numbers {
        /// Cells that hold nothing.
        var empty: Int64 = 0
        /// Cells that hold something and no number: they are NULL.
        var unreadable: Int64 = 0
        /// The first of these.
        var first: (line: UInt32, text: String)?

        /// Takes a cell that holds no number.
        @inline(never)
        mutating func take(_ cell: Cell, line: UInt32) {
            guard !cell.isEmpty else {
                empty += 1
                return
            }
            unreadable += 1
            if first == nil { first = (line, cell.text) }
        }
    }

    /// Of each reason the first row that was rejected for it.
    var firstRejects: [RejectReason: Reject] = [:]
    /// The first row with a bad text, as the file has it.
    var firstBadText: [UInt8] = []
    /// The byte between cells.
    var delimiter: UInt8 = 44
    var speeds = Numbers()
    var courses = Numbers()
    var accuracies = Numbers()
    /// Messages of a log that are no positions, by what they call themselves.
    private(set) var skipped: [String: Int64] = [:]
    /// Times that say no offset, in an hour that comes twice: how many, and the first.
    var repeatedTimes: (count: Int64, line: UInt32, time: Int64) = (0, 0, 0)

    /// Kinds of messages that are told apart.
    private static let mostKinds = 20

    /// Takes a message that is no position.
    mutating func skip(_ kind: Cell) { skip(String(decoding: kind.bytes.prefix(40), as: UTF8.self)) }

    /// Takes a message that is no position.
    mutating func skip(_ kind: String) {
        skipped[skipped[kind] == nil && skipped.count >= Self.mostKinds ? "others" : kind, default: 0] += 1
    }

    /// Says what messages were passed over; nil for none.
    fileprivate var wordsOfSkipped: String? {
        guard !skipped.isEmpty else { return nil }
        let counts = skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let kinds = counts.map { "\(grouped($0.value)) \($0.key.isEmpty ? "without a type" : $0.key)" }
        return
            "\(grouped(skipped.values.reduce(0, +))) of its messages are no positions and were passed over: \(kinds.joined(separator: ", "))."
    }
}

extension FileReading {
    /// Says what the rows of a whole file tell of it: that none, or few, can be used, and why.
    ///
    /// - Parameter context: How it was read.
    mutating func judge(_ notes: ReadingNotes, _ context: ReadingContext) {
        let headers = rejected[.repeatedHeader] ?? 0
        let all = rows - headers
        let refused = rejected.values.reduce(0, +) - headers
        if all > 0, refused == all {
            isUnusable = true
            damage =
                (all == 1 ? "its only row cannot be used: " : "none of its \(grouped(all)) rows can be used: ")
                + words(notes, context)
        } else if refused * 2 > all {
            complaints.append("\(grouped(refused)) of its \(grouped(all)) rows are rejected: " + words(notes, context))
        }
        for (name, numbers) in [("speed", notes.speeds), ("course", notes.courses), ("accuracy", notes.accuracies)] {
            let filled = all - refused - numbers.empty
            guard numbers.unreadable * 2 > filled, let first = numbers.first else { continue }
            complaints.append(
                "\(grouped(numbers.unreadable)) of its \(grouped(filled)) cells of '\(name)' are no numbers and became NULL, the first in line \(first.line): '\(first.text)'. Numbers have digits, a sign, a point and an exponent."
            )
        }
        if let words = notes.wordsOfSkipped { self.notes.append(words) }
        guard notes.repeatedTimes.count > 0 else { return }
        let (count, line, time) = notes.repeatedTimes
        self.notes.append(
            "\(grouped(count)) of its times, the first \(context.timeZone.localText(milliseconds: time)) in line \(line), say no offset and lie in an hour that comes twice in \(context.timeZone.name); each was taken as the first of the two."
        )
    }

    /// The commonest reason, its first row, and what would mend it.
    private func words(_ notes: ReadingNotes, _ context: ReadingContext) -> String {
        let counts = rejected.filter { $0.key != .repeatedHeader }
        let common = counts.max { ($0.value, $1.key.name) < ($1.value, $0.key.name) }
        guard let (reason, count) = common, let first = notes.firstRejects[reason] else { return "see the rejects." }
        let mend = RejectMend(context: context, badText: notes.firstBadText, delimiter: notes.delimiter).words(for: first)
        let text = String(decoding: Array(first.text.utf8.prefix(200)), as: UTF8.self)
        let place = "line \(first.line), '\(text)'. \(mend)"
        return count == 1 ? "\(reason.name) in \(place)" : "\(grouped(count)) are \(reason.name), the first in \(place)"
    }
}
