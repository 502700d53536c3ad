// The one popup: a fix, a stay, a place or a cluster, at its place on the map. It moves; it is never made anew.

const popupGapPixels = 16;
const popupMarginPixels = 6;
/// The column of buttons at the map's right side stays free.
const buttonsPixels = 58;

/// Where a popup of a size goes for a pixel: above it, else below, else beside it; always inside the map, where its place is not.
function popupCorner({ x, y }, size, map) {
  const width = Math.max(map.width - buttonsPixels + popupMarginPixels, size.width + 2 * popupMarginPixels);
  const within = (wanted, length, whole) => Math.max(popupMarginPixels, Math.min(wanted, whole - length - popupMarginPixels));
  const above = y - popupGapPixels - size.height;
  const below = y + popupGapPixels;
  const corner = { left: within(x - size.width / 2, size.width, width) };
  if (above >= popupMarginPixels) return { ...corner, top: within(above, size.height, map.height) };
  if (below + size.height <= map.height - popupMarginPixels) return { ...corner, top: within(below, size.height, map.height) };
  const right = x + popupGapPixels;
  const beside = right + size.width <= width - popupMarginPixels ? right : x - popupGapPixels - size.width;
  return { left: within(beside, size.width, width), top: within(y - size.height / 2, size.height, map.height) };
}

function makePopup(map, overlay, onClose) {
  const title = element("strong", { class: "popup-title" });
  const close = iconButton("close", word("Close"), () => popup.close());
  const body = element("dl", {});
  const links = element("p", { class: "popup-links" });
  const box = element("div", { class: "popup", role: "dialog", "aria-label": word("Fix"), hidden: true, "aria-live": "polite" }, [
    element("div", { class: "popup-head" }, [title, close]), body, links,
  ]);
  let place = null;
  let height = 0;
  const popup = { box };
  const move = () => {
    if (!place) return;
    const pixel = pixelOf(map, place.longitude, place.latitude);
    const { left, top } = popupCorner(pixel, { width: box.offsetWidth, height }, overlay.size);
    box.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
  };
  for (const name of ["mousedown", "touchstart", "wheel", "dblclick", "click", "pointerdown", "contextmenu"]) {
    box.addEventListener(name, (event) => event.stopPropagation(), { passive: true });
  }
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") popup.close();
  });
  map.getContainer().append(box);
  overlay.add(move);

  /// Shows a content `{name, title, rows: [[word, text]], links: [[name, address]]}` at a place.
  popup.show = (content, where) => {
    box.setAttribute("aria-label", content.name);
    title.textContent = content.title;
    body.replaceChildren(...content.rows.flatMap(([name, text]) => [element("dt", { text: name }), element("dd", { text })]));
    links.replaceChildren(...content.links.map(mapLink));
    box.hidden = false;
    popup.moveTo(where);
    height = box.offsetHeight;
    move();
  };
  popup.moveTo = (where) => { place = where; };
  popup.isOpen = () => !box.hidden;
  popup.close = () => {
    const hadFocus = box.contains(document.activeElement);
    box.hidden = true;
    place = null;
    if (hadFocus) map.getCanvas().focus();
    onClose();
  };
  return popup;
}

/// A link that opens another map; nothing is asked before the click, and nothing told of this page.
function mapLink([name, address]) {
  const attributes = { href: address, target: "_blank", rel: "noopener noreferrer", referrerpolicy: "no-referrer" };
  return element("a", { ...attributes, text: word(`open in ${name}`) });
}

/// Rows whose text is known.
function knownRows(rows) {
  return rows.filter(([, text]) => text !== null && text !== undefined && text !== "");
}

function timeWithOffset(model, time) {
  return `${localTimeText(model.offsets, time)} ${offsetText(offsetSecondsAt(model.offsets, time))}`;
}

/// What the popup says of a fix.
function fixContent(model, fix) {
  const known = (value, text) => (value === null || value === undefined ? null : text(value));
  const rows = [
    [word("Time"), timeWithOffset(model, fix.time)],
    [word("Speed"), known(fix.speed, speedText)],
    [word("Course"), known(fix.course, courseText)],
    [word("Accuracy"), known(fix.accuracy, (meters) => `${numberText(meters, meters < 10 ? 1 : 0)} ${word("m")}`)],
    [word("Address"), addressText(model, fix.address)],
    [word("Position"), positionText(fix)],
  ];
  const title = deviceName(model.devices[fix.device]);
  return { name: word("Fix"), title, rows: knownRows(rows), links: mapLinks(model.outline, fix) };
}

/// The WGS-84 place of a row of columns in whole 1e-6 degrees.
function placeOfRow(columns, i) {
  return { latitude: columns.latitude[i] / 1e6, longitude: columns.longitude[i] / 1e6 };
}

/// What the popup says of a stay.
function stayContent(model, i) {
  const { stays, places } = model;
  const departed = stays.departed[i];
  const rows = [
    [word("Arrived"), timeWithOffset(model, stays.arrived[i])],
    [word("Departed"), departed === null ? null : timeWithOffset(model, departed)],
    [word("Last seen"), departed === null ? timeWithOffset(model, stays.lastSeen[i]) : null],
    [word("Duration"), durationText(stayMilliseconds(stays, i))],
    [word("Fixes"), numberText(stays.fixes[i])],
    [word("Place"), stays.place[i] >= 0 ? placeName(places, stays.place[i]) : null],
    [word("Address"), addressText(model, stays.address[i])],
    [word("Note"), stays.inferred[i] ? word("inferred from a silence") : null],
  ];
  const title = deviceName(model.devices[stays.device[i]]);
  return { name: word("Stay"), title, rows: knownRows(rows), links: mapLinks(model.outline, placeOfRow(stays, i)) };
}

/// What the popup says of a place.
function placeContent(model, i) {
  const { places } = model;
  const rows = [
    [word("Role"), places.role[i] ? word(places.role[i]) : null],
    [word("Visits"), numberText(places.visits[i])],
    [word("Time there"), durationText(places.total[i] * 1000)],
    [word("Address"), addressText(model, places.address[i])],
    [word("Device"), places.device[i] >= 0 ? deviceName(model.devices[places.device[i]]) : null],
  ];
  const links = mapLinks(model.outline, placeOfRow(places, i));
  return { name: word("Place"), title: placeName(places, i) ?? word("Place"), rows: knownRows(rows), links };
}

/// What the popup says of a cluster that does not split.
function clusterContent(model, items, i) {
  const rows = kindCounts(model, items, i).map(([kind, count]) => [kindLook(model, kind).name, numberText(count)]);
  const links = i < items.many ? mapLinks(model.outline, placeOfRow(items.columns, i)) : [];
  return { name: word("Cluster"), title: clusterName(model, items, i), rows, links };
}
