extension View {
    /// Locations that stays come back to, from `find-places`.
    static let places = View(
        "places", key: "device, place", id: "place", member: ["place"], by: [.device], shape: .point,
        rows: """
            SELECT p.id AS place, CASE WHEN p.shared = 0 THEN d.id END AS device, p.role AS role, p.name AS name, p.visits AS visits, p.total / 1000.0 AS total_s,
                p.first AS first_ms, p.last AS last_ms, p.usual_arrival AS usual_arrival_local, p.usual_departure AS usual_departure_local,
                p.latitude AS latitude, p.longitude AS longitude, p.radius AS radius_m, \(addressText("p.cell")) AS address,
                p.kind AS kind, p.devices AS devices
            FROM _place p JOIN _device d ON d.key = p.device
            """,
        columns: [
            .init("place", "id: a hash of device and arrival of the earliest core stay"),
            .init("device", "id of the device, from the log; NULL for places of a kind or the fleet"),
            .init("role", "home, work or regular"),
            .init("name", "name people gave it, from find-places.names-from"), .init("visits", "stays"),
            .init("total_s", "s", "time in them"), .time("first", "first arrival"),
            .time("last", "last seen"),
            .init("usual_arrival_local", "circular mean of the local times of arrivals that were seen"),
            .init("usual_departure_local", "circular mean of the local times when it was left, where that was seen"),
        ] + .position("mean of its stays") + [
            .init("radius_m", "m", "distance of its farthest stay"), .address,
            .init("kind", "the kind it is a place of, with find-places.of: kind"),
            .init("devices", "devices that its stays are of"),
        ])
}
