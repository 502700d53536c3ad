// The legend: kinds with their colours and letters, layers to switch, what a track's colour says, and where the map comes from.

/// Layers of the map that are switched together: [word, layer ids].
const layerGroups = [
  ["Tracks", ["track-casing", "tracks", "played"]],
  ["Fixes and courses", ["fixes", "arrows"]],
  ["Stays", ["stays"]],
  ["Places", ["places", "place-labels"]],
  ["Gaps", ["gaps"]],
  ["Names and graticule", ["labels", "graticule", "graticule-labels"]],
];

/// From this width on the legend stands open beside the map, as the style sheet has it; else closed under it.
const wideWindow = "(min-width: 60rem)";

/// How a layer looks in the legend.
const layerSigns = { Tracks: "line", "Fixes and courses": "arrow", Stays: "stay", Places: "place", Gaps: "gap", Clusters: "cluster" };

function kindSign(kind) {
  return drawing("svg", { viewBox: "-8 -8 16 16", class: "sign", "aria-hidden": "true" }, [
    drawing("circle", { r: 7, fill: kind.color, class: "sign-kind" }),
    drawing("text", { class: "ring-glyph", text: shortened(kind.glyph ?? "", 2) }),
  ]);
}

function toggle(text, isOn, onchange) {
  const box = element("input", { type: "checkbox", checked: isOn, onchange: () => onchange(box.checked) });
  const sign = layerSigns[text] ? element("span", { class: `sign-layer ${layerSigns[text]}`, "aria-hidden": "true" }) : null;
  return element("label", { class: "toggle" }, [box, sign, element("span", { text: word(text) })]);
}

/// Clusters are of all devices and days of the page, so there are none while only a part is chosen.
function clusterToggle(choice, onClusters) {
  const label = toggle("Clusters", true, onClusters);
  choice.onChange(() => {
    label.querySelector("input").disabled = !choice.isWhole();
    label.title = choice.isWhole() ? "" : word("Clusters are of all devices and days");
  });
  return label;
}

/// The choice between colours by kind and by device.
function colorField(model, onColor) {
  const field = labelledSelect(word("Track colours"), () => onColor(field.select.value));
  for (const [value, text] of [["kind", "by kind"], ["device", "by device"]]) {
    field.select.append(element("option", { value, text: word(text), selected: model.colorBy === value }));
  }
  return field.field;
}

function usedKinds(model) {
  const used = new Set(model.devices.map((device) => device.kind));
  for (const kind of model.stays.kind) used.add(kind);
  for (const flat of model.clusters?.columns.kinds ?? []) flat.forEach((kind, i) => i % 2 === 0 && used.add(kind));
  return model.kinds.filter((_, i) => used.has(i));
}

function makeLegend(map, model, choice, actions) {
  const counts = { Stays: model.stays.device.length, Places: model.places.device.length, Gaps: model.gaps.device.length };
  const groups = layerGroups.filter(([name, layers]) => counts[name] !== 0 && map.getLayer(layers[0]));
  const toggles = groups.map(([name, layers]) =>
    toggle(name, true, (isOn) => {
      for (const layer of layers) map.setLayoutProperty(layer, "visibility", isOn ? "visible" : "none");
    }),
  );
  if (model.clusters) toggles.push(clusterToggle(choice, actions.onClusters));
  const kinds = usedKinds(model).map((kind) =>
    element("li", {}, [kindSign(kind), element("bdi", { text: shortened(kind.name, 40) })]),
  );
  const parts = [];
  if (kinds.length > 0) parts.push(element("ul", { class: "kinds" }, kinds));
  parts.push(...toggles);
  if (isColoredByKind(model)) parts.push(colorField(model, actions.onColor));
  const details = element("details", { open: matchMedia(wideWindow).matches }, [
    element("summary", { text: word("Legend") }), element("div", { class: "legend-body" }, parts),
  ]);
  const legend = element("section", { class: "legend", "aria-label": word("Legend") }, [details]);
  map.getContainer().after(legend);
}

/// Where the map comes from, in its corner.
function makeAttribution(map, model) {
  const { tiles } = model.options;
  const names = tiles ? [] : ["Natural Earth", "GeoNames"];
  if (tiles?.attribution) names.push(tiles.attribution.replace(/<[^>]*>/g, ""));
  names.push("MapLibre");
  placeControl(map, element("p", { class: "attribution", text: names.join(" · ") }), "bottom-right");
}
