import Geodesy
import Testing

@Suite struct ConversionVectorTests {
    static let reason: Comment = "The reference results are not at \(SharedFolder.path); set TRACKMILL_SHARED to their folder."

    /// Complaints of all vectors with one of these gates that a setting does not meet, and how many there were.
    private func complaints(gates: Set<String>, shift: ChinaShift, regions: ShiftRegions = .all) throws -> (Int, [String]) {
        let vectors = try CoordinateVector.all().filter { gates.contains($0.gate) }
        let complaints = vectors.compactMap { vector -> String? in
            let conversion = Conversion(from: vector.source, to: vector.target, shift: shift, regions: regions)
            let found = conversion.converted(vector.given)
            let excess = vector.excess(of: found)
            return excess <= 1 ? nil : vector.complaint(excess, found)
        }
        return (vectors.count, complaints)
    }

    @Test(.enabled(if: SharedFolder.has(CoordinateVector.file), reason))
    func `the outline gives what mpmath, gcoord and geocoordinates-rs give inside and identity outside`() throws {
        let (count, complaints) = try complaints(gates: ["any", "in", "polygon", "amap", "policy-identity"], shift: .outline)
        #expect(count > 900)
        #expect(complaints == [])
    }

    @Test(.enabled(if: SharedFolder.has(CoordinateVector.file), reason))
    func `the box gives what converters with a box give`() throws {
        let (count, complaints) = try complaints(gates: ["any", "in", "bbox", "amap"], shift: .box)
        #expect(count > 900)
        #expect(complaints == [])
    }

    @Test(.enabled(if: SharedFolder.has(CoordinateVector.file), reason))
    func `Hong Kong, Macau and Taiwan stay put when their regions are off`() throws {
        let (count, complaints) = try complaints(gates: ["any", "in", "mainland"], shift: .outline, regions: [])
        #expect(count > 800)
        #expect(complaints == [])
    }
}
