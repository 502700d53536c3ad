import Geodesy
import Testing

@testable import Geocoding

@Suite struct GeoNamesImportTests {
    // Ids, names and coordinates as geonames.org has them.
    private let places =
        placeRow(1816670, "Beijing", "39.9075", "116.39723", code: "PPLC", country: "CN", admin1: "22", population: 18_960_744)
        + placeRow(1809461, "Haidian", "39.99064", "116.28869", country: "CN", admin1: "22", admin2: "11876380", population: 0)
        + placeRow(1819729, "Hong Kong", "22.27832", "114.17469", code: "PPLC", country: "HK", population: 7_491_609)
        + placeRow(2950159, "Berlin", "52.52437", "13.41053", code: "PPLC", country: "DE", admin1: "16", population: 3_426_354)
        + placeRow(2852458, "Potsdam", "52.39886", "13.06566", country: "DE", admin1: "11", admin2: "12054", population: 145_292)
    private let divisions =
        "CN.22\tBeijing\tBeijing\t2038349\nDE.11\tBrandenburg\tBrandenburg\t2945356\nDE.16\tLand Berlin\tLand Berlin\t2950157\n"
    private let secondDivisions = "CN.22.11876380\tHaidian Qu\tHaidian Qu\t11876380\n"
    private let names =
        nameRow(1, 1816670, "zh", "北京", preferred: true) + nameRow(2, 1809461, "zh-Hans", "海淀")
        + nameRow(3, 11876380, "zh-CN", "海淀区") + nameRow(4, 1819729, "zh-Hans", "香港岛") + nameRow(5, 1819729, "zh-Hant", "香港島")
        + nameRow(6, 2950159, "zh", "柏林") + nameRow(7, 2921044, "zh", "德国") + nameRow(8, 2945356, "zh", "勃兰登堡州")
    private let countries =
        "# a comment\n#ISO\tISO3\nDE\tDEU\t276\tGM\tGermany\tBerlin\t357021\t82927922\tEU\t.de\tEUR\tEuro\t49\t#####\t^(\\d{5})$\tde\t2921044\tCH,PL\t\n"

    private var all: [ImportInput] {
        [
            input("cities.txt", places), input("admin1.txt", divisions), input("admin2.txt", secondDivisions),
            input("names.txt", names), input("countries.txt", countries),
        ]
    }

    private func line(_ latitude: Double, _ longitude: Double, _ languages: [String] = ["en"]) throws -> Address {
        try #require(
            try openedGazetteer(all).address(at: Coordinate(latitude: latitude, longitude: longitude), languages: languages))
    }

    @Test func `names of divisions and countries come from their codes`() throws {
        // 0.01° of latitude are 1,112 m on the sphere of rule 2.2.
        let potsdam = try line(52.38886, 13.06566)
        #expect(potsdam.text == "1.1 km S of Potsdam, Brandenburg (勃兰登堡州), Germany")
        #expect(potsdam.country == "Germany" && potsdam.province == nil && potsdam.city == "Potsdam" && potsdam.district == nil)
        #expect(potsdam.isApproximate && potsdam.language == "en" && potsdam.provider == "gazetteer")
        #expect(abs((potsdam.distanceMeters ?? 0) - 1111.95) < 0.1)
    }

    @Test func `in China the province is the one that the coordinate surely lies in`() throws {
        let haidian = try line(39.99064 + 0.02, 116.28869 + 0.02)
        #expect(haidian.text == "2.8 km NE of Haidian (海淀), Haidian Qu (海淀区), Beijing (北京市), China")
        #expect(haidian.country == "China" && haidian.province == "Beijing" && haidian.city == "Haidian")
    }

    @Test func `Chinese is said where it is wanted first and known`() throws {
        let haidian = try line(40.01064, 116.30869, ["zh", "en"])
        #expect(haidian.text == "中国北京市海淀区海淀东北 2.8 公里")
        #expect(haidian.province == "北京市" && haidian.city == "海淀" && haidian.language == "zh")
        #expect(try line(52.38886, 13.06566, ["zh", "en"]).text == "1.1 km S of Potsdam, Brandenburg (勃兰登堡州), Germany")
        #expect(try line(52.52437, 13.41053, ["fr", "zh"]).text == "德国柏林")
        #expect(try line(52.52437, 13.41053, ["en", "zh"]).text == "at Berlin (柏林), Land Berlin, Germany")
    }

    @Test func `Hong Kong's names are traditional, the mainland's simplified`() throws {
        #expect(try line(22.2793, 114.17469, ["zh-Hant"]).text.hasSuffix("香港島北 110 米"))
        #expect(try line(39.9075, 116.39723, ["zh"]).text == "中国北京")
    }

    @Test func `the order of the files does not matter, and the same files give the same bytes`() throws {
        let first = try imported(all).bytes
        #expect(try imported(all).bytes == first)
        #expect(try imported(all.reversed()).bytes == first)
        #expect(try imported([all[3], all[0], all[4], all[2], all[1]]).bytes == first)
    }

    @Test func `files come in pieces of any size`() throws {
        let whole = try imported([input("cities.txt", places), input("names.txt", names)]).bytes
        for size in [1, 2, 7, 64] {
            #expect(
                try imported([input("cities.txt", places, atOnce: size), input("names.txt", names, atOnce: size)]).bytes == whole)
        }
        #expect(
            try imported([input("cities.txt", places.replacing("\n", with: "\r\n")), input("names.txt", names)]).bytes == whole)
        #expect(try imported([input("cities.txt", String(places.dropLast())), input("names.txt", names)]).bytes == whole)
    }

    @Test func `what came in is said`() throws {
        let summary = try imported(all).summary
        #expect(
            summary.files == [
                "cities.txt: 5 places and divisions of 5 lines", "admin1.txt: 3 divisions of 3 lines",
                "admin2.txt: 1 divisions of 1 lines", "names.txt: 8 Chinese names of 8 lines",
                "countries.txt: 1 countries of 1 lines",
            ])
        #expect(summary.places == 5 && summary.chinesePlaces == 4 && summary.areas == 0 && summary.badLines == 0)
        #expect(summary.problems.isEmpty)
        #expect(
            try imported([all[0]]).summary.problems
                == ["No name of a country for DE: its code stands for it. Import GeoNames' countryInfo.txt too."])
    }

    @Test func `divisions and countries stand among the places too`() throws {
        let rows =
            placeRow(2852458, "Potsdam", "52.39886", "13.06566", admin1: "11", admin2: "00")
            + placeRow(2945356, "Brandenburg", "52", "13", class: "A", code: "ADM1", admin1: "11")
            + placeRow(2921044, "Germany", "51.5", "10.5", class: "A", code: "PCLI", admin1: "00")
            + placeRow(7, "Potsdam Station", "52.39", "13.06", class: "S", code: "RSTN", admin1: "11")
        let text = try openedGazetteer([input("DE.txt", rows)]).address(
            at: Coordinate(latitude: 52.39886, longitude: 13.06566), languages: [])
        #expect(text?.text == "at Potsdam, Brandenburg, Germany")
    }

    @Test func `the newest row of an id counts, whichever file it stands in`() throws {
        let old = input("old.txt", placeRow(1, "Old", "10", "10", modified: "2020-01-01"))
        let new = input("new.txt", placeRow(1, "New", "10", "10", modified: "2024-01-01"))
        for files in [[old, new], [new, old]] {
            let text = try openedGazetteer(files).address(at: Coordinate(latitude: 10, longitude: 10), languages: [])?.text
            #expect(text == "at New, DE")
        }
    }

    @Test func `the best Chinese name is the preferred one of the right script`() throws {
        func name(_ rows: String) throws -> String? {
            try openedGazetteer([input("a", placeRow(5, "Town", "39.9", "116.4", country: "CN", admin1: "22")), input("b", rows)])
                .address(at: Coordinate(latitude: 39.9, longitude: 116.4), languages: ["zh"])?.city
        }
        #expect(
            try name(nameRow(1, 5, "zh", "甲") + nameRow(2, 5, "zh-Hans", "乙") + nameRow(3, 5, "zh", "丙", preferred: true)) == "丙")
        #expect(try name(nameRow(1, 5, "zh", "甲") + nameRow(2, 5, "zh-CN", "乙")) == "乙")
        #expect(try name(nameRow(9, 5, "zh", "甲") + nameRow(2, 5, "zh", "乙")) == "乙")
        // Another script, a colloquial and a historic name, another language, Latin letters: none to show.
        let others =
            nameRow(1, 5, "zh-Hant", "長") + nameRow(2, 5, "zh", "甲", flags: "\t1\t") + nameRow(3, 5, "zh", "乙", flags: "\t\t1")
        #expect(try name(others + nameRow(4, 5, "ja", "町") + nameRow(5, 5, "zh", "Town")) == "Town")
    }

    @Test func `small places can be left out, and gone ones are`() throws {
        var options = ImportOptions()
        options.leastPopulation = 1000
        #expect(try imported(all, options).summary.places == 4)
        let gone =
            placeRow(1, "A", "1", "1", code: "PPLQ") + placeRow(2, "B", "1", "1", code: "PPLH")
            + placeRow(3, "C", "1", "1", code: "PPLW")
        #expect(
            try importProblem([input("gone.txt", gone)])
                == "No place and no area is in these files: there is nothing to make a gazetteer of.")
    }

    @Test func `a place across the border is never the nearest`() throws {
        let rows =
            placeRow(1, "Shenzhen", "22.54554", "114.0683", country: "CN", admin1: "30")
            + placeRow(2, "Sheung Shui", "22.50", "114.12", country: "HK")
            + placeRow(3, "Macau", "22.20056", "113.54611", country: "CN", admin1: "30", zone: "Asia/Macau")
            + placeRow(4, "Wrong side", "22.54", "114.06", country: "HK")
        let made = try imported([input("a", rows)])
        #expect(made.summary.places == 3)
        #expect(
            made.summary.problems == [
                "a: 1 places were left out: they lie on the other side of China's outline, or of Hong Kong's, Macau's or Taiwan's, than their country."
            ])
        let gazetteer = try openedGazetteer([input("a", rows)])
        func city(_ latitude: Double, _ longitude: Double) -> String? {
            gazetteer.address(at: Coordinate(latitude: latitude, longitude: longitude), languages: [])?.text
        }
        // Luohu port (22.5311, 114.1138) and Gongbei port (22.2155, 113.5535) are on the mainland, as Wikipedia has them.
        #expect(city(22.5320, 114.1138)?.hasPrefix("4.9 km E of Shenzhen") == true)
        #expect(city(22.2170, 113.5500)?.contains("of Shenzhen") == true)
        #expect(city(22.50, 114.11)?.contains("of Sheung Shui") == true)
        #expect(city(22.1990, 113.5461)?.contains("of Macau") == true)
        #expect(city(52, 13) == nil)
    }

    @Test func `bad lines are left out, counted and named`() throws {
        let rows =
            placeRow(1, "Good", "10", "10") + "no row\n" + placeRow(2, "Far", "91", "10") + placeRow(3, "West", "1", "x")
            + placeRow(4, "", "1", "1") + placeRow(5, "Bell\u{7}", "1", "1") + placeRow(6, "NUL\0", "1", "1")
            + placeRow(7, String(repeating: "n", count: 10_000), "1", "1")
        let made = try imported([input("a.txt", rows)])
        #expect(made.summary.places == 1 && made.summary.badLines == 7)
        #expect(
            made.summary.problems == [
                "a.txt:2: it has 1 columns and is no row of a table of places, which has 19 and an id; the line was left out.",
                "a.txt:3: '91', '10' are no latitude and longitude; the line was left out.",
                "a.txt:4: '1', 'x' are no latitude and longitude; the line was left out.",
                "a.txt:5: its name is empty; the line was left out.",
                "a.txt:6: its name is no UTF-8 or holds a control character; the line was left out.",
                "a.txt: … and 2 more lines that were left out.",
                "No name of a country for DE: its code stands for it. Import GeoNames' countryInfo.txt too.",
            ])
    }

    @Test func `a line of megabytes is left out, and those after it are read`() throws {
        let long = String(repeating: "n", count: 3 << 20)
        let rows = placeRow(1, "One", "10", "10") + long + "\n" + placeRow(2, "Two", "11", "11")
        let made = try imported([input("a.txt", rows)])
        #expect(made.summary.places == 2)
        #expect(made.summary.problems.first == "a.txt:2: it has more than 1048576 bytes; the line was left out.")
    }

    @Test func `bytes that are no UTF-8 are a bad line`() throws {
        let bad =
            Array(placeRow(1, "Good", "10", "10").utf8) + Array("2\t".utf8) + [0xFF, 0xC3]
            + Array(placeRow(2, "x", "1", "1").utf8.dropFirst(3))
        let made = try imported([input("a.txt", bad)])
        #expect(made.summary.places == 1 && made.summary.badLines == 1)
    }

    @Test func `what can be no table is refused`() throws {
        #expect(try importProblem([input("a", "")]) == "a: it is empty. Fetch it again, or leave it out.")
        #expect(
            try importProblem([input("CN.zip", [0x50, 0x4B, 3, 4, 0, 0])])
                == "CN.zip: it is a ZIP archive. Unpack it first: unzip CN.zip")
        #expect(
            try importProblem([input("a.csv", "id,name\n1,b\n")])
                == "a.csv:1: it is neither GeoNames' table of places, divisions, alternate names or countries, nor GeoJSON. Leave it out."
        )
        #expect(
            try importProblem([input("a.gazetteer", try imported(all).bytes)])
                == "a.gazetteer: it is a gazetteer or another SQLite file already. Import what it was made from.")
    }

    @Test func `files cut anywhere give a gazetteer or a sentence`() throws {
        let bytes = Array((places + names).utf8)
        for length in stride(from: 0, to: bytes.count, by: 3) {
            do { _ = try imported([input("a", Array(bytes[..<length]))]) } catch let error as ImportError {
                #expect(error.description.hasPrefix("a:") || error.description.hasPrefix("No place"))
            }
        }
    }
}
