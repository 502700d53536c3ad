import Glibc

/// Figures as a table of Markdown.
struct ResultTable {
    private var rows: [[String]]

    init(_ columns: [String]) { rows = [columns] }

    mutating func add(_ cells: [String]) { rows.append(cells) }

    func print() {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for (i, row) in rows.enumerated() {
            let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
            Swift.print("| " + cells.joined(separator: " | ") + " |")
            if i == 0 { Swift.print("|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|") }
        }
    }
}

/// A number with three digits that count, or so; what could not be measured is said.
func figure(_ value: Double) -> String {
    guard value.isFinite, value >= 0 else { return "failed" }
    let decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    let fraction = "\(scaled % Int(scale))"
    return "\(scaled / Int(scale))." + String(repeating: "0", count: decimals - fraction.count) + fraction
}
