// Puts the page together: reads its data, makes the map, and connects what the other files make.

const fitPaddingPixels = 30;

/// All chosen places that a fit must hold, as the map draws them, in whole 1e-7 degrees.
function placesToFit(model, choice) {
  const latitudes = [];
  const longitudes = [];
  const add = (latitude, longitude) => {
    latitudes.push(Math.round(latitude * 1e7));
    longitudes.push(Math.round(wrappedLongitudeDegrees(longitude) * 1e7));
  };
  for (const track of chosenTracks(model, choice)) {
    const [first, end] = chosenRows(track, choice);
    for (let row = first; row < end; row += 1) add(track.shownLatitude[row], track.shownLongitude[row]);
  }
  const { stays } = model;
  for (let i = 0; i < stays.device.length; i += 1) {
    if (!choice.holdsDevice(stays.device[i]) || !choice.holdsSpan(stays.arrived[i], stays.lastSeen[i])) continue;
    add(stays.shownLatitude[i], stays.shownLongitude[i]);
  }
  if (choice.isWhole() && model.clusters) {
    const items = model.clusters;
    for (let i = 0; i < items.count; i += 1) {
      if (!Number.isNaN(items.shownLatitude[i])) add(items.shownLatitude[i], items.shownLongitude[i]);
    }
  }
  return { latitudes, longitudes };
}

/// The corners of all chosen places.
function chosenCorners(model, choice) {
  const { latitudes, longitudes } = placesToFit(model, choice);
  return regionCorners(fitRegion(boundingBox(latitudes, longitudes), 0));
}

function hasWebGL() {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2") ?? canvas.getContext("webgl");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return Boolean(context);
}

function newMap(model, choice) {
  const { options } = model;
  return new window.maplibregl.Map({
    container: "mapview",
    style: mapStyle(model, shownSources(model, choice), mapColors()),
    bounds: chosenCorners(model, choice),
    fitBoundsOptions: { padding: fitPaddingPixels, maxZoom: 20 },
    attributionControl: false,
    bearingSnap: 1,
    pitchWithRotate: false,
    maxPitch: options.tilt === false ? 0 : mostPitchDegrees,
    maxZoom: 21,
    validateStyle: false,
    fadeDuration: 100,
    locale: { "Map.Title": word("Map") },
  });
}

function nextEvent(map, name) {
  return new Promise((done) => { map.once(name, done); });
}

async function start() {
  translatePage();
  if (!hasWebGL()) {
    showOverview();
    note("This browser has no WebGL: here is the overview instead of the map.");
    return;
  }
  const data = await readData();
  if (!data || !(await loadLibrary())) {
    showOverview();
    return;
  }
  const model = readModel(data);
  model.colorBy = isColoredByKind(model) ? "kind" : "device";
  const choice = makeChoice(model);
  const map = newMap(model, choice);
  const drawn = nextEvent(map, "load");
  await nextEvent(map, "style.load");
  map.addImage("course-arrow", arrowImage(), { pixelRatio: 2 });
  connect(map, model, choice);
  await drawn;
  document.documentElement.classList.add("has-map");
}

/// Puts the overview back where the map was to be.
function showOverview() {
  document.documentElement.classList.remove("makes-map", "has-map");
}

/// Says in the overview why it stands there.
function note(english, values = []) {
  document.getElementById("overview")?.prepend(element("p", { class: "note", text: filled(english, values) }));
}

function giveUp(problem) {
  showOverview();
  note("The map could not be drawn: {0}", [String(problem?.message ?? problem)]);
}

start().catch(giveUp);
