import SQLite
import Store
import Tracks

/// The addresses of a page, each text once. A class: all sections find theirs in it.
final class PageAddresses {
    /// No address, or not asked for one.
    static let none: Int64 = -1
    /// An address that is still to be found.
    static let pending: Int64 = -2

    /// The texts, by their numbers.
    private(set) var texts: [String] = []
    private let statement: Statement
    private var numbers: [ExactText: Int64] = [:]
    private var known: [Int64: Int64] = [:]

    init(_ database: StoreReader) throws {
        statement = try database.prepare("SELECT address, state FROM _address WHERE cell = ?")
    }

    /// The number of a cell's address; `none` or `pending` where it has no text.
    func number(ofCell cell: Int64?) throws -> Int64 {
        guard let cell else { return Self.none }
        if let number = known[cell] { return number }
        statement.bind(cell, at: 1)
        var number = Self.none
        if try statement.step() {
            if let text = statement.optionalText(0), !text.isEmpty {
                number = self.number(of: text)
            } else if statement.text(1) == "pending" {
                number = Self.pending
            }
        }
        statement.reset()
        known[cell] = number
        return number
    }

    /// The text of a number; nil where it has none.
    func text(_ number: Int64) -> String? { number >= 0 ? texts[Int(number)] : nil }

    /// Cells that were asked for here and are still to be found, and all that were.
    var counts: (pending: Int, all: Int) { (known.values.count { $0 == Self.pending }, known.count) }

    private func number(of text: String) -> Int64 {
        if let number = numbers[ExactText(text)] { return number }
        numbers[ExactText(text)] = Int64(texts.count)
        texts.append(text)
        return Int64(texts.count - 1)
    }
}
