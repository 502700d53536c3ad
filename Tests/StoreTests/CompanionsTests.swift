import Foundation
import SQLite
import Testing

@testable import Store

@Suite struct CompanionsTests {
    private func check(_ bytes: [UInt8], at ending: String) throws {
        let path = NSTemporaryDirectory() + "trackmill-companions-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path + ending) }
        try Data(bytes).write(to: URL(filePath: path + ending))
        try checkCompanions(of: path)
    }

    /// SQLite 3.40 cuts its index to three bytes when the first process opens it (os_unix.c, unixLockSharedMemory).
    @Test(arguments: [[], [0], [0, 0, 0], [0, 0, 0, 0], [0x18, 0xE2, 0x2D, 0x00, 0, 0]] as [[UInt8]])
    func `an index that SQLite is about to make is its own`(bytes: [UInt8]) throws {
        try check(bytes, at: "-shm")
    }

    @Test(arguments: [[1], [0, 0, 1], Array("text".utf8)] as [[UInt8]])
    func `another's file is left as it is`(bytes: [UInt8]) {
        #expect(throws: StoreError.self) { try check(bytes, at: "-shm") }
        #expect(throws: StoreError.self) { try check(bytes, at: "-wal") }
    }
}
