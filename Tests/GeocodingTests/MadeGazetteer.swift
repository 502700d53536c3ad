import Foundation
import Geodesy
import Glibc
import Testing

@testable import Geocoding

/// A folder that is removed with the last reference to it.
final class MadeFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "trackmill-geocoding-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { print("left behind: \(path): \(error)") }
    }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: self(name)))
        return self(name)
    }

    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}

/// An input whose bytes come a few at a time.
func input(_ name: String, _ text: String, atOnce: Int = 1 << 20) -> ImportInput {
    input(name, Array(text.utf8), atOnce: atOnce)
}

func input(_ name: String, _ bytes: [UInt8], atOnce: Int = 1 << 20) -> ImportInput {
    ImportInput(name: name) {
        var rest = bytes[...]
        return { room in
            let part = rest.prefix(min(room.count, atOnce))
            room.copyBytes(from: part)
            rest = rest.dropFirst(part.count)
            return part.count
        }
    }
}

/// Imports into bytes.
func imported(_ inputs: [ImportInput], _ options: ImportOptions = ImportOptions()) throws -> (
    bytes: [UInt8], summary: ImportSummary
) {
    let folder = try MadeFolder()
    var bytes: [UInt8] = []
    let summary = try importGazetteer(inputs, options: options, workingBeside: folder("made")) { bytes += $0 }
    #expect(try folder.names.isEmpty)
    return (bytes, summary)
}

/// The words of the error that an import ends with.
func importProblem(_ inputs: [ImportInput], _ options: ImportOptions = ImportOptions()) throws -> String {
    let error = #expect(throws: ImportError.self) { try imported(inputs, options) }
    return try #require(error).description
}

/// Imports, writes the file and opens it.
func openedGazetteer(_ inputs: [ImportInput], _ options: ImportOptions = ImportOptions()) throws -> any LocalAddresses {
    let folder = try MadeFolder()
    let path = try folder.write(try imported(inputs, options).bytes, to: "made.gazetteer")
    return try GazetteerSource(file: path).opened(at: path)
}

/// A row of GeoNames' table of places: the 19 columns of its readme.txt.
func placeRow(
    _ id: Int, _ name: String, _ latitude: String, _ longitude: String, class featureClass: String = "P", code: String = "PPL",
    country: String = "DE", admin1: String = "", admin2: String = "", population: Int = 0, zone: String = "",
    modified: String = "2025-01-01"
) -> String {
    "\(id)\t\(name)\t\(name)\t\t\(latitude)\t\(longitude)\t\(featureClass)\t\(code)\t\(country)\t\t\(admin1)\t\(admin2)\t\t\t\(population)\t\t\t\(zone)\t\(modified)\n"
}

/// A row of alternateNamesV2.txt: 10 columns.
func nameRow(_ alternate: Int, _ id: Int, _ language: String, _ name: String, preferred: Bool = false, flags: String = "\t\t")
    -> String
{
    "\(alternate)\t\(id)\t\(language)\t\(name)\t\(preferred ? "1" : "")\t\(flags)\t\t\n"
}
