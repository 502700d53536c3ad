import Testing

@testable import Store

@Suite struct SHA256Tests {
    private func hash(_ bytes: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalized()
    }

    @Test func `hashes as FIPS 180-4 says`() {
        #expect(hash(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    /// Python: hashlib.sha256(b"a" * n).hexdigest().
    @Test(arguments: [
        (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
        (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
        (1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
    ])
    func `hashes texts that just fill a block and do not`(count: Int, expected: String) {
        #expect(hash(Array(repeating: 97, count: count)) == expected)
    }

    @Test func `how bytes are parted does not show`() {
        let bytes = (0..<1000).map { UInt8($0 & 255) }
        for size in [1, 63, 64, 65, 999] {
            var parted = SHA256()
            for start in stride(from: 0, to: 1000, by: size) { parted.update(Array(bytes[start..<min(1000, start + size)])) }
            #expect(parted.finalized() == hash(bytes))
        }
    }
}
