// Tracks, fixes, stays, places and gaps as the map library takes them.

/// Above so many fixes, stays or places only those in view are drawn as points, once they are fewer; lines and clusters tell of them before.
const mostPoints = 5000;
const zoomOfFixes = 9;

/// The colour of a device's track, by kind or by device.
function trackColor(model, device) {
  const kind = model.kinds[model.devices[device]?.kind];
  if (model.colorBy === "kind" && kind) return kind.color;
  return deviceColors[device % deviceColors.length];
}

/// Whether kinds tell the tracks apart: more than one kind among the devices.
function isColoredByKind(model) {
  return new Set(model.devices.map((device) => device.kind)).size > 1 && model.kinds.length > 0;
}

/// The chosen rows of a track: [first, after last).
function chosenRows(track, choice) {
  return [lastIndexAtMost(track.time, choice.from - 1) + 1, lastIndexAtMost(track.time, choice.to - 1) + 1];
}

/// A longitude next to another one, so that a line does not cross the whole map at ±180°.
function longitudeNear(longitude, other) {
  return other === null ? longitude : other + shortestTurnDegrees(other, longitude);
}

/// The lines of a track between two rows, a new one after each gap.
function trackLines(track, first, end) {
  const lines = [];
  let line = [];
  for (let row = first; row < end; row += 1) {
    if (track.breaks.has(row)) line = [];
    const before = line.length > 0 ? line[line.length - 1][0] : null;
    line.push([longitudeNear(track.shownLongitude[row], before), track.shownLatitude[row]]);
    if (line.length === 2) lines.push(line);
  }
  return lines;
}

function chosenTracks(model, choice) {
  return model.tracks.filter((track) => choice.holdsDevice(track.device));
}

const everywhere = () => true;

/// Lines of the chosen tracks; none where lines are only drawn as they are played.
function lineFeatures(model, choice) {
  if ((model.options.history?.lines ?? "all") !== "all") return features([]);
  return features(
    chosenTracks(model, choice).flatMap((track) => {
      const lines = trackLines(track, ...chosenRows(track, choice));
      return lines.length > 0 ? [feature("MultiLineString", lines, { color: trackColor(model, track.device) })] : [];
    }),
  );
}

/// Chosen fixes as points, where `isWanted`; only each track's first where the page is told so.
function fixFeatures(model, choice, isWanted = everywhere) {
  const isFirstOnly = model.options.history?.show === "first";
  const list = [];
  for (const track of chosenTracks(model, choice)) {
    const color = trackColor(model, track.device);
    const [first, end] = chosenRows(track, choice);
    for (let row = first; row < (isFirstOnly ? Math.min(first + 1, end) : end); row += 1) {
      if (!isWanted(track.shownLatitude[row], track.shownLongitude[row])) continue;
      const properties = { color };
      if (track.course[row] >= 0) properties.course = track.course[row] / 10;
      list.push(feature("Point", [track.shownLongitude[row], track.shownLatitude[row]], properties));
    }
  }
  return features(list);
}

/// How long a stay lasted, as far as it is known.
function stayMilliseconds(stays, i) {
  return Math.max(0, (stays.departed[i] ?? stays.lastSeen[i]) - stays.arrived[i]);
}

function stayFeatures(model, choice, isWanted = everywhere) {
  const { stays } = model;
  const list = [];
  for (let i = 0; i < stays.device.length; i += 1) {
    if (!choice.holdsDevice(stays.device[i]) || !choice.holdsSpan(stays.arrived[i], stays.lastSeen[i])) continue;
    if (!isWanted(stays.shownLatitude[i], stays.shownLongitude[i])) continue;
    const hours = stayMilliseconds(stays, i) / hourMilliseconds;
    const color = model.kinds[stays.kind[i]]?.color ?? trackColor(model, stays.device[i]);
    const properties = { color, radius: Math.min(16, 4 + 2 * Math.sqrt(hours)) };
    list.push(feature("Point", [stays.shownLongitude[i], stays.shownLatitude[i]], properties));
  }
  return features(list);
}

/// A place's name, or its role where that says more than that it is one; null for neither.
function placeName(places, i) {
  const role = places.role[i];
  return places.name[i] || (role && role !== "regular" ? word(role) : null);
}

function placeFeatures(model, choice, isWanted = everywhere) {
  const { places } = model;
  const list = [];
  for (let i = 0; i < places.device.length; i += 1) {
    if (places.device[i] >= 0 && !choice.holdsDevice(places.device[i])) continue;
    const latitude = places.shownLatitude[i];
    if (!isWanted(latitude, places.shownLongitude[i])) continue;
    const properties = { name: shortened(placeName(places, i) ?? "", 40), radius: places.radius[i] / metersPerPixel(latitude, 0) };
    list.push(feature("Point", [places.shownLongitude[i], latitude], properties));
  }
  return features(list);
}

function gapFeatures(model, choice) {
  const { gaps } = model;
  const list = [];
  for (let i = 0; i < gaps.device.length; i += 1) {
    if (!choice.holdsDevice(gaps.device[i]) || !choice.holdsSpan(gaps.from[i], gaps.to[i])) continue;
    const from = [gaps.shownFrom.shownLongitude[i], gaps.shownFrom.shownLatitude[i]];
    const to = [longitudeNear(gaps.shownTo.shownLongitude[i], from[0]), gaps.shownTo.shownLatitude[i]];
    list.push(feature("LineString", [from, to], { jump: gaps.jump[i] }));
  }
  return features(list);
}

/// Makers of the sources' data by name.
const sourceMakers = { tracks: lineFeatures, gaps: gapFeatures, fixes: fixFeatures, stays: stayFeatures, places: placeFeatures };

/// The sources that hold more points than are drawn at once: only what is in view, when that is few enough.
function crowdedSources(model) {
  const fixes = model.tracks.reduce((sum, track) => sum + track.count, 0);
  const counts = { fixes, stays: model.stays.device.length, places: model.places.device.length };
  return Object.keys(counts).filter((name) => counts[name] > mostPoints);
}

/// The sources as they are at first: crowded ones are empty.
function shownSources(model, choice) {
  const crowded = crowdedSources(model);
  const sources = { played: { type: "geojson", data: features([]) } };
  for (const [name, make] of Object.entries(sourceMakers)) {
    sources[name] = { type: "geojson", data: crowded.includes(name) ? features([]) : make(model, choice) };
  }
  return sources;
}

/// Keeps the sources at what is chosen, and crowded ones at what is in view.
function keepSources(map, model, choice) {
  const crowded = crowdedSources(model);
  const held = new Map();
  const showView = (isAnew) => {
    const box = paddedBounds(map);
    for (const name of crowded) {
      const before = held.get(name);
      if (!isAnew && before && boundsHold(before.box, viewBounds(map)) && before.zoom <= map.getZoom() && before.isDrawn) continue;
      const data = sourceMakers[name](model, choice, firstOf(isInBox(box), mostPoints + 1));
      const isDrawn = data.features.length <= mostPoints;
      if (isDrawn || before?.isDrawn) map.getSource(name).setData(isDrawn ? data : features([]));
      held.set(name, { box, zoom: map.getZoom(), isDrawn });
    }
  };
  const refill = () => {
    for (const [name, make] of Object.entries(sourceMakers)) {
      if (!crowded.includes(name)) map.getSource(name).setData(make(model, choice));
    }
    showView(true);
  };
  showView(false);
  map.on("moveend", () => showView(false));
  choice.onChange(refill);
  return { refill };
}

/// The same test, but no longer than for so many places that pass it.
function firstOf(isWanted, limit) {
  let count = 0;
  return (latitude, longitude) => {
    if (count >= limit || !isWanted(latitude, longitude)) return false;
    count += 1;
    return true;
  };
}

/// Whether a place lies in bounds.
function isInBox({ south, west, north, east }) {
  const middle = (west + east) / 2;
  return (latitude, longitude) => {
    if (latitude < south || latitude > north) return false;
    const near = longitudeNear(longitude, middle);
    return near >= west && near <= east;
  };
}

/// A circle of so many metres, given its pixels at zoom 0.
const circleOfMeters = [
  "interpolate", ["exponential", 2], ["zoom"], 0, ["get", "radius"], 24, ["*", ["get", "radius"], 2 ** 24],
];

/// Layers of the tracks from bottom to top.
function trackLayers(model, colors) {
  // A round join is ten corners of a polygon: too many where there are 50,000 of them.
  const isCrowded = crowdedSources(model).includes("fixes");
  const round = isCrowded ? { "line-cap": "butt", "line-join": "bevel" } : { "line-cap": "round", "line-join": "round" };
  const width = ["interpolate", ["linear"], ["zoom"], 4, 1.5, 12, 3, 18, 5];
  const wider = ["interpolate", ["linear"], ["zoom"], 4, 3, 12, 5.5, 18, 8];
  const color = ["get", "color"];
  return [
    {
      id: "places", type: "circle", source: "places",
      paint: {
        "circle-radius": circleOfMeters, "circle-color": colors.place, "circle-opacity": 0.12, "circle-stroke-color": colors.place,
        "circle-stroke-width": 1.2, "circle-pitch-alignment": "map",
      },
    },
    {
      id: "gaps", type: "line", source: "gaps",
      paint: {
        "line-color": ["case", ["==", ["get", "jump"], 1], colors.jump, colors.gap], "line-width": 1.6, "line-dasharray": [3, 3],
      },
    },
    { id: "track-casing", type: "line", source: "tracks", layout: round, paint: { "line-color": colors.casing, "line-width": wider } },
    { id: "tracks", type: "line", source: "tracks", layout: round, paint: { "line-color": color, "line-width": width } },
    { id: "played", type: "line", source: "played", layout: round, paint: { "line-color": color, "line-width": wider } },
    {
      id: "fixes", type: "circle", source: "fixes", minzoom: zoomOfFixes,
      paint: {
        "circle-color": color, "circle-stroke-color": colors.casing,
        "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 11, 0, 13, 1],
        "circle-radius": ["interpolate", ["linear"], ["zoom"], 9, 1, 13, 3, 17, 5],
      },
    },
    {
      id: "stays", type: "circle", source: "stays",
      paint: {
        "circle-color": color, "circle-opacity": 0.55, "circle-radius": ["get", "radius"], "circle-stroke-color": colors.stay,
        "circle-stroke-width": 1.2,
      },
    },
    {
      id: "arrows", type: "symbol", source: "fixes", minzoom: 11, filter: ["has", "course"],
      layout: {
        "icon-image": "course-arrow", "icon-rotate": ["get", "course"], "icon-rotation-alignment": "map",
        "icon-pitch-alignment": "map", "icon-padding": 6, "icon-size": ["interpolate", ["linear"], ["zoom"], 11, 0.5, 16, 0.9],
      },
    },
    {
      id: "place-labels", type: "symbol", source: "places", minzoom: 11, filter: ["!=", ["get", "name"], ""],
      layout: { "text-field": ["get", "name"], "text-font": ["sans-serif"], "text-size": 12, "text-offset": [0, 1.2], "text-anchor": "top" },
      paint: { "text-color": colors.place, "text-halo-color": colors.halo, "text-halo-width": 1.4 },
    },
  ];
}

/// The picture of a course arrow: a light arrow head with a dark edge, pointing up.
function arrowImage() {
  const size = 44;
  const canvas = element("canvas", { width: size, height: size });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.translate(size / 2, size / 2);
  pen.beginPath();
  for (const [x, y] of [[0, -16], [12, 14], [0, 7], [-12, 14]]) pen.lineTo(x, y);
  pen.closePath();
  pen.lineJoin = "round";
  pen.lineWidth = 5;
  pen.strokeStyle = "#1c2733";
  pen.stroke();
  pen.fillStyle = "#ffffff";
  pen.fill();
  return pen.getImageData(0, 0, size, size);
}
