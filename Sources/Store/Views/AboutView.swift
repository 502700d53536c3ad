extension View {
    /// Columns of views.
    static let about = View(
        "about", key: "view, \"column\"", isResult: false,
        rows: """
            SELECT view, name AS "column", unit, meaning FROM _about_column
            """,
        columns: [
            .init("view", "name of a view"), .init("column", "name of a column of it"),
            .init("unit", "unit of the column, or what its text is; empty where it has none"), .init("meaning", "what it says"),
        ])
}
