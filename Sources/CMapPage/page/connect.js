// Connects map, playback, popup and controls with each other, and gives `window.trackmill`.

const playedMilliseconds = 100;

/// A row of columns as the popup's place.
function shownPlaceOfRow(columns, i) {
  return { latitude: columns.shownLatitude[i], longitude: columns.shownLongitude[i] };
}

/// Everything that is on the map and acts; `parts` is filled step by step, for the steps need each other.
function connect(map, model, choice) {
  const parts = { map, model, choice, overlay: makeOverlay(map) };
  parts.sources = keepSources(map, model, choice);
  parts.cursors = makeCursors(map, model, choice, parts.overlay);
  parts.popup = makePopup(map, parts.overlay, () => { parts.isClosed = true; });
  parts.playback = makePlayback(model, choice, (fix, isNew) => showFix(parts, fix, isNew));
  parts.panel = makePanel(model, choice, parts.playback, document.getElementById("map-section"));
  parts.clusters = makeClusters(map, model, parts.overlay, {
    onCluster: (item, event) => openCluster(parts, item, event),
    onCount: parts.panel.showRings,
  });
  parts.following = makeFollowing(map, () => followNow(parts));
  parts.isClustersOn = true;
  addControls(parts);
  makeTilt(map, model.options.tilt !== false);
  endDragsAnywhere(map);
  keepBasemap(map, model);
  choice.onChange(() => chosenAnew(parts));
  map.on("click", (event) => openAt(parts, event.point));
  parts.panel.show();
  parts.clusters.show(true);
  window.trackmill = { map, show: (device, time) => showDevice(parts, device, time) };
}

/// The controls in the corners of the map.
function addControls(parts) {
  const { map, model, choice } = parts;
  const stack = element("div", { class: "stack" }, [
    iconButton("zoomIn", word("Zoom in"), () => map.zoomIn()),
    iconButton("zoomOut", word("Zoom out"), () => map.zoomOut()),
    iconButton("fit", word("Fit all"), () => fitAll(parts)),
    iconButton("latest", word("Latest fix"), () => showLatest(parts)),
    parts.following.button,
  ]);
  placeControl(map, stack, "top-right");
  makeCompass(map, model.options, () => {
    if (parts.following.state === "courseUp") parts.following.set("following");
  });
  makeScaleBar(map, model.options);
  makeAttribution(map, model);
  makeLegend(map, model, choice, {
    onClusters: (isOn) => {
      parts.isClustersOn = isOn;
      parts.clusters.show(isOn && choice.isWhole());
    },
    onColor: (colorBy) => {
      model.colorBy = colorBy;
      parts.sources.refill();
      showPlayed(parts, true);
    },
  });
}

/// Graticule after each move, colours of day and night.
function keepBasemap(map, model) {
  darkScheme.addEventListener("change", () => repaint(map, model));
  if (!map.getLayer("graticule")) return;
  const graticule = () => map.getSource("graticule").setData(graticuleFeatures(viewBounds(map)));
  graticule();
  map.on("moveend", graticule);
}

function fitAll(parts) {
  parts.following.set("off");
  const options = { padding: fitPaddingPixels, bearing: parts.map.getBearing(), pitch: 0, maxZoom: 20, duration: 500 };
  parts.map.fitBounds(chosenCorners(parts.model, parts.choice), options);
}

/// Another device or range was chosen.
function chosenAnew(parts) {
  const { choice } = parts;
  parts.popup.close();
  parts.isClosed = false;
  parts.clusters.show(parts.isClustersOn && choice.isWhole());
  if (!parts.isShowing) fitAll(parts);
}

/// Playback came to a fix, or its clock went on: cursors, popup, slider, and the map where it follows.
function showFix(parts, fix, isNew) {
  const { playback, popup, map } = parts;
  const place = parts.cursors.show(playback.clock, fix?.track ?? null);
  parts.panel.show();
  showPlayed(parts, !playback.isPlaying);
  if (!fix || !place) {
    if (parts.isFixOpen) popup.close();
    parts.isFixOpen = false;
    return;
  }
  popup.box.setAttribute("aria-live", playback.isPlaying ? "off" : "polite");
  // A popup that was closed while it plays stays so until the next stop.
  if (!playback.isPlaying) parts.isClosed = false;
  if (!parts.isClosed && (isNew || !parts.isFixOpen || !popup.isOpen())) {
    popup.show(fixContent(parts.model, fix), place);
    parts.isFixOpen = true;
  } else if (parts.isFixOpen && popup.isOpen()) popup.moveTo(place);
  parts.following.show(place, playback.isPlaying);
  if (parts.following.state === "off" && !playback.isPlaying) bringIntoView(map, place);
  map.triggerRepaint();
}

/// Moves the map when the place of a step is out of view.
function bringIntoView(map, place) {
  const { x, y } = pixelOf(map, place.longitude, place.latitude);
  const { clientWidth, clientHeight } = map.getContainer();
  const isInside = x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight;
  if (!isInside) map.easeTo({ center: [place.longitude, place.latitude], duration: 300 });
}

/// The line that has been played so far, where the page draws lines so.
function showPlayed(parts, isAtOnce) {
  const { model, choice, playback, map } = parts;
  if (model.options.history?.lines !== "as-played") return;
  const now = performance.now();
  if (!isAtOnce && now - (parts.lastPlayed ?? 0) < playedMilliseconds) return;
  parts.lastPlayed = now;
  const list = playback.position < 0 ? [] : chosenTracks(model, choice).flatMap((track) => {
    const [first, end] = chosenRows(track, choice);
    const lines = trackLines(track, first, Math.min(end, lastIndexAtMost(track.time, playback.clock) + 1));
    return lines.length > 0 ? [feature("MultiLineString", lines, { color: trackColor(model, track.device) })] : [];
  });
  map.getSource("played").setData(features(list));
}

/// The devices' latest fix of those chosen; null without any.
function newestFix(parts) {
  const { model, choice } = parts;
  let newest = null;
  model.devices.forEach((_, device) => {
    if (!choice.holdsDevice(device)) return;
    const track = model.trackOf(device);
    const last = track && track.count > 0 ? fixAt(track, track.count - 1) : null;
    const known = latestFix(model, device);
    const latest = known && (!last || known.time > last.time) ? known : last;
    if (latest && (!newest || latest.time > newest.time)) newest = latest;
  });
  return newest;
}

/// Jumps to the latest fix of the chosen device.
function showLatest(parts) {
  const fix = newestFix(parts);
  if (!fix) return;
  const position = fix.track ? parts.playback.sequence.indexOf(fix.track, fix.row) : -1;
  const place = { latitude: fix.shownLatitude, longitude: fix.shownLongitude };
  if (position >= 0) parts.playback.go(position);
  else {
    openContent(parts, fixContent(parts.model, fix), place);
  }
  parts.map.easeTo({ center: [place.longitude, place.latitude], zoom: Math.max(parts.map.getZoom(), 14), duration: 500 });
}

/// The track button was pressed.
function followNow(parts) {
  if (parts.following.state === "off") return;
  if (parts.playback.position < 0) showLatest(parts);
  else if (!parts.playback.isPlaying) parts.playback.go(parts.playback.position);
}

/// Opens what lies under a click: a fix, else a stay, else a place; nothing closes the popup.
function openAt(parts, pixel) {
  const { map, model, choice, playback, popup } = parts;
  const position = fixNear(map, model, choice, playback, pixel);
  if (position >= 0) return playback.go(position);
  const stay = stayNear(map, model, choice, pixel);
  if (stay >= 0) return openContent(parts, stayContent(model, stay), shownPlaceOfRow(model.stays, stay));
  const place = placeNear(map, model, choice, pixel);
  if (place >= 0) return openContent(parts, placeContent(model, place), shownPlaceOfRow(model.places, place));
  return popup.close();
}

function openContent(parts, content, place) {
  if (parts.playback.isPlaying) parts.playback.pause();
  parts.isFixOpen = false;
  parts.popup.show(content, place);
  parts.map.triggerRepaint();
}

/// A cluster was clicked: to where it splits; one that does not opens the fix under the click, else what it is made of.
function openCluster(parts, i, event) {
  const { map, model, choice, playback } = parts;
  const items = model.clusters;
  const place = shownPlaceOfRow(items, i);
  const expansion = items.expansion(i);
  if (expansion !== null && expansion > Math.floor(map.getZoom() + 1e-6)) {
    map.easeTo({ center: [place.longitude, place.latitude], zoom: expansion, duration: 500 });
    return;
  }
  const { left, top } = map.getContainer().getBoundingClientRect();
  const isPointed = event.detail > 0;
  const pixel = isPointed ? { x: event.clientX - left, y: event.clientY - top } : pixelOf(map, place.longitude, place.latitude);
  const position = fixNear(map, model, choice, playback, pixel);
  if (position >= 0) playback.go(position);
  else openContent(parts, itemContent(model, items, i), place);
}

/// What the popup says of a single stay, place or device, or of a cluster.
function itemContent(model, items, i) {
  const point = items.point(i);
  if (point >= 0 && items.of === "stays") return stayContent(model, point);
  if (point >= 0 && items.of === "places") return placeContent(model, point);
  if (point >= 0 && items.of === "latest") return fixContent(model, latestFix(model, point));
  return clusterContent(model, items, i);
}

/// For scripts: shows a device's last fix at or before a time in milliseconds. Gives that fix, or null.
function showDevice(parts, id, time) {
  const { map, model, choice, playback } = parts;
  const device = model.devices.findIndex((one) => one.id === id);
  const track = device < 0 ? null : model.trackOf(device);
  if (!track || track.count === 0) return null;
  const row = Math.max(0, lastIndexAtMost(track.time, time ?? Infinity));
  parts.isShowing = true;
  choice.change({ device });
  if (!choice.holdsTime(track.time[row])) choice.showAllDays();
  parts.isShowing = false;
  const position = playback.sequence.indexOf(track, row);
  if (position >= 0) playback.go(position);
  const fix = fixAt(track, row);
  map.jumpTo({ center: [fix.shownLongitude, fix.shownLatitude], zoom: Math.max(map.getZoom(), 14) });
  return { device: id, time: fix.time, latitude: fix.latitude, longitude: fix.longitude };
}
