import Geodesy

/// Positions and boxes of a text.
extension GeoJSONConvert {
    /// An array of positions, or a position, which begins with a number.
    mutating func coordinates(depth: Int) throws(GeoJSONFault) {
        guard depth < Self.deepest else { throw .malformed("it is nested more than \(Self.deepest) deep.") }
        // The bracket is kept by what it turns out to open.
        input.skip()
        try put(UInt8(ascii: "["))
        switch try keepSpace() {
        case UInt8(ascii: "]"): try keep(UInt8(ascii: "]"))
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            repeat { try value(.coordinates, depth: depth + 1) } while try !ends(with: UInt8(ascii: "]"))
        default: try position(depth: depth)
        }
    }

    /// A position behind its bracket: two numbers are converted, what follows is kept.
    private mutating func position(depth: Int) throws(GeoJSONFault) {
        summary.read += 1
        let longitude = try ordinate(depth: depth)
        output.silences += 1
        let isEnd = try ends(with: UInt8(ascii: "]"))
        let latitude = isEnd ? nil : try ordinateBehindSpace(depth: depth)
        output.silences -= 1
        if let longitude, let latitude, let place = converted(longitude, latitude) {
            try put(place.longitude)
            try put(UInt8(ascii: ","))
            try put(place.latitude)
        } else {
            try put(isEnd ? "null" : "null,null")
            complain(isEnd ? "a position wants two numbers." : reason(longitude, latitude))
        }
        if isEnd { return try put(UInt8(ascii: "]")) }
        while try !ends(with: UInt8(ascii: "]")) { try value(.other, depth: depth + 1) }
    }

    mutating func box(depth: Int) throws(GeoJSONFault) {
        var ordinates: [Ordinate?] = []
        output.silences += 1
        try keep(UInt8(ascii: "["))
        if try keepSpace() == UInt8(ascii: "]") {
            try keep(UInt8(ascii: "]"))
        } else {
            repeat {
                let ordinate = try ordinateBehindSpace(depth: depth)
                if ordinates.count <= 6 { ordinates.append(ordinate) }
            } while try !ends(with: UInt8(ascii: "]"))
        }
        output.silences -= 1
        try put(box: ordinates)
    }

    private mutating func put(box ordinates: [Ordinate?]) throws(GeoJSONFault) {
        let half = ordinates.count / 2
        let numbers = ordinates.compactMap { $0 }
        guard [4, 6].contains(ordinates.count), numbers.count == ordinates.count else {
            complain("a bbox wants 4 or 6 numbers.")
            return try put("null")
        }
        guard let southwest = converted(numbers[0], numbers[1]), let northeast = converted(numbers[half], numbers[half + 1])
        else {
            let isFirst = converted(numbers[0], numbers[1]) == nil
            complain("bbox: " + (isFirst ? reason(numbers[0], numbers[1]) : reason(numbers[half], numbers[half + 1])))
            return try put("null")
        }
        for i in 0..<ordinates.count {
            try put(i == 0 ? "[" : ",")
            let corner = i < half ? southwest : northeast
            switch i % half {
            case 0: try put(corner.longitude)
            case 1: try put(corner.latitude)
            default: for byte in numbers[i].shown.utf8 { try put(byte) }
            }
        }
        try put("]")
    }

    /// A number, read and not kept; nil where something else stands, which is passed over. Python writes bare NaN and Infinity.
    private mutating func ordinate(depth: Int) throws(GeoJSONFault) -> Ordinate? {
        switch try peek() {
        case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"):
            output.silences += 1
            try value(.other, depth: depth + 1)
            output.silences -= 1
            return nil
        default:
            try readToken()
            guard !token.isEmpty else { throw .malformed("a number is wanted here.") }
            return Ordinate(value: numberValue(of: token), shown: String(decoding: token, as: UTF8.self))
        }
    }

    private mutating func ordinateBehindSpace(depth: Int) throws(GeoJSONFault) -> Ordinate? {
        _ = try keepSpace()
        return try ordinate(depth: depth)
    }

    private func converted(_ longitude: Ordinate, _ latitude: Ordinate) -> Coordinate? {
        let given = options.wrapsLongitudes ? wrappedLongitude(longitude.value) : longitude.value
        let place = options.conversion.converted(Coordinate(latitude: latitude.value, longitude: given))
        return place.isNumber ? place : nil
    }

    private func reason(_ longitude: Ordinate?, _ latitude: Ordinate?) -> String {
        guard let longitude, let latitude else { return "a position wants two numbers." }
        let shown = (shown(Array(longitude.shown.utf8)), shown(Array(latitude.shown.utf8)))
        if longitude.value.isNaN { return "the longitude \(shown.0) is no number." }
        if latitude.value.isNaN { return "the latitude \(shown.1) is no number." }
        return explainer.reason(longitude: longitude.value, latitude: latitude.value, shown: shown)
    }

    private mutating func complain(_ what: String) {
        summary.bad += 1
        if summary.bad <= options.reportedProblems { report("line \(input.line), position \(summary.read): \(what)") }
    }
}
