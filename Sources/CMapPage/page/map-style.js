// How the map looks: colours of day and night, the basemap, and the style that the map library is given.

const lightColors = {
  sea: "#dfe9f0", land: "#f8f6f1", coast: "#9fb4c4", line: "#d3dbe1", label: "#33424f", halo: "#ffffff",
  casing: "#ffffff", outline: "#1c2733", gap: "#5d6976", jump: "#b3261e", place: "#6d4bb1", stay: "#1c2733", own: "#7a8a99",
};
const darkColors = {
  sea: "#121a21", land: "#1d262e", coast: "#4a6175", line: "#2c3843", label: "#d5dee6", halo: "#10171d",
  casing: "#10171d", outline: "#f2f5f7", gap: "#94a3b1", jump: "#ff8a80", place: "#c3a7ff", stay: "#f2f5f7", own: "#8395a6",
};
const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/// Colours of devices where tracks are coloured by device: apart from each other on light and dark ground.
const deviceColors = ["#1f77d0", "#e8710a", "#129a74", "#c2379b", "#8a63d2", "#b8860b", "#d23c3c", "#3a8f3a", "#00879f", "#a0522d"];

function mapColors() {
  return darkScheme.matches ? darkColors : lightColors;
}

/// A feature collection for the map library.
function features(list) {
  return { type: "FeatureCollection", features: list };
}

function feature(type, coordinates, properties = {}) {
  return { type: "Feature", properties, geometry: { type, coordinates } };
}

/// Land from rings of longitude, latitude in turn, in 1e-3 degrees, as differences from the one before.
function landFeatures(land) {
  const rings = (polygon) =>
    polygon.map((differences) => {
      const ring = [];
      let [longitude, latitude] = [0, 0];
      for (let i = 0; i + 1 < differences.length; i += 2) {
        longitude += differences[i];
        latitude += differences[i + 1];
        ring.push([longitude / 1e3, latitude / 1e3]);
      }
      return ring;
    });
  return features((land ?? []).map((polygon) => feature("Polygon", rings(polygon))));
}

/// Names of towns; in Chinese where the page is Chinese and the name is known.
function labelFeatures(labels) {
  return features(
    (labels ?? []).map(([longitude, latitude, english, chinese, population]) => {
      const name = (pageLanguage === "zh" && chinese) || english;
      return feature("Point", [longitude / 1e4, latitude / 1e4], { name, rank: -population });
    }),
  );
}

/// "39.5° N"; 0° and 180° have no side.
function degreesName(degrees, digits, positive, negative) {
  const number = `${Math.abs(degrees).toFixed(digits)}°`;
  const isPlain = Math.abs(degrees) < 1e-9 || Math.abs(Math.abs(degrees) - 180) < 1e-9;
  return isPlain ? number : `${number} ${word(degrees < 0 ? negative : positive)}`;
}

/// Meridians and parallels over a part of the Earth, each with its degrees.
function graticuleFeatures({ south, west, north, east }) {
  const step = graticuleStepDegrees(Math.max(Math.min(north - south, 170), (east - west) / 2));
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  const lines = [];
  const bottom = Math.max(south - step, -85);
  const top = Math.min(north + step, 85);
  for (let i = Math.floor(west / step); i * step <= east + step; i += 1) {
    const name = degreesName(wrappedLongitudeDegrees(i * step), digits, "E", "W");
    lines.push(feature("LineString", [[i * step, bottom], [i * step, top]], { name }));
  }
  for (let i = Math.ceil(bottom / step); i * step <= top; i += 1) {
    const name = degreesName(i * step, digits, "N", "S");
    lines.push(feature("LineString", [[west - step, i * step], [east + step, i * step]], { name }));
  }
  return features(lines);
}

/// Tiles of most servers end here; the map draws those larger beyond.
const mostTileZoom = 18;

/// A user's GeoJSON with its positions shifted as the tiles are.
function shiftedShape(model, shape) {
  if (Array.isArray(shape) && typeof shape[0] === "number") {
    const place = toGCJ02(model.outline, { latitude: shape[1], longitude: shape[0] });
    return [place.longitude, place.latitude];
  }
  if (Array.isArray(shape)) return shape.map((part) => shiftedShape(model, part));
  const copy = { ...shape };
  for (const name of ["coordinates", "geometry", "geometries", "features"]) if (copy[name]) copy[name] = shiftedShape(model, copy[name]);
  return copy;
}

/// The basemap's sources: land and labels, the user's own file, tiles where they were asked for.
function baseSources(model) {
  const { basemap = {}, options = {} } = model.data;
  const sources = {
    land: { type: "geojson", data: landFeatures(basemap.land), maxzoom: 8 },
    graticule: { type: "geojson", data: features([]), buffer: 0 },
    labels: { type: "geojson", data: labelFeatures(basemap.labels) },
  };
  if (basemap.own) sources.own = { type: "geojson", data: model.isShifted ? shiftedShape(model, basemap.own) : basemap.own };
  if (options.tiles) sources.tiles = { type: "raster", tiles: [options.tiles.url], tileSize: 256, maxzoom: mostTileZoom };
  return sources;
}

function baseLayers(model, colors) {
  const hasTiles = Boolean(model.options.tiles);
  // A user's own basemap stands on plain ground where the page carries no land.
  const ground = model.data.basemap?.land?.length ? colors.sea : colors.land;
  const layers = [{ id: "sea", type: "background", paint: { "background-color": ground } }];
  if (!hasTiles) {
    layers.push({ id: "land", type: "fill", source: "land", paint: { "fill-color": colors.land, "fill-antialias": false } });
    layers.push({ id: "coast", type: "line", source: "land", paint: { "line-color": colors.coast, "line-width": 1 } });
  }
  if (hasTiles) layers.push({ id: "tiles", type: "raster", source: "tiles" });
  if (model.data.basemap?.own) layers.push(...ownLayers(colors));
  // Tiles have names of their own, and theirs may be shifted.
  if (!hasTiles) layers.push({ id: "graticule", type: "line", source: "graticule", paint: { "line-color": colors.line, "line-width": 0.7 } });
  return layers;
}

/// A user's own GeoJSON: areas, lines and points with their names.
function ownLayers(colors) {
  const isShape = (shape) => ["==", ["geometry-type"], shape];
  return [
    { id: "own-areas", type: "fill", source: "own", filter: isShape("Polygon"), paint: { "fill-color": colors.own, "fill-opacity": 0.12 } },
    { id: "own-lines", type: "line", source: "own", paint: { "line-color": colors.own, "line-width": 1.2 } },
    {
      id: "own-points", type: "circle", source: "own", filter: isShape("Point"),
      paint: { "circle-color": colors.own, "circle-radius": 3 },
    },
  ];
}

/// Texts of the basemap, drawn over everything else of it.
function labelLayers(model, colors) {
  const text = { "text-color": colors.label, "text-halo-color": colors.halo, "text-halo-width": 1.4 };
  const layers = model.options.tiles ? [] : [
    {
      id: "graticule-labels", type: "symbol", source: "graticule",
      layout: {
        "symbol-placement": "line", "symbol-spacing": 600, "text-field": ["get", "name"], "text-size": 10,
        "text-font": ["sans-serif"], "text-max-angle": 30,
      },
      paint: { ...text, "text-color": colors.gap },
    },
    {
      id: "labels", type: "symbol", source: "labels",
      layout: {
        "text-field": ["get", "name"], "text-font": ["sans-serif"], "symbol-sort-key": ["get", "rank"],
        "text-size": ["interpolate", ["linear"], ["zoom"], 3, 11, 10, 14], "text-padding": 4,
      },
      paint: text,
    },
  ];
  if (!model.data.basemap?.own) return layers;
  layers.push({
    id: "own-labels", type: "symbol", source: "own", filter: ["has", "name"],
    layout: { "text-field": ["to-string", ["get", "name"]], "text-font": ["sans-serif"], "text-size": 11 },
    paint: text,
  });
  return layers;
}

/// The whole style of the map.
function mapStyle(model, shownSources, colors) {
  return {
    version: 8,
    sources: { ...baseSources(model), ...shownSources },
    layers: [...baseLayers(model, colors), ...trackLayers(model, colors), ...labelLayers(model, colors)],
  };
}

/// Repaints a map whose style was made with other colours.
function repaint(map, model) {
  for (const layer of mapStyle(model, {}, mapColors()).layers) {
    for (const [name, value] of Object.entries(layer.paint ?? {})) map.setPaintProperty(layer.id, name, value);
  }
}
