// Clusters as rings: a button each, reused from zoom to zoom, only for those in view.

const requiredPriority = 1000;
/// More than so many are not drawn at once; the page says so.
const mostRings = 1200;
const ring = { outer: 20, inner: 12 };
/// Arcs shorter than this have no room for a letter.
const leastGlyphDegrees = 34;

/// The level of clusters for a zoom of the map: its whole zoom, or the nearest there is.
function clusterLevel(clusters, zoom) {
  const wanted = Math.floor(zoom + 1e-6);
  const distance = (level) => Math.abs(level.zoom - wanted);
  return clusters.zooms.reduce((best, level) => (distance(level) < distance(best) ? level : best));
}

/// The kinds of a cluster with their counts, in the order of the pipeline file: [[kind, count], …].
function kindCounts(model, level, i) {
  const flat = level.kinds[i];
  const pairs = [];
  for (let k = 0; k + 1 < flat.length; k += 2) pairs.push([flat[k], flat[k + 1]]);
  const order = (kind) => (kind < 0 ? model.kinds.length : kind);
  return pairs.sort((a, b) => order(a[0]) - order(b[0]));
}

function kindLook(model, kind) {
  return model.kinds[kind] ?? { name: word("other"), color: "#8a94a0", glyph: "" };
}

/// "12: 7 bicycle, 5 pet".
function clusterName(model, level, i) {
  const parts = kindCounts(model, level, i).map(([kind, count]) => `${count} ${kindLook(model, kind).name}`);
  return `${level.count[i]}: ${parts.join(", ")}`;
}

/// A point of the ring: degrees clockwise from 12 o'clock.
function ringPoint(radius, degrees) {
  const turn = (degrees * Math.PI) / 180;
  return `${(radius * Math.sin(turn)).toFixed(3)} ${(-radius * Math.cos(turn)).toFixed(3)}`;
}

/// The outline of an arc; a whole ring is two halves.
function arcPath(from, to) {
  if (to - from >= 359.999) return `${arcPath(0, 180)}${arcPath(180, 359.998)}`;
  const large = to - from > 180 ? 1 : 0;
  return (
    `M${ringPoint(ring.outer, from)}A${ring.outer} ${ring.outer} 0 ${large} 1 ${ringPoint(ring.outer, to)}` +
    `L${ringPoint(ring.inner, to)}A${ring.inner} ${ring.inner} 0 ${large} 0 ${ringPoint(ring.inner, from)}Z`
  );
}

/// The drawing of a ring with its count.
function ringDrawing(model, level, i) {
  const counts = kindCounts(model, level, i);
  const arcs = ringArcs(counts.map((pair) => pair[1]));
  const parts = [drawing("circle", { class: "ring-hole", r: ring.outer - 0.5 })];
  const glyphs = [];
  counts.forEach(([kind], k) => {
    const look = kindLook(model, kind);
    const { from, to } = arcs[k];
    parts.push(drawing("path", { class: "ring-arc", d: arcPath(from, to), fill: look.color }));
    if (to - from < leastGlyphDegrees || !look.glyph) return;
    const middle = to - from >= 359.999 ? 0 : (from + to) / 2;
    const [x, y] = ringPoint((ring.outer + ring.inner) / 2, middle).split(" ");
    glyphs.push(drawing("text", { class: "ring-glyph", x, y, text: shortened(look.glyph, 2) }));
  });
  parts.push(drawing("circle", { class: "ring-hole", r: ring.inner }));
  const count = drawing("text", { class: "ring-count", text: abbreviatedCount(level.count[i]) });
  return drawing("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true", focusable: "false" }, [...parts, ...glyphs, count]);
}

function makeClusters(map, model, overlay, actions) {
  const { clusters } = model;
  const holder = element("div", { class: "rings" });
  const drawn = new Map();
  const spare = [];
  const state = { isShown: true, level: null, box: null };
  overlay.holder.append(holder);

  const take = () => {
    const held = spare.pop() ?? element("button", { type: "button", class: "ring" });
    if (!held.isListening) onRealClick(held, (event) => actions.onCluster(held.cluster.level, held.cluster.i, event));
    held.isListening = true;
    held.hidden = false;
    return held;
  };
  const giveBack = (key, held) => {
    held.hidden = true;
    drawn.delete(key);
    spare.push(held);
  };
  /// The ring of a cluster: the one drawn before for the same id, else a spare one.
  const draw = (level, i, rank) => {
    const key = `${level.zoom}/${level.id[i]}`;
    let held = drawn.get(key);
    if (!held) {
      held = take();
      held.cluster = { level, i };
      held.setAttribute("aria-label", clusterName(model, level, i));
      held.replaceChildren(ringDrawing(model, level, i));
      drawn.set(key, held);
      if (!held.isConnected) holder.append(held);
    }
    held.style.zIndex = rank;
    return key;
  };
  const choose = () => {
    const level = clusterLevel(clusters, map.getZoom());
    const { list, left } = clustersInView(level, paddedBounds(map));
    const keys = new Set(list.map((i, rank) => draw(level, i, rank + 1)));
    for (const [key, held] of [...drawn]) if (!keys.has(key)) giveBack(key, held);
    Object.assign(state, { level, box: paddedBounds(map) });
    actions.onCount(list.length, left);
  };
  const isStale = () => clusterLevel(clusters, map.getZoom()) !== state.level || !boundsHold(state.box, viewBounds(map));
  overlay.add(() => {
    if (!clusters || !state.isShown) return;
    if (!state.level || isStale()) choose();
    const { level } = state;
    for (const held of drawn.values()) {
      const { i } = held.cluster;
      putInView(held, pixelOf(map, level.shownLongitude[i], level.shownLatitude[i]), overlay.size);
    }
  });
  return {
    /// Shows or hides all rings.
    show: (isShown) => {
      state.isShown = isShown;
      holder.hidden = !isShown;
      state.level = null;
      if (!isShown) actions.onCount(0, 0);
      map.triggerRepaint();
    },
  };
}

/// Puts a ring in its place; outside the view it is hidden, so that no focus scrolls to it.
function putInView(held, pixel, size) {
  const isInside = pixel.x > -ring.outer && pixel.y > -ring.outer && pixel.x < size.width + ring.outer && pixel.y < size.height + ring.outer;
  const visibility = isInside ? "" : "hidden";
  if (held.style.visibility !== visibility) held.style.visibility = visibility;
  putAt(held, pixel);
}

function viewBounds(map) {
  const bounds = map.getBounds();
  return { south: bounds.getSouth(), west: bounds.getWest(), north: bounds.getNorth(), east: bounds.getEast() };
}

/// The view and a third of it on each side.
function paddedBounds(map) {
  const { south, west, north, east } = viewBounds(map);
  const [high, wide] = [(north - south) / 3, (east - west) / 3];
  return { south: south - high, west: west - wide, north: north + high, east: east + wide };
}

function boundsHold(outer, inner) {
  return inner.south >= outer.south && inner.north <= outer.north && inner.west >= outer.west && inner.east <= outer.east;
}

/// The clusters of a level inside bounds in the order to draw them: rising priority; `left` is how many there was no room for.
function clustersInView(level, bounds) {
  const middle = (bounds.west + bounds.east) / 2;
  const list = [];
  for (let i = 0; i < level.id.length; i += 1) {
    const isRequired = level.priority[i] >= requiredPriority;
    const latitude = level.shownLatitude[i];
    if ((level.hidden[i] && !isRequired) || latitude < bounds.south || latitude > bounds.north) continue;
    const longitude = longitudeNear(level.shownLongitude[i], middle);
    if (longitude >= bounds.west && longitude <= bounds.east) list.push(i);
  }
  list.sort((a, b) => level.priority[a] - level.priority[b] || level.count[a] - level.count[b] || b - a);
  const left = Math.max(0, list.length - mostRings);
  return { list: list.slice(left), left };
}
