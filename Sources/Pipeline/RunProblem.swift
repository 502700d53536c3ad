/// How a command ends (sysexits).
public enum ExitStatus: Int32, Sendable {
    case done = 0
    case wrongUsage = 64
    case damagedInput = 65
    case noInput = 66
    case ourBug = 70
    case cannotCreate = 73
    case inputOutput = 74
    case locked = 75
    case wrongPipeline = 78
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
