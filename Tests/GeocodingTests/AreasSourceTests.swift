import Geodesy
import Glibc
import Testing

@testable import Geocoding

@Suite struct AreasSourceTests {
    /// A feature of a rectangle.
    private func rectangle(
        _ properties: String, south: Double, west: Double, north: Double, east: Double
    ) -> String {
        feature(
            properties, "Polygon",
            "[[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]]")
    }

    private func feature(_ properties: String, _ type: String, _ coordinates: String) -> String {
        "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}}"
    }

    private func collection(_ features: String..., more: String = "") -> String {
        "{\"type\":\"FeatureCollection\",\(more)\"features\":[\(features.joined(separator: ","))]}"
    }

    private func opened(_ text: String, _ fields: AreaFields = AreaFields()) throws -> any LocalAddresses {
        let folder = try MadeFolder()
        return try AreasSource(file: "", fields: fields).opened(at: try folder.write(text.utf8, to: "areas.geojson"))
    }

    private func problem(_ text: String, _ fields: AreaFields = AreaFields()) throws -> String {
        let folder = try MadeFolder()
        let path = try folder.write(text.utf8, to: "a.geojson")
        let error = #expect(throws: SourceFileError.self) { try AreasSource(file: "", fields: fields).opened(at: path) }
        return try #require(error).description.replacing(folder.path + "/", with: "")
    }

    private func at(_ addresses: any LocalAddresses, _ latitude: Double, _ longitude: Double) -> String? {
        addresses.address(at: Coordinate(latitude: latitude, longitude: longitude), languages: ["en"])?.text
    }

    @Test func `levels compose the line, in words and in numbers`() throws {
        // As DataV writes its districts, and OpenStreetMap its boundaries.
        let chinese = try opened(
            collection(
                rectangle("\"adcode\":110108,\"name\":\"海淀区\",\"level\":\"district\"", south: 1, west: 1, north: 2, east: 2),
                rectangle("\"adcode\":130000,\"name\":\"河北省\",\"level\":\"province\"", south: 0, west: 0, north: 9, east: 9),
                rectangle("\"adcode\":131000,\"name\":\"廊坊市\",\"level\":\"city\"", south: 0, west: 0, north: 5, east: 5),
                rectangle("\"adcode\":100000,\"name\":\"中国\",\"level\":\"country\"", south: -9, west: 0, north: 9, east: 9)))
        let address = try #require(chinese.address(at: Coordinate(latitude: 1.5, longitude: 1.5), languages: ["zh"]))
        #expect(
            address
                == Address(
                    text: "中国河北省廊坊市海淀区", country: "中国", province: "河北省", city: "廊坊市", district: "海淀区", street: nil,
                    provider: "areas",
                    language: "zh", isApproximate: false, distanceMeters: nil))
        #expect(at(chinese, 7, 7) == "中国河北省" && at(chinese, -1, 1) == "中国" && at(chinese, 10, 1) == nil)
        let english = try opened(
            collection(
                rectangle("\"name\":\"Germany\",\"admin_level\":\"2\"", south: 0, west: 0, north: 9, east: 9),
                rectangle("\"name\":\"Berlin\",\"admin_level\":\"4\"", south: 0, west: 0, north: 5, east: 5),
                rectangle("\"name\":\"Berlin\",\"admin_level\":6", south: 1, west: 1, north: 2, east: 2),
                rectangle("\"name\":\"Depot\"", south: 1, west: 1, north: 1.2, east: 1.2)))
        #expect(at(english, 1.5, 1.5) == "Berlin, Germany" && at(english, 1.1, 1.1) == "Depot, Berlin, Germany")
    }

    @Test func `holes are no part of it, and every polygon of many is`() throws {
        let areas = try opened(
            collection(
                feature(
                    "\"name\":\"Ring\"", "MultiPolygon",
                    "[[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[3,3],[3,6],[6,6],[6,3],[3,3]]],[[[4,4],[5,4],[5,5],[4,5],[4,4]]],[[[20,0],[21,0],[21,1],[20,0]]]]"
                )))
        #expect(at(areas, 1, 1) == "Ring" && at(areas, 3.5, 3.5) == nil && at(areas, 4.5, 4.5) == "Ring")
        #expect(at(areas, 0.2, 20.5) == "Ring" && at(areas, 0.8, 20.2) == nil)
    }

    @Test func `a place on a border belongs to the area east or north of it, and to one only`() throws {
        let areas = try opened(
            collection(
                rectangle("\"name\":\"SW\"", south: 0, west: 0, north: 1, east: 1),
                rectangle("\"name\":\"SE\"", south: 0, west: 1, north: 1, east: 2),
                rectangle("\"name\":\"NW\"", south: 1, west: 0, north: 2, east: 1),
                rectangle("\"name\":\"NE\"", south: 1, west: 1, north: 2, east: 2)))
        #expect(at(areas, 0.5, 1) == "SE" && at(areas, 1, 0.5) == "NW" && at(areas, 1, 1) == "NE")
        #expect(at(areas, 0, 0) == "SW" && at(areas, 0, 2) == nil && at(areas, 2, 1) == nil)
    }

    @Test func `on slanting borders too, every place belongs to one area only`() throws {
        // Triangles about one vertex, their common sides given in opposite directions.
        var random = SeededRandom(seed: 7)
        let rim = (0..<12).map { i in (Double(i) * 30).rounded() }.map { degrees in
            (destination(from: Coordinate(latitude: 1, longitude: 1), bearingDegrees: degrees, distanceMeters: 90_000), degrees)
        }
        let features = rim.indices.map { i in
            let (one, other) = (rim[i].0, rim[(i + 1) % rim.count].0)
            return feature(
                "\"name\":\"\(i)\"", "Polygon",
                "[[[1,1],[\(one.longitude),\(one.latitude)],[\(other.longitude),\(other.latitude)],[1,1]]]")
        }
        let areas = try opened("{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}")
        for _ in 0..<2000 {
            let side = rim[Int.random(in: 0..<12, using: &random)].0
            let part = Double.random(in: 0.001...0.999, using: &random)
            let name = at(areas, 1 + (side.latitude - 1) * part, 1 + (side.longitude - 1) * part)
            #expect(name != nil && name?.contains(",") == false)
        }
        #expect(at(areas, 1, 1) != nil)
    }

    @Test func `rings go on across the meridian of 180 degrees`() throws {
        let areas = try opened(
            collection(
                feature("\"name\":\"Leap\"", "Polygon", "[[[179,-1],[-179,-1],[-179,1],[179,1],[179,-1]]]"),
                feature("\"name\":\"Beyond\"", "Polygon", "[[[179,3],[181,3],[181,5],[179,5],[179,3]]]"),
                feature("\"name\":\"World\"", "Polygon", "[[[-180,-90],[180,-90],[180,-80],[-180,-80],[-180,-90]]]")))
        for longitude in [179.5, -179.5, 180, -180, 540] {
            #expect(at(areas, 0, longitude) == "Leap")
            #expect(at(areas, 4, longitude) == "Beyond")
            #expect(at(areas, -85, longitude) == "World")
        }
        #expect(at(areas, 0, 178.9) == nil && at(areas, 0, 0) == nil)
        #expect(at(areas, -85, 0) == "World")
        #expect(at(areas, -90, 10) == "World")
    }

    @Test func `equal to a comparison with every edge`() throws {
        var random = SeededRandom(seed: 99)
        for round in 0..<30 {
            // A star: any angles in turn, any radius.
            let count = 3 + round * round / 3
            let center = (
                latitude: Double.random(in: -60...60, using: &random), longitude: Double.random(in: -170...170, using: &random)
            )
            var ring = (0..<count).map { i in
                let angle = Double(i) / Double(count) * 2 * .pi
                let radius = Double.random(in: 0.1...5, using: &random)
                return (x: center.longitude + radius * cos(angle), y: center.latitude + radius * sin(angle))
            }.map { (x: ($0.x * 1e7).rounded() / 1e7, y: ($0.y * 1e7).rounded() / 1e7) }
            ring.append(ring[0])
            let text = ring.map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
            let areas = try opened(collection(feature("\"name\":\"Star\"", "Polygon", "[[\(text)]]")))
            for _ in 0..<300 {
                let point = (
                    x: center.longitude + .random(in: -6...6, using: &random),
                    y: center.latitude + .random(in: -6...6, using: &random)
                )
                // Franklin's PNPOLY, independent of the program's form.
                var isInside = false
                for i in 1..<ring.count where (ring[i].y > point.y) != (ring[i - 1].y > point.y) {
                    let crossing = (ring[i - 1].x - ring[i].x) * (point.y - ring[i].y) / (ring[i - 1].y - ring[i].y) + ring[i].x
                    if point.x < crossing { isInside.toggle() }
                }
                #expect((at(areas, point.y, point.x) != nil) == isInside)
            }
        }
    }

    @Test func `positions in GCJ-02 are converted once`() throws {
        // A district of 0.01°, in GCJ-02 round Tiananmen: in WGS-84 it lies 0.0062° farther west and 0.0014° farther south, about.
        var fields = AreaFields()
        fields.system = .gcj02
        let text = collection(rectangle("\"name\":\"天安门\"", south: 39.90, west: 116.40, north: 39.91, east: 116.41))
        let edge = Conversion(from: .gcj02, to: .wgs84).converted(Coordinate(latitude: 39.905, longitude: 116.40))
        #expect(abs(edge.longitude - 116.3938) < 0.0003)
        let areas = try opened(text, fields)
        #expect(
            at(areas, edge.latitude, edge.longitude + 1e-5) == "天安门" && at(areas, edge.latitude, edge.longitude - 1e-5) == nil)
        #expect(at(try opened(text), edge.latitude, edge.longitude + 1e-5) == nil)
    }

    @Test func `other members can be named`() throws {
        var fields = AreaFields()
        (fields.name, fields.level, fields.code) = ("NAME_1", "TYPE", "id")
        let text = collection(
            rectangle("\"name\":\"wrong\",\"NAME_1\":\"Right\",\"TYPE\":\"state\",\"id\":7", south: 0, west: 0, north: 1, east: 1)
        )
        let address = try opened(text, fields).address(at: Coordinate(latitude: 0.5, longitude: 0.5), languages: [])
        #expect(address?.text == "Right" && address?.province == "Right" && address?.language == "und")
    }

    @Test func `what is wrong is said with the number of its feature`() throws {
        let good = rectangle("\"name\":\"A\"", south: 0, west: 0, north: 1, east: 1)
        func second(_ coordinates: String, _ properties: String = "\"name\":\"B\"", type: String = "Polygon") throws -> String {
            try problem(collection(good, feature(properties, type, coordinates)))
        }
        #expect(
            try second("[[[0,0],[1,0],[1,1],[0,1]]]")
                == "a.geojson: feature 2 has a ring that is not closed: it begins at 0.0, 0.0 and ends at 0.0, 1.0.")
        #expect(
            try second("[[[0,0],[1,0],[0,0]]]")
                == "a.geojson: feature 2 has a ring of 3 positions; it wants four or more, the last one equal to the first.")
        #expect(
            try second("[[[39.9,116.4],[40,116.4],[40,116.5],[39.9,116.4]]]")
                == "a.geojson: feature 2 has the position [39.9, 116.4], whose latitude lies beyond ±90°; GeoJSON has the longitude first: they look swapped."
        )
        #expect(
            try second("[[[441664.2,4417000],[441664.2,4417001],[441665,4417000],[441664.2,4417000]]]")
                == "a.geojson: feature 2 has the position [441664.2, 4417000.0], whose latitude lies beyond ±90°; positions must be degrees."
        )
        #expect(
            try second("[[[0],[1],[1],[0]]]")
                == "a.geojson: feature 2 has a position of one number; it wants longitude and latitude.")
        #expect(
            try second("[[[0,80],[120,80],[-120,80],[0,80]]]")
                == "a.geojson: feature 2 has a ring that goes round a pole; cut it along the meridian of 180°.")
        #expect(try second("[]") == "a.geojson: feature 2 has a polygon without a ring.")
        #expect(
            try second("[[[0,0],[1,0],[1,1],[0,0]]]", type: "MultiPolygon").hasPrefix(
                "a.geojson: feature 2 is a MultiPolygon, and its coordinates are nested otherwise (byte "))
        #expect(
            try second("[[[0,0],[1,0],[1,1],[0,0]]]", "\"name\":\"B\",\"level\":\"big\"")
                == "a.geojson: feature 2 ('B') has the level 'big'; it may be a number from 1 to 12, or country, nation, province, region, state, city, prefecture, county, district, street, town, township, village."
        )
        #expect(
            try second("[[[0,0],[1,0],[1,1],[0,0]]]", "\"name\":[1]")
                == "a.geojson: feature 2 has a 'name' that is neither a text nor a whole number.")
        #expect(
            try second("[[[0,0],[1,0],[1,1],[0,0]]]", "\"name\":\"\(String(repeating: "n", count: 10_000))\"")
                == "a.geojson: feature 2 has a 'name' of 10000 bytes; 1000 are the most.")
        #expect(
            try second("[[[0,0],[1,0],[1,1],[0,0]]]", "\"name\":\"\\u0000\"")
                == "a.geojson: feature 2 has a control character in its 'name'.")
    }

    @Test func `what is wrong with the whole is said`() throws {
        let good = rectangle("\"name\":\"A\"", south: 0, west: 0, north: 1, east: 1)
        #expect(
            try problem("[]") == "a.geojson: it is no whole GeoJSON: byte 0: GeoJSON is an object. Mend it, or fetch it again.")
        #expect(
            try problem("{\"type\":\"Topology\"}")
                == "a.geojson: its type is 'Topology'; it wants a FeatureCollection with features.")
        #expect(
            try problem(collection())
                == "a.geojson: no feature is a polygon with a member 'name' for its name. Say which member it is with 'name'.")
        #expect(
            try problem(
                collection(
                    feature("\"name\":\"P\"", "Point", "[1,2]"), rectangle("\"NAME\":\"A\"", south: 0, west: 0, north: 1, east: 1)
                ))
                == "a.geojson: no feature is a polygon with a member 'name' for its name. It has 1 features without a polygon and 1 without a name. Say which member it is with 'name'."
        )
        #expect(
            try problem(
                collection(good, more: "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::3857\"}},"))
                == "a.geojson: its member 'crs' is 'urn:ogc:def:crs:EPSG::3857'; positions must be degrees of EPSG:4326 or CRS84. Convert it with a GIS first."
        )
        let usual = "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:OGC:1.3:CRS84\"}},"
        #expect(at(try opened(collection(good, more: usual)), 0.5, 0.5) == "A")
        let deep = String(repeating: "[", count: 100_000)
        #expect(
            try problem("{\"type\":\"FeatureCollection\",\"features\":\(deep)").hasPrefix(
                "a.geojson: it is no whole GeoJSON: byte "))
    }

    @Test func `a file cut at any byte is told`() throws {
        let text = Array(
            collection(
                rectangle("\"name\":\"A\",\"level\":\"city\"", south: 0, west: 0, north: 1, east: 1),
                feature("\"name\":\"B\"", "MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]]]")
            ).utf8)
        for length in text.indices {
            let problem = try problem(String(decoding: text[..<length], as: UTF8.self))
            #expect(problem.hasPrefix("a.geojson: "), "\(length)")
        }
    }

    @Test func `areas of a gazetteer answer as their GeoJSON does, in whatever order they were imported`() throws {
        let one = collection(
            rectangle("\"name\":\"河北省\",\"level\":4", south: 0, west: 0, north: 9, east: 9),
            feature("\"name\":\"line\"", "LineString", "[[0,0],[1,1]]"))
        let other = collection(rectangle("\"name\":\"廊坊市\",\"level\":5", south: 0, west: 0, north: 5, east: 5))
        let made = try imported([input("one", one), input("other", other)])
        #expect(made.summary.files == ["one: 1 areas", "other: 1 areas"])
        #expect(
            made.summary.areas == 2
                && made.summary.problems == ["one: 1 features without a polygon and 0 without a name were left out."])
        #expect(try imported([input("other", other), input("one", one)]).bytes == made.bytes)
        let folder = try MadeFolder()
        let path = try folder.write(made.bytes, to: "made")
        let areas = try AreasSource(file: path).opened(at: path)
        #expect(at(areas, 1, 1) == "河北省廊坊市" && at(areas, 7, 7) == "河北省" && at(areas, 10, 1) == nil)
        #expect(
            try GazetteerSource(file: path).opened(at: path).address(at: Coordinate(latitude: 1, longitude: 1), languages: [])?
                .isApproximate == false)
    }

    @Test func `a gazetteer of both says what holds a point, else what is near`() throws {
        let areas = collection(rectangle("\"name\":\"City\",\"level\":5", south: 50, west: 10, north: 51, east: 11))
        let both = try openedGazetteer([input("a", areas), input("p", placeRow(1, "Town", "51.01", "10.5"))])
        let inside = both.address(at: Coordinate(latitude: 50.99, longitude: 10.5), languages: [])
        #expect(inside?.text == "City" && inside?.isApproximate == false && inside?.provider == "gazetteer")
        let outside = both.address(at: Coordinate(latitude: 51.02, longitude: 10.5), languages: [])
        #expect(outside?.text == "1.1 km N of Town, DE" && outside?.isApproximate == true)
    }

    @Test func `a gazetteer without areas, or with fields, is told`() throws {
        let folder = try MadeFolder()
        let path = try folder.write(try imported([input("p", placeRow(1, "Town", "1", "1"))]).bytes, to: "made")
        func problem(_ fields: AreaFields) throws -> String {
            let error = #expect(throws: SourceFileError.self) { try AreasSource(file: path, fields: fields).opened(at: path) }
            return try #require(error).description.replacing(folder.path + "/", with: "")
        }
        #expect(
            try problem(AreaFields())
                == "made: it is a gazetteer without areas. Import GeoJSON with polygons, or name it under 'gazetteer'.")
        var fields = AreaFields()
        fields.name = "NAME"
        #expect(
            try problem(fields)
                == "made: it is a gazetteer, whose areas were read when it was made; take name, level, code and crs out of 'areas'."
        )
    }

    @Test func `the identity of GeoJSON is that of its bytes`() throws {
        let folder = try MadeFolder()
        let one = try contentIdentity(ofSourceFile: try folder.write("{}".utf8, to: "a"))
        #expect(one.hasPrefix("geojson "))
        #expect(try contentIdentity(ofSourceFile: try folder.write("{}".utf8, to: "b")) == one)
        #expect(try contentIdentity(ofSourceFile: try folder.write("{ }".utf8, to: "c")) != one)
        #expect(try contentIdentity(ofSourceFile: try folder.write("".utf8, to: "d")) != one)
    }
}
