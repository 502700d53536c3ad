import Geodesy
import Testing
import Tracks

@testable import Stages

@Suite struct ThinOptionsTests {
    // MARK: every: 50 m

    @Test func `every keeps fixes exactly its distance apart`() throws {
        // The grid is good to 6 mm.
        let day = track(every: 1, norths: [0, 49.98, 50.02, 99.98, 100.06, 101, 102])
        #expect(try day.after(stage(Thin.self, ["every": "50 m"])).lines == [1, 3, 5, 7])
    }

    @Test func `a distance is measured from the last kept fix, not along the way`() throws {
        #expect(
            try track(every: 1, norths: [0, 40, 0, 40, 0, 60, 0]).after(stage(Thin.self, ["every": "50 m"])).lines == [1, 6, 7])
    }

    @Test(arguments: [("haversine", [1, 3] as [UInt32]), ("ellipsoid", [1, 2, 3])])
    func `distance says what a length is measured on`(model: String, lines: [UInt32]) throws {
        // A degree of longitude on the equator is 111,319.49 m on the ellipsoid, 111,195.08 m on the sphere.
        var day = track(at: [(0, 0), (0, 1), (0, 1.1)].map { Coordinate(latitude: $0.0, longitude: $0.1) })
        round(&day)
        #expect(try day.after(stage(Thin.self, ["every": "111.2 km", "distance": model])).lines == lines)
    }

    @Test func `a distance may differ by kind`() throws {
        let stage: Thin = try stage(Thin.self, ["every": options(["pet": "20 m", "other": "100 m"])])
        let norths = stride(from: 0.0, through: 200, by: 10).map { $0 * 1.001 }
        #expect(track(kind: "pet", every: 1, norths: norths).after(stage).lines.count == 11)
        #expect(track(kind: "vehicle", every: 1, norths: norths).after(stage).lines.count == 3)
    }

    @Test func `edges of stays and gaps are kept`() throws {
        var day = track(every: 1, norths: [0, 10, 20, 30, 80])
        day.fixes.isEdge = [false, true, false, false, false]
        #expect(try day.after(stage(Thin.self, ["every": "50 m"])).lines == [1, 2, 5])
    }

    @Test func `time and length are not mixed`() {
        let (_, mixed): (Thin, [String]) = staged(
            Thin.self, ["every": options(["pet": "1 min", "other": "50 m"])], after: [], topSpeeds: [:])
        #expect(mixed == ["'every.other' has the unit 'm'; it may be s, ms, min, h, hour, hours, day, days, d, week, weeks."])
        #expect(
            messages(Thin.self, ["every": "50 kg"]) == [
                "'every' has the unit 'kg'; it may be s, ms, min, h, hour, hours, day, days, d, week, weeks."
            ])
        #expect(messages(Thin.self, ["every": "50"]) == ["'every' is 50 without a unit; write 50 s."])
        #expect(messages(Thin.self, ["every": "1 cm"]).count == 1)
        #expect(messages(Thin.self, ["every": "0.01 m"]) == ["'every' is 0.01 m; it may be 0.1 m to 1000 km."])
        #expect(
            messages(Thin.self, ["every": "5 s", "distance": "ellipsoid"]) == [
                "'distance' wants 'every' as a length, such as 50 m."
            ])
    }

    // MARK: watch

    private func day(every seconds: Double = 1, _ extras: [String?]) -> DeviceDay {
        var day = track(every: seconds, norths: extras.map { _ in 0 })
        day.fixes.columns = [.extra]
        for extra in extras {
            day.fixes.extras.append(extra == nil ? -1 : Int32(day.fixes.extraTexts.count))
            if let extra { day.fixes.extraTexts.append(extra) }
        }
        return day
    }

    @Test func `TJ-022 an alarm of a parked vehicle is kept`() throws {
        let quiet = #"{"alarm":"","battery":80}"#
        let day = day([quiet, quiet, #"{"alarm":"sos","battery":80}"#, quiet, quiet, quiet])
        #expect(try day.after(stage(Thin.self, ["every": "1 h"])).lines == [1, 6])
        #expect(try day.after(stage(Thin.self, ["every": "1 h", "watch": "alarm"])).lines == [1, 3, 4, 6])
        #expect(try day.after(stage(Thin.self, ["every": "50 m", "watch": "alarm"])).lines == [1, 3, 4, 6])
        #expect(try day.after(stage(Thin.self, ["first-in": "1 h", "watch": "alarm"])).lines == [1, 3, 4])
        #expect(try day.after(stage(Thin.self, ["points": "2", "watch": "alarm"])).lines == [1, 3, 4, 6])
        #expect(try day.after(stage(Thin.self, ["every": "1 h", "watch": "battery"])).lines == [1, 6])
    }

    @Test(arguments: ["douglas-peucker", "td-tr", "visvalingam"])
    func `a fix that watch keeps survives a simplify behind it`(method: String) throws {
        let day = day(every: 10, [nil, nil, #"{"alarm":"sos"}"#, nil, nil, nil])
        let simplify = try stage(
            Simplify.self,
            ["method": method, method == "visvalingam" ? "area" : "tolerance": method == "visvalingam" ? "100 m2" : "10 m"])
        #expect(try day.after(stage(Thin.self, ["every": "1 s", "watch": "alarm"]), simplify).lines == [1, 3, 4, 6])
        #expect(try day.after(stage(Thin.self, ["every": "1 s"]), simplify).lines == [1, 6])
        #expect(try day.after(stage(Thin.self, ["first-in": "1 h", "watch": "alarm"]), simplify).lines == [1, 3, 4])
    }

    @Test func `an attribute that is missing differs from one that is there`() throws {
        let day = day([nil, #"{"a":1}"#, #"{"a":1}"#, #"{"b":2}"#, nil, #"{"a":null}"#, nil])
        #expect(try day.after(stage(Thin.self, ["every": "1 h", "watch": "a"])).lines == [1, 2, 4, 7])
    }

    @Test func `a kept change is what the next interval counts from`() throws {
        let day = day(every: 10, [#"{"a":1}"#, #"{"a":2}"#, #"{"a":2}"#, #"{"a":2}"#, #"{"a":2}"#])
        #expect(try day.after(stage(Thin.self, ["every": "20 s", "watch": "a"])).lines == [1, 2, 4, 5])
    }

    @Test(arguments: [
        (#"{"a":1}"#, "a", "1"), (#"{"b":{"a":2},"a":[1,{"a":3}],"c":4}"#, "a", #"[1,{"a":3}]"#),
        (#"{"x":"a","a":"y,z}"}"#, "a", #""y,z}""#),
        (#"{"x":"\"a\":1","a" : "q\"r"}"#, "a", #""q\"r""#), (#"{"say \"a\"":true}"#, #"say "a""#, "true"),
        (#"{"电量":"5"}"#, "电量", #""5""#),
    ])
    func `an attribute's value is found in JSON`(json: String, key: String, value: String) {
        #expect(topLevelValue(of: key, in: json).map(String.init) == value)
    }

    @Test(arguments: [#"{}"#, #"{"b":1}"#, #"{"b":{"a":1}}"#, #"{"b":"a"}"#, #"{"a":null}"#, "", #"{"a"#, #"{"a\"#])
    func `an attribute that is not there has no value`(json: String) {
        #expect(topLevelValue(of: "a", in: json) == nil)
    }
}
