/// Whether a coordinate lies inside China's outline as Chinese maps have it, Hong Kong, Macau and Taiwan included.
///
/// - Parameter coordinate: WGS-84 degrees, finite.
public func isInsideChina(_ coordinate: Coordinate) -> Bool {
    ChinaGate.outline.contains(latitude: coordinate.latitude, longitude: coordinate.longitude)
}
