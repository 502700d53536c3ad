/// What the columns of the views mean: view `about`.
enum About {
    typealias Column = (name: String, unit: String, meaning: String)

    private static let device: Column = ("device", "", "id of the device, from the log")
    private static let kind: Column = ("kind", "", "kind of the device: of a device-day that of its last row that has one")
    private static let day: Column = ("day", "", "local calendar day; a stay, trip or gap belongs to the day it starts in")
    private static let address: Column = ("address", "", "address of the cell it lies in")

    private static func time(_ name: String, _ meaning: String) -> Column { ("\(name)_ms", "ms since 1970 UTC", meaning) }
    private static func local(_ name: String, _ meaning: String) -> Column {
        ("\(name)_local", "", meaning + ", in the pipeline's time zone")
    }

    private static func position(_ of: String) -> [Column] {
        [("latitude", "degrees WGS-84", of), ("longitude", "degrees WGS-84", of)]
    }

    static let columns: [(view: String, columns: [Column])] = [
        (
            "fixes",
            [day, device, kind, time("time", "when"), ("time_utc", "", "when, ISO 8601 in UTC"), local("time", "when")]
                + position("where") + [
                    ("altitude_m", "m", "altitude as logged"),
                    ("speed_mps", "m/s", "speed as logged, or as measure-motion filled it"),
                    ("course_deg", "degrees", "direction of travel, clockwise from true north, [0, 360)"),
                    ("accuracy_m", "m", "accuracy as logged"),
                    ("extra", "JSON", "further columns that 'extra' names"), ("trip", "", "id of the trip it lies in"),
                    ("stay", "", "id of the stay it lies in"),
                ]
        ),
        (
            "history",
            [device, day, ("number", "", "from 1, within the device-day"), time("time", "when"), local("time", "when")]
                + position("where") + [
                    ("course_deg", "degrees", "direction of travel"), ("speed_mps", "m/s", "speed"),
                    ("fixes", "", "fixes it stands for"), ("accuracy_m", "m", "accuracy as logged; NULL of a mean of fixes"),
                    address,
                ]
        ),
        (
            "trips",
            [
                ("trip", "", "id: a hash of device and start"), day, device, kind, time("start", "first fix"),
                time("end", "last fix"),
                local("start", "first fix"), local("end", "last fix"), ("distance_m", "m", "sum of its legs, haversine"),
                ("moving_s", "s", "sum of its legs"), ("max_speed_mps", "m/s", "largest logged speed of its fixes"),
                ("fixes", "", "legs + 1"),
                ("start_place", "", "place it leaves"), ("end_place", "", "place it reaches"),
                ("start_latitude", "degrees WGS-84", "first fix"),
                ("start_longitude", "degrees WGS-84", "first fix"), ("end_latitude", "degrees WGS-84", "last fix"),
                ("end_longitude", "degrees WGS-84", "last fix"), ("south", "degrees WGS-84", "box of its legs"),
                ("west", "degrees WGS-84", "box of its legs; above east where it crosses ±180°"),
                ("north", "degrees WGS-84", "box of its legs"),
                ("east", "degrees WGS-84", "box of its legs"),
                ("open", "0 or 1", "its last fix is the device's last and in no stay"),
            ]
        ),
        (
            "gaps",
            [
                device, day, time("from", "last fix before it"), time("to", "first fix after it"),
                local("from", "last fix before it"),
                local("to", "first fix after it"), ("duration_s", "s", "from the one to the other"),
                ("distance_m", "m", "between the two fixes"),
                ("jump", "0 or 1", "the device cannot have come so far in that time, by the speeds of drop-spikes"),
                ("from_latitude", "degrees WGS-84", "last fix before it"),
                ("from_longitude", "degrees WGS-84", "last fix before it"),
                ("to_latitude", "degrees WGS-84", "first fix after it"), ("to_longitude", "degrees WGS-84", "first fix after it"),
            ]
        ),
        (
            "stays",
            [
                ("stay", "", "id: a hash of device and arrival"), day, device, kind, time("arrived", "first fix"),
                time("last_seen", "last fix inside"),
                time("departed", "next fix; NULL where a silence or nothing follows, and where it is inferred"),
                local("arrived", "first fix"), local("departed", "next fix"),
                ("duration_s", "s", "last_seen − arrived"),
            ] + position("mean of its fixes inside the radius") + [
                ("spread_m", "m", "root of the mean squared distance from that"),
                ("fixes", "", "from the first to the last, those of excursions too"),
                (
                    "confidence", "0 to 1",
                    "n / (n + 2) of its fixes, times 1 − spread / (2 · radius); of an inferred one times 16 h / (16 h + duration)"
                ),
                ("open", "0 or 1", "it ends the device's data"),
                ("inferred", "0 or 1", "a silence whose two fixes lie within the radius; made with find-stays.inferred only"),
                ("place", "", "id of the place it belongs to"), address,
            ]
        ),
        (
            "places",
            [
                ("place", "", "id: a hash of device and arrival of the earliest core stay"),
                ("device", "", "id of the device, from the log; NULL for places of a kind or the fleet"),
                ("role", "", "home, work or regular"),
                ("name", "", "name people gave it, from find-places.names-from"), ("visits", "", "stays"),
                ("total_s", "s", "time in them"), time("first", "first arrival"),
                time("last", "last seen"),
                ("usual_arrival_local", "", "circular mean of the local times of arrivals that were seen"),
                ("usual_departure_local", "", "circular mean of the local times when it was left, where that was seen"),
            ] + position("mean of its stays") + [
                ("radius_m", "m", "distance of its farthest stay"), address,
                ("kind", "", "the kind it is a place of, with find-places.of: kind"),
                ("devices", "", "devices that its stays are of"),
            ]
        ),
        (
            "map_clusters",
            [
                ("zoom", "", "zoom level"), ("cluster", "", "id: a hash of zoom and first member"),
                ("identifier", "", "what separate-by keeps apart: kind, device or group"),
            ]
                + position("weighted centre") + [
                    ("count", "", "points"), ("kinds", "JSON", "points by kind; unlisted and missing ones are other"),
                    ("representative", "", "id of the member of the highest priority, then the first"),
                    ("priority", "", "of a cluster the option 'priority' of cluster-for-map; of a single point that of its kind"),
                    ("expansion_zoom", "", "zoom at which it falls apart"), ("hidden", "0 or 1", "another marker covers it"),
                    ("shares", "JSON", "shares of the kinds; they sum to 1"),
                    ("parent", "", "the cluster that holds it one zoom below"),
                ]
        ),
        (
            "map_members",
            [
                ("cluster", "", "id of a cluster of the highest zoom; others reach theirs through parent"), device,
                time("time", "arrival of the stay or of the place's earliest core stay, or time of the fix"),
                ("member", "", "id of the stay or place, the device of a latest fix, or 'device time_ms' of a fix"),
            ]
        ),
        (
            "devices",
            [
                device, ("name", "", "name from the devices file"), ("group_name", "", "group from the devices file"), kind,
                time("first", "first fix"),
                time("last", "latest fix"), local("last", "latest fix"),
            ] + position("latest fix") + [
                ("course_deg", "degrees", "latest fix"), ("place", "", "place it is at"), address, ("fixes", "", "kept"),
                ("days", "", "days with fixes"),
            ]
        ),
        (
            "addresses",
            [("cell", "", "cell of the grid")] + position("centre of the cell") + [
                address, ("country", "", "part of the address"), ("province", "", "part of the address: state or province"),
                ("city", "", "part of the address: city or town"), ("district", "", "part of the address: part of the city"),
                ("street", "", "part of the address: street, with its number"),
                ("provider", "", "who said so"), ("language", "", "of the address"),
                ("approximate", "0 or 1", "nearest place, not the address itself"),
                ("distance_m", "m", "to the place that is named"),
                ("state", "", "done, not-found (no source knows an address) or pending (a source is still to be asked)"),
            ]
        ),
        (
            "days",
            [
                day, device, kind, ("rows_in", "", "rows of all files"), ("kept", "", "fixes"),
                ("thinned", "", "fixes that thinning took"),
                ("rejected", "", "rows that cannot be used"), ("distance_m", "m", "movement with both ends in the day"),
                ("moving_s", "s", "movement with both ends in the day"),
                ("stay_s", "s", "stays inside the day"), ("max_speed_mps", "m/s", "largest logged speed"),
                ("south", "degrees WGS-84", "box"),
                ("west", "degrees WGS-84", "box; above east where it crosses ±180°"), ("north", "degrees WGS-84", "box"),
                ("east", "degrees WGS-84", "box"),
                (
                    "simplify_largest_error_m", "m",
                    "largest distance of a fix that simplify took from what replaces it; NULL without simplify"
                ),
                ("simplify_mean_error_m", "m", "mean distance of the fixes that simplify took; 0 where it took none"),
                ("path_m", "m", "the whole way of its fixes, stays and silences too, without jumps"),
            ]
        ),
        (
            "rejects",
            [
                ("file", "", "path relative to base"), ("line", "", "where the record begins, from 1"),
                ("day", "", "NULL where time or device are unknown or outside the file's window"),
                device, ("reason", "", "see: trackmill help rejects"), ("field", "", "field at fault"),
                ("value", "", "what stood there"),
                ("text", "", "the row; of a stage's reject its time and position as read"),
            ]
        ),
        (
            "kinds",
            [
                ("number", "", "its place in the pipeline file, from 0"), ("name", "", "the kind"),
                ("color", "", "#RRGGBB: that of the pipeline file, or one of a palette"),
                ("glyph", "", "a letter or two for its marker: that of the pipeline file, or its first letter"),
                ("priority", "", "on a map: 1000 is required, 750 high, 250 low"),
            ]
        ),
        (
            "runs",
            [
                ("run", "", "number of the run"), ("started_utc", "", "when it began"),
                ("ended_utc", "", "when it ended; NULL where it was killed"),
                ("version", "", "of the program"), ("host", "", "where it ran"), ("first_day", "", "of a dated run"),
                ("last_day", "", "of a dated run"),
                ("days", "", "days made"), ("rows", "", "rows read"), ("kept", "", "fixes kept"),
                ("thinned", "", "fixes thinned away"),
                ("rejected", "", "rows rejected"), ("exit_status", "", "how it ended"),
            ]
        ),
        (
            "input_files",
            [
                ("file", "", "path relative to base"), ("rows", "", "as it was last read"),
                ("kept", "", "fixes of days made from it as it is"),
                ("thinned", "", "fixes thinned away"), ("rejected", "", "rows rejected, those without a day too"),
                ("waiting", "", "rows of days that are not made from it as it is"), ("size", "bytes", "on disk"),
                time("modified", "modification time"),
                time("first", "earliest fix"), time("last", "latest fix"), ("state", "", "whole, damaged, gone or renamed"),
                ("damage", "", "what is wrong with it"),
                ("crc32", "", "CRC-32 of its unpacked bytes, 8 hexadecimal digits; null where it could not be read to its end"),
                (
                    "damage_offset", "bytes",
                    "where in the file, as it lies on disk, it broke; NULL where that is no one place, and of a file that is whole"
                ),
            ]
        ),
        (
            "day_ledger",
            [
                day, ("start_utc", "", "first moment of the day"), ("end_utc", "", "first moment after it"),
                ("options", "", "hash of the options it was made with"),
                ("file", "", "a file that gave it rows"), ("rows", "", "rows it gave"), ("kept", "", "fixes kept"),
                ("thinned", "", "fixes thinned away"),
                ("rejected", "", "rows rejected"), ("first_key", "", "keys of its fixes: from here; NULL without fixes"),
                ("end_key", "", "below this"),
            ]
        ),
        (
            "about",
            [
                ("view", "", "name of a view"), ("column", "", "name of a column of it"),
                ("unit", "", "unit of the column, or what its text is; empty where it has none"), ("meaning", "", "what it says"),
            ]
        ),
    ]
}
