/// The cells to ask for by centre: those with one centre are one unit, and so is their request.
struct AskedUnits {
    private(set) var centers: [AskedCenter] = []
    private var firstKeys: [Int64] = []
    private var otherKeys: [Int: [Int64]] = [:]

    init(_ cells: [AskedCell]) {
        var units: [AskedCenter: Int] = [:]
        units.reserveCapacity(cells.count)
        for cell in cells {
            let center = AskedCenter(cell.center)
            if let unit = units[center] {
                otherKeys[unit, default: []].append(cell.key)
            } else {
                units[center] = centers.count
                centers.append(center)
                firstKeys.append(cell.key)
            }
        }
    }

    var count: Int { centers.count }

    /// The keys of a unit's cells.
    func keys(_ unit: Int) -> [Int64] { [firstKeys[unit]] + (otherKeys[unit] ?? []) }

    /// How many cells a unit stands for.
    func cellCount(_ unit: Int) -> Int { 1 + (otherKeys[unit]?.count ?? 0) }
}
