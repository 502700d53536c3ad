import Foundation
import Testing

/// Issue 7, Shows 3: the clock is set back between two runs. Nothing is lost, and once it is right again all is made.
@Suite struct ClockTests {
    /// A library that shifts the clock of a program by `CLOCK_SHIFT` seconds, built by the C compiler.
    private final class ShiftedClock: Sendable {
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            let source = """
                #define _GNU_SOURCE
                #include <dlfcn.h>
                #include <stdlib.h>
                #include <time.h>
                int clock_gettime(clockid_t clock, struct timespec *time) {
                    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
                    int status = real(clock, time);
                    if (clock == CLOCK_REALTIME && getenv("CLOCK_SHIFT")) time->tv_sec += atol(getenv("CLOCK_SHIFT"));
                    return status;
                }
                """
            try folder.write(source, to: "clock.c")
            let outcome = try BackgroundRun(
                "/usr/bin/cc", ["-shared", "-fPIC", "-o", "clock.so", "clock.c", "-ldl"], in: folder
            ).end()
            try #require(outcome.status == 0, "\(outcome.errors)")
        }

        /// Runs the program at a time: `2025-06-02T12:00:00Z`.
        func run(_ arguments: [String], at time: String, in folder: TemporaryFolder) throws -> Outcome {
            let shift = Int64(try Date(time, strategy: .iso8601).timeIntervalSinceNow)
            return try Program.run(
                arguments, in: folder, environment: ["LD_PRELOAD": self.folder("clock.so"), "CLOCK_SHIFT": "\(shift)"])
        }
    }

    private static let clock = Swift.Result { try ShiftedClock() }
    private static var works: Bool { if case .success = clock { true } else { false } }

    @Test(.enabled(if: works, "Wants a C compiler."))
    func `a clock that is set back loses nothing and leaves what has not ended by it`() throws {
        let clock = try Self.clock.get()
        let small = try SmallPipeline.ofDays(2)
        try small.runUndated()
        let wanted = try small.digest()
        try small.log("2025-06-01", SmallPipeline.rows(1) + ["b,2025-06-01T09:00:00Z,31.2,121.4"])
        try small.log("2025-06-02", SmallPipeline.rows(2) + ["b,2025-06-02T09:00:00Z,31.2,121.4"])
        try small.log("2025-06-03", SmallPipeline.rows(3))
        let noon = "2025-06-01T12:00:00Z"
        let plan = try clock.run(["plan", "pipeline.yaml"], at: noon, in: small.folder)
        #expect(
            plan.outputLines.dropFirst().prefix(3).map { $0.dropFirst(63) } == [
                "may change  a file has not settled", "may change  a file has not settled",
                "unfinished  it has not ended, or a file of it has not settled",
            ])
        let outcome = try clock.run(["run", "pipeline.yaml"], at: noon, in: small.folder)
        #expect(outcome.status == 0)
        #expect(outcome.outputLines.first == "days      none: nothing is new or changed")
        #expect(
            outcome.errorLines.first
                == "2025-06-01 to 2025-06-02 may change: a file has not settled.", "\(outcome.errors)")
        #expect(try small.digest() == wanted)
        // At noon of the next day the first day has ended.
        let later = try clock.run(["run", "pipeline.yaml"], at: "2025-06-02T12:00:00Z", in: small.folder)
        #expect(later.outputLines.first == "days      1 (2025-06-01), 2 device-days")
        try small.runUndated()
        let fresh = try SmallPipeline.ofDays(3)
        for day in 1...2 {
            try fresh.log("2025-06-0\(day)", SmallPipeline.rows(day) + ["b,2025-06-0\(day)T09:00:00Z,31.2,121.4"])
        }
        try fresh.runUndated()
        #expect(try small.digest() == fresh.digest())
        #expect(try small.lines("SELECT count(*) FROM runs WHERE exit_status = 0") == ["4"])
    }
}
