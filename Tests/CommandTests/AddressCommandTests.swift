import Foundation
import SQLite
import Testing

/// Addresses over the network, from the pipeline file to the result file, against a server of the tests.
@Suite struct AddressCommandTests {
    @Test func `every cell gets the address of its own point, asked once, newest day first`() throws {
        let server = AddressServer()
        let stays = try StayPipeline(days: 2, with: "[\(server.source("rate: 1000/s, in-flight: 1")), gazetteer]")
        let outcome = try stays.run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.outputLines.contains("addresses 8 of 8 cells done (100.0%)"), "\(outcome.output)")
        #expect(outcome.errors.contains("nominatim: 8 requests, 8 addresses, 0 not found."), "\(outcome.errors)")
        // Rule 3.6; day 2 lies north of day 1, and each day's stays go north.
        let north = server.points.compactMap { Double($0.prefix { $0 != "," }) }.map { ($0 * 100).rounded() / 100 }
        #expect(north == [42, 42.05, 42.1, 42.15, 41, 41.05, 41.1, 41.15])
        #expect(try Set(server.points) == stays.points())
        let rows = try stays.small.lines(
            "SELECT printf('%.7f', latitude), printf('%.7f', longitude), street, state, provider, approximate FROM addresses")
        for row in rows {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let point = AddressServer.normal("\(cells[0]),\(cells[1])")
            #expect(cells[2...].joined(separator: ",") == "Road \(point),done,nominatim,0")
        }
        #expect(try stays.run().errors == "")
        #expect(server.points.count == 8)
    }

    @Test func `with the cache kept and the database deleted, the same digest without one request`() throws {
        // Every third point is at sea, and stands with the gazetteer then.
        let server = AddressServer { _, number in number % 3 == 2 ? AddressServer.nothing : nil }
        let stays = try StayPipeline(days: 2, with: "[\(server.source()), gazetteer]")
        #expect(try stays.run().status == 0)
        #expect(try Set(stays.addresses().map { $0.prefix { $0 != "R" } }).count > 1)
        let before = try stays.digest()
        #expect(server.points.count == 8)
        try stays.removeResults()
        #expect(try stays.run().status == 0)
        #expect(server.points.count == 8)
        #expect(try stays.digest() == before)
        // Nor does it show in which runs days were made and asked for.
        try stays.removeResults()
        for call in [["--day", "2025-06-02", "--offline"], ["--day", "2025-06-01"]] {
            #expect(try Program.run(["run", "pipeline.yaml"] + call, in: stays.folder).status == 0)
        }
        #expect(try stays.digest() == before)
        #expect(server.points.count == 8)
    }

    @Test func `offline nobody is asked, plan says of whom, and geocode asks later`() throws {
        let server = AddressServer()
        let stays = try StayPipeline(
            days: 1, with: "[\(server.source("rate: 2/s, per-day: 3, in-flight: 1")), gazetteer]")
        let outcome = try stays.run("--offline")
        #expect(outcome.status == 0 && server.points == [])
        #expect(outcome.outputLines.contains("addresses 0 of 4 cells done (0.0%), 4 pending"), "\(outcome.output)")
        // The next source's answer is shown meanwhile, marked approximate.
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("pending,gazetteer,1,") })
        let plan = try Program.run(["plan", "pipeline.yaml"], in: stays.folder)
        #expect(plan.outputLines.contains("nominatim: 4 cells to ask, at most 3 a day, done on day 2"), "\(plan.output)")
        let json = try Program.run(["plan", "pipeline.yaml", "--format", "json"], in: stays.folder)
        #expect(
            json.output.contains(
                "\"addresses\":[{\"source\":\"nominatim\",\"cells\":4,\"requests\":4,\"per_day\":3,\"sent_today\":0,\"requests_per_second\":2,\"seconds\":2,\"days\":2,\"asked\":true}]"
            ), "\(json.output)")
        let geocode = try stays.geocode()
        #expect(geocode.status == 0, "\(geocode.errors)")
        #expect(server.points.count == 3)
        #expect(
            geocode.outputLines.prefix(2) == [
                "pending   4 cells before, 1 now", "addresses 3 of 4 cells done (75.0%), 1 pending",
            ])
        #expect(geocode.errors.contains("The 3 requests a day that 'per-day' allows have been sent"), "\(geocode.errors)")
        let again = try stays.geocode()
        #expect(again.status == 0 && server.points.count == 3, "\(again.errors)")
        let rest = try stays.geocode("--set", "geocode.with[1].nominatim.per-day=10")
        #expect(rest.status == 0 && server.points.count == 4, "\(rest.errors)")
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("done,nominatim,0,") })
    }

    @Test func `status tells who gave addresses and who is still to be asked`() throws {
        let server = AddressServer { _, number in number == 0 ? AddressServer.nothing : nil }
        let stays = try StayPipeline(days: 1, with: "[\(server.source("rate: 1000/s, per-day: 3, in-flight: 1"))]")
        #expect(try stays.run().status == 0)
        let status = try Program.run(["status", "out.sqlite"], in: stays.folder)
        #expect(
            Array(status.outputLines.suffix(3)) == [
                "addresses  2 of 4 cells done (50.0%), 1 not found, 1 pending", "           by 2 nominatim",
                "           to ask: 1 nominatim",
            ], "\(status.output)")
        // Without a source behind it nothing stands in.
        #expect(try Set(stays.addresses().filter { !$0.hasPrefix("done") }) == ["not-found,-,0,-", "pending,-,0,-"])
    }

    @Test func `a wrong key is said before a thousand doomed requests, geocode exits 69, and a run finishes`() throws {
        let server = AddressServer { _, _ in AddressServer.json("{}", status: 403) }
        let stays = try StayPipeline(days: 2, with: "[\(server.source("rate: 1000/s, in-flight: 1")), gazetteer]")
        let run = try stays.run("--quiet")
        #expect(run.status == 0)
        #expect(run.errors.contains("nominatim is asked nothing more in this run (HTTP 403)"), "\(run.errors)")
        #expect(server.points.count == 1)
        #expect(try stays.small.lines("SELECT count(*) FROM stays") == ["8"])
        let geocode = try stays.geocode("--quiet")
        #expect(geocode.status == 69, "\(geocode.errors)")
        #expect(server.points.count == 2)
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("pending,gazetteer,1,") })
    }

    @Test func `geocode takes the lock of a run`() throws {
        let server = AddressServer(afterMilliseconds: 60_000)
        let stays = try StayPipeline(days: 1, with: "[\(server.source("rate: 1000/s, in-flight: 1, timeout: 5 min"))]")
        let run = try BackgroundRun.trackmill(["run", "pipeline.yaml"], in: stays.folder)
        while server.points.isEmpty, run.isRunning { usleep(5000) }
        let geocode = try stays.geocode()
        #expect(geocode.status == 75)
        #expect(
            geocode.errors.hasPrefix("trackmill: out.sqlite is held by another run (pid \(run.id), since "), "\(geocode.errors)")
        run.send(SIGTERM)
        #expect(try run.end().status == 143)
    }

    @Test func `geocode wants results, of the same options, and a stage geocode`() throws {
        let stays = try StayPipeline(days: 1, with: "[gazetteer]")
        #expect(
            try stays.geocode().errors
                == "trackmill: out.sqlite: there is no such file. Make it with: trackmill run pipeline.yaml\n")
        #expect(try stays.run().status == 0)
        let nothing = try stays.geocode()
        #expect(nothing.status == 0)
        #expect(nothing.output == "No source of addresses is asked over the network: nothing is ever pending.\n")
        let other = try stays.geocode("--set", "geocode.cell=50 m")
        #expect(other.status == 78)
        #expect(
            other.errors
                == "trackmill: the options of places, addresses or map clusters are others than those that out.sqlite was made with. Take them over first, with: trackmill run pipeline.yaml\n"
        )
        let none = try stays.geocode("--set", "stages=[]")
        #expect(none.status == 78)
        #expect(none.errors == "trackmill: pipeline.yaml has no stage geocode: there are no addresses to ask for.\n")
    }

    @Test func `days that show new addresses get their reports with the next run`() throws {
        let server = AddressServer()
        let stays = try StayPipeline(
            days: 2, with: "[\(server.source()), gazetteer]",
            after: ["reports:", "  - csv: {table: stays, to: \"stays-{date}.csv\"}", "  - html: {to: \"page-{date}.html\"}"])
        #expect(try stays.run("--offline").status == 0)
        #expect(try stays.folder.text(of: "stays-2025-06-01.csv").contains("Road") == false)
        #expect(try stays.folder.text(of: "page-2025-06-01.html").contains("GeoNames"))
        #expect(try !stays.folder.text(of: "page-2025-06-01.html").contains("OpenStreetMap"))
        let geocode = try stays.geocode()
        #expect(
            geocode.outputLines.last
                == "reports   of 2025-06-01 to 2025-06-02 are written by the next: trackmill run pipeline.yaml",
            "\(geocode.output)")
        #expect(try stays.run().status == 0)
        for day in ["2025-06-01", "2025-06-02"] {
            #expect(try stays.folder.text(of: "stays-\(day).csv").contains("Road"))
            // What a source demands to be shown, of the sources that gave addresses only.
            let page = try stays.folder.text(of: "page-\(day).html")
            #expect(page.contains("© OpenStreetMap contributors (ODbL)") && !page.contains("Place names: GeoNames"))
        }
    }

    @Test func `a chain that grows at its end asks only what its first sources do not know`() throws {
        let server = AddressServer { _, number in number == 1 ? AddressServer.nothing : nil }
        let stays = try StayPipeline(days: 1, with: "[\(server.source("rate: 1000/s, in-flight: 1"))]")
        #expect(try stays.run().status == 0)
        #expect(try stays.addresses().filter { $0.hasPrefix("not-found") }.count == 1)
        let second = AddressServer()
        let http =
            "{http: {url: \"\(second.server.url)/?lat={latitude}&lon={longitude}\", text: display_name, not-found: address, rate: 1000/s}}"
        let chain = "geocode.with=[\(server.source("rate: 1000/s, in-flight: 1")), \(http), gazetteer]"
        let plan = try Program.run(["plan", "pipeline.yaml", "--set", chain], in: stays.folder)
        #expect(plan.output.contains("`geocode.with`"), "\(plan.output)")
        #expect(try stays.run("--set", chain).status == 0)
        #expect(server.points.count == 4)
        #expect(second.points.count == 1)
        #expect(try stays.addresses().filter { $0.hasPrefix("done,http") }.count == 1)
        // And back: nobody is asked at all.
        #expect(try stays.run().status == 0)
        #expect(server.points.count == 4 && second.points.count == 1)
    }

    @Test func `keys, rates, bounds and the cache's place make nothing anew`() throws {
        let server = AddressServer()
        let stays = try StayPipeline(days: 1, with: "[\(server.source()), gazetteer]")
        #expect(try stays.run().status == 0)
        let other = [
            "--set", "geocode.with[1].nominatim.rate=5/min", "--set", "geocode.with[1].nominatim.per-day=7", "--set",
            "geocode.with[1].nominatim.in-flight=2", "--set", "geocode.with[1].nominatim.timeout=1 min", "--set",
            "geocode.with[1].nominatim.keep=30 days",
        ]
        let plan = try Program.run(["plan", "pipeline.yaml"] + other, in: stays.folder)
        #expect(!plan.output.contains("made anew"), "\(plan.output)")
        for change in ["geocode.languages=[zh]", "geocode.with[1].nominatim.zoom=10", "geocode.cell=50 m", "geocode.of=[stays]"] {
            let plan = try Program.run(["plan", "pipeline.yaml", "--set", change], in: stays.folder)
            #expect(plan.output.contains("made anew"), "\(change)")
        }
    }

    @Test func `two pipelines share a cache: what one asked, the other has`() throws {
        let server = AddressServer()
        let stays = try StayPipeline(days: 1, with: "[\(server.source()), gazetteer]", geocode: ", cache: shared.cache")
        #expect(try stays.run().status == 0)
        let text = try stays.folder.text(of: "pipeline.yaml")
        try stays.folder.write(text.replacingOccurrences(of: "name: small", with: "name: other"), to: "other.yaml")
        let other = ["run", "other.yaml", "--set", "write.sqlite=other.sqlite"]
        #expect(try Program.run(other + ["--offline"], in: stays.folder).status == 0)
        #expect(server.points.count == 4)
        let states = try openResult(stays.folder("other.sqlite")).lines("SELECT DISTINCT state, provider FROM addresses")
        #expect(states == ["done,nominatim"])
    }

    @Test func `what another pipeline asked meanwhile is taken over offline`() throws {
        let server = AddressServer()
        let stays = try StayPipeline(days: 1, with: "[\(server.source()), gazetteer]")
        #expect(try stays.run("--offline").status == 0)
        let other = ["run", "pipeline.yaml", "--set", "write.sqlite=other.sqlite"]
        #expect(try Program.run(other, in: stays.folder).status == 0)
        #expect(try stays.geocode("--offline").output.contains("pending   4 cells before, 0 now"))
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("done,nominatim,0,") })
        #expect(try stays.digest() == digest(of: "other.sqlite", in: stays.folder))
    }

    @Test func `an expired answer is shown until a new one is there, and asked for again`() throws {
        let server = AddressServer { point, number in
            switch number {
            case 0..<4: nil
            case 4: AddressServer.json("{}", status: 403)
            default:
                AddressServer.json(
                    "{\"display_name\": \"New\", \"address\": {\"road\": \"New \(point)\", \"country\": \"Land\"}}")
            }
        }
        let stays = try StayPipeline(days: 1, with: "[\(server.source("rate: 1000/s, in-flight: 1, keep: 30 days")), gazetteer]")
        #expect(try stays.run().status == 0)
        let before = try stays.addresses()
        // A month and a day later, for the two in the south.
        let cache = try Database(path: stays.folder("addresses.cache"), isReadOnly: false)
        try cache.execute(
            "UPDATE answers SET asked_ms = asked_ms - 31 * 86400000 WHERE latitude IN (SELECT latitude FROM answers ORDER BY latitude LIMIT 2)"
        )
        // Who asks nobody tells no time either.
        #expect(try stays.run("--offline").status == 0)
        #expect(try stays.addresses() == before && server.points.count == 4)
        #expect(try stays.run().status == 0)
        #expect(server.points.count == 5)
        let shown = before.map { $0.replacingOccurrences(of: "done", with: "pending") }
        #expect(try stays.addresses() == Array(shown[..<2] + before[2...]))
        try cache.execute("DELETE FROM failures")
        #expect(try stays.run().status == 0)
        #expect(server.points.count == 7)
        let renewed = before.map { $0.replacingOccurrences(of: "Road", with: "New") }
        #expect(try stays.addresses() == Array(renewed[..<2] + before[2...]))
    }

    @Test func `a cache that is another's file never changes how a run ends`() throws {
        let server = AddressServer()
        let stays = try StayPipeline(days: 1, with: "[\(server.source()), gazetteer]", geocode: ", cache: notes.txt")
        try stays.folder.write("Buy milk.\n", to: "notes.txt")
        let run = try stays.run("--quiet")
        #expect(run.status == 0)
        #expect(run.errors.contains("notes.txt"), "\(run.errors)")
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("pending,gazetteer,1,") })
        #expect(try stays.geocode().status == 73)
        #expect(try stays.folder.text(of: "notes.txt") == "Buy milk.\n")
        // Once it is mended, what was missed is made up for.
        try FileManager.default.removeItem(atPath: stays.folder("notes.txt"))
        #expect(try stays.run().status == 0)
        #expect(try stays.addresses().allSatisfy { $0.hasPrefix("done,nominatim,0,") })
    }
}
