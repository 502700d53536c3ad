// Numbers only: no document, no map. Angles, boxes, regions, scale bars and short numbers; the same rules as the program's Geodesy.

const earthMeanRadiusMeters = 6371008.8;
const turn1e7 = 3600000000;
const smallestSpanDegrees = 0.0055;
/// Metres round the equator of a web map's sphere.
const equatorMeters = 2 * Math.PI * 6378137;

/// The same direction in [0, 360), never 360 and never -0.
function normalizedDegrees(degrees) {
  const rest = degrees % 360;
  const turned = rest < 0 ? rest + 360 : rest;
  return turned >= 360 || turned === 0 ? 0 : turned;
}

/// The turn the short way: (-180, 180], positive clockwise.
function shortestTurnDegrees(from, to) {
  const turn = (to - from) % 360;
  if (turn > 180) return turn - 360;
  return turn <= -180 ? turn + 360 : turn;
}

/// The rotation of a map turned by x′ = a·x − b·y, y′ = b·x + a·y; null for (0, 0) and for what is no number.
function rotation(a, b) {
  if (!Number.isFinite(a) || !Number.isFinite(b) || (a === 0 && b === 0)) return null;
  return normalizedDegrees((Math.atan2(b, a) * 180) / Math.PI);
}

/// The direction that is up on a map turned by such a transform; null as above.
function mapHeading(a, b) {
  const turned = rotation(a, b);
  return turned === null ? null : normalizedDegrees(-turned);
}

/// The angle of a symbol on a turned map, clockwise from up.
function symbolDegrees(course, heading) {
  return normalizedDegrees(course - heading);
}

/// Degrees clockwise from north at which the great circle leaves for another place; null for equal places.
function initialBearingDegrees(from, to) {
  const across = (shortestTurnDegrees(from.longitude, to.longitude) * Math.PI) / 180;
  if (from.latitude === to.latitude && across === 0) return null;
  const start = (from.latitude * Math.PI) / 180;
  const end = (to.latitude * Math.PI) / 180;
  const half = Math.sin(across / 2);
  const east = Math.sin(across) * Math.cos(end);
  const north = Math.sin(end - start) + 2 * Math.sin(start) * Math.cos(end) * half * half;
  return normalizedDegrees((Math.atan2(east, north) * 180) / Math.PI);
}

/// Metres between two places along the sphere.
function distanceMeters(from, to) {
  const north = (((to.latitude - from.latitude) / 2) * Math.PI) / 180;
  const east = ((shortestTurnDegrees(from.longitude, to.longitude) / 2) * Math.PI) / 180;
  const cosines = Math.cos((from.latitude * Math.PI) / 180) * Math.cos((to.latitude * Math.PI) / 180);
  const square = Math.sin(north) ** 2 + cosines * Math.sin(east) ** 2;
  return 2 * earthMeanRadiusMeters * Math.asin(Math.min(1, Math.sqrt(square)));
}

/// A longitude in [-180, 180).
function wrappedLongitudeDegrees(longitude) {
  if (longitude >= -180 && longitude < 180) return longitude;
  const wrapped = shortestTurnDegrees(0, longitude);
  return wrapped === 180 ? -180 : wrapped;
}

/// The narrowest box over places in whole 1e-7 degrees; west > east where it crosses ±180°; null over none.
function boundingBox(latitudes, longitudes) {
  if (latitudes.length === 0) return null;
  let south = latitudes[0];
  let north = south;
  for (const latitude of latitudes) {
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  const sorted = Float64Array.from(longitudes).sort();
  const last = sorted[sorted.length - 1];
  let [west, east, widest] = [sorted[0], last, -1];
  for (let i = 0; i + 1 < sorted.length; i += 1) {
    const gap = sorted[i + 1] - sorted[i];
    if (gap > 0 && gap > widest) [widest, east, west] = [gap, sorted[i], sorted[i + 1]];
  }
  if (sorted[0] + turn1e7 - last > widest) [west, east] = [sorted[0], last];
  return { south, west, north, east };
}

/// The part of the Earth to show for a box: none gives the world, one place a span of 0.0055°.
function fitRegion(box, padding = 0.1) {
  if (!box) return { latitude: 0, longitude: 0, latitudeSpanDegrees: 180, longitudeSpanDegrees: 360 };
  const width = (box.east < box.west ? box.east - box.west + turn1e7 : box.east - box.west) / 1e7;
  const height = (box.north - box.south) / 1e7;
  const growth = 1 + 2 * padding;
  return {
    latitude: (box.south + box.north) / 2e7,
    longitude: wrappedLongitudeDegrees(box.west / 1e7 + width / 2),
    latitudeSpanDegrees: Math.min(Math.max(height * growth, smallestSpanDegrees), 180),
    longitudeSpanDegrees: Math.min(Math.max(width * growth, smallestSpanDegrees), 360),
  };
}

/// Corners of a region for a map library: [[west, south], [east, north]]; east may pass 180°.
function regionCorners(region) {
  const south = Math.max(region.latitude - region.latitudeSpanDegrees / 2, -85);
  const north = Math.min(region.latitude + region.latitudeSpanDegrees / 2, 85);
  const west = region.longitude - region.longitudeSpanDegrees / 2;
  return [[west, south], [west + region.longitudeSpanDegrees, north]];
}

/// Metres on the ground under one pixel of a map of 512-pixel tiles.
function metersPerPixel(latitude, zoom) {
  return (equatorMeters * Math.cos((latitude * Math.PI) / 180)) / (512 * 2 ** zoom);
}

/// Metres from the ground to the eye of a map with a field of view of 36.87°, which stands 1.5 heights from its middle.
function eyeHeightMeters(latitude, zoom, pitchDegrees, heightPixels) {
  return 1.5 * heightPixels * Math.cos((pitchDegrees * Math.PI) / 180) * metersPerPixel(latitude, zoom);
}

/// The longest length of 1, 2 or 5 times a power of ten that fits: {meters, pixels}.
function scaleBarLength(metersOfPixel, longestPixels) {
  const longest = metersOfPixel * longestPixels;
  const power = 10 ** Math.floor(Math.log10(longest) + 1e-12);
  const meters = power * [5, 2, 1].find((step) => step * power <= longest * (1 + 1e-12));
  return { meters, pixels: meters / metersOfPixel };
}

/// The step between the lines of a graticule so that four to ten lie in a span.
function graticuleStepDegrees(spanDegrees) {
  const steps = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
  return steps.find((step) => spanDegrees / step >= 4) ?? 0.001;
}

/// A count in at most four letters: 999, 1.2k, 12k, 1.2M.
function abbreviatedCount(count) {
  for (const [size, letter] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (count < size) continue;
    const whole = count / size;
    return `${whole < 10 ? Math.floor(whole * 10) / 10 : Math.floor(whole)}${letter}`;
  }
  return String(count);
}

/// Ring parts clockwise from 12 o'clock, in the order given: [{from, to}] in degrees.
function ringArcs(counts) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  return counts.map((count) => {
    const from = (before / total) * 360;
    before += count;
    return { from, to: (before / total) * 360 };
  });
}

/// The last index whose value is at most `limit` in rising `values`; -1 before the first.
function lastIndexAtMost(values, limit) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
