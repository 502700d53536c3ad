// The compass: its needle is set once a frame, from the bearing that the frame was drawn with. No timer, nothing at rest.

/// Turns below this are not seen, and not set.
const leastTurnDegrees = 0.001;

function makeCompass(map, options, onReset) {
  if (options.compass === "hidden") return;
  const needle = element("span", { "data-needle": "", class: "needle" }, [
    drawing("svg", { viewBox: "0 0 32 32", "aria-hidden": "true", focusable: "false" }, [
      drawing("path", { class: "needle-north", d: "M16 3.5 20.5 16h-9z" }),
      drawing("path", { class: "needle-south", d: "M16 28.5 11.5 16h9z" }),
    ]),
  ]);
  const reset = () => {
    onReset();
    map.easeTo({ bearing: 0, pitch: 0, duration: 400 });
  };
  const label = word("Compass");
  const attributes = { type: "button", class: "compass", "aria-label": label, title: word("Turn north up"), onclick: reset };
  const button = element("button", attributes, [needle]);
  const isAdaptive = options.compass !== "visible";
  let shownBearing = null;
  let isGone = null;
  const show = () => {
    const bearing = map.getBearing();
    if (shownBearing === null || Math.abs(shortestTurnDegrees(shownBearing, bearing)) >= leastTurnDegrees) {
      needle.style.transform = `rotate(${-bearing}deg)`;
      shownBearing = bearing;
    }
    const isNorth = Math.abs(bearing) < leastTurnDegrees && map.getPitch() < leastTurnDegrees;
    if (!isAdaptive || isNorth === isGone) return;
    isGone = isNorth;
    button.classList.toggle("gone", isGone);
  };
  show();
  map.on("render", show);
  placeControl(map, button, options.compassCorner ?? "top-right");
}

/// Puts an element of ours into a corner of the map.
function placeControl(map, content, corner) {
  const holder = element("div", { class: "maplibregl-ctrl" }, [content]);
  map.addControl({ onAdd: () => holder, onRemove: () => holder.remove() }, corner);
}
