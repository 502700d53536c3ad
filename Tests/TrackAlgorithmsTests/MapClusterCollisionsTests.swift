import Testing
import TrackAlgorithms

@Suite struct MapClusterCollisionsTests {
    /// Marks of single points on the equator, at zoom 0 of 512 pixels: a pixel is 0.703125°.
    private func hidden(
        pixels: [Double], north: [Double]? = nil, identifiers: [Int32]?, priorities: [Double], shape: MarkerShape = .circle,
        sizePixels: Double = 8
    ) -> [Bool] {
        let points = MapClusterPoints(
            latitudes: (north ?? pixels.map { _ in 0 }).map { $0 * 360 / 512 }, longitudes: pixels.map { $0 * 360 / 512 },
            identifiers: identifiers,
            kinds: pixels.map { _ in 0 }, priorities: priorities)
        // So small a radius merges nothing.
        var pyramid = MapClusterPyramid(of: points, kindCount: 1, options: MapClusterOptions(radiusPixels: 0.001, zooms: 0...0))
        return pyramid.nextLevel()?.hiddenMarkers(
            priorities: priorities, shape: shape, sizePixels: sizePixels, extentPixels: 512) ?? []
    }

    @Test func `no markers, none hidden`() {
        #expect(hidden(pixels: [], identifiers: [], priorities: []) == [])
    }

    @Test func `of two that collide the lower priority is hidden`() {
        #expect(hidden(pixels: [0, 7], identifiers: [0, 1], priorities: [250, 750]) == [true, false])
    }

    @Test func `of equal priorities the later is hidden`() {
        #expect(hidden(pixels: [0, 7], identifiers: [0, 1], priorities: [750, 750]) == [false, true])
    }

    @Test func `markers that just touch do not collide`() {
        #expect(hidden(pixels: [0, 8], identifiers: [0, 1], priorities: [750, 750]) == [false, false])
        #expect(hidden(pixels: [0, 7.99], identifiers: [0, 1], priorities: [750, 750]) == [false, true])
        #expect(hidden(pixels: [0, 7.99], identifiers: [0, 1], priorities: [750, 750], shape: .rectangle) == [false, true])
    }

    @Test func `squares that just touch do not collide either`() {
        #expect(hidden(pixels: [0, 8], identifiers: [0, 1], priorities: [750, 750], shape: .rectangle) == [false, false])
    }

    /// 6 pixels east and 6 north (on the equator a degree north is as long): 8.5 apart, so circles of 8 miss where squares meet.
    @Test func `circles miss where rectangles meet at their corners`() {
        let priorities = [750.0, 250]
        func hidden(_ shape: MarkerShape, _ pixels: Double) -> [Bool] {
            self.hidden(pixels: [0, pixels], north: [0, pixels], identifiers: [0, 1], priorities: priorities, shape: shape)
        }
        #expect(hidden(.circle, 6) == [false, false])
        #expect(hidden(.rectangle, 6) == [false, true])
        #expect(hidden(.circle, 5.5) == [false, true])
        #expect(hidden(.rectangle, 8.1) == [false, false])
    }

    @Test func `equal identifiers never hide each other, nulls do`() {
        #expect(hidden(pixels: [0, 1], identifiers: [3, 3], priorities: [750, 250]) == [false, false])
        #expect(hidden(pixels: [0, 1], identifiers: [-1, -1], priorities: [750, 250]) == [false, true])
        #expect(hidden(pixels: [0, 1], identifiers: nil, priorities: [750, 250]) == [false, false])
    }

    @Test func `required markers are never hidden`() {
        #expect(hidden(pixels: [0, 1, 2], identifiers: [0, 1, 2], priorities: [1_000, 1_000, 999]) == [false, false, true])
    }

    @Test func `a hidden marker hides nothing`() {
        #expect(hidden(pixels: [0, 6, 12], identifiers: [0, 1, 2], priorities: [900, 800, 700]) == [false, true, false])
    }

    @Test func `markers collide across 180°`() {
        #expect(hidden(pixels: [255, -255], identifiers: [0, 1], priorities: [750, 250]) == [false, true])
    }

    @Test func `of equal priorities the smaller count is hidden`() throws {
        let points = MapClusterPoints(
            latitudes: [0, 0, 0], longitudes: [0, 1, 1], identifiers: [0, 1, 1], kinds: [0, 0, 0], priorities: [750, 750, 750])
        var pyramid = MapClusterPyramid(of: points, kindCount: 1, options: MapClusterOptions(zooms: 0...0))
        let lowest = pyramid.nextLevel()
        let level = try #require(lowest)
        #expect(level.counts == [1, 2])
        let marks = level.hiddenMarkers(priorities: [750, 750], shape: .circle, sizePixels: 8, extentPixels: 512)
        #expect(marks == [true, false])
    }
}
