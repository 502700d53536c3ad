import Testing

/// Rule 4.2: of the devices file only kinds make days anew, and only days that hold the device.
@Suite struct DevicesFileTests {
    private func made() throws -> SmallPipeline {
        let small = try SmallPipeline(
            stages: ["drop-spikes: {speed: 70 m/s}"], top: ["devices: devices.csv", "kinds: {pet: {top-speed: 15 m/s}}"])
        try small.folder.write("device,name,kind,group\na,Ann,pet,north\nb,Bob,pet,south\n", to: "devices.csv")
        try small.log("2025-06-01", ["a,2025-06-01T10:00:00Z,31,121", "b,2025-06-01T10:00:00Z,32,121"])
        try small.log("2025-06-02", ["a,2025-06-02T10:00:00Z,31,121"])
        try small.log("2025-06-03", ["b,2025-06-03T10:00:00Z,32,121"])
        #expect(try small.run().status == 0)
        return small
    }

    /// The days that a run over a changed devices file makes, in their order in time; plan says the same before.
    private func days(after devices: String, _ small: SmallPipeline) throws -> [String] {
        try small.folder.write("device,name,kind,group\n" + devices, to: "devices.csv")
        let plan = try Program.run(["plan", "pipeline.yaml"], in: small.folder).outputLines.filter {
            $0.contains("  changed  ") || $0.contains("changed kind")
        }
        let outcome = try small.run()
        #expect(outcome.status == 0)
        let made = outcome.errors.split(separator: "\n").filter { $0.contains(" device-days, ") }.map { String($0.prefix(10)) }
            .sorted()
        #expect(plan.map { String($0.prefix(10)) } == made)
        return made
    }

    @Test func `one more line makes only the days anew that hold its device`() throws {
        let small = try made()
        try small.log("2025-06-04", ["c,2025-06-04T10:00:00Z,33,121"])
        #expect(try small.run().status == 0)
        #expect(try days(after: "a,Ann,pet,north\nb,Bob,pet,south\nc,Cid,pet,\n", small) == ["2025-06-04"])
    }

    @Test func `another order, names and groups make no day anew`() throws {
        let small = try made()
        #expect(try days(after: "b,Bob,pet,south\na,Ann,pet,north\n", small) == [])
        #expect(try days(after: "b,Robert,pet,north\na,Ann,pet,east\nz,Zoe,pet,\n", small) == [])
        #expect(try small.lines("SELECT device, name, group_name FROM devices") == ["a,Ann,east", "b,Robert,north"])
    }

    @Test func `another kind, or none, makes the days of its device anew, and they hold what a new database holds`() throws {
        let small = try made()
        #expect(try days(after: "a,Ann,pet,north\nb,Bob,,south\n", small) == ["2025-06-01", "2025-06-03"])
        #expect(try days(after: "a,Ann,dog,north\nb,Bob,,south\n", small) == ["2025-06-01", "2025-06-02"])
        #expect(try small.run("--set", "write.sqlite=new.sqlite").status == 0)
        #expect(try digest(of: "out.sqlite", in: small.folder) == digest(of: "new.sqlite", in: small.folder))
    }

    @Test func `days that a dated run left stay to be made`() throws {
        let small = try made()
        try small.folder.write("device,name,kind,group\na,Ann,dog,north\nb,Bob,pet,south\n", to: "devices.csv")
        #expect(try small.run("--day", "2025-06-01").status == 0)
        let plan = try Program.run(["plan", "pipeline.yaml"], in: small.folder).outputLines
        #expect(
            plan.filter { $0.contains("changed kind of a device in the devices file") }.map { String($0.prefix(10)) } == [
                "2025-06-02"
            ])
        #expect(try small.run().outputLines.first == "days      1 (2025-06-02), 1 device-days")
    }
}
