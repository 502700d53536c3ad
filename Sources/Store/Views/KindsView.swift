extension View {
    /// Kinds that the pipeline file declares. No digest covers them: a colour is no result.
    static let kinds = View(
        "kinds", key: "number", isResult: false,
        rows: """
            SELECT number, name, color, glyph, priority FROM _kind
            """,
        columns: [
            .init("number", "its place in the pipeline file, from 0"), .init("name", "the kind"),
            .init("color", "#RRGGBB: that of the pipeline file, or one of a palette"),
            .init("glyph", "a letter or two for its marker: that of the pipeline file, or its first letter"),
            .init("priority", "on a map: 1000 is required, 750 high, 250 low"),
        ])
}
