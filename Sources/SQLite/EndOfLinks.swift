import Glibc

/// Where a path leads that may be a symbolic link, or a chain of them; nothing need be there.
public func endOfLinks(_ path: String) -> String {
    var end = path
    // As many as the kernel follows.
    for _ in 0..<40 {
        let link = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { room, used in
            used = room.baseAddress.map { max(0, readlink(end, $0, room.count)) } ?? 0
        }
        guard !link.isEmpty else { break }
        let target = String(decoding: link.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = end.lastIndex(of: "/").map { end[...$0] } ?? ""
        end = target.hasPrefix("/") ? target : folder + target
    }
    return end
}
