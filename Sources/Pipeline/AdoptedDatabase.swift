import Store
import Tracks

/// What a run of this program and pipeline finds in a database of an earlier run, whatever version it was.
extension Store {
    /// Brings what is stored about options and devices in line with a pipeline, before a run; no day is made for it.
    ///
    /// Days that hold a device whose kind the devices file changed are noted as stale. Options of an earlier version of the program
    /// that say what today's say become these.
    func adopt(_ pipeline: PipelineFile) throws {
        let texts = try optionTexts()
        try transaction {
            try markStale(daysWithOtherKinds(pipeline, optionTexts: texts))
            try setDevices(pipeline.devices.map { ($0.device, $0.name, $0.group, $0.kind) })
            try setKinds(pipeline.storedKinds)
            for (hash, text) in texts {
                let normal = pipeline.compared.normal(text)
                if ComparedOptions.reading(normal).utf8.elementsEqual(ComparedOptions.reading(pipeline.phase1Text).utf8) {
                    try rename(readingOptions: ComparedOptions.readingHash(text), to: pipeline.readingOptions)
                }
                guard ComparedOptions.hash(normal) == pipeline.phase1Options else { continue }
                try rename(options: hash, to: pipeline.phase1Options, text: pipeline.phase1Text)
            }
        }
    }

    /// The stored options that say what a pipeline's say, by their hash.
    func optionSets(like pipeline: PipelineFile) throws -> Set<String> {
        let like = try optionTexts().filter { ComparedOptions.hash(pipeline.compared.normal($0.value)) == pipeline.phase1Options }
        return Set(like.keys).union([pipeline.phase1Options])
    }

    /// The days that hold a device whose kind in the devices file is another than the one they were made with.
    ///
    /// Versions 1 and 2 of the tables kept these kinds with the options of days.
    func daysWithOtherKinds(_ pipeline: PipelineFile, optionTexts: [String: String]) throws -> Set<CalendarDay> {
        let pairs = pipeline.devices.compactMap { device in device.kind.map { (ExactText(device.device), $0) } }
        let today = Dictionary(pairs) { a, _ in a }
        var days = try staleDays()
        if let before = try kindsOfDevices() {
            for device in Set(before.keys).union(today.keys)
            where before[device].map(ExactText.init) != today[device].map(ExactText.init) {
                days.formUnion(try self.days(holding: device.text))
            }
            return days
        }
        let processed = try processedDays()
        let lines = Set(today.map { ExactText("devices.\($0.key.text)=\($0.value)") })
        for (hash, text) in optionTexts {
            let stored = Set(text.split(separator: "\n").filter { $0.hasPrefix("devices.") }.map { ExactText(String($0)) })
            for line in stored.symmetricDifference(lines) {
                let device = line.text.dropFirst("devices.".count).prefix { $0 != "=" }
                days.formUnion(try self.days(holding: String(device)).filter { processed[$0] == hash })
            }
        }
        return days
    }
}
