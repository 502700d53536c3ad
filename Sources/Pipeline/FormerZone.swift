import Store
import Tracks

extension Store {
    /// The zone of the days of a result file where the pipeline has another: those days overlap today's, so all are made anew.
    ///
    /// - Returns: nil where it is the same.
    /// - Throws: `RunProblem` where a run may not make all days anew: it is of some days only, or a file that made a day is gone.
    func zoneToLeave(_ pipeline: PipelineFile, files: [InputFile], range: ClosedRange<CalendarDay>?) throws -> String? {
        guard let zone = try meta("timezone"), zone != pipeline.zone.name, !(try processedDays().isEmpty) else { return nil }
        let there = Set(files.map { ExactText($0.path) })
        let gone = try filesOfDays().filter { !there.contains(ExactText($0)) }
        guard range == nil, gone.isEmpty else {
            let why = gone.first.map { "\($0) is gone" } ?? "this run is of \(range.map { "\($0.lowerBound)" } ?? "") only"
            throw RunProblem(
                status: .wrongPipeline,
                "\(path) holds days of \(zone), which overlap days of \(pipeline.zone.name): all must be made anew, and \(why). "
                    + (gone.isEmpty ? "Run without dates, or write to another file." : "Bring it back, or write to another file.")
            )
        }
        return zone
    }
}
