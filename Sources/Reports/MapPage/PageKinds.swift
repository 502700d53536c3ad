import SQLite
import Store
import TrackAlgorithms
import Tracks

/// The kinds of a page in their order, with how they look.
struct PageKinds {
    /// Numbers by name.
    let numbers: MapKinds
    /// One a name of `numbers`.
    let looks: [StoredKind]

    init(_ scope: PageScope) throws {
        let declared = try scope.store.kinds()
        let found =
            declared.isEmpty
            ? try scope.database.rows(
                "SELECT DISTINCT kind FROM _device_day WHERE kind IS NOT NULL AND day BETWEEN ? AND ?",
                .integer(scope.days?.lowerBound ?? 0), .integer(scope.days?.upperBound ?? -1)
            ) { $0.text(0) } : []
        numbers = MapKinds(declared: declared.map { ($0.name, $0.priority) }, found: found)
        looks = numbers.names.enumerated().map { number, name in
            declared.first { ExactText($0.name) == ExactText(name) } ?? StoredKind(name: name, number: number)
        }
    }

    /// The number of a kind; that of `other` where it is none of them.
    func number(of kind: String?) -> Int64 { Int64(numbers.number(of: kind)) }

    /// As a list of objects.
    func write(to data: DataWriter) throws {
        try data.write("\"kinds\":[")
        for (number, kind) in looks.enumerated() {
            try data.write(
                (number > 0 ? "," : "")
                    + "{\"name\":\(jsonText(kind.name)),\"color\":\(jsonText(kind.color)),\"glyph\":\(jsonText(kind.glyph)),\"priority\":\(kind.priority)}"
            )
        }
        try data.write("]")
    }
}
