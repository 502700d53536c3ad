import Geodesy
import Options
import Tracks

/// Rejects fixes that say of themselves that they are bad.
public struct DropInvalid: FixStage {
    /// `drop-invalid`.
    public static let name = "drop-invalid"
    /// One sentence.
    public static let summary =
        "Rejects fixes whose accuracy, hdop or number of satellites is too bad or that lie near 0,0; empties speeds that mean "
        + "none."
    /// Rejects.
    public static let takes = FixLoss.rejects

    /// A logged speed is a sentinel when it differs by less: the rounding of a unit, far below any log's last digit.
    private static let speedResolution = 1e-6

    private let accuracyMeters: Double?
    private let hdop: Double?
    private let betterWithin: Int64?
    private let satellites: Int?
    private let nearZeroMeters: Double?
    private let speedSentinels: [Double]

    /// Reads `accuracy`, `hdop`, `better-within`, `satellites`, `near-zero`, `speed-sentinels`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        accuracyMeters = reader.optional(
            "accuracy", .length, in: 1...100_000,
            help:
                "A fix with a larger accuracy is the reject inaccurate, and one below 0, which says that the position is invalid; "
                + "one without, or of 0, is kept."
        )
        hdop = reader.optionalNumber(
            "hdop", in: 0.1...100, help: "A fix with a larger hdop is the reject inaccurate; one without is kept.")
        let better = reader.optional(
            "better-within", .duration, in: 1...86_400,
            help:
                "A fix with a larger accuracy or hdop is rejected only where a good fix lies at most this long before or "
                + "after it; off rejects all."
        )
        betterWithin = better.map { Int64($0 * 1000) }
        satellites = reader.optionalInteger(
            "satellites", in: 1...100, help: "A fix with fewer satellites is the reject too-few-satellites; one without is kept.")
        nearZeroMeters = reader.optional(
            "near-zero", .length, in: 1...1_000_000, help: "A fix within this distance of 0,0 is the reject near-zero.")
        speedSentinels = Self.readSentinels(&reader)
        if better != nil, accuracyMeters == nil, hdop == nil {
            reader.report(at: "better-within", "'better-within' wants accuracy or hdop, which tell good fixes from others.")
        }
    }

    private static func readSentinels(_ reader: inout OptionReader) -> [Double] {
        let texts = reader.texts(
            "speed-sentinels",
            help:
                "Speeds by which trackers say that they have none, such as [-1 m/s, 255 km/h]; the fix is kept, its speed is "
                + "none."
        )
        return texts.compactMap { text in
            if let speed = try? Dimension.speed.value(of: text) { return speed }
            reader.report(
                at: "speed-sentinels", "'speed-sentinels' has '\(text)'; it wants speeds with a unit, such as 255 km/h.")
            return nil
        }
    }

    /// Rejects by each rule that is on, in the order of the options: a fix gets the first reason that fits.
    public func apply(to day: inout DeviceDay) {
        if !speedSentinels.isEmpty {
            for row in day.fixes.speeds.indices where isSentinel(day.fixes.speeds[row]) { day.fixes.speeds[row] = .nan }
        }
        guard hasLimits else { return }
        let fixes = day.fixes
        var faults = (0..<fixes.count).map { fault(of: $0, in: fixes) }
        guard faults.contains(where: { $0 != nil }) else { return }
        excuseLoneFixes(in: fixes, &faults)
        for fault in Fault.allCases where faults.contains(fault) {
            let left = day.fixes
            day.reject(keeping: faults.map { $0 != fault }, reason: fault.reason) {
                (fault.field, shortText(number(fault, $0, left)))
            }
            faults.removeAll { $0 == fault }
        }
    }

    private var hasLimits: Bool { accuracyMeters != nil || hdop != nil || satellites != nil || nearZeroMeters != nil }

    // MARK: Faults

    private enum Fault: CaseIterable {
        case accuracy, hdop, satellites, nearZero

        var reason: RejectReason {
            switch self {
            case .accuracy, .hdop: .inaccurate
            case .satellites: .tooFewSatellites
            case .nearZero: .nearZero
            }
        }

        var field: String {
            switch self {
            case .accuracy: "accuracy"
            case .hdop: "hdop"
            case .satellites: "satellites"
            case .nearZero: "latitude"
            }
        }
    }

    private func fault(of row: Int, in fixes: FixBatch, isCoarseAllowed: Bool = false) -> Fault? {
        if let accuracyMeters {
            let accuracy = number(.accuracy, row, fixes)
            if accuracy < 0 || (!isCoarseAllowed && accuracy > accuracyMeters) { return .accuracy }
        }
        if !isCoarseAllowed, let hdop, number(.hdop, row, fixes) > hdop { return .hdop }
        if let satellites, number(.satellites, row, fixes) < Double(satellites) { return .satellites }
        if let nearZeroMeters, number(.nearZero, row, fixes) <= nearZeroMeters { return .nearZero }
        return nil
    }

    /// The number that a rule compares; NaN, which breaks no rule, for none.
    private func number(_ fault: Fault, _ row: Int, _ fixes: FixBatch) -> Double {
        switch fault {
        case .accuracy: fixes.accuracies.isEmpty ? .nan : fixes.accuracies[row]
        case .hdop: fixes.hdops.isEmpty ? .nan : fixes.hdops[row]
        case .satellites: fixes.satellites.isEmpty ? .nan : fixes.satellites[row]
        case .nearZero: haversineMeters(from: GridPoint(latitude: 0, longitude: 0), to: fixes.point(row))
        }
    }

    private func isSentinel(_ speed: Double) -> Bool { speedSentinels.contains { abs($0 - speed) < Self.speedResolution } }

    /// Coarse fixes are better than nothing where no fix that is known to be good lies near them in time.
    private func excuseLoneFixes(in fixes: FixBatch, _ faults: inout [Fault?]) {
        guard let betterWithin else { return }
        let good = faults.indices.filter { faults[$0] == nil && isKnownToBeGood($0, fixes) }
        var next = 0
        for row in faults.indices where faults[row] == .accuracy || faults[row] == .hdop {
            while next < good.count, good[next] < row { next += 1 }
            let around = [next - 1, next].filter(good.indices.contains)
            let hasBetter = around.contains { abs(fixes.times[good[$0]] - fixes.times[row]) <= betterWithin }
            if !hasBetter { faults[row] = fault(of: row, in: fixes, isCoarseAllowed: true) }
        }
    }

    private func isKnownToBeGood(_ row: Int, _ fixes: FixBatch) -> Bool {
        (accuracyMeters != nil && number(.accuracy, row, fixes) > 0) || (hdop != nil && !number(.hdop, row, fixes).isNaN)
    }

    // MARK: Verdict

    /// Each number that was compared, with its limit.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        let fixes = before.fixes
        if case .rejected = before.fate(of: row, in: after), let fault = fault(of: row, in: fixes) {
            return "rejected: \(comparison(fault, row, fixes))"
        }
        let coarse = fault(of: row, in: fixes).map {
            "\(comparison($0, row, fixes)), but no better fix lies within \(words(seconds)) s"
        }
        let compared =
            coarse.map { [$0] } ?? Fault.allCases.compactMap { isCompared($0, row, fixes) ? comparison($0, row, fixes) : nil }
        let speed = fixes.speed(row)
        let sentinel = isSentinel(speed) ? ["its speed of \(words(speed, decimals: 3)) m/s means none and was emptied"] : []
        let reasons = compared + sentinel
        return reasons.isEmpty ? "kept" : "kept: " + reasons.joined(separator: "; ")
    }

    private var seconds: Double { Double(betterWithin ?? 0) / 1000 }

    private func isCompared(_ fault: Fault, _ row: Int, _ fixes: FixBatch) -> Bool {
        let limit: Double? =
            switch fault {
            case .accuracy: accuracyMeters
            case .hdop: hdop
            case .satellites: satellites.map(Double.init)
            case .nearZero: nearZeroMeters
            }
        return limit != nil && !number(fault, row, fixes).isNaN
    }

    private func comparison(_ fault: Fault, _ row: Int, _ fixes: FixBatch) -> String {
        let value = words(number(fault, row, fixes))
        return switch fault {
        case .accuracy where number(fault, row, fixes) < 0: "accuracy \(value) m, which says that the position is invalid"
        case .accuracy where number(fault, row, fixes) == 0: "accuracy 0 m, which is unknown"
        case .accuracy: "accuracy \(value) m, at most \(words(accuracyMeters ?? .nan)) m is good"
        case .hdop: "hdop \(value), at most \(words(hdop ?? .nan)) is good"
        case .satellites: "\(value) satellites, at least \(satellites ?? 0) are good"
        case .nearZero: "\(value) m from 0,0, more than \(words(nearZeroMeters ?? .nan)) m is good"
        }
    }
}
