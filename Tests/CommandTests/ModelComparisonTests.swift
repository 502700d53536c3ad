import Foundation
import Testing

/// Issue 7, Shows 1: random logs and runs through the program and through the model of the rules; every view agrees after every run.
///
/// 50 seeds; `TRACKMILL_MODEL_SEEDS` asks for more (`make soak`: 1,000).
@Suite struct ModelComparisonTests {
    private static let seeds = ProcessInfo.processInfo.environment["TRACKMILL_MODEL_SEEDS"].flatMap(Int.init) ?? 50
    private static let slice = max(1, (seeds + 4) / 5)

    private static let model = SharedReference.path("rules-2/model")

    private static let hasModel = FileManager.default.fileExists(atPath: model + "/model.py")

    private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: $0 + "/python3")
    }

    // The views of noise as receivers make it, by the rules of now and with each of them as it was before.
    @Test(
        .enabled(if: hasModel, "The model is not at \(model); set TRACKMILL_SHARED to the folder that holds it."),
        .enabled(if: hasPython, "There is no python3 to run the model."))
    func `views of a noisy log agree with the model's`() throws {
        let generator = SharedReference.path("noise/generate.py")
        let words = [
            packageFolder + "/scripts/compare-with-model", try #require(Program.path), Self.model, "--noise", generator, "7",
        ]
        let outcome = try BackgroundRun("/usr/bin/env", ["python3"] + words, in: TemporaryFolder()).end()
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.outputLines.last == "1 seeds, 0 failed")
    }

    // Slices run side by side, and a failure names the first seed of its own.
    @Test(
        .enabled(if: hasModel, "The model is not at \(model); set TRACKMILL_SHARED to the folder that holds it."),
        .enabled(if: hasPython, "There is no python3 to run the model."),
        arguments: Array(stride(from: 1, through: seeds, by: slice)))
    func `views agree with the model's after every run`(firstSeed: Int) throws {
        let count = min(Self.slice, Self.seeds - firstSeed + 1)
        let words = [
            packageFolder + "/scripts/compare-with-model", try #require(Program.path), Self.model, "\(firstSeed)", "\(count)",
        ]
        let outcome = try BackgroundRun("/usr/bin/env", ["python3"] + words, in: TemporaryFolder()).end()
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.outputLines.last == "\(count) seeds, 0 failed")
    }
}
