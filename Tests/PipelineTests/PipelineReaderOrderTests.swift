import Foundation
import Testing

@testable import Pipeline

/// DESIGN.md: the wrong orders of stages. In the text of `pipelineText` the first stage stands in line 7.
@Suite struct PipelineReaderOrderTests {
    private func order(_ stages: String..., read: [String] = []) -> [String] {
        problems(pipelineText(read: read, stages: stages))
    }

    @Test func `convert must be the first stage`() {
        #expect(
            order("drop-spikes: {speed: 70 m/s}", "convert") == [
                "8:5: convert stands behind drop-spikes; it must be the first stage."
            ])
    }

    @Test func `split-trips and find-places want find-stays before them`() {
        #expect(order("split-trips", "find-stays") == ["7:5: split-trips wants find-stays before it."])
        #expect(order("split-trips") == ["7:5: split-trips wants find-stays before it."])
        #expect(order("convert", "find-places").contains("8:5: find-places wants find-stays before it."))
    }

    @Test func `nothing may drop fixes between find-stays and split-trips`() {
        #expect(
            order("find-stays", "simplify: {tolerance: 15 m}", "split-trips") == [
                "8:5: simplify drops fixes between find-stays and split-trips; put it before or behind both."
            ])
        #expect(order("find-stays", "pick-history", "split-trips") == [])
        #expect(order("find-stays", "split-trips", "simplify: {tolerance: 15 m}") == [])
    }

    @Test func `nothing may reject fixes behind find-stays`() {
        #expect(
            order("find-stays", "drop-invalid: {accuracy: 50 m}") == [
                "8:5: drop-invalid rejects fixes behind find-stays; put it before."
            ])
        #expect(order("drop-invalid: {accuracy: 50 m}", "find-stays") == [])
    }

    @Test func `thinning before stays is a warning`() {
        #expect(
            order("thin: {every: 10 s}", "find-stays") == [
                "7:5: warning: thin thins before find-stays; stays may be lost. Put it behind."
            ])
    }

    @Test func `map clusters and geocode want what they are of before them`() {
        #expect(
            order("find-stays", "cluster-for-map: {of: places}") == [
                "8:27: cluster-for-map is of places, which no find-places before it finds."
            ])
        #expect(
            order("geocode: {of: [stays]}", "find-stays").contains(
                "7:19: geocode is of stays, which no find-stays before it finds."))
        #expect(
            order("find-stays", "geocode: {of: [stays, history]}") == [
                "8:19: geocode is of history, which no pick-history before it finds."
            ])
    }

    @Test func `a stage of fixes may not stand behind one of results`() {
        #expect(
            order("find-stays", "find-places", "simplify: {tolerance: 15 m}")
                == ["9:5: simplify works on fixes and stands behind find-places, which works on results; put it before."])
    }

    @Test func `a stage stands once, only thin may come again`() {
        #expect(order("find-stays", "find-stays") == ["8:5: find-stays stands here a second time; once is enough."])
        #expect(order("find-stays", "thin: {every: 10 s}", "thin: {points: 50}") == [])
    }

    @Test(arguments: ["crs: gcj02", "crs: {column: c, default: wgs84}", "crs: {column: c}"])
    func `a source that may not be WGS-84 wants convert`(crs: String) {
        let wanted =
            "this source may be in another coordinate system than wgs84, and no stage converts it; add convert as the first stage."
        #expect(order("find-stays", read: [crs]) == ["4:3: \(wanted)"])
        #expect(order("convert", "find-stays", read: [crs]) == [])
    }

    @Test func `a gap of split-trips longer than that of find-stays is told`() {
        #expect(
            order("find-stays: {gap: 10 min}", "split-trips: {gap: 11 min}") == [
                "8:24: 'gap' is 11 min; it may be 1 s to 10 min."
            ])
    }

    @Test func `clusters by group without any groups are a warning`() throws {
        let stages = ["find-stays", "cluster-for-map: {separate-by: group}"]
        let none = "warning: 'separate-by' is group, and no device has one; give groups in a 'devices' file."
        #expect(problems(pipelineText(stages: stages)) == ["8:36: \(none)"])
        try withFiles(["devices.csv"]) { folder in
            try Data("device,group\nv1,north\n".utf8).write(to: URL(filePath: folder + "/devices.csv"))
            #expect(problems(pipelineText(top: ["base: \(folder)", "devices: devices.csv"], stages: stages)) == [])
        }
    }

    @Test func `a stage by kind without any kinds is a warning`() throws {
        let stages = ["find-stays", "find-places: {of: kind}", "cluster-for-map: {separate-by: kind}"]
        let none = "is kind, and no device has one; give a source the column 'kind', or kinds in a 'devices' file."
        let warnings = ["8:23: warning: 'of' \(none)", "9:36: warning: 'separate-by' \(none)"]
        #expect(problems(pipelineText(stages: stages)) == warnings)
        let columns = "columns: {device: id, time: t, latitude: lat, longitude: lon, kind: k}"
        #expect(problems(pipelineText(read: [columns], stages: stages)) == [])
        #expect(problems(pipelineText(stages: ["find-stays", "find-places", "cluster-for-map: {separate-by: device}"])) == [])
        try withFiles(["devices.csv"]) { folder in
            for (rows, wanted) in [("v1,van", []), ("v1,", warnings.map { $0.dropFirst() })] {
                try Data("device,kind\n\(rows)\n".utf8).write(to: URL(filePath: folder + "/devices.csv"))
                let text = pipelineText(top: ["base: \(folder)", "devices: devices.csv"], stages: stages)
                #expect(problems(text).map { $0.drop { $0 != ":" } } == wanted.map { $0.drop { $0 != ":" } })
            }
        }
        #expect(
            problems(pipelineText(read: ["late: 1"], stages: stages)) == ["6:9: 'late' is 1 without a unit; write 1 s."])
    }
}
