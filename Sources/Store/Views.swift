/// The views: the contract with people and with checks. Plain SQL only (rule 4.6); nothing in them depends on when or how often a run
/// happened (rule 4.5).
enum Views {
    /// Name, statement and natural key of each view of results, in the order of the digest.
    static let all: [(name: String, sql: String, key: String)] = [
        ("fixes", fixes, "device, time_ms"), ("history", history, "device, day, number"), ("trips", trips, "device, start_ms"),
        ("gaps", gaps, "device, from_ms"), ("stays", stays, "device, arrived_ms"), ("places", places, "device, place"),
        ("map_clusters", mapClusters, "zoom, cluster"), ("devices", devices, "device"), ("addresses", addresses, "cell"),
        ("days", days, "device, day"), ("rejects", rejects, "file, line, reason"),
    ]

    /// Views that the digest does not cover: those of the ledger, which depend on runs, the members behind `map_clusters`,
    /// and how kinds look.
    static let ledger: [(name: String, sql: String)] = [
        ("runs", runs), ("input_files", inputFiles), ("day_ledger", dayLedger), ("map_members", mapMembers),
        ("kinds", kinds),
    ]

    private static func local(_ time: String) -> String {
        "strftime('%Y-%m-%d %H:%M:%S', (\(time) + (SELECT offset_ms FROM zone WHERE from_ms <= \(time) ORDER BY from_ms DESC LIMIT 1)) / 1000.0, 'unixepoch')"
    }

    private static func utc(_ time: String) -> String { "strftime('%Y-%m-%dT%H:%M:%fZ', \(time) / 1000.0, 'unixepoch')" }

    private static func day(_ number: String) -> String { "date(\(number) * 86400, 'unixepoch')" }

    private static func address(_ cell: String) -> String { "(SELECT a.address FROM address a WHERE a.cell = \(cell))" }

    private static let fixes = """
        SELECT \(day("f.day")) AS day, f.id AS device, f.kind AS kind, f.time_ms AS time_ms, \(utc("f.time_ms")) AS time_utc,
            \(local("f.time_ms")) AS time_local, f.latitude / 1e7 AS latitude, f.longitude / 1e7 AS longitude, f.altitude AS altitude_m,
            f.speed AS speed_mps, f.course AS course_deg, f.accuracy AS accuracy_m, f.extra AS extra,
            (SELECT CASE WHEN t.end >= f.time_ms THEN t.id END FROM trip t WHERE t.device = f.device AND t.start <= f.time_ms
                ORDER BY t.start DESC LIMIT 1) AS trip,
            coalesce((SELECT CASE WHEN s.last_seen >= f.time_ms THEN s.id END FROM stay s WHERE s.device = f.device AND s.arrived <= f.time_ms
                AND (s.inferred = 0 OR s.arrived < f.time_ms) ORDER BY s.arrived DESC LIMIT 1),
                (SELECT s.id FROM stay s WHERE s.device = f.device AND s.arrived = f.time_ms)) AS stay
        FROM (SELECT p.day AS day, dd.device AS device, d.id AS id, dd.kind AS kind, \(FixTable.current.time) AS time_ms,
                x.latitude AS latitude, x.longitude AS longitude, \(FixTable.current.altitude) AS altitude,
                \(FixTable.current.speed) AS speed, \(FixTable.current.course) AS course, \(FixTable.current.accuracy) AS accuracy,
                x.extra AS extra
            FROM processed_day p CROSS JOIN device_day dd ON dd.day = p.day CROSS JOIN device d ON d.key = dd.device
                CROSS JOIN fix x ON \(FixTable.current.isOfDeviceDay)) f
        """

    private static let history = """
        SELECT d.id AS device, \(day("h.day")) AS day, h.number AS number, h.time AS time_ms, \(local("h.time")) AS time_local,
            h.latitude AS latitude, h.longitude AS longitude, h.course AS course_deg, h.speed AS speed_mps, h.fixes AS fixes, h.accuracy AS accuracy_m,
            \(address("h.cell")) AS address
        FROM point h JOIN device d ON d.key = h.device
        """

    private static let trips = """
        SELECT t.id AS trip, \(day("t.day")) AS day, d.id AS device, t.kind AS kind, t.start AS start_ms, t.end AS end_ms,
            \(local("t.start")) AS start_local, \(local("t.end")) AS end_local, t.um / 1e6 AS distance_m, (t.end - t.start) / 1000.0 AS moving_s,
            t.max_speed AS max_speed_mps, t.fixes AS fixes,
            (SELECT CASE WHEN s.last_seen = t.start THEN s.place END FROM stay s WHERE s.device = t.device AND s.arrived <= t.start
                ORDER BY s.arrived DESC LIMIT 1) AS start_place,
            (SELECT s.place FROM stay s WHERE s.device = t.device AND s.arrived = t.end) AS end_place,
            t.start_latitude / 1e7 AS start_latitude, t.start_longitude / 1e7 AS start_longitude,
            t.end_latitude / 1e7 AS end_latitude, t.end_longitude / 1e7 AS end_longitude, t.south / 1e7 AS south, t.west / 1e7 AS west,
            t.north / 1e7 AS north, t.east / 1e7 AS east, t.open AS open
        FROM trip t JOIN device d ON d.key = t.device
        """

    private static let gaps = """
        SELECT d.id AS device, \(day("g.day")) AS day, g.start AS from_ms, g.end AS to_ms, \(local("g.start")) AS from_local,
            \(local("g.end")) AS to_local, (g.end - g.start) / 1000.0 AS duration_s, g.um / 1e6 AS distance_m, g.jump AS jump,
            g.start_latitude / 1e7 AS from_latitude, g.start_longitude / 1e7 AS from_longitude,
            g.end_latitude / 1e7 AS to_latitude, g.end_longitude / 1e7 AS to_longitude
        FROM gap g JOIN device d ON d.key = g.device
        """

    private static let stays = """
        SELECT s.id AS stay, \(day("s.day")) AS day, d.id AS device, s.kind AS kind, s.arrived AS arrived_ms, s.last_seen AS last_seen_ms,
            s.departed AS departed_ms, \(local("s.arrived")) AS arrived_local, \(local("s.departed")) AS departed_local,
            (s.last_seen - s.arrived) / 1000.0 AS duration_s, s.latitude AS latitude, s.longitude AS longitude, s.spread AS spread_m,
            s.fixes AS fixes, s.confidence AS confidence,
            CASE WHEN s.inferred THEN s.last_seen = (SELECT x.last_time FROM device_day x WHERE x.device = s.device
                AND x.day = (SELECT y.last_day FROM track_days y WHERE y.device = s.device)) ELSE s.open END AS open,
            s.inferred AS inferred, s.place AS place, \(address("s.cell")) AS address
        FROM stay s JOIN device d ON d.key = s.device
        """

    private static let places = """
        SELECT p.id AS place, CASE WHEN p.shared = 0 THEN d.id END AS device, p.role AS role, p.name AS name, p.visits AS visits, p.total / 1000.0 AS total_s,
            p.first AS first_ms, p.last AS last_ms, p.usual_arrival AS usual_arrival_local, p.usual_departure AS usual_departure_local,
            p.latitude AS latitude, p.longitude AS longitude, p.radius AS radius_m, \(address("p.cell")) AS address,
            p.kind AS kind, p.devices AS devices
        FROM place p JOIN device d ON d.key = p.device
        """

    private static let mapClusters = """
        SELECT zoom, id AS cluster, identifier, latitude, longitude, count, kinds, representative, priority, expansion_zoom, hidden, shares, parent
        FROM map_cluster
        """

    private static let mapMembers = """
        SELECT m.cluster AS cluster, d.id AS device, m.time AS time_ms, m.id AS member FROM map_member m JOIN device d ON d.key = m.device
        """

    private static let devices = """
        SELECT d.id AS device, n.name AS name, n.group_name AS group_name, l.kind AS kind, b.first_time AS first_ms, l.last_time AS last_ms,
            \(local("l.last_time")) AS last_local, l.last_latitude / 1e7 AS latitude, l.last_longitude / 1e7 AS longitude,
            l.last_course AS course_deg, s.place AS place, \(address("s.cell")) AS address, a.fixes AS fixes, a.days AS days
        FROM (SELECT device, sum(kept) AS fixes, count(*) AS days, min(day) AS first_day, max(day) AS last_day
                FROM device_day WHERE first_time IS NOT NULL GROUP BY device) a
            JOIN device d ON d.key = a.device
            LEFT JOIN device_name n ON n.id = d.id
            JOIN device_day b ON b.day = a.first_day AND b.device = a.device
            JOIN device_day l ON l.day = a.last_day AND l.device = a.device
            LEFT JOIN stay s ON s.device = a.device AND s.last_seen >= l.last_time
                AND s.arrived = (SELECT max(y.arrived) FROM stay y WHERE y.device = a.device)
        """

    private static let addresses = """
        SELECT id AS cell, latitude, longitude, address, country, province, city, district, street, provider, language, approximate,
            distance AS distance_m, state
        FROM address
        """

    private static let days = """
        SELECT \(day("x.day")) AS day, d.id AS device, x.kind AS kind, x.rows_in AS rows_in, x.kept AS kept, x.thinned AS thinned,
            x.rejected AS rejected,
            (x.inner_um + CASE WHEN e.first_rests THEN 0 ELSE x.first_um END + CASE WHEN e.last_rests THEN 0 ELSE x.last_um END) / 1e6 AS distance_m,
            (x.inner_ms + CASE WHEN e.first_rests THEN 0 ELSE x.first_ms END + CASE WHEN e.last_rests THEN 0 ELSE x.last_ms END) / 1000.0 AS moving_s,
            (x.inner_stay_ms + coalesce(e.first_stay_ms + e.last_stay_ms, 0) + coalesce((SELECT sum(min(s.last_seen, q.end) - max(s.arrived, q.start))
                FROM processed_day q JOIN stay s ON s.inferred = 1 AND s.device = x.device AND s.last_seen > q.start AND s.arrived < q.end
                WHERE q.day = x.day), 0) + CASE WHEN x.first_time IS NULL THEN coalesce((SELECT sum(min(s.last_seen, q.end) - max(s.arrived, q.start))
                FROM processed_day q JOIN stay s ON s.inferred = 0 AND s.device = x.device AND s.last_seen > q.start AND s.arrived < q.end
                WHERE q.day = x.day), 0) ELSE 0 END) / 1000.0 AS stay_s, x.max_speed AS max_speed_mps,
            x.south / 1e7 AS south, x.west / 1e7 AS west, x.north / 1e7 AS north, x.east / 1e7 AS east,
            x.largest_error AS simplify_largest_error_m, x.mean_error AS simplify_mean_error_m, x.path_um / 1e6 AS path_m
        FROM device_day x JOIN device d ON d.key = x.device LEFT JOIN piece e ON e.day = x.day AND e.device = x.device
        """

    private static let rejects = """
        SELECT f.path AS file, r.line AS line, \(day("r.day")) AS day, d.id AS device, r.reason AS reason, r.field AS field, r.value AS value,
            r.text AS text
        FROM reject r JOIN file f ON f.id = r.file LEFT JOIN device d ON d.key = r.device
        WHERE (r.day IS NOT NULL OR EXISTS (SELECT 1 FROM processed_day p WHERE p.start < f.high AND f.low < p.end))
        """

    private static let kinds = "SELECT number, name, color, glyph, priority FROM kind"

    private static let runs = """
        SELECT id AS run, started_utc, ended_utc, version, host, first_day, last_day, days, rows, kept, thinned, rejected, exit_status FROM run
        """

    private static let inputFiles = """
        SELECT f.path AS file, x.rows AS rows, x.kept AS kept, x.thinned AS thinned, x.rejected AS rejected,
            x.rows - x.kept - x.thinned - x.rejected AS waiting, f.size AS size, f.modified AS modified_ms, f.first_fix AS first_ms,
            f.last_fix AS last_ms, f.state AS state, f.damage AS damage, CASE WHEN f.crc IS NOT NULL THEN printf('%08x', f.crc) END AS crc32,
            f.damage_offset AS damage_offset
        FROM file f JOIN (SELECT f.id AS id, coalesce(sum(g.rows), 0) AS rows, coalesce(sum(m.kept), 0) AS kept,
                coalesce(sum(m.thinned), 0) AS thinned, coalesce(sum(CASE WHEN g.day IS NULL THEN g.rows ELSE m.rejected END), 0) AS rejected
            FROM file f LEFT JOIN file_day g ON g.file = f.id
                LEFT JOIN made m ON m.day = g.day AND m.file = g.file AND m.rows = g.rows AND m.hash = g.hash
            GROUP BY f.id) x ON x.id = f.id
        WHERE EXISTS (SELECT 1 FROM processed_day p WHERE p.start < f.high AND f.low < p.end)
        """

    private static let dayLedger = """
        SELECT \(day("p.day")) AS day, \(utc("p.start")) AS start_utc, \(utc("p.end")) AS end_utc, p.options AS options, f.path AS file,
            m.rows AS rows, m.kept AS kept, m.thinned AS thinned, m.rejected AS rejected,
            (SELECT min(x.first_key) FROM device_day x WHERE x.day = p.day AND x.kept > 0) AS first_key,
            (SELECT max(x.first_key + x.kept) FROM device_day x WHERE x.day = p.day AND x.kept > 0) AS end_key
        FROM processed_day p LEFT JOIN made m ON m.day = p.day LEFT JOIN file f ON f.id = m.file
        """
}
