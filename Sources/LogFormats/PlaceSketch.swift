import Tracks

/// Some of the places of a log, with the time that a device was there: those whose hash of device and place is least.
///
/// Two logs that hold the same fixes have the same of them, whatever their times and the order of their rows.
/// - Source: A. Broder, "On the resemblance of documents", SEQUENCES 1997 (the sketch of the least hashes).
public struct PlaceSketch: Sendable, Equatable {
    /// A place, and when a device was there.
    struct Entry: Sendable, Equatable {
        let hash: UInt64
        /// Milliseconds since 1970 UTC; nil where a device was there more than once.
        var time: Int64?
    }

    /// In the order of their hashes once `take` returns.
    private(set) var entries: [Entry] = []
    /// The largest hash that may still be kept.
    private var limit = UInt64.max

    /// Places that are kept: 16 bytes of each file as long as a run lasts.
    private static let most = 48
    /// Places that two logs must have in common, at one offset of time.
    private static let fewest = 8

    init() {}

    /// Takes rows.
    mutating func take(_ rows: PackedRows) {
        var at = 0
        while at < rows.count {
            let row = PackedRow(rows.bytes, at: at)
            at += row.length
            guard !row.isReject else { continue }
            let hash = folded(row.latitude.bitPattern ^ UInt64(row.device), row.longitude.bitPattern)
            guard hash <= limit else { continue }
            entries.append(Entry(hash: hash, time: row.time))
            if entries.count >= 4 * Self.most { prune() }
        }
        prune()
    }

    /// Leaves the least, each once.
    private mutating func prune() {
        entries.sort { $0.hash < $1.hash }
        var kept: [Entry] = []
        kept.reserveCapacity(Self.most)
        for entry in entries {
            if kept.last?.hash == entry.hash {
                kept[kept.count - 1].time = nil
            } else if kept.count < Self.most {
                kept.append(entry)
            } else {
                break
            }
        }
        entries = kept
        if let last = kept.last, kept.count == Self.most { limit = last.hash }
    }

    /// Whether another log holds the same fixes at other times: how much later its are, in milliseconds, and at how many places of how many
    /// compared. Nil where it does not, or where the times are the same.
    public func offset(of other: PlaceSketch) -> (milliseconds: Int64, places: Int, compared: Int)? {
        var counts: [Int64: Int] = [:]
        var (compared, i, k) = (0, 0, 0)
        while i < entries.count, k < other.entries.count {
            let (one, two) = (entries[i], other.entries[k])
            if one.hash == two.hash, let first = one.time, let second = two.time {
                counts[second - first, default: 0] += 1
                compared += 1
            }
            if one.hash <= two.hash { i += 1 }
            if two.hash <= one.hash { k += 1 }
        }
        guard let (offset, places) = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), offset != 0,
            places >= Self.fewest, places * 10 >= compared * 9
        else { return nil }
        return (offset, places, compared)
    }

    /// Its hashes, for those who look for logs that may be alike.
    public var hashes: [UInt64] { entries.map(\.hash) }
}
