import Testing

@testable import Samples

@Suite struct TextBytesTests {
    private func text(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `whole numbers are padded to their width`() {
        #expect(text { $0.append(number: 0) } == "0")
        #expect(text { $0.append(number: 1_234_567_890) } == "1234567890")
        #expect(text { $0.append(number: 7, width: 3) } == "007")
    }

    @Test func `decimals are rounded away from zero and never give -0`() {
        #expect(text { $0.append(fixed: 0.125, decimals: 2) } == "0.13")
        #expect(text { $0.append(fixed: -0.125, decimals: 2) } == "-0.13")
        #expect(text { $0.append(fixed: -0.001, decimals: 2) } == "0.00")
        #expect(text { $0.append(fixed: 116.000_001, decimals: 6) } == "116.000001")
        #expect(text { $0.append(fixed: 2.5, decimals: 0) } == "3")
    }

    @Test func `times are ISO 8601`() {
        // date -u -d @1748736000
        #expect(text { $0.append(time: 1_748_736_000_007, withFraction: true) } == "2025-06-01T00:00:00.007")
        #expect(text { $0.append(time: 1_748_736_000_007, withFraction: false) } == "2025-06-01T00:00:00")
    }
}
