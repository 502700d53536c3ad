import Options
import Testing

@testable import Pipeline

@Suite struct DeviceEntriesTests {
    private func problem(_ bytes: [UInt8]) -> String? {
        #expect(throws: Problems.self) { try deviceEntries(bytes, file: "devices.csv") }?.description
    }

    @Test func `takes the columns that are there, in any order`() throws {
        let entries = try deviceEntries(Array("kind,device,color\nvan, v1 ,red\n,v2,\n,,\n".utf8), file: "devices.csv")
        #expect(entries.map(\.device) == ["v1", "v2"] && entries.map(\.kind) == ["van", nil])
        #expect(entries.allSatisfy { $0.name == nil && $0.group == nil })
    }

    @Test func `wants a column of devices`() {
        let what = "the devices file has no column 'device'; it may have device, name, kind, group."
        #expect(problem(Array("name,kind\n".utf8)) == "devices.csv:1:1: \(what)")
        #expect(problem([]) == "devices.csv:1:1: \(what)")
    }

    @Test func `says every line that is wrong`() {
        #expect(
            problem(Array("device,name\nv1,\"a\nb\"\n,c\nv1,d\n".utf8))
                == """
                devices.csv:4:1: 'device' is empty; it wants the id of a device.
                devices.csv:5:1: the device 'v1' stands in line 2, too; keep one of them.
                """)
        #expect(
            problem(Array("device,name\nv1,".utf8) + [0xC4, 10] + Array("v2,\"b\n".utf8))
                == """
                devices.csv:2:4: here the file is not UTF-8; save it as UTF-8. It may be shift_jis, windows-1251 or windows-1252.
                devices.csv:3:4: the quote that opens here is not closed; put one behind the cell, too.
                """)
    }

    @Test func `a file in another encoding is told with those that fit, one with a byte order mark is read`() throws {
        // GBK: 张三.
        #expect(
            problem(Array("device,name\nv1,".utf8) + [0xD5, 0xC5, 0xC8, 0xFD, 10])?.hasPrefix(
                "devices.csv:2:4: here the file is not UTF-8; save it as UTF-8. It may be gb18030, ") == true)
        let wide: [UInt8] = "\u{FEFF}device,name\nv1,张三\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(try deviceEntries(wide, file: "devices.csv").map(\.name) == ["张三"])
    }

    @Test(arguments: ["v\u{0}1", "v\u{1B}", "\u{FEFF}v1", "v\u{85}"]) func `NC-05 a device with a control character is a problem`(
        device: String
    ) {
        #expect(
            problem(Array("device\n\(device)\n".utf8))
                == "devices.csv:2:1: 'device' holds a control character or a byte order mark; no row of a log has such a device.")
    }

    @Test func `a missing file is told where the pipeline file names it`() {
        #expect(
            problems(pipelineText(top: ["devices: ../none.csv"])) == [
                "3:10: 'devices' is ../none.csv; none.csv cannot be read: No such file or directory."
            ])
    }
}
