import Foundation
import Geodesy
import Testing

@testable import Pipeline

@Suite struct PlaceNamesTests {
    private func read(_ text: String) throws -> PlaceNames {
        try PlaceNames(Array(text.utf8), file: "names.csv")
    }

    private func problem(_ text: String) -> String {
        do {
            _ = try read(text)
            return "none"
        } catch { return "\(error)" }
    }

    @Test func `no file names nothing`() {
        #expect(PlaceNames().name(at: Coordinate(latitude: 0, longitude: 0)) == nil)
    }

    @Test func `the nearest circle that holds a place names it, on a tie the first`() throws {
        let names = try read(
            "radius,name,latitude,longitude\n300,Yard,40,116\n300,\"Gate, \"\"east\"\"\",40.001,116\n300,Second,40,116\n")
        #expect(names.name(at: Coordinate(latitude: 40.0004, longitude: 116)) == "Yard")
        #expect(names.name(at: Coordinate(latitude: 40.0006, longitude: 116)) == "Gate, \"east\"")
        #expect(names.name(at: Coordinate(latitude: 40.01, longitude: 116)) == nil)
    }

    @Test func `a circle holds what lies at its radius`() throws {
        // 0.001° of latitude are 111.195 m on the sphere of rule 2.2.
        #expect(
            try read("name,latitude,longitude,radius\nYard,40,116,111.2\n").name(at: Coordinate(latitude: 40.001, longitude: 116))
                == "Yard")
        #expect(
            try read("name,latitude,longitude,radius\nYard,40,116,111.19\n").name(
                at: Coordinate(latitude: 40.001, longitude: 116)) == nil)
        #expect(
            try read("name,latitude,longitude,radius\nPort,0,180,50\n").name(at: Coordinate(latitude: 0, longitude: -180))
                == "Port")
    }

    @Test func `another content is another hash`() throws {
        let text = "name,latitude,longitude,radius\nYard,40,116,100\n"
        #expect(try read(text).hash == read(text).hash)
        #expect(try read(text).hash != read(text.replacingOccurrences(of: "Yard", with: "yard")).hash)
    }

    @Test func `messages say the place, the value and what it may be, all at once`() {
        #expect(
            problem("name,latitude,longitude\n")
                == "names.csv:1:1: there is no column 'radius'; names of places want name, latitude, longitude, radius.")
        #expect(
            problem("name,latitude,longitude,radius\n\"Old\nyard\",140,116,100\r\n\r\n,40,116,100\nGate,40,116,100 m\nDoor,40\n")
                == """
                names.csv:3:7: 'latitude' is '140'; it may be -90 to 90 degrees.
                names.csv:5:1: 'name' is empty; it wants the name of a place.
                names.csv:6:13: 'radius' is '100 m'; it may be 1 to 100000 m, without a unit.
                names.csv:7:6: 'longitude' is ''; it may be -180 to 180 degrees.
                names.csv:7:6: 'radius' is ''; it may be 1 to 100000 m, without a unit.
                """)
        #expect(
            problem("")
                == "names.csv:1:1: there are no columns 'name', 'latitude', 'longitude', 'radius'; names of places want name, latitude, longitude, radius."
        )
    }

    @Test func `the pipeline file reads it, and tells a missing one where it is named`() throws {
        let stages = ["find-stays", "find-places: {names-from: names.csv}"]
        try withFiles(["names.csv", "dir/x"]) { folder in
            let text = "name,latitude,longitude,radius\nYard,40,116,100\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/names.csv"))
            let file = try pipeline(pipelineText(top: ["base: \(folder)"], stages: stages))
            #expect(file.placeNames.name(at: Coordinate(latitude: 40, longitude: 116)) == "Yard")
            try Data("name,latitude,longitude,radius\nYard,40,116,\n".utf8).write(to: URL(fileURLWithPath: folder + "/names.csv"))
            #expect(
                problems(pipelineText(top: ["base: \(folder)"], stages: stages)) == [
                    "\(folder)/names.csv:2:13: 'radius' is ''; it may be 1 to 100000 m, without a unit."
                ])
            #expect(
                problems(pipelineText(top: ["base: \(folder)"], stages: ["find-stays", "find-places: {names-from: dir}"])) == [
                    "9:31: 'names-from' is dir; \(folder)/dir cannot be read: Is a directory."
                ])
        }
        #expect(
            problems(pipelineText(stages: stages)) == [
                "8:31: 'names-from' is names.csv; pipelines/names.csv cannot be read: No such file or directory."
            ])
    }
}
