import Options
import Testing

@Suite struct UTF8TextTests {
    @Test func `all of a text in UTF-8 is`() {
        #expect(firstByteOutsideUTF8([UInt8]()) == nil)
        #expect(firstByteOutsideUTF8(Array("aé东😀\u{FEFF}\0".utf8)) == nil)
    }

    @Test(
        arguments: [
            ([0x61, 0xFF], 1), ([0xC3], 0), ([0xC3, 0xA9, 0xC3, 0x28], 2), ([0xED, 0xA0, 0x80], 0), ([0x61, 0xC0, 0xAF], 1),
            ([0xFE, 0xFF, 0, 0x61], 0), ([0x61, 0xE4, 0xB8], 1),
        ] as [([UInt8], Int)])
    func `the first byte of what is no character is told`(bytes: [UInt8], position: Int) {
        #expect(firstByteOutsideUTF8(bytes) == position)
    }
}
