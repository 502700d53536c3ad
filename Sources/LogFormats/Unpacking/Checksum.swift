import CZlib

#if canImport(CISAL)
    import CISAL
#endif

/// CRC-32 (ISO 3309, that of gzip) of some bytes behind others; zlib takes 300 instructions a row of 77 bytes for it, a seventh of all that reading plain rows takes.
func checksum(_ before: UInt, _ start: UnsafePointer<UInt8>, _ count: Int) -> UInt {
    #if canImport(CISAL)
        return UInt(crc32_gzip_refl(UInt32(truncatingIfNeeded: before), start, UInt64(count)))
    #else
        return crc32_z(before, start, count)
    #endif
}
