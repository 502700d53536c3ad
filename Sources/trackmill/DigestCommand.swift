import Options
import Store
import Tracks

let digestCommand = Command(
    name: "digest", arguments: "DB", counts: 1...1, summary: "SHA-256 of each view of results and of all.",
    options: [
        Command.Option(name: "--view", value: "NAME", help: "Only this view.", choices: Store.resultViews), textOrJSONOption,
        setOption,
    ],
    examples: [
        "trackmill digest out/tracks.sqlite", "trackmill digest pipelines/nightly.yaml --view stays",
        "trackmill digest out/tracks.sqlite --format json",
    ]
) { call in
    let isJSON = try wantsJSON(call)
    let store = try openStore(call)
    if let view = call.value("--view"), !Store.resultViews.contains(view) {
        let hint = suggestion(for: view, among: Store.resultViews).map { " Did you mean '\($0)'?" } ?? ""
        throw UsageError(
            "there is no view of results '\(view)'; there are \(Store.resultViews.joined(separator: ", ")).\(hint)")
    }
    let digest = try ResultDigest(of: store, view: call.value("--view"))
    try printText(isJSON ? digest.json.line + "\n" : digest.text)
    return 0
}

/// The hashes of views, and of all of them.
struct ResultDigest {
    let views: [(name: String, hash: String, rows: Int)]
    /// nil where one view was asked for.
    let whole: String?

    static let document = JSONDocument(
        name: "digest", summary: "What trackmill digest DB --format json prints.",
        fields: [
            JSONField(
                "views",
                .list(
                    .object([
                        JSONField("view", .text, "The view."),
                        JSONField("sha256", .text, "The hash of its rows, in hexadecimal."),
                        JSONField("rows", .integer, "How many rows it has."),
                    ])), "Each view of results, or the one of --view."),
            JSONField("all", .optional(.text), "The hash over all views; null with --view."),
        ])

    init(of store: Store, view: String?) throws {
        var views: [(String, String, Int)] = []
        var whole = SHA256()
        for name in view.map({ [$0] }) ?? Store.resultViews {
            let (hash, rows) = try store.digest(ofView: name)
            views.append((name, hash, rows))
            whole.update(Array("\(name) \(hash)\n".utf8))
        }
        self.views = views
        self.whole = view == nil ? whole.finalized() : nil
    }

    /// A line for each view and for all; of one view the hash alone.
    var text: String {
        guard let whole else { return views.map { $0.hash + "\n" }.joined() }
        return views.map { "\($0.hash)  \($0.name) (\(grouped(Int64($0.rows))) rows)\n" }.joined() + "\(whole)  all\n"
    }

    var json: JSONOutput {
        let list = views.map { view in
            JSONOutput.object([("view", .text(view.name)), ("sha256", .text(view.hash)), ("rows", .integer(view.rows))])
        }
        return .object([("views", .list(list)), ("all", .optional(whole))])
    }
}
