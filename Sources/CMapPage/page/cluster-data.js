// Clusters as the page carries them: one list over all zooms, then the single points that no cluster holds yet.

const requiredPriority = 1000;

/// Where the points lie that clusters are made of: columns to draw from, and the kind of each.
function clusteredPoints(model, data) {
  const { stays, places, devices } = model;
  if (data.of === "stays") return { columns: stays, kindOf: (i) => stays.kind[i] };
  if (data.of === "places") return { columns: places, kindOf: (i) => devices[places.device[i]]?.kind ?? -1 };
  if (data.of === "fixes") return { columns: readPlaces(model, data.singles), kindOf: (i) => data.singles.kind[i] };
  const shown = devices.map((device) => shownPlace(model, device.latest ?? { latitude: NaN, longitude: NaN }));
  return {
    columns: { shownLatitude: shown.map((place) => place.latitude), shownLongitude: shown.map((place) => place.longitude) },
    kindOf: (i) => devices[i].kind,
  };
}

/// All items, clusters first: places, counts, kinds and priorities by number; `list(zoom)` is which to draw, lowest priority first;
/// `columns` are those of the clusters as the page carries them. null where it carries none.
function readClusters(model, packed) {
  if (!packed) return null;
  const clusters = { ...packed, ...wholeTable(packed.parts), singles: wholeTable(packed.singles) };
  const { high, count, singles } = clusters;
  const points = clusteredPoints(model, clusters);
  const pointOf = (single) => (clusters.of === "fixes" ? single : singles.point[single]);
  const many = count.length;
  const places = readPlaces(model, clusters);
  const items = { of: clusters.of, zooms: clusters.zooms, many, count: many + singles.low.length };
  items.shownLatitude = new Float64Array(items.count);
  items.shownLongitude = new Float64Array(items.count);
  items.shownLatitude.set(places.shownLatitude);
  items.shownLongitude.set(places.shownLongitude);
  for (let i = many; i < items.count; i += 1) {
    items.shownLatitude[i] = points.columns.shownLatitude[pointOf(i - many)];
    items.shownLongitude[i] = points.columns.shownLongitude[pointOf(i - many)];
  }
  items.size = (i) => (i < many ? count[i] : 1);
  /// The row of a single's stay, place or device.
  items.point = (i) => (i < many ? -1 : pointOf(i - many));
  items.columns = clusters;
  items.kinds = (i) => (i < many ? clusters.kinds[i] : [points.kindOf(pointOf(i - many)), 1]);
  items.priority = (i) => (i < many ? clusters.priority[i] : model.kinds[points.kindOf(pointOf(i - many))]?.priority ?? 750);
  /// The zoom at which a cluster splits; null where it does not on this page.
  items.expansion = (i) => (i < many && high[i] < clusters.zooms[1] ? high[i] + 1 : null);
  items.list = drawnItems(items, clusters);
  return items;
}

/// A function that gives the numbers of the items of a zoom in the order to draw them; made once for each zoom.
function drawnItems(items, { low, high, singles, hidden }) {
  const made = new Map();
  const hiddenAt = new Map(hidden ?? []);
  const isOfZoom = (i, zoom) => (i < items.many ? low[i] <= zoom && zoom <= high[i] : singles.low[i - items.many] <= zoom);
  return (zoom) => {
    const asked = Math.max(items.zooms[0], Math.min(items.zooms[1], zoom));
    if (made.has(asked)) return made.get(asked);
    const left = new Set(hiddenAt.get(asked) ?? []);
    const list = [];
    for (let i = 0; i < items.count; i += 1) {
      if (isOfZoom(i, asked) && (!left.has(i) || items.priority(i) >= requiredPriority)) list.push(i);
    }
    list.sort((a, b) => items.priority(a) - items.priority(b) || items.size(a) - items.size(b) || b - a);
    made.set(asked, list);
    return list;
  };
}

/// The kinds of an item with their counts, in the order of the pipeline file: [[kind, count], …].
function kindCounts(model, items, i) {
  const flat = items.kinds(i);
  const pairs = [];
  for (let k = 0; k + 1 < flat.length; k += 2) pairs.push([flat[k], flat[k + 1]]);
  const order = (kind) => (kind < 0 ? model.kinds.length : kind);
  return pairs.sort((a, b) => order(a[0]) - order(b[0]));
}

/// How a kind looks; one that is not known is the last, "other".
function kindLook(model, kind) {
  const unknown = model.kinds[model.kinds.length - 1] ?? { name: "other", color: "#8a94a0", glyph: "" };
  return model.kinds[kind] ?? unknown;
}

/// "12: 7 bicycle, 5 pet".
function clusterName(model, items, i) {
  const parts = kindCounts(model, items, i).map(([kind, count]) => `${count} ${kindLook(model, kind).name}`);
  return `${items.size(i)}: ${parts.join(", ")}`;
}
