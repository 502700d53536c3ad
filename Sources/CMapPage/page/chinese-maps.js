// The shifted degrees of Chinese maps, as the program's Geodesy has them: only inside China's outline.

const chinaBox = { south: 0.8293, west: 72.004, north: 55.8271, east: 137.8347 };

/// The sum of waves that both directions of the GCJ-02 formula share a part of.
function gcjWaves(t, twelfth, thirtieth) {
  const { PI, sin } = Math;
  const short = 20 * sin(PI * t) + 40 * sin((PI * t) / 3);
  return ((short + twelfth * sin((PI * t) / 12) + thirtieth * sin((PI * t) / 30)) * 2) / 3;
}

/// WGS-84 to GCJ-02 without asking where China ends: the Krasovsky ellipsoid and two sums of sines about 105° E, 35° N.
function gcj02Shifted({ latitude, longitude }) {
  const equatorialRadiusMeters = 6378245;
  const eccentricitySquared = 0.00669342162296594323;
  const x = longitude - 105;
  const y = latitude - 35;
  const root = Math.sqrt(Math.abs(x));
  const wide = ((20 * Math.sin(6 * Math.PI * x) + 20 * Math.sin(2 * Math.PI * x)) * 2) / 3;
  const north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + wide + gcjWaves(y, 160, 320);
  const east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + wide + gcjWaves(x, 150, 300);
  const parallel = (latitude * Math.PI) / 180;
  const magic = 1 - eccentricitySquared * Math.sin(parallel) ** 2;
  const meridianMeters = (equatorialRadiusMeters * (1 - eccentricitySquared)) / (magic * Math.sqrt(magic));
  const parallelMeters = (equatorialRadiusMeters / Math.sqrt(magic)) * Math.cos(parallel);
  return {
    latitude: latitude + ((north / meridianMeters) * 180) / Math.PI,
    longitude: longitude + ((east / parallelMeters) * 180) / Math.PI,
  };
}

/// GCJ-02 to BD-09 without asking where China ends.
function bd09Shifted({ latitude, longitude }) {
  const waves = (3000 * Math.PI) / 180;
  const radius = Math.hypot(longitude, latitude) + 2e-5 * Math.sin(latitude * waves);
  const angle = Math.atan2(latitude, longitude) + 3e-6 * Math.cos(longitude * waves);
  return { latitude: radius * Math.sin(angle) + 0.006, longitude: radius * Math.cos(angle) + 0.0065 };
}

/// The outline from rings of latitude, longitude in turn, in 1e-4 degrees, as differences from the one before.
function chinaOutline(rings) {
  return (rings ?? []).map((differences) => {
    const ring = new Float64Array(differences.length);
    let [latitude, longitude] = [0, 0];
    for (let i = 0; i + 1 < ring.length; i += 2) {
      latitude += differences[i];
      longitude += differences[i + 1];
      [ring[i], ring[i + 1]] = [latitude / 1e4, longitude / 1e4];
    }
    return ring;
  });
}

/// Whether a place lies inside the outline: an odd number of edges to its east.
function isInside(outline, { latitude, longitude }) {
  if (latitude < chinaBox.south || latitude > chinaBox.north) return false;
  if (longitude < chinaBox.west || longitude > chinaBox.east) return false;
  let inside = false;
  for (const ring of outline) {
    let y = ring[ring.length - 2];
    let x = ring[ring.length - 1];
    for (let i = 0; i < ring.length; i += 2) {
      const [nextY, nextX] = [ring[i], ring[i + 1]];
      const isCrossed = nextY > latitude !== y > latitude;
      if (isCrossed && longitude < ((x - nextX) * (latitude - nextY)) / (y - nextY) + nextX) inside = !inside;
      [y, x] = [nextY, nextX];
    }
  }
  return inside;
}

/// A WGS-84 place in the degrees of Amap and Google's maps of China.
function toGCJ02(outline, place) {
  return isInside(outline, place) ? gcj02Shifted(place) : place;
}

/// A WGS-84 place in Baidu's degrees.
function toBD09(outline, place) {
  return isInside(outline, place) ? bd09Shifted(gcj02Shifted(place)) : place;
}

/// Addresses that open a WGS-84 place in other maps, each with the place in that map's system: [name, address].
function mapLinks(outline, place) {
  const gcj = toGCJ02(outline, place);
  const bd = toBD09(outline, place);
  const digits = (degrees) => degrees.toFixed(6);
  return [
    ["Amap", `https://uri.amap.com/marker?position=${digits(gcj.longitude)},${digits(gcj.latitude)}&coordinate=gaode`],
    [
      "Baidu",
      `https://api.map.baidu.com/marker?location=${digits(bd.latitude)},${digits(bd.longitude)}` +
        "&title=Fix&content=Fix&coord_type=bd09ll&output=html&src=trackmill",
    ],
    ["Google", `https://www.google.com/maps/search/?api=1&query=${digits(gcj.latitude)},${digits(gcj.longitude)}`],
  ];
}
