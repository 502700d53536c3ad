// swift-tools-version: 6.2
import PackageDescription

/// Swift 6 mode is the tools version's default; a warning is an error in our own code.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "trackmill",
    products: [
        .executable(name: "trackmill", targets: ["trackmill"]),
        .executable(name: "trackmill-bench", targets: ["trackmill-bench"]),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["libz-dev"])]),
        // Unpacks gzip twice as fast as zlib, where Debian's libisal-dev is there; without it zlib does, and nothing else changes.
        .systemLibrary(name: "CISAL"),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "CGazetteer", exclude: ["gazetteer.bin"]),
        .target(name: "CMapPage", exclude: ["page"]),
        library("Geodesy"),
        library("Tracks", ["Geodesy"]),
        library("TrackAlgorithms", ["Tracks", "Geodesy"]),
        library("Options"),
        library("Stages", ["TrackAlgorithms", "Tracks", "Geodesy", "Options"]),
        library("LogFormats", ["Tracks", "Geodesy", "Options", "CZlib", "CISAL", "CExpat"]),
        library("CoordinateFilter", ["LogFormats", "Tracks", "Geodesy", "Options"]),
        library("JSON"),
        library("Geocoding", ["JSON", "SQLite", "Geodesy", "Options", "CGazetteer", "CCurl"]),
        library("SQLite", ["CSQLite"]),
        library("Store", ["SQLite", "Tracks", "Geodesy", "CSQLite"]),
        library("Reports", ["Store", "SQLite", "TrackAlgorithms", "Tracks", "Geodesy", "Options", "CMapPage", "CZlib"]),
        library("Samples", ["Reports", "Tracks", "Geodesy", "CZlib"]),
        library(
            "Pipeline",
            [
                "Stages", "LogFormats", "Geocoding", "Store", "SQLite", "TrackAlgorithms", "Tracks", "Geodesy", "Options",
                "CYAML", "CMalloc",
            ]),
        .executableTarget(
            name: "trackmill",
            dependencies: [
                "Pipeline", "Reports", "Samples", "Stages", "Geocoding", "Store", "SQLite", "CoordinateFilter", "LogFormats",
                "Tracks",
                "Geodesy", "Options",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "trackmill-bench",
            dependencies: ["Geocoding", "LogFormats", "Options", "TrackAlgorithms", "Tracks", "Geodesy"],
            path: "Sources/Benchmarks",
            swiftSettings: strict),
        tests("GeodesyTests", ["Geodesy"]),
        tests("TracksTests", ["Tracks", "Geodesy"]),
        tests("TrackAlgorithmsTests", ["TrackAlgorithms", "Tracks", "Geodesy"]),
        tests("OptionsTests", ["Options"]),
        tests("StagesTests", ["Stages", "TrackAlgorithms", "Tracks", "Geodesy", "Options"]),
        tests("LogFormatsTests", ["LogFormats", "JSON", "Tracks", "Geodesy", "Options", "CZlib"]),
        tests("CoordinateFilterTests", ["CoordinateFilter", "LogFormats", "Geodesy"]),
        tests("JSONTests", ["JSON"]),
        tests("GeocodingTests", ["Geocoding", "JSON", "SQLite", "Geodesy", "Options", "CCurl"]),
        tests("SQLiteTests", ["SQLite"]),
        tests("StoreTests", ["Store", "SQLite", "Tracks", "Geodesy"]),
        tests("ReportsTests", ["Reports", "Store", "SQLite", "TrackAlgorithms", "Tracks", "Geodesy", "Options", "CZlib"]),
        tests("SamplesTests", ["Samples", "Geodesy", "CZlib"]),
        tests(
            "PipelineTests",
            [
                "Pipeline", "LogFormats", "Stages", "Geocoding", "Store", "SQLite", "TrackAlgorithms", "Tracks", "Geodesy",
                "Options", "CZlib",
            ]),
        tests("CommandTests", ["trackmill", "Store", "SQLite", "Tracks", "CZlib"]),
    ]
)
