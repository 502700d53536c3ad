import Geodesy
import Options
import Testing
import Tracks

@testable import Stages

@Suite struct DropInvalidTests {
    private func day(accuracies: [Double] = [], hdops: [Double] = [], satellites: [Double] = []) -> DeviceDay {
        let count = max(accuracies.count, hdops.count, satellites.count)
        var day = track(every: 1, norths: Array(repeating: 0, count: count))
        day.fixes.accuracies = accuracies
        day.fixes.hdops = hdops
        day.fixes.satellites = satellites
        if !accuracies.isEmpty { day.fixes.columns.insert(.accuracy) }
        if !hdops.isEmpty { day.fixes.columns.insert(.hdop) }
        if !satellites.isEmpty { day.fixes.columns.insert(.satellites) }
        return day
    }

    @Test func `an empty batch stays empty`() throws {
        let all = try stage(DropInvalid.self, ["accuracy": "100 m", "hdop": "5", "satellites": "4", "near-zero": "1 km"])
        let left = DeviceDay().after(all)
        #expect(left.fixes.count == 0 && left.rejects.isEmpty)
    }

    @Test func `without options it takes nothing`() throws {
        #expect(try day(accuracies: [1e9, .nan]).after(stage(DropInvalid.self)).lines == [1, 2])
    }

    @Test func `an accuracy of the limit is kept, a larger one is not, none is kept`() throws {
        let left = try day(accuracies: [100, 100.1, .nan, 0]).after(stage(DropInvalid.self, ["accuracy": "100 m"]))
        #expect(left.lines == [1, 3, 4] && left.faults == ["2 inaccurate"])
        #expect(left.rejects[0].field == "accuracy" && left.rejects[0].value == "100.1")
        #expect(left.rejects[0].text == "1970-01-01T00:00:01.000Z,40.0,116.0")
    }

    @Test func `NC-17 an accuracy below 0 says that the position is invalid`() throws {
        let left = try day(accuracies: [5, -1, 0, -0.5]).after(stage(DropInvalid.self, ["accuracy": "100 m"]))
        #expect(left.lines == [1, 3] && left.faults == ["2 inaccurate", "4 inaccurate"])
        #expect(left.rejects[0].value == "-1")
        #expect(try day(accuracies: [-1]).after(stage(DropInvalid.self, ["hdop": "5"])).lines == [1])
    }

    @Test func `NC-17 an invalid position is not excused by better-within, and 0 is no good fix`() throws {
        let options = try stage(DropInvalid.self, ["accuracy": "100 m", "better-within": "10 s"])
        #expect(day(accuracies: [-1, 500]).after(options).lines == [2])
        #expect(day(accuracies: [0, 500]).after(options).lines == [1, 2])
        #expect(day(accuracies: [5, 500]).after(options).lines == [1])
    }

    @Test func `an hdop of the limit is kept, a larger one is not, none is kept`() throws {
        let left = try day(hdops: [5, 5.01, .nan]).after(stage(DropInvalid.self, ["hdop": "5"]))
        #expect(left.lines == [1, 3] && left.faults == ["2 inaccurate"])
        #expect(left.rejects[0].field == "hdop")
    }

    @Test func `as many satellites as wanted are enough, fewer are not, unknown ones are kept`() throws {
        let left = try day(satellites: [4, 3, .nan, 0]).after(stage(DropInvalid.self, ["satellites": "4"]))
        #expect(left.lines == [1, 3] && left.faults == ["2 too-few-satellites", "4 too-few-satellites"])
    }

    @Test func `a fix within near-zero of 0,0 is a reject`() throws {
        // By hand: 0.009° on the meridian are 1000.756 m.
        var day = track(at: [
            .init(latitude: 0.008_99, longitude: 0), .init(latitude: 0.009, longitude: 0), .init(latitude: 0, longitude: -0.005),
        ])
        round(&day)
        let left = try day.after(stage(DropInvalid.self, ["near-zero": "1 km"]))
        #expect(left.lines == [2] && left.faults == ["1 near-zero", "3 near-zero"])
    }

    @Test func `a fix exactly near-zero away from 0,0 is a reject`() throws {
        var day = track(at: [.init(latitude: 0.008_99, longitude: 0)])
        round(&day)
        let meters = haversineMeters(from: GridPoint(latitude: 0, longitude: 0), to: day.fixes.point(0))
        #expect(try day.after(stage(DropInvalid.self, ["near-zero": "\(meters) m"])).faults == ["1 near-zero"])
        #expect(try day.after(stage(DropInvalid.self, ["near-zero": "\(meters.nextDown) m"])).lines == [1])
    }

    @Test func `a column that the log does not have rejects nothing`() throws {
        #expect(
            try track(every: 1, norths: [0]).after(stage(DropInvalid.self, ["accuracy": "1 m", "hdop": "1", "satellites": "50"]))
                .lines == [1])
    }

    @Test func `a row is rejected once, by the first rule`() throws {
        let left = try day(accuracies: [500], hdops: [50], satellites: [0]).after(
            stage(DropInvalid.self, ["accuracy": "100 m", "hdop": "5", "satellites": "4"]))
        #expect(left.faults == ["1 inaccurate"])
    }

    @Test func `devices and days do not touch each other`() throws {
        let stage = try stage(DropInvalid.self, ["accuracy": "100 m"])
        #expect(day(accuracies: [500]).after(stage).lines == [])
        #expect(day(accuracies: [5, 6]).after(stage).lines == [1, 2])
    }

    @Test func `each rule can be switched off by its word`() {
        #expect(messages(DropInvalid.self, ["accuracy": "off", "hdop": "off", "satellites": "off", "near-zero": "off"]) == [])
    }

    @Test func `what is left and what is rejected are all there was`() throws {
        var random = SeededRandom(seed: 42)
        let stage = try stage(DropInvalid.self, ["accuracy": "50 m"])
        for _ in 0..<100 {
            let accuracies = (0..<30).map { _ in Double.random(in: 0...100, using: &random) }
            let left = day(accuracies: accuracies).after(stage)
            #expect((left.lines + left.rejects.map(\.line)).sorted() == Array(1...30))
            #expect(left.fixes.accuracies.allSatisfy { $0 <= 50 })
        }
    }
}
