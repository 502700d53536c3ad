import Foundation
import Glibc
import SQLite
import Testing

/// Whether a point lies in the cell of the stay at 41.1° north.
private func isThirdStay(_ point: String) -> Bool { abs((Double(point.prefix { $0 != "," }) ?? 0) - 41.1) < 0.01 }

/// Asking that is stopped, killed, slow or in vain.
@Suite(.serialized) struct AddressStopTests {
    private func waitForPoints(_ count: Int, of server: AddressServer, _ run: BackgroundRun) {
        while server.points.count < count, run.isRunning { usleep(2000) }
    }

    @Test(arguments: [6, 11, 17, 23])
    func `killed in the middle and run again, not one answered cell is asked again`(count: Int) throws {
        let server = AddressServer(afterMilliseconds: 20)
        let stays = try StayPipeline(days: 2, stays: 18, with: "[\(server.source("rate: 10/s, in-flight: 2")), gazetteer]")
        let run = try BackgroundRun.trackmill(["run", "pipeline.yaml"], in: stays.folder)
        waitForPoints(count, of: server, run)
        run.send(SIGKILL)
        #expect(try run.end().status == 128 + SIGKILL)
        let answered = try stays.answered()
        let asked = server.points.count
        // Answers are on the disk each second, which is 10 requests; 2 are under way.
        #expect(answered.count >= count - 13)
        let again = try stays.run("--set", "geocode.with[1].nominatim.rate=1000/s")
        #expect(again.status == 0, "\(again.errors)")
        #expect(Set(server.points[asked...]).isDisjoint(with: answered))
        #expect(Set(server.points[asked...]).count == server.points.count - asked)
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("done,nominatim,0,") })
        let digest = try stays.digest()
        try stays.removeResults()
        let before = server.points.count
        #expect(try stays.run().status == 0)
        #expect(try stays.digest() == digest && server.points.count == before)
    }

    @Test(arguments: ["run", "geocode"])
    func `Ctrl-C ends it within a second and keeps what was answered`(command: String) throws {
        // The first six are answered at once, the others never.
        let server = AddressServer { _, number in number < 6 ? nil : .hang }
        let stays = try StayPipeline(days: 1, stays: 10, with: "[\(server.source("rate: 1000/s, in-flight: 4, timeout: 5 min"))]")
        if command == "geocode" { #expect(try stays.run("--offline").status == 0) }
        let run = try BackgroundRun.trackmill([command, "pipeline.yaml"], in: stays.folder)
        waitForPoints(10, of: server, run)
        let start = ContinuousClock.now
        run.send(SIGINT)
        let outcome = try run.end()
        #expect(ContinuousClock.now - start < .seconds(1))
        #expect(outcome.status == 130, "\(outcome.errors)")
        let states = try stays.small.lines("SELECT state, count(*) FROM addresses GROUP BY state ORDER BY state")
        #expect(states == ["done,6", "pending,4"])
        #expect(
            outcome.errors.contains("run again to go on") || outcome.errors.contains("Run again to go on"), "\(outcome.errors)")
    }

    @Test func `TJ-099: while a server never answers, fixes and stays are in the results already`() throws {
        let server = AddressServer { _, _ in .hang }
        let stays = try StayPipeline(days: 1, stays: 3, with: "[\(server.source("rate: 1000/s, timeout: 5 min")), gazetteer]")
        let run = try BackgroundRun.trackmill(["run", "pipeline.yaml"], in: stays.folder)
        // Before its first answer a source is asked once at a time.
        waitForPoints(1, of: server, run)
        #expect(run.isRunning)
        #expect(try stays.small.lines("SELECT count(*), (SELECT count(*) FROM stays) FROM fixes") == ["21,3"])
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("pending,gazetteer,1,") })
        run.send(SIGINT)
        #expect(try run.end().status == 130)
        // Where no network is asked, they are as good.
        #expect(try stays.run("--offline").status == 0)
    }

    @Test func `TJ-094: never more than one request a second starts, however many may be under way`() throws {
        let server = AddressServer()
        let stays = try StayPipeline(days: 1, stays: 4, with: "[\(server.source("rate: 1/s, in-flight: 8"))]")
        #expect(try stays.run().status == 0)
        server.server.stop()
        let starts = server.server.requests.map(\.nanoseconds)
        #expect(starts.count == 4)
        // One token: never two within the same second but by the time that the server took to read the first of them.
        #expect(server.server.mostInAnySecond <= 2)
        for (number, start) in starts.enumerated() { #expect(start - starts[0] >= Int64(number) * 1_000_000_000 - 300_000_000) }
    }

    @Test func `TJ-096: answers that take three seconds are waited for, and asked for once`() throws {
        let server = AddressServer(afterMilliseconds: 3000)
        let stays = try StayPipeline(days: 1, stays: 4, with: "[\(server.source("rate: 1000/s, in-flight: 4"))]")
        #expect(try stays.run().status == 0)
        #expect(server.points.count == 4)
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("done,nominatim,0,") })
    }

    @Test func `TJ-097: a page instead of JSON fails its cell with the reason, and the others go on`() throws {
        let stays = try StayPipeline(days: 1, stays: 4, with: "[gazetteer]")
        let server = AddressServer { point, _ in
            let page = Array("<html><body>Sign in</body></html>".utf8)
            return isThirdStay(point) ? .whole(status: 200, headers: ["Content-Type: text/html"], body: page) : nil
        }
        let outcome = try stays.run("--set", "geocode.with=[\(server.source("rate: 1000/s, in-flight: 1")), gazetteer]")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("1 cell given up for now (HTML)"), "\(outcome.errors)")
        // Of that cell at most as many requests as there are tries.
        #expect(server.points.count(where: isThirdStay) <= 4)
        let states = try stays.addresses().map { $0.split(separator: ",").prefix(2).joined(separator: ",") }
        #expect(states.filter { $0 == "pending,gazetteer" }.count == 1 && states.filter { $0 == "done,nominatim" }.count == 3)
    }
}
