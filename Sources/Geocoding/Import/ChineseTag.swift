/// Which Chinese an alternate name of GeoNames is tagged as.
enum ChineseTag {
    case simplified, traditional, unsaid

    /// nil for another language.
    init?(_ tag: UnsafeRawBufferPointer) {
        guard tag.starts(with: "zh".utf8) else { return nil }
        switch String(decoding: tag, as: UTF8.self) {
        case "zh": self = .unsaid
        case "zh-Hans", "zh-CN", "zh-SG": self = .simplified
        case "zh-Hant", "zh-HK", "zh-MO", "zh-TW": self = .traditional
        default: return nil
        }
    }

    /// How well it suits: the lowest is the best; nil where it is the other script.
    func rank(isTraditional: Bool, isPreferred: Bool) -> Int64? {
        switch self {
        case .unsaid: isPreferred ? 1 : 3
        case .simplified: isTraditional ? nil : isPreferred ? 0 : 2
        case .traditional: isTraditional ? (isPreferred ? 0 : 2) : nil
        }
    }
}

/// Whether a text is not empty and all of Chinese ideographs, or the dot between parts of foreign names.
///
/// - Source: the Unicode standard's blocks: extension A, the basic block, compatibility, extensions B to H, and the zero 〇.
func isHan(_ text: String) -> Bool {
    !text.isEmpty
        && text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF, 0x3007, 0xB7: true
            default: false
            }
        }
}
