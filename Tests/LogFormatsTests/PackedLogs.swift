import CBZip2
import CLZMA
import CZstd

@testable import LogFormats

/// Bytes packed in one frame, by the library of each kind.
func packed(_ bytes: [UInt8], _ kind: Compression) -> [UInt8] {
    switch kind {
    case .gzip: gzipped(bytes)
    case .zstd: zstdPacked(bytes)
    case .bzip2: bzip2Packed(bytes)
    case .xz: xzPacked(bytes)
    }
}

func packed(_ text: String, _ kind: Compression) -> [UInt8] { packed(Array(text.utf8), kind) }

/// Bytes as a frame of zstd with a checksum, as the program `zstd` writes.
func zstdPacked(_ bytes: [UInt8]) -> [UInt8] {
    let context = ZSTD_createCCtx()
    defer { ZSTD_freeCCtx(context) }
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
    let made = output.withUnsafeMutableBytes { to in
        bytes.withUnsafeBytes { ZSTD_compress2(context, to.baseAddress, to.count, $0.baseAddress, $0.count) }
    }
    precondition(ZSTD_isError(made) == 0, "zstd cannot pack \(bytes.count) bytes")
    return Array(output[..<made])
}

private func bzip2Packed(_ bytes: [UInt8]) -> [UInt8] {
    var input = bytes.map { CChar(bitPattern: $0) } + [0]
    var output = [CChar](repeating: 0, count: bytes.count + bytes.count / 50 + 700)
    var made = UInt32(output.count)
    let status = BZ2_bzBuffToBuffCompress(&output, &made, &input, UInt32(bytes.count), 1, 0, 0)
    precondition(status == BZ_OK, "bzip2 cannot pack \(bytes.count) bytes: \(status)")
    return output[..<Int(made)].map { UInt8(bitPattern: $0) }
}

private func xzPacked(_ bytes: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: lzma_stream_buffer_bound(bytes.count))
    var made = 0
    let status = lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, nil, bytes, bytes.count, &output, &made, output.count)
    precondition(status == LZMA_OK, "xz cannot pack \(bytes.count) bytes: \(status.rawValue)")
    return Array(output[..<made])
}
