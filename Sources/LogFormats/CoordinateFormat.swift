/// How a log writes coordinates.
enum CoordinateFormat: String, CaseIterable, Sendable {
    /// Degrees; a letter for the hemisphere, or marks of degrees and minutes, say more.
    case automatic = "auto"
    /// Degrees.
    case degrees
    /// Ten-millionths of a degree.
    case e7
    /// Degrees, minutes and seconds: `39°54'26"`, `39 54 26`, `39:54:26`, `395426`.
    case dms
    /// Degrees and minutes: `3954.44`, `39 54.44`.
    case ddmm

    static let help =
        "How coordinates are written: degrees, e7 (ten-millionths), dms (39°54'26\", 39 54 26, 395426.5) or ddmm (3954.44); a letter N, S, E or W may stand beside them. auto: degrees, or what marks and letters say."
}

/// A coordinate as it was read from a text.
struct CoordinateText {
    /// The parts of it, at most degrees, minutes and seconds.
    private var parts: [Double] = []
    private var letter: UInt8 = 0
    private var isNegative = false
    private var hasMarks = false
    private var hasSign = false
    private var isLetterFirst = false

    /// Reads a cell; nil where it is no coordinate in any format.
    ///
    /// - Parameter hasCommas: Whether decimals stand behind a comma.
    init?(_ cell: Cell, hasCommas: Bool) {
        var i = 0
        let count = cell.count
        while i < count {
            let byte = cell.start[i]
            switch byte {
            case 48...57:
                guard parts.count < 3, let end = Self.numberEnd(cell, i, hasCommas) else { return nil }
                parts.append(Self.number(cell, i..<end))
                i = end
                continue
            case 43, 45:
                guard parts.isEmpty, !hasSign else { return nil }
                (hasSign, isNegative) = (true, byte == 45)
            case 78, 83, 69, 87, 110, 115, 101, 119:  // N S E W
                guard letter == 0, i == 0 || !parts.isEmpty else { return nil }
                (letter, isLetterFirst) = (byte & 0xDF, parts.isEmpty)
            case 32, 58: hasMarks = hasMarks || (byte == 58 || !parts.isEmpty)
            // Quotes, and the bytes of °, º, ′, ″, ’ and ”.
            case 34, 39, 0xC2, 0xB0, 0xBA, 0xE2, 0x80, 0x99, 0x9D, 0xB2, 0xB3: hasMarks = true
            default: return nil
            }
            i += 1
        }
        guard !parts.isEmpty, letter == 0 || !isNegative else { return nil }
    }

    private static func numberEnd(_ cell: Cell, _ start: Int, _ hasCommas: Bool) -> Int? {
        var (i, hasPoint) = (start, false)
        while i < cell.count {
            let byte = cell.start[i]
            if byte == (hasCommas ? 44 : 46), !hasPoint { hasPoint = true } else if byte &- 48 >= 10 { break }
            i += 1
        }
        return i
    }

    private static func number(_ cell: Cell, _ range: Range<Int>) -> Double {
        let bytes = range.map { cell.start[$0] == 44 ? 46 : cell.start[$0] }
        return bytes.withUnsafeBufferPointer { text in text.baseAddress.map { decimal(Cell($0, text.count)) } ?? .nan }
    }

    /// Degrees; nil where it does not fit the format, or the hemisphere is none of its axis.
    ///
    /// - Parameter hemisphere: Of a cell beside it; 0 for none.
    func degrees(_ format: CoordinateFormat, isLatitude: Bool, hemisphere: UInt8) -> Double? {
        guard letter == 0 || hemisphere == 0, hemisphere == 0 || !isNegative else { return nil }
        let side = letter == 0 ? hemisphere : letter
        guard side == 0 || (isLatitude ? [78, 83] : [69, 87]).contains(side), let size = size(format) else { return nil }
        return isNegative || side == 83 || side == 87 ? -size : size
    }

    private func size(_ format: CoordinateFormat) -> Double? {
        let first = parts[0]
        guard parts.count == 1 else {
            guard format != .degrees, format != .e7, hasMarks, format != .ddmm || parts.count == 2,
                parts.dropFirst().allSatisfy({ $0 < 60 })
            else { return nil }
            // One quotient at the end: 39°30' is exactly 39.5.
            let seconds = parts.count > 2 ? parts[2] : 0
            return (first * 3600 + parts[1] * 60 + seconds) / 3600
        }
        switch format {
        // Rule 1.7: `N52.5` is no number unless the source says that coordinates have letters.
        case .automatic: return isLetterFirst && !hasMarks ? nil : first
        case .degrees: return first
        case .e7: return first / 1e7
        case .ddmm:
            let degrees = (first / 100).rounded(.down)
            let minutes = first - degrees * 100
            return minutes < 60 ? (degrees * 60 + minutes) / 60 : nil
        case .dms:
            let degrees = (first / 10_000).rounded(.down)
            let minutes = ((first - degrees * 10_000) / 100).rounded(.down)
            let seconds = first - degrees * 10_000 - minutes * 100
            return minutes < 60 && seconds < 60 ? (degrees * 3600 + minutes * 60 + seconds) / 3600 : nil
        }
    }
}
