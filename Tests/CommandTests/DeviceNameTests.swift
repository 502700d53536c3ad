import Store
import Testing

/// DESIGN: `device` is the id from the log. Ids are told apart by their bytes; bytes that are no UTF-8 are `bad-text` (rule 1.7).
@Suite struct DeviceNameTests {
    private func row(_ device: [UInt8], _ day: String, _ hour: Int) -> [UInt8] {
        device + Array(",\(day)T0\(hour):00:00Z,39.9,116.4\n".utf8)
    }

    private let header = Array("device,time,lat,lon\n".utf8)
    private let composed = Array("caf\u{E9}".utf8)
    private let decomposed = Array("cafe\u{301}".utf8)

    @Test func `two spellings of an accent in one day are two devices`() throws {
        let small = try SmallPipeline()
        let rows = [row(composed, "2025-06-01", 1), row(decomposed, "2025-06-01", 2), row(composed, "2025-06-01", 3)]
        try small.folder.write(header + rows.joined(), to: "logs/2025-06-01.csv")
        try small.runWell()
        #expect(try small.lines("SELECT hex(device), kept FROM days ORDER BY 1") == ["63616665CC81,1", "636166C3A9,2"])
    }

    @Test func `two spellings on two days are two devices`() throws {
        let small = try SmallPipeline()
        try small.folder.write(header + row(composed, "2025-06-01", 1), to: "logs/2025-06-01.csv")
        try small.folder.write(header + row(decomposed, "2025-06-02", 1), to: "logs/2025-06-02.csv")
        try small.runWell(to: "2025-06-02")
        #expect(
            try small.lines("SELECT day, hex(device) FROM fixes ORDER BY 1") == [
                "2025-06-01,636166C3A9", "2025-06-02,63616665CC81",
            ])
    }

    @Test func `ids that are no UTF-8 are rejects and stop nothing`() throws {
        let small = try SmallPipeline()
        let rows = [
            row(Array("caf".utf8) + [0xE9], "2025-06-01", 1), row(Array("caf".utf8) + [0xE8], "2025-06-01", 2),
            row(Array("caf\u{FFFD}".utf8), "2025-06-01", 3), row(Array("b".utf8), "2025-06-01", 3),
        ]
        try small.folder.write(header + rows.joined(), to: "logs/2025-06-01.csv")
        try small.runWell()
        #expect(try small.lines("SELECT hex(device), kept FROM days ORDER BY 1") == ["62,1", "636166EFBFBD,1"])
        #expect(
            try small.lines("SELECT line, reason, field FROM rejects ORDER BY 1") == ["2,bad-text,device", "3,bad-text,device"])
    }

    @Test func `kinds of two spellings stay apart on the map`() throws {
        let small = try SmallPipeline(
            columns: "device: device, time: time, latitude: lat, longitude: lon, kind: kind",
            stages: ["cluster-for-map: {of: latest, zooms: 3..3}"])
        func row(_ device: String, _ kind: [UInt8]) -> [UInt8] {
            Array("\(device),2025-06-01T01:00:00Z,39.9,116.4,".utf8) + kind + [10]
        }
        try small.folder.write(
            Array("device,time,lat,lon,kind\n".utf8) + row("a", composed) + row("b", decomposed) + row("c", composed),
            to: "logs/2025-06-01.csv")
        try small.runWell()
        #expect(
            try small.lines("SELECT hex(k.key), k.value FROM map_clusters m, json_each(m.kinds) k ORDER BY 1") == [
                "63616665CC81,1", "636166C3A9,2",
            ])
    }
}
