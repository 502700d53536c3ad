extension View {
    /// Cells that a stay, place or history point lies in, from `geocode`.
    static let addresses = View(
        "addresses", key: "cell", id: "cell", shape: .point,
        rows: """
            SELECT id AS cell, latitude, longitude, address, country, province, city, district, street, provider, language, approximate,
                distance AS distance_m, state
            FROM _address
            """,
        columns: [.init("cell", "cell of the grid")] + .position("centre of the cell") + [
            .address, .init("country", "part of the address"), .init("province", "part of the address: state or province"),
            .init("city", "part of the address: city or town"), .init("district", "part of the address: part of the city"),
            .init("street", "part of the address: street, with its number"),
            .init("provider", "who said so"), .init("language", "of the address"),
            .flag("approximate", "nearest place, not the address itself"),
            .init("distance_m", "m", "to the place that is named"),
            .init("state", "done, not-found (no source knows an address) or pending (a source is still to be asked)"),
        ])
}
