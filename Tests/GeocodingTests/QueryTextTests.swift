import Geodesy
import Testing

@testable import Geocoding

@Suite struct QueryTextTests {
    /// RFC 3986, section 2.3; the bytes of 百度大厦 are those of lbsyun's page on SN.
    @Test func `encodes all but unreserved letters`() {
        #expect(percentEncoded("aZ09-_.~") == "aZ09-_.~")
        #expect(percentEncoded("百度大厦") == "%E7%99%BE%E5%BA%A6%E5%A4%A7%E5%8E%A6")
        #expect(percentEncoded("a b/?#&=+%|,") == "a%20b%2F%3F%23%26%3D%2B%25%7C%2C")
        #expect(percentEncoded("a b,\n", besides: ",") == "a%20b,%0A")
        #expect(percentEncoded("") == "")
    }

    @Test func `degrees have their decimals, and no minus before nothing`() {
        #expect(degreesText(116.40426899, decimals: 6) == "116.404269")
        #expect(degreesText(-0.1276, decimals: 6) == "-0.127600")
        #expect(degreesText(-0.0000004, decimals: 6) == "0.000000")
        #expect(degreesText(-0.0000006, decimals: 6) == "-0.000001")
        #expect(degreesText(89.9999999, decimals: 6) == "90.000000")
        #expect(degreesText(-180, decimals: 7) == "-180.0000000")
        #expect(degreesText(5.0000001, decimals: 7) == "5.0000001")
    }

    @Test func `a place is latitude and longitude, or longitude and latitude`() {
        let place = Coordinate(latitude: 31.3, longitude: -120.5)
        #expect(place.latitudeLongitude == "31.300000,-120.500000")
        #expect(place.longitudeLatitude == "-120.500000,31.300000")
    }
}
