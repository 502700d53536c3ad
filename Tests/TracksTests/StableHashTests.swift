import Testing
import Tracks

/// Expected values from a program of its own in Python: state = seed + 0x9E3779B97F4A7C15; each word: fmix64 of MurmurHash3 of
/// (state ^ word), plus that constant; bytes in words of 8, little-endian, the rest big-endian in one word, then their number.
@Suite struct StableHashTests {
    @Test(
        arguments: [
            ("", 0x1807_3d95_6506_78c4), ("a", 0x3c06_62c3_4316_b812), ("D00", 0x3bec_f754_72bb_ae3e),
            ("abcdefgh", 0xf3e3_197a_df71_38fb), ("a longer name of 31 characters..", 0x786b_9d43_819e_407f),
            ("设备-1", 0xf5ec_e354_d169_b8c4),
        ] as [(String, UInt64)])
    func `texts hash as an independent program says`(text: String, expected: UInt64) {
        var hash = StableHash()
        hash.combine(text)
        #expect(hash.value == expected)
        #expect(NameTable.hash(text) == expected)
    }

    @Test func `a seed and a word hash as an independent program says`() {
        var hash = StableHash(seed: 7)
        hash.combine(1)
        #expect(hash.value == 0x8afb_4e1c_3e99_1b40)
    }

    @Test func `ids are 16 hexadecimal digits, pinned`() {
        #expect(stableID("stay", "D00", 1_748_736_000_123) == "773784b50d3081c6")
        #expect(stableID("stay", "D00", -1) == "2fe262e59a58762b")
        #expect(stableID("trip", "D00", 1_748_736_000_123) == "f4909a452613f6d6")
        #expect(stableID("place", "设备-1", 0) == "e3f4c51985598d67")
    }

    @Test func `the number of bytes is part of the hash`() {
        #expect(NameTable.hash("\0") != NameTable.hash(""))
        #expect(NameTable.hash("\0\0\0\0\0\0\0\0") != NameTable.hash("\0\0\0\0\0\0\0"))
    }

    @Test func `names get numbers in the order they are met in, the reserved ones first`() {
        let table = NameTable(reserved: [""])
        #expect(table.number(of: "b") == 1)
        #expect(table.number(of: "a") == 2)
        #expect(table.number(of: "b") == 1)
        #expect(table.number(of: "") == 0)
        #expect(table.name(of: 2) == "a")
        #expect(table.all == ["", "b", "a"])
    }
}
