import Testing

@testable import Store

@Suite struct SHA256Tests {
    @Test func `hashes as FIPS 180-4 says`() {
        var hash = SHA256()
        hash.update(Array("abc".utf8))
        #expect(hash.finalized() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
