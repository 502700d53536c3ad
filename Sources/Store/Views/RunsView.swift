extension View {
    /// Runs: the ledger.
    static let runs = View(
        "runs", key: "run", isResult: false,
        rows: """
            SELECT id AS run, started_utc, ended_utc, version, host, first_day, last_day, days, rows, kept, thinned, rejected, exit_status FROM _run
            """,
        columns: [
            .init("run", "number of the run"), .init("started_utc", "when it began"),
            .init("ended_utc", "when it ended; NULL where it was killed"),
            .init("version", "of the program"), .init("host", "where it ran"), .init("first_day", "of a dated run"),
            .init("last_day", "of a dated run"),
            .init("days", "days made"), .init("rows", "rows read"), .init("kept", "fixes kept"),
            .init("thinned", "fixes thinned away"),
            .init("rejected", "rows rejected"), .init("exit_status", "how it ended"),
        ])
}
