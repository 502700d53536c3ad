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
    /// What each file gave each day when it was last read.
    private(set) var lastRead = DayShares()
    /// What each file gave each day when the day was made.
    private(set) var made = DayShares()
    /// The options that days were made with, by their hash: a line each.
    private(set) var optionTexts: [String: String] = [:]
    /// Days that were processed, with their options.
    private(set) var processed: [CalendarDay: String] = [:]
    /// Hashes of options that say what today's say.
    private(set) var todaysOptions: Set<String>
    /// How many files the folder has.
    let filesThere: Int
    /// Days that were made with today's options, and the kinds that the devices file gives today.
    private var daysOfToday: Set<CalendarDay> = []
    /// Files that the folder may have, though it cannot be read.
    private var hidden: Set<Int> = []
    private var todaysReading: Set<String>

    /// What a database knows; nil where there is none yet.
    init(_ store: Store?, _ files: InputFiles, _ pipeline: PipelineFile) throws {
        paths = files.logs.map(\.path)
        entries = Array(repeating: nil, count: paths.count)
        filesThere = paths.count
        todaysOptions = [pipeline.phase1Options]
        todaysReading = [pipeline.readingOptions]
        guard let store else { return }
        let numbers = try takeFiles(store, files)
        func numbered(_ rows: [Store.StoredShare]) -> DayShares {
            DayShares(rows.compactMap { row in numbers[row.file].map { (row.day, FileShare(file: $0, share: row.share)) } })
        }
        lastRead = numbered(try store.lastRead())
        made = numbered(try store.made())
        processed = try store.processedDays()
        optionTexts = try store.optionTexts()
        todaysOptions = try store.optionSets(like: pipeline)
        let stale = try store.daysWithOtherKinds(pipeline, optionTexts: optionTexts)
        for (day, options) in processed where todaysOptions.contains(options) && !stale.contains(day) { daysOfToday.insert(day) }
        let reading = ComparedOptions.reading(pipeline.phase1Text)
        for text in optionTexts.values where ComparedOptions.reading(pipeline.compared.normal(text)) == reading {
            todaysReading.insert(ComparedOptions.readingHash(text))
        }
    }

    /// Takes the entries of all files; gives the numbers of their ids.
    private mutating func takeFiles(_ store: Store, _ files: InputFiles) throws -> [Int64: Int] {
        var numbers: [ExactText: Int] = [:]
        numbers.reserveCapacity(paths.count)
        for (number, path) in paths.enumerated() { numbers[ExactText(path)] = number }
        var numberOfID: [Int64: Int] = [:]
        for entry in try store.files() {
            if let number = numbers[ExactText(entry.path)] {
                entries[number] = entry
                numberOfID[entry.id] = number
                continue
            }
            numberOfID[entry.id] = paths.count
            if files.hides(entry.path) { hidden.insert(paths.count) }
            paths.append(entry.path)
            entries.append(entry)
        }
        return numberOfID
    }

    /// Knows no day any more: those of another zone are none of today's.
    mutating func forgetDays() {
        (processed, made, daysOfToday) = ([:], DayShares(), [])
    }

    /// Whether a file is in the folder, or in one that cannot be read.
    func isThere(_ number: Int) -> Bool { number < filesThere || hidden.contains(number) }

    /// The entries of files that are gone.
    var gone: [FileEntry] { entries.indices.filter { !isThere($0) }.compactMap { entries[$0] } }

    /// Whether a day was made with today's options, and the kinds that the devices file gives today.
    func hasTodaysOptions(_ day: CalendarDay) -> Bool { daysOfToday.contains(day) }

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
