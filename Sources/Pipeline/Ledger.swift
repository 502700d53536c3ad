import Store
import Tracks

/// What is known of files and days when a run begins.
///
/// Files go by number: those of the folder first, in the byte order of their paths, then those that only the ledger knows.
struct Ledger {
    /// By number.
    private(set) var paths: [String]
    /// Entries as the files were last read, by number; nil of a file that was never read.
    private(set) var entries: [FileEntry?]
    /// What each file gave each day when it was last read, by number.
    private(set) var lastRead: [[CalendarDay: LedgerShare]]
    /// The files that gave a day rows when they were last read, as numbers that rise.
    private(set) var givers: [CalendarDay: [Int]] = [:]
    /// What each file gave each day when the day was made: by day, then number.
    var made: [CalendarDay: [Int: LedgerShare]] = [:]
    /// The options that days were made with, by their hash: a line each.
    private(set) var optionTexts: [String: String] = [:]
    /// Days that were processed, with their options.
    var processed: [CalendarDay: String] = [:]
    /// Hashes of options that say what today's say.
    private(set) var todaysOptions: Set<String>
    /// Days that hold a device whose kind has changed since.
    private(set) var staleDays: Set<CalendarDay> = []
    /// How many files the folder has.
    let filesThere: Int
    /// Files that the folder may have, though it cannot be read.
    private var hidden: Set<Int> = []
    private var todaysReading: Set<String>

    /// What a database knows; nil where there is none yet.
    init(_ store: Store?, _ files: InputFiles, _ pipeline: PipelineFile) throws {
        paths = files.logs.map(\.path)
        entries = Array(repeating: nil, count: paths.count)
        lastRead = Array(repeating: [:], count: paths.count)
        filesThere = paths.count
        todaysOptions = [pipeline.phase1Options]
        todaysReading = [pipeline.readingOptions]
        guard let store else { return }
        var numbers = Dictionary(paths.enumerated().map { (ExactText($0.element), $0.offset) }) { a, _ in a }
        var numberOfID: [Int64: Int] = [:]
        for entry in try store.files() {
            let number = numbers[ExactText(entry.path)] ?? paths.count
            if number == paths.count {
                numbers[ExactText(entry.path)] = number
                paths.append(entry.path)
                entries.append(entry)
                lastRead.append([:])
                if files.hides(entry.path) { hidden.insert(number) }
            } else {
                entries[number] = entry
            }
            numberOfID[entry.id] = number
        }
        for (file, day, share) in try store.lastRead() {
            guard let number = numberOfID[file] else { continue }
            lastRead[number][day] = share
            if share.rows > 0 { givers[day, default: []].append(number) }
        }
        for day in givers.keys { givers[day]?.sort() }
        for (file, day, share) in try store.made() {
            if let number = numberOfID[file] { made[day, default: [:]][number] = share }
        }
        processed = try store.processedDays()
        optionTexts = try store.optionTexts()
        todaysOptions = try store.optionSets(like: pipeline)
        staleDays = try store.daysWithOtherKinds(pipeline, optionTexts: optionTexts)
        let reading = ComparedOptions.reading(pipeline.phase1Text)
        for text in optionTexts.values where ComparedOptions.reading(pipeline.compared.normal(text)) == reading {
            todaysReading.insert(ComparedOptions.readingHash(text))
        }
    }

    /// Whether a file is in the folder, or in one that cannot be read.
    func isThere(_ number: Int) -> Bool { number < filesThere || hidden.contains(number) }

    /// Whether a file may be in a folder that cannot be read.
    func isHidden(_ number: Int) -> Bool { hidden.contains(number) }

    /// Whether a day was made with today's options, and the kinds that the devices file gives today.
    func hasTodaysOptions(_ day: CalendarDay) -> Bool {
        processed[day].map(todaysOptions.contains) == true && !staleDays.contains(day)
    }

    /// Whether a file is as it was last read, with the options of today: then what it gave stands here.
    func knows(_ file: InputFile, _ number: Int) -> Bool {
        guard let entry = entries[number] else { return false }
        return entry.size == file.size && entry.modified == file.modified && entry.low == file.window.low
            && entry.high == file.window.high && entry.options.map(todaysReading.contains) == true
            && (entry.state == "whole" || entry.state == "damaged")
    }

    /// Paths of files, in byte order.
    func words(_ numbers: some Sequence<Int>) -> [String] {
        numbers.map { ExactText(paths[$0]) }.sorted().map(\.text)
    }
}
