/// What columns are called, by the key of `columns` that they are: the surest name first.
///
/// Names are compared in small letters, without spaces and signs.
enum ColumnNames {
    static let known: [(key: String, names: [String])] = [
        (
            "latitude",
            [
                "latitude", "lat", "latitudee7", "late7", "latitudens", "latns", "gpslatitude", "gpslat", "locationlat",
                "latdeg", "latitudedeg", "纬度", "緯度", "y",
            ]
        ),
        (
            "longitude",
            [
                "longitude", "lon", "lng", "long", "longitudee7", "lone7", "lnge7", "longitudeew", "lonew", "gpslongitude",
                "gpslon", "gpslng", "locationlong", "locationlon", "londeg", "longitudedeg", "经度", "經度", "x",
            ]
        ),
        (
            "latitude-hemisphere",
            ["ns", "latitudehemisphere", "lathemisphere", "latref", "latituderef", "latitudedirection", "latdir"]
        ),
        (
            "longitude-hemisphere",
            ["ew", "longitudehemisphere", "lonhemisphere", "lonref", "longituderef", "longitudedirection", "londir"]
        ),
        (
            "time",
            [
                "timestamp", "fixtime", "gpstime", "gpstimestamp", "datetime", "datetimeutc", "utcdatetime", "timeutc", "utctime",
                "trackedat", "recordedat", "measuredat", "locationtime", "loctime", "positiontime", "devicetime", "reporttime",
                "eventtime", "time", "utc", "tst", "ts", "epoch", "unixtime", "timestampms", "timems", "createdat", "servertime",
                "定位时间", "gps时间", "采集时间", "上报时间", "上传时间", "日期时间", "时间", "定位時間", "時間", "date", "日期", "t",
            ]
        ),
        ("clock", ["time", "clock", "timeutc", "utctime", "gpstime", "时间", "時間"]),
        ("date", ["date", "day", "dateutc", "utcdate", "gpsdate", "日期"]),
        (
            "device",
            [
                "deviceid", "device", "imei", "deviceimei", "deviceno", "devicenumber", "devid", "trackerid", "tracker",
                "terminalid", "terminalno", "terminal", "vehicleid", "vehicleno", "vehicle", "carid", "carno", "licenseplate",
                "licenceplate", "plateno", "platenumber", "plate", "userid", "uid", "user", "unitid", "unit", "assetid", "asset",
                "individuallocalidentifier", "taglocalidentifier", "animalid", "tagid", "objectid", "mmsi", "driverid", "phone",
                "serialnumber", "serial", "sn", "devicename", "设备号", "设备id", "设备编号", "设备名称", "设备", "终端号", "终端id",
                "终端", "车牌号", "车牌号码", "车牌", "车辆id", "车辆编号", "车号", "用户id", "用户", "設備號", "車牌號", "id", "tid",
                "name",
            ]
        ),
        (
            "altitude",
            [
                "altitude", "alt", "elevation", "ele", "altitudem", "elevationm", "heightaboveellipsoid", "heightabovemsl",
                "height", "海拔", "海拔高度", "高度", "高程",
            ]
        ),
        ("speed", ["speed", "groundspeed", "gpsspeed", "velocity", "vel", "速度", "gps速度", "时速", "車速", "车速"]),
        (
            "course",
            [
                "course", "heading", "bearing", "cog", "courseoverground", "azimuth", "direction", "angle", "head", "方向",
                "方位角", "方向角", "航向",
            ]
        ),
        (
            "accuracy",
            [
                "accuracy", "horizontalaccuracy", "accuracyhorizontal", "accuracym", "hacc", "acc", "gpsaccuracy", "radius",
                "定位精度", "精度",
            ]
        ),
        ("hdop", ["hdop"]),
        (
            "satellites",
            [
                "satellites", "satellitecount", "numsatellites", "satcount", "numsat", "nsat", "sats", "sat", "satsinview",
                "卫星数", "卫星",
            ]
        ),
        (
            "kind",
            [
                "kind", "vehicletype", "devicetype", "vehiclekind", "devicekind", "type", "category", "车辆类型", "设备类型",
                "车型", "类型", "類型",
            ]
        ),
        ("crs", ["crs", "coordsys", "coordinatesystem", "coordsystem", "coordtype", "coordinatetype", "datum", "坐标系", "坐标类型"]),
    ]

    static func of(_ key: String) -> [String] { known.first { $0.key == key }?.names ?? [] }

    /// A name in small letters, without spaces and signs.
    static func bare(_ name: String) -> String { String(name.lowercased().filter { $0.isLetter || $0.isNumber }) }

    /// The words of a name: `start_lat` is start and lat.
    static func words(_ name: String) -> [String] {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// The unit that the name of a column of speeds says; nil where it says none.
    static func speedUnit(_ name: String) -> String? {
        let bare = bare(name)
        let units: [(ending: String, unit: String)] = [
            ("kmh", "km/h"), ("kmph", "km/h"), ("kph", "km/h"), ("mph", "mph"), ("knots", "kn"), ("knot", "kn"), ("kts", "kn"),
            ("kt", "kn"), ("kn", "kn"), ("mps", "m/s"), ("ms", "m/s"),
        ]
        return units.first { bare.hasSuffix($0.ending) }?.unit
    }

    /// Whether a name is one of a column of speeds, with its unit or without.
    static func isSpeed(_ name: String) -> Bool {
        let bare = bare(name)
        if of("speed").contains(bare) || ["kmh", "kph", "mph", "knots"].contains(bare) { return true }
        return speedUnit(name) != nil && of("speed").contains { bare.hasPrefix($0) && bare.count <= $0.count + 5 }
    }

    /// The coordinate system that the names of the columns of a position say, and the name that says it.
    static func system(_ names: [String]) -> (system: String, name: String)? {
        for name in names {
            for word in words(name) {
                if ["gcj", "gcj02", "amap", "gaode", "mars"].contains(word) { return ("gcj02", name) }
                if ["bd", "bd09", "bd09ll", "baidu"].contains(word) { return ("bd09", name) }
                if ["bd09mc"].contains(word) { return ("bd09mc", name) }
                if ["wgs", "wgs84"].contains(word) { return ("wgs84", name) }
            }
        }
        return nil
    }
}
