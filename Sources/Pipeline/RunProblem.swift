import Options
import SQLite
import Store

/// How a command ends (sysexits).
public enum ExitStatus: Int32, Sendable {
    case done = 0
    case wrongUsage = 64
    case damagedInput = 65
    case noInput = 66
    case unserved = 69
    case ourBug = 70
    case noResources = 71
    case cannotCreate = 73
    case inputOutput = 74
    case locked = 75
    case wrongPipeline = 78

    /// What an error of a run ends it with; nil for one that is none of a run's.
    public init?(of error: any Error) {
        switch error {
        case let problem as RunProblem: self = problem.status
        case let error as StoreError: self = error.isBusy ? .locked : error.isOfResources ? .noResources : .inputOutput
        case is StoreMismatch, is Problems: self = .wrongPipeline
        default: return nil
        }
    }
}

/// What ends a run: a sentence and a status.
public struct RunProblem: Error, Sendable, CustomStringConvertible {
    /// How the command ends.
    public let status: ExitStatus
    /// What is wrong, where, and how to mend it.
    public let description: String

    /// A problem that ends a run.
    public init(status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
