import Options
import SQLite
import Store

/// A result file that is locked and open for writing.
struct OpenedResults {
    /// Where it lies.
    let path: String
    /// What holds it.
    let lock: RunLock
    /// What it holds.
    let store: Store
    private let number: UInt64?

    /// Takes the lock of a pipeline's results and opens them; makes them where there are none.
    ///
    /// - Throws: `RunProblem`, `StoreError`.
    init(of pipeline: PipelineFile, now: Int64) throws {
        path = shortenedPath(pipeline.resolved(pipeline.databasePath))
        try makeFolder(of: path)
        do {
            // Another program's file gets not even a lock beside it.
            if try !Store.isNew(path) { _ = try Store(readingFrom: path) }
        } catch let error as StoreMismatch {
            throw RunProblem(status: .wrongPipeline, error.description)
        } catch is StoreError {
            // What cannot be read is told below, where it is opened for writing.
        }
        lock = try RunLock(databasePath: path, now: now)
        do {
            store = try Store(path: path, pipeline: pipeline.name, zone: pipeline.zone, isDurable: pipeline.isDurable)
        } catch let error as StoreError where !error.isBusy && !error.isOfResources {
            throw RunProblem(status: .cannotCreate, error.description)
        } catch let error as StoreMismatch {
            throw RunProblem(status: .wrongPipeline, error.description)
        }
        lock.noteResults()
        number = fileNumber(of: path)
    }

    /// A file that is deleted while it is open goes on to be written, to nowhere.
    func checkThatTheyAreThere() throws {
        guard let number, fileNumber(of: path) == number else {
            throw RunProblem(
                status: .inputOutput,
                "\(path) was deleted or replaced while the run wrote it; what it made is lost. Run again.")
        }
    }
}
