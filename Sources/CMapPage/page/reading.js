// Unpacks what the page carries and gives it the shapes that the other files use: columns of numbers, places in degrees.

/// The bytes of an embedded block: base64 of gzip, unpacked.
function unpackedBlock(id) {
  const block = document.getElementById(id);
  if (!block) return null;
  const text = atob(block.textContent.trim());
  block.textContent = "";
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = text.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

/// The page's data; null where the page carries none.
function readData() {
  const block = unpackedBlock("trackmill-data");
  return block ? block.json() : null;
}

/// Loads the map library from the page itself; false where the page carries none.
async function loadLibrary() {
  const block = unpackedBlock("map-library");
  if (!block) return false;
  const source = new Blob([await block.arrayBuffer()], { type: "text/javascript" });
  const address = URL.createObjectURL(source);
  await new Promise((done, failed) => {
    document.head.append(element("script", { src: address, onload: done, onerror: () => failed(new Error("map library")) }));
  });
  URL.revokeObjectURL(address);
  return true;
}

/// Sums of differences, times a unit.
function summed(differences, unit) {
  const values = new Float64Array(differences.length);
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) {
    sum += differences[i];
    values[i] = sum * unit;
  }
  return values;
}

/// Two columns of degrees as the map draws them: shifted where the tiles are.
function shownPlaces(model, latitudes, longitudes) {
  if (!model.isShifted) return { latitudes, longitudes };
  const shifted = { latitudes: latitudes.slice(), longitudes: longitudes.slice() };
  for (let i = 0; i < latitudes.length; i += 1) {
    const place = toGCJ02(model.outline, { latitude: latitudes[i], longitude: longitudes[i] });
    shifted.latitudes[i] = place.latitude;
    shifted.longitudes[i] = place.longitude;
  }
  return shifted;
}

/// A place as the map draws it.
function shownPlace(model, place) {
  return model.isShifted ? toGCJ02(model.outline, place) : place;
}

function readTrack(model, columns) {
  const latitude = summed(columns.latitude, 1e-6);
  const longitude = summed(columns.longitude, 1e-6);
  const shown = shownPlaces(model, latitude, longitude);
  return {
    device: columns.device,
    time: summed(columns.time, 1),
    latitude,
    longitude,
    shownLatitude: shown.latitudes,
    shownLongitude: shown.longitudes,
    speed: columns.speed,
    course: columns.course,
    accuracy: columns.accuracy,
    address: columns.address,
    breaks: new Set(columns.breaks),
    count: columns.time.length,
  };
}

/// Columns with `latitude` and `longitude` (or another pair) in whole 1e-6 degrees, with the degrees to draw added.
function readPlaces(model, columns, latitude = "latitude", longitude = "longitude") {
  const degrees = (list) => Float64Array.from(list, (value) => value / 1e6);
  const shown = shownPlaces(model, degrees(columns[latitude]), degrees(columns[longitude]));
  return { shownLatitude: shown.latitudes, shownLongitude: shown.longitudes };
}

/// The name that people know a device by.
function deviceName(device) {
  return device.name || device.id;
}

/// A table that the page carries in parts: its columns as a whole.
function wholeTable(parts) {
  const names = Object.keys(parts[0]);
  return Object.fromEntries(names.map((name) => [name, [].concat(...parts.map((part) => part[name]))]));
}

/// The tracks of a table of them, which has a list of values a track in each column; one that two parts of the table share is put together.
function tracksOf({ device, ...lists }) {
  const tracks = [];
  device.forEach((number, i) => {
    const columns = Object.entries(lists).map(([name, list]) => [name, list[i]]);
    const last = tracks[tracks.length - 1];
    if (last?.device !== number) tracks.push({ device: number, ...Object.fromEntries(columns) });
    else for (const [name, values] of columns) last[name] = last[name].concat(values);
  });
  return tracks;
}

/// All that the page shows, from the embedded data.
function readModel(data) {
  const model = {
    data,
    offsets: data.offsets ?? [],
    options: data.options ?? {},
    texts: data.texts ?? [],
    kinds: (data.kinds ?? []).map((kind) => ({ ...kind, color: safeColor(kind.color) })),
    devices: data.devices ?? [],
    outline: chinaOutline(data.china),
    isShifted: data.options?.tiles?.crs === "gcj02",
  };
  model.tracks = tracksOf(wholeTable(data.fixes.parts)).map((columns) => readTrack(model, columns));
  const trackOfDevice = new Map(model.tracks.map((track) => [track.device, track]));
  model.trackOf = (device) => trackOfDevice.get(device) ?? null;
  const [stays, places, gaps] = [data.stays, data.places, data.gaps].map(wholeTable);
  model.stays = { ...stays, ...readPlaces(model, stays) };
  model.places = { ...places, ...readPlaces(model, places) };
  const from = readPlaces(model, gaps, "fromLatitude", "fromLongitude");
  const to = readPlaces(model, gaps, "toLatitude", "toLongitude");
  model.gaps = { ...gaps, shownFrom: from, shownTo: to };
  model.clusters = readClusters(model, data.clusters);
  model.span = timeSpan(model);
  return model;
}

/// The first and last time that the page knows of; null without any.
function timeSpan(model) {
  let [first, last] = [Infinity, -Infinity];
  for (const track of model.tracks.filter((one) => one.count > 0)) {
    first = Math.min(first, track.time[0]);
    last = Math.max(last, track.time[track.count - 1]);
  }
  for (let i = 0; i < model.stays.arrived.length; i += 1) {
    first = Math.min(first, model.stays.arrived[i]);
    last = Math.max(last, model.stays.lastSeen[i]);
  }
  return first <= last ? { first, last } : null;
}

/// The text of an address: null for none, the words for a pending one.
function addressText(model, index) {
  if (index === -2) return word("address pending");
  return index >= 0 ? model.texts[index] || null : null;
}

/// One fix of a track as a thing of its own.
function fixAt(track, row) {
  const known = (value, unit) => (value >= 0 ? value * unit : null);
  return {
    device: track.device,
    track,
    row,
    time: track.time[row],
    latitude: track.latitude[row],
    longitude: track.longitude[row],
    shownLatitude: track.shownLatitude[row],
    shownLongitude: track.shownLongitude[row],
    speed: known(track.speed[row], 0.01),
    course: known(track.course[row], 0.1),
    accuracy: known(track.accuracy[row], 0.1),
    address: track.address[row],
  };
}

/// The latest fix that the database knows of a device, in the same shape; null for none.
function latestFix(model, device) {
  const latest = model.devices[device]?.latest;
  if (!latest) return null;
  const shown = shownPlace(model, latest);
  const place = { shownLatitude: shown.latitude, shownLongitude: shown.longitude };
  return { device, track: null, row: -1, accuracy: null, ...latest, ...place };
}
