import Foundation
import Geodesy
import Testing

@testable import Pipeline

@Suite struct PlaceNamesTests {
    private func read(_ text: String) throws -> PlaceNames {
        let path = NSTemporaryDirectory() + "trackmill-names-\(UUID().uuidString).csv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return try PlaceNames(path: path, named: "names.csv")
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

    @Test func `messages say the row, the value and what it may be, all at once`() {
        #expect(
            problem("name,latitude,longitude\n")
                == "names.csv:1:1: there is no column 'radius'; names of places want name, latitude, longitude, radius.")
        #expect(
            problem("name,latitude,longitude,radius\nYard,140,116,100\n,40,116,100\nGate,40,116,100 m\n")
                == """
                names.csv: row 1: 'latitude' is '140'; it may be -90 to 90 degrees.
                names.csv: row 2: 'name' is empty; it wants the name of a place.
                names.csv: row 3: 'radius' is '100 m'; it may be 1 to 100000 m, without a unit.
                """)
        #expect(
            problem("") == "names.csv:1:1: there is no column 'name'; names of places want name, latitude, longitude, radius.")
    }
}
