// Clusters as rings: a button each, kept from zoom to zoom by its number, only for those in view.

/// More than so many are not drawn at once; the page says so.
const mostRings = 1200;
const ring = { outer: 20, inner: 12, single: 9 };
/// Arcs shorter than this have no room for a letter.
const leastGlyphDegrees = 34;

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

/// One arc with its letter, where there is room for it.
function arcDrawing(look, { from, to }) {
  const isWhole = to - from >= 359.999;
  const parts = [];
  if (isWhole) parts.push(drawing("circle", { class: "ring-arc", r: ring.outer, fill: look.color }));
  else parts.push(drawing("path", { class: "ring-arc", d: arcPath(from, to), fill: look.color }));
  if (to - from < leastGlyphDegrees || !look.glyph) return parts;
  const [x, y] = ringPoint((ring.outer + ring.inner) / 2, isWhole ? 0 : (from + to) / 2).split(" ");
  parts.push(drawing("text", { class: "ring-glyph", x, y, text: shortened(look.glyph, 2) }));
  return parts;
}

/// The drawing of an item: a ring with its count, or a disc for a single point.
function ringDrawing(model, items, i) {
  const counts = kindCounts(model, items, i);
  const parts = [];
  if (items.size(i) === 1) {
    const look = kindLook(model, counts[0][0]);
    parts.push(drawing("circle", { class: "ring-arc", r: ring.single, fill: look.color }));
    parts.push(drawing("text", { class: "ring-glyph single", text: shortened(look.glyph ?? "", 2) }));
  } else {
    const arcs = ringArcs(counts.map((pair) => pair[1]));
    parts.push(...counts.flatMap(([kind], k) => arcDrawing(kindLook(model, kind), arcs[k])));
    parts.push(drawing("circle", { class: "ring-hole", r: ring.inner }));
    const text = abbreviatedCount(items.size(i));
    parts.push(drawing("text", { class: text.length > 3 ? "ring-count long" : "ring-count", text }));
  }
  return drawing("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true", focusable: "false" }, parts);
}

function makeClusters(map, model, overlay, actions) {
  const items = model.clusters;
  const holder = element("div", { class: "rings" });
  const drawn = new Map();
  const spare = [];
  const state = { isShown: true, zoom: null, box: null };
  overlay.holder.append(holder);

  const newRing = () => {
    const held = element("button", { type: "button", class: "ring" });
    onRealClick(held, (event) => actions.onCluster(held.item, event));
    holder.append(held);
    return held;
  };
  const take = (i) => {
    const held = spare.pop() ?? newRing();
    held.item = i;
    held.hidden = false;
    held.classList.toggle("single", items.size(i) === 1);
    held.setAttribute("aria-label", clusterName(model, items, i));
    held.replaceChildren(ringDrawing(model, items, i));
    drawn.set(i, held);
    return held;
  };
  const choose = (zoom) => {
    const box = paddedBounds(map);
    const { list, left } = itemsInView(items, zoom, box);
    const wanted = new Set(list);
    for (const [i, held] of [...drawn]) {
      if (wanted.has(i)) continue;
      held.hidden = true;
      drawn.delete(i);
      spare.push(held);
    }
    list.forEach((i, rank) => { (drawn.get(i) ?? take(i)).style.zIndex = rank + 1; });
    Object.assign(state, { zoom, box });
    actions.onCount(list.length, left);
  };
  overlay.add(() => {
    if (!items || !state.isShown) return;
    const zoom = Math.floor(map.getZoom() + 1e-6);
    if (zoom !== state.zoom || !boundsHold(state.box, viewBounds(map))) choose(zoom);
    for (const [i, held] of drawn) putInView(held, pixelOf(map, items.shownLongitude[i], items.shownLatitude[i]), overlay.size);
  });
  return {
    /// Shows or hides all rings.
    show: (isShown) => {
      Object.assign(state, { isShown, zoom: null });
      holder.hidden = !isShown;
      if (!isShown) actions.onCount(0, 0);
      map.triggerRepaint();
    },
  };
}

/// Puts a ring in its place; outside the view it is hidden, so that no focus scrolls to it.
function putInView(held, pixel, size) {
  const isAcross = pixel.x > -ring.outer && pixel.x < size.width + ring.outer;
  const isInside = isAcross && pixel.y > -ring.outer && pixel.y < size.height + ring.outer;
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

/// The items of a zoom inside bounds in the order to draw them; `left` is how many there was no room for.
function itemsInView(items, zoom, bounds) {
  const middle = (bounds.west + bounds.east) / 2;
  const list = items.list(zoom).filter((i) => {
    const latitude = items.shownLatitude[i];
    if (!(latitude >= bounds.south && latitude <= bounds.north)) return false;
    const longitude = longitudeNear(items.shownLongitude[i], middle);
    return longitude >= bounds.west && longitude <= bounds.east;
  });
  const left = Math.max(0, list.length - mostRings);
  return { list: list.slice(left), left };
}
