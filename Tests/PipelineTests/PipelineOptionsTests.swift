import Testing

@testable import Pipeline

/// Rules 3.3 and 4.4: which options make days or results anew. What a result does not depend on must not.
@Suite struct PipelineOptionsTests {
    private static let stages = [
        "convert", "drop-spikes: {speed: 70 m/s}", "find-stays: {radius: 150 m}", "split-trips", "pick-history",
        "find-places: {radius: 100 m}",
        "geocode: {of: [stays]}", "cluster-for-map: {of: stays, zooms: 3..16}",
    ]
    private static let kinds = "kinds: {pet: {codes: [0], top-speed: 15 m/s, priority: high, color: \"#FE7A24\", glyph: P}}"

    private func text(top: [String] = [], read: [String] = [], stages changed: [String] = [], after: [String] = []) -> String {
        let stages = Self.stages.map { line in changed.first { $0.prefix { $0 != ":" } == line.prefix { $0 != ":" } } ?? line }
        return pipelineText(
            top: [Self.kinds].filter { _ in !top.contains { $0.hasPrefix("kinds") } } + top, read: read, stages: stages,
            after: after)
    }

    private func differs(_ other: String, settings: [String] = []) throws -> [Bool] {
        let (a, b) = (try pipeline(text()), try pipeline(other, settings: settings))
        return [a.phase1Options != b.phase1Options, a.phase2Text != b.phase2Text]
    }

    @Test func `the same file has the same options`() throws {
        #expect(try differs(text()) == [false, false])
    }

    @Test(arguments: ["name: other", "base: ..", "timezone: Etc/UTC"])
    func `what only names things changes nothing`(line: String) throws {
        // Etc/UTC is another name: its days are the same, but the zone's name stands in the database.
        let found = try differs(text(top: [line]))
        #expect(found[1] == false && (found[0] == false || line.hasPrefix("timezone")))
    }

    @Test(arguments: ["timezone: Asia/Shanghai", "same-time: last"])
    func `the zone and the rule of one time make days anew`(line: String) throws {
        #expect(try differs(text(top: [line])) == [true, false])
    }

    @Test(arguments: [
        "late: 1 day", "crs: gcj02", "timezone: Asia/Shanghai", "speed-unit: km/h", "delimiter: \";\"", "time-format: seconds",
        "week-rollover: repair",
        "null-island: keep", "not-before: 2000-01-01", "rejects-kept: 5", "files-dated-in: Asia/Shanghai", "extra: [battery]",
        "columns: {device: id, time: t, latitude: lat, longitude: lon, speed: v}",
        "columns: {device: id, time: t, latitude: lat, longitude: lng}",
    ])
    func `how rows are read makes days anew`(line: String) throws {
        #expect(try differs(text(read: [line])) == [true, false])
    }

    @Test(arguments: ["settle: 1 h", "required: on", "files: [\"logs/{date}.csv\", \"more/{date}.csv\"]"])
    func `which files there are and when they are read does not`(line: String) throws {
        #expect(try differs(text(read: [line])) == [false, false])
    }

    @Test(arguments: [
        "convert: {china-shift: nowhere}", "drop-spikes: {speed: 60 m/s}", "drop-spikes: {speed: 70 m/s, slack: 10 m}",
        "find-stays: {radius: 151 m}",
        "find-stays: {radius: 150 m, gap: 1 h}", "split-trips: {gap: 10 min}", "split-trips: {least-distance: 1 m}",
        "pick-history: {points: 9}",
    ])
    func `options of stages on fixes make days anew`(line: String) throws {
        #expect(try differs(text(stages: [line])) == [true, false])
    }

    @Test(arguments: [
        "find-places: {radius: 101 m}", "find-places: {radius: 100 m, night: 21:00..06:00}", "geocode: {of: [stays], cell: 10 m}",
        "geocode: {of: [history]}",
        "cluster-for-map: {of: stays, zooms: 3..15}", "cluster-for-map: {of: stays, zooms: 3..16, separate-by: kind}",
    ])
    func `options of stages on results make results anew`(line: String) throws {
        #expect(try differs(text(stages: [line])) == [false, true])
    }

    @Test(arguments: [
        ("[gazetteer]", false), ("gazetteer", false), ("[nominatim: {url: \"http://a\"}, gazetteer]", true),
    ])
    func `where addresses come from makes results anew`(chain: String, isOther: Bool) throws {
        #expect(try differs(text(stages: ["geocode: {of: [stays], with: \(chain)}"])) == [false, isOther])
    }

    @Test func `of a source, what addresses depend on makes results anew, and how it is asked does not`() throws {
        func phase2(_ options: String, _ more: String = "") throws -> String {
            try pipeline(
                text(stages: ["geocode: {of: [stays], with: [{nominatim: {url: \"http://a\"\(options)}}, gazetteer]\(more)}"])
            ).phase2Text
        }
        let plain = try phase2("")
        for same in [", rate: 5/min", ", per-day: 9", ", in-flight: 3", ", timeout: 1 min", ", keep: 30 days", ", zoom: 18"] {
            #expect(try phase2(same) == plain, "\(same)")
        }
        #expect(try phase2("", ", cache: x.cache") == plain)
        #expect(try phase2("", ", languages: [en, zh]") == plain)
        #expect(try phase2(", zoom: 10") != plain)
        #expect(try phase2("", ", languages: [zh]") != plain)
    }

    @Test func `another key makes nothing anew`() throws {
        func phase2(_ key: String) throws -> String {
            try pipeline(
                text(stages: ["geocode: {of: [stays], with: [{amap: {key: \"${AMAP_KEY}\"}}]}"]), environment: ["AMAP_KEY": key]
            ).phase2Text
        }
        let first = try phase2("0123456789")
        #expect(try phase2("abcdefghij") == first)
        #expect(first.contains("geocode.with=[\"amap\"]"))
    }

    @Test func `a stage more or less, or in another place, shows`() throws {
        #expect(
            try pipeline(pipelineText(stages: ["find-stays", "thin: {points: 5}"])).phase1Options
                != pipeline(pipelineText(stages: ["find-stays"])).phase1Options)
        #expect(
            try pipeline(pipelineText(stages: ["find-stays", "thin: {points: 5}", "thin: {every: 1 min}"])).phase1Options
                != pipeline(pipelineText(stages: ["find-stays", "thin: {every: 1 min}", "thin: {points: 5}"])).phase1Options)
        #expect(
            try pipeline(pipelineText(stages: ["find-stays", "find-places"])).phase2Text
                != pipeline(pipelineText(stages: ["find-stays"])).phase2Text)
    }

    @Test(arguments: [
        ("kinds: {pet: {codes: [1], top-speed: 15 m/s, priority: high, color: \"#FE7A24\", glyph: P}}", [true, false]),
        ("kinds: {pet: {codes: [0], top-speed: 16 m/s, priority: high, color: \"#FE7A24\", glyph: P}}", [true, false]),
        ("kinds: {pet: {codes: [0], top-speed: 15 m/s, priority: low, color: \"#FE7A24\", glyph: P}}", [false, true]),
        ("kinds: {pet: {codes: [0], top-speed: 15 m/s, priority: high, color: \"#000000\", glyph: Q}}", [false, false]),
        ("kinds: {dog: {codes: [0], top-speed: 15 m/s, priority: high, color: \"#FE7A24\", glyph: P}}", [true, true]),
    ])
    func `of kinds, codes and speeds make days anew, priorities map clusters, looks nothing`(line: String, expected: [Bool])
        throws
    {
        #expect(try differs(text(top: [line])) == expected)
    }

    @Test func `where results go and what is reported changes nothing`() throws {
        #expect(try differs(text(after: ["reports: [{csv: {to: s.csv}}]"])) == [false, false])
        #expect(try differs(text(), settings: ["write.sqlite=x.sqlite"]) == [false, false])
    }

    @Test func `how a value is written, and a default that is spelt out, change nothing`() throws {
        #expect(try differs(text(stages: ["find-stays: {radius: 0.15 km, at-least: 1200 s, gap: 0.5 h}"])) == [false, false])
        #expect(try differs(text(read: ["late: 0 s", "crs: wgs84"])) == [false, false])
    }

    @Test func `a comment or an empty line above the source changes nothing`() throws {
        #expect(try differs("# what runs every night\n\n" + text()) == [false, false])
    }

    @Test func `the order of keys changes nothing`() throws {
        #expect(try differs(text(read: ["columns: {longitude: lon, latitude: lat, time: t, device: id}"])) == [false, false])
    }

    @Test func `a setting counts as what it sets`() throws {
        let set = try pipeline(text(), settings: ["find-stays.radius=151 m"])
        #expect(try set.phase1Options == pipeline(text(stages: ["find-stays: {radius: 151 m}"])).phase1Options)
    }
}
