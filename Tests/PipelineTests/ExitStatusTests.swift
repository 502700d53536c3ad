import Options
import SQLite
import Store
import Testing

@testable import Pipeline

/// DESIGN, exit status: what an error of a run ends it with.
@Suite struct ExitStatusTests {
    // SQLite: SQLITE_BUSY is 5, SQLITE_BUSY_SNAPSHOT 517, SQLITE_LOCKED 6, SQLITE_FULL 13, SQLITE_CORRUPT 11.
    @Test(arguments: [Int32(5), 517, 6])
    func `a database that another writer holds is 75`(code: Int32) {
        #expect(Pipeline.ExitStatus(of: StoreError(code: code, description: "")) == .locked)
    }

    @Test(arguments: [Int32(11), 13])
    func `a database that fails is 74`(code: Int32) {
        #expect(Pipeline.ExitStatus(of: StoreError(code: code, description: "")) == .inputOutput)
    }

    @Test func `a database that does not fit and a wrong pipeline are 78`() {
        #expect(Pipeline.ExitStatus(of: StoreMismatch(description: "")) == .wrongPipeline)
        #expect(Pipeline.ExitStatus(of: Problems([])) == .wrongPipeline)
        #expect(Pipeline.ExitStatus(of: RunProblem(status: .noInput, "")) == .noInput)
    }
}
