import Glibc

/// Names met in logs (devices, kinds) with the number each goes by during a run; shared by all threads.
///
/// `@unchecked Sendable`: every access to the arrays is under the pthread mutex; readers keep caches of their own, so that it is
/// taken once a name and file, not once a row.
public final class NameTable: @unchecked Sendable {
    private let lock = Lock()
    private var names: [String]
    private var hashes: [UInt64]
    private var numbers: [ExactText: UInt32]

    /// A table; `reserved` takes the first numbers.
    public init(reserved: [String] = []) {
        names = reserved
        hashes = reserved.map(Self.hash)
        numbers = Dictionary(uniqueKeysWithValues: reserved.enumerated().map { (ExactText($1), UInt32($0)) })
    }

    /// The number of a name, a new one where it is new. Names are told apart by their bytes.
    public func number(of name: String) -> UInt32 {
        lock.with {
            if let number = numbers[ExactText(name)] { return number }
            let number = UInt32(names.count)
            names.append(name)
            hashes.append(Self.hash(name))
            numbers[ExactText(name)] = number
            return number
        }
    }

    /// The name of a number that this table gave.
    public func name(of number: UInt32) -> String { lock.with { names[Int(number)] } }

    /// All names in the order of their numbers.
    public var all: [String] { lock.with { names } }

    /// The stable hash of a name: what partitions are told by.
    public static func hash(_ name: String) -> UInt64 {
        var copy = name
        return copy.withUTF8 { hash(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// The stable hash of a name given as bytes of UTF-8.
    public static func hash(bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = StableHash()
        hash.combine(bytes: bytes)
        return hash.value
    }
}
