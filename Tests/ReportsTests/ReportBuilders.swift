import Foundation
import Store
import Tracks

/// Runs a body with a folder of its own, which is gone afterwards.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trackmill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
}

/// The text of a file.
func content(of path: String) throws -> String { try String(contentsOf: URL(filePath: path), encoding: .utf8) }

/// The names in a folder.
func names(in folder: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

/// Runs a body with a result file that holds three device-days of 2025-06-01 to 2025-06-03, each with rejects only.
func withSmallStore<Result>(_ body: (Store, String) throws -> Result) throws -> Result {
    try withFolder { folder in
        let store = try Store(path: folder + "/t.sqlite", pipeline: "p", zone: .utc, isDurable: false)
        for (number, device) in ["D<1>,\"x\"", "D2", "D2"].enumerated() {
            let day = CalendarDay(number: 20_240 + Int32(number))
            var part = DayPart(day: day, start: Int64(day.number) * 86_400_000)
            var result = DeviceDayResult(device: device, deviceHash: 0)
            (result.kind, result.rowsIn, result.rejected) = (number == 0 ? "pet" : nil, Int64(number) + 3, Int64(number) + 3)
            part.devices = [result]
            try store.transaction {
                _ = try store.write(part, partition: 0, before: [:], hasTrips: true)
                try store.markProcessed(day, start: part.start, end: part.start + 86_400_000, options: "", optionText: "")
            }
        }
        return try body(store, folder)
    }
}
