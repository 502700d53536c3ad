import SQLite
import Store

/// Rows that a report is written from, one after the other. A class: it owns the statement that it reads, or what it has found, and
/// stands at a row.
protocol RowSource: AnyObject {
    /// The columns of a row: first those that are shown, then those that a format needs besides.
    var names: [String] { get }
    /// How many columns are shown.
    var shown: Int { get }
    /// Goes to each row in turn, and has a body look at it.
    func forEach(_ body: () throws -> Void) throws
    /// Sentences for whoever has the rows written.
    var notes: [String] { get }
    /// A value of the row; the bytes of a text are gone with the row.
    func cell(_ column: Int) -> Cell
}

extension RowSource {
    var notes: [String] { [] }

    /// The place of a column, shown or not; nil where there is none.
    func column(_ name: String) -> Int? { names.firstIndex(of: name) }

    /// The text of a column; nil where it is none.
    func text(_ column: Int?) -> String? {
        guard let column, case .text(let bytes) = cell(column) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The whole number of a column; nil where it is none.
    func integer(_ column: Int?) -> Int64? {
        guard let column, case .integer(let number) = cell(column) else { return nil }
        return number
    }

    /// The number of a column; nil where it is none.
    func real(_ column: Int?) -> Double? {
        guard let column else { return nil }
        return switch cell(column) {
        case .real(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }
}

/// Rows of a view.
final class ViewRows: RowSource {
    let names: [String]
    let shown: Int
    private let statement: Statement
    private let positions: ConvertedPositions?
    private var converted: [Int: Cell] = [:]

    /// - Parameters:
    ///   - names: Of the statement's columns.
    ///   - namesSystem: Whether the names of converted positions say their system.
    init(_ statement: Statement, names: [String], shown: Int, positions: ConvertedPositions?, namesSystem: Bool) {
        self.statement = statement
        self.names = namesSystem ? positions?.naming(names) ?? names : names
        self.shown = shown
        self.positions = positions
    }

    func forEach(_ body: () throws -> Void) throws {
        while try next() { try body() }
    }

    /// Goes to the next row; false behind the last.
    func next() throws -> Bool {
        guard try statement.step() else { return false }
        if let positions { converted = positions.converted(statement.cell) }
        return true
    }

    func cell(_ column: Int) -> Cell {
        if positions != nil, let cell = converted[column] { return cell }
        return statement.cell(column)
    }
}
