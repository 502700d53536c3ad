import Foundation
import Store
import Testing

/// Issue 6 through the real program: inferred stays, spread, places of a kind or fleet, names, and what map clusters hide or leave out.
@Suite struct FindingOptionsCommandTests {
    private let columns = "device: device, time: time, latitude: lat, longitude: lon, kind: kind"
    private let header = "device,time,lat,lon,kind"

    /// A row so many seconds after midnight of 2025-06-01 and so many metres north of 40° N, 116° E.
    private func row(_ device: String, _ seconds: Int, north: Double = 0, kind: String = "van") -> String {
        let day = seconds / 86_400
        let clock = time(seconds % 86_400).replacingOccurrences(of: "2025-06-01", with: "2025-06-0\(1 + day)")
        return "\(device),\(clock),\(40 + north / 111_195.08),116,\(kind)"
    }

    /// Rows a minute apart.
    private func rest(_ device: String, from seconds: Int, minutes: Int, north: Double = 0, kind: String = "van") -> [String] {
        (0...minutes).map { row(device, seconds + $0 * 60, north: north, kind: kind) }
    }

    private func write(_ rows: [String], to small: SmallPipeline) throws {
        for (day, rows) in Dictionary(grouping: rows, by: { String($0.split(separator: ",")[1].prefix(10)) }) {
            try small.log(day, header: header, rows)
        }
    }

    // TJ-009: last fix in the evening, the first in the morning 80 m away.
    @Test(arguments: [["2025-06-01", "2025-06-02"], ["2025-06-02", "2025-06-01"]])
    func `TJ-009 a night of silence at home is an inferred stay, whichever day comes first`(days: [String]) throws {
        let small = try SmallPipeline(
            columns: columns,
            stages: ["find-stays: {radius: 100 m, at-least: 5 min, gap: 15 min, inferred: on}", "split-trips", "find-places"])
        try write(
            rest("d", from: 79_200 - 600, minutes: 10) + [row("d", 111_600, north: 80), row("d", 111_900, north: 2_000)],
            to: small)
        for day in days { try small.runWell(day) }
        // By hand: 11 / 13, and 2 / 4 · (1 − 40 / 200) · 16 / (16 + 9).
        #expect(
            try small.lines(
                "SELECT day, arrived_local, last_seen_ms - arrived_ms, departed_ms, open, inferred, fixes, round(confidence, 3) FROM stays"
            ) == [
                "2025-06-01,2025-06-01 21:50:00,600000,,0,0,11,0.846", "2025-06-01,2025-06-01 22:00:00,32400000,,0,1,2,0.256",
            ])
        #expect(try small.lines("SELECT * FROM gaps") == [])
        #expect(try small.lines("SELECT day, stay_s FROM days ORDER BY day") == ["2025-06-01,7800.0", "2025-06-02,25200.0"])
        // Each fix lies in the stay that counts it; the first after the silence in the inferred one.
        #expect(
            try small.lines("SELECT s.inferred, count(*) FROM fixes f LEFT JOIN stays s ON s.stay = f.stay GROUP BY 1 ORDER BY 1")
                == [",1", "0,11", "1,1"])
        #expect(try small.lines("SELECT start_place = (SELECT place FROM places) FROM trips") == ["1"])
    }

    @Test func `an inferred stay that ends the data is open until a day comes after it`() throws {
        let small = try SmallPipeline(
            columns: columns, stages: ["find-stays: {radius: 100 m, at-least: 5 min, gap: 15 min, inferred: 1 day}"])
        try write([row("d", 0), row("d", 86_400, north: 10), row("d", 172_800, north: 5_000)], to: small)
        try small.runWell("2025-06-01", to: "2025-06-02")
        #expect(try small.lines("SELECT arrived_ms, open, inferred FROM stays") == ["1748736000000,1,1"])
        try small.runWell("2025-06-03")
        #expect(try small.lines("SELECT arrived_ms, open, inferred FROM stays") == ["1748736000000,0,1"])
    }

    @Test func `a silence longer than the length given stays a gap`() throws {
        for (inferred, stays) in [("on", "1"), ("16 h", "1"), ("959 min", "0"), ("off", "0")] {
            let small = try SmallPipeline(
                columns: columns,
                stages: ["find-stays: {radius: 100 m, at-least: 5 min, gap: 15 min, inferred: \(inferred)}", "split-trips"])
            try write([row("d", 0), row("d", 57_600, north: 10)], to: small)
            try small.runWell()
            #expect(try small.lines("SELECT count(*) FROM stays") == [stays], "\(inferred)")
            #expect(try small.lines("SELECT count(*) + (SELECT count(*) FROM stays) FROM gaps") == ["1"], "\(inferred)")
        }
    }

    @Test func `without the option a silence is a gap`() throws {
        let small = try SmallPipeline(
            columns: columns, stages: ["find-stays: {radius: 100 m, at-least: 5 min, gap: 15 min}", "split-trips"])
        try write([row("d", 0), row("d", 7_200, north: 10)], to: small)
        try small.runWell()
        #expect(try small.lines("SELECT count(*) FROM stays") == ["0"])
        #expect(try small.lines("SELECT duration_s FROM gaps") == ["7200.0"])
    }

    @Test func `TJ-007 an hour to and fro is a stay only without a limit of the spread`() throws {
        for (spread, count) in [("off", "1"), ("40 m", "0")] {
            let small = try SmallPipeline(
                columns: columns,
                stages: ["find-stays: {radius: 100 m, at-least: 20 min, gap: 30 min, spread: \(spread)}", "split-trips"])
            let walk = (0...60).map { row("d", 3_600 + $0 * 60, north: $0 % 2 == 0 ? 0 : 90) }
            try write(
                [row("d", 0, north: 9_000), row("d", 60, north: 8_000)] + walk + [row("d", 7_260, north: 8_000)], to: small)
            try small.runWell()
            #expect(try small.lines("SELECT count(*) FROM stays") == [count], "spread: \(spread)")
        }
    }

    /// Two vans and a bus at one yard, and a second place that the bus alone comes back to.
    private func fleet(_ places: String, top: [String] = [], more: [String] = []) throws -> SmallPipeline {
        let small = try SmallPipeline(
            columns: columns,
            stages: ["find-stays: {radius: 100 m, at-least: 5 min, gap: 15 min, excursion: 0 s}", places] + more, top: top)
        try write(
            rest("v1", from: 0, minutes: 10) + [row("v1", 660, north: 900)] + rest("v2", from: 0, minutes: 10, north: 20)
                + rest("b", from: 0, minutes: 10, north: 40, kind: "bus")
                + rest("b", from: 1_200, minutes: 10, north: 5_000, kind: "bus")
                + [row("b", 1_860, north: 7_000, kind: "bus")] + rest("b", from: 1_920, minutes: 10, north: 5_010, kind: "bus"),
            to: small)
        return small
    }

    @Test(arguments: [
        ("device", ["b,,1,2,home"]), ("kind", [",bus,1,2,regular", ",van,2,2,regular"]),
        ("fleet", [",,1,2,regular", ",,3,3,regular"]),
    ])
    func `places of a device, a kind or the fleet`(of: String, wanted: [String]) throws {
        let small = try fleet("find-places: {of: \(of)}")
        try small.runWell()
        #expect(try small.lines("SELECT device, kind, devices, visits, role FROM places ORDER BY devices, kind") == wanted)
        #expect(
            try small.lines("SELECT count(*) FROM stays WHERE place IS NOT NULL") == [
                "\(wanted.map { Int($0.split(separator: ",", omittingEmptySubsequences: false)[3]) ?? 0 }.reduce(0, +))"
            ])
        try small.runWell()
        #expect(try small.lines("SELECT device, kind, devices, visits, role FROM places ORDER BY devices, kind") == wanted)
    }

    @Test func `by time one long stay is a place`() throws {
        let small = try fleet("find-places: {weight: time}")
        try small.runWell()
        #expect(try small.lines("SELECT device, visits FROM places ORDER BY device, visits") == ["b,1", "b,2", "v1,1", "v2,1"])
    }

    @Test func `a changed file of names names the places anew, a missing one is told before anything is done`() throws {
        let small = try fleet("find-places: {of: fleet, names-from: names.csv}")
        let missing = try small.run("--day", "2025-06-01")
        #expect(
            missing.status == 78
                && missing.errors.contains("'names-from' is names.csv; names.csv cannot be read: No such file or directory."))
        #expect(!small.folder.has("out.sqlite"))
        try small.folder.write("name,latitude,longitude,radius\n\"Yard, north\",40,116,300\n", to: "names.csv")
        try small.runWell()
        #expect(try small.lines("SELECT name FROM places ORDER BY visits") == ["", "Yard, north"])
        let first = try digest(of: "out.sqlite", in: small.folder)
        try small.folder.write("name,latitude,longitude,radius\nStop,40.045,116,300\n", to: "names.csv")
        #expect(try small.run().status == 0)
        #expect(try small.lines("SELECT name FROM places ORDER BY visits") == ["Stop", ""])
        try small.folder.write("name,latitude,longitude,radius\n\"Yard, north\",40,116,300\n", to: "names.csv")
        #expect(try small.run().status == 0)
        #expect(try digest(of: "out.sqlite", in: small.folder) == first)
    }

    // MARK: Map clusters

    private let kinds = ["kinds:", "  van: {priority: required}", "  bus: {priority: low}", "  bike: {priority: 300}"]

    /// The latest fixes of four devices some metres apart: kinds van, bus, none, and one that is not listed.
    private func latest(_ options: String) throws -> SmallPipeline {
        let small = try SmallPipeline(
            columns: columns, stages: ["cluster-for-map: {of: latest, zooms: 10..10\(options)}"], top: kinds)
        try write(
            [
                row("v", 0), row("u", 60, north: 100, kind: "bus"), row("n", 0, north: 200, kind: ""),
                row("x", 120, north: 300, kind: "tram"),
            ], to: small)
        try small.runWell()
        return small
    }

    @Test func `without separate-by all kinds merge, missing and unlisted ones are other`() throws {
        let small = try latest("")
        #expect(
            try small.lines("SELECT identifier, count, kinds, shares, representative, priority, hidden FROM map_clusters") == [
                #",4,{"van":1,"bus":1,"other":2},{"van":0.25,"bus":0.25,"other":0.5},v,750,0"#
            ])
    }

    // Required is never hidden; of the rest the lower priority is: the bus (250) by the unlisted ones (750).
    @Test func `markers of different kinds that collide hide the lower priority`() throws {
        let found = "SELECT representative, identifier, priority, hidden FROM map_clusters ORDER BY representative"
        #expect(try latest(", separate-by: kind").lines(found) == ["n,,750,0", "u,bus,250,0", "v,van,1000,0", "x,tram,750,0"])
        #expect(
            try latest(", separate-by: kind, collide: circle").lines(found) == [
                "n,,750,1", "u,bus,250,1", "v,van,1000,0", "x,tram,750,1",
            ])
        // At zoom 10 a pixel of 512 is 58 m here: markers of 1 pixel lie apart.
        #expect(try latest(", separate-by: kind, collide: rectangle, size: 1").lines(found).allSatisfy { $0.hasSuffix(",0") })
        #expect(
            try latest(", separate-by: device, collide: circle").lines("SELECT identifier, hidden FROM map_clusters ORDER BY 1")
                == ["n,1", "u,1", "v,0", "x,1"])
    }

    @Test func `groups of the devices file keep devices apart, and a moved device moves`() throws {
        let small = try SmallPipeline(
            columns: columns, stages: ["cluster-for-map: {of: latest, zooms: 10..10, separate-by: group}"],
            top: ["devices: devices.csv"])
        try write([row("a", 0), row("b", 60, north: 100), row("c", 0, north: 200), row("d", 0, north: 300)], to: small)
        let found = "SELECT identifier, count, representative FROM map_clusters ORDER BY identifier, representative"
        try small.folder.write("device,group\na,north\nb,north\nc,south\n", to: "devices.csv")
        try small.runWell()
        #expect(try small.lines(found) == [",1,d", "north,2,a", "south,1,c"])
        try small.folder.write("device,group\na,north\nb,south\nc,south\n", to: "devices.csv")
        #expect(try small.run().status == 0)
        #expect(try small.lines(found) == [",1,d", "north,1,a", "south,2,b"])
    }

    /// docs/rules.md: n / (n + 2) · (1 − spread / (2 · radius)). Three fixes at one place: 3/5. Two 80 m apart: 2/4 · (1 − 40/200).
    @Test func `confidence grows with the fixes and falls with the spread`() throws {
        let small = try SmallPipeline(stages: ["find-stays: {radius: 100 m, at-least: 20 min, gap: 3 h}"])
        let north = 40 + 80 / 111_195.08
        try small.log(
            "2025-06-01",
            [
                "a,\(time(0)),40,116", "a,\(time(600)),40,116", "a,\(time(1200)),40,116", "b,\(time(0)),40,116",
                "b,\(time(1200)),\(north),116",
            ])
        try small.runWell()
        let found = try small.lines("SELECT device, round(confidence, 4) FROM stays ORDER BY 1")
        #expect(found == ["a,0.6", "b,0.4"])
    }

    @Test func `the last days are counted from the last day with fixes`() throws {
        for (last, count) in [("1 day", "1"), ("2 days", "2"), ("3 days", "3")] {
            let small = try SmallPipeline(
                columns: columns, stages: ["cluster-for-map: {of: fixes, zooms: 10..10, last: \(last)}"], top: kinds)
            try write([row("v", 86_399), row("v", 86_400), row("v", 172_800)], to: small)
            // A later day without rows moves nothing.
            try small.log("2025-06-04", header: header, [])
            try small.runWell("2025-06-01", to: "2025-06-04")
            #expect(try small.lines("SELECT sum(count) FROM map_clusters") == [count], "\(last)")
        }
    }

    @Test func `fixes that move and change no count move their clusters`() throws {
        for source in ["latest", "fixes"] {
            let small = try SmallPipeline(columns: columns, stages: ["cluster-for-map: {of: \(source), zooms: 10..10}"])
            try write([row("v", 60)], to: small)
            try small.runWell()
            try write([row("v", 60, north: 1_000)], to: small)
            try small.runWell()
            #expect(try small.lines("SELECT round((latitude - 40) * 111195.08) FROM map_clusters") == ["1000.0"])
        }
    }
}
