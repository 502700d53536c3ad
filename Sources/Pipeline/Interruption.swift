import Glibc
import Synchronization

/// The signal that asked the run to stop; 0 for none.
private let stopSignal = Atomic<Int32>(0)

/// SIGINT and SIGTERM: the day in hand is finished, then the run ends. A second one ends it at once; what is written stays whole.
public enum Interruption {
    /// From now on the signals are noted instead of ending the program.
    public static func watch() {
        for signal in [SIGINT, SIGTERM] {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { stopSignal.store($0, ordering: .relaxed) }
            // The second signal finds the system's own handler again.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            sigaction(signal, &action, nil)
        }
        // A pipe that is closed and a file that may not grow are errors of the call that meets them.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Whether a signal came.
    public static var isAsked: Bool { stopSignal.load(ordering: .relaxed) != 0 }

    /// Ends a long computation after a signal; what it was about is told by who began it.
    static func check() throws {
        guard !isAsked else { throw Interrupted(description: "") }
    }

    /// The exit status of a run that a signal stopped: 130 or 143.
    public static var exitStatus: Int32 { 128 + stopSignal.load(ordering: .relaxed) }
}

/// A task that a thread gives up in its midst, as a signal asked the run to stop.
struct GivenUp: Error {}

/// A run that a signal stopped; what it wrote is whole.
public struct Interrupted: Error, Sendable, CustomStringConvertible {
    /// What was done and what remains.
    public let description: String

    /// A run that was stopped.
    public init(description: String) { self.description = description }
}
