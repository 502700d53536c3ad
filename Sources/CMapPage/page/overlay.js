// Elements that lie over the map at places of it: they are put in their places in the frame that the map draws.

function makeOverlay(map) {
  const movers = new Set();
  const overlay = {
    holder: element("div", { class: "overlay" }),
    /// Calls `move` after each frame.
    add: (move) => movers.add(move),
    moveAll: () => movers.forEach((move) => move()),
  };
  const measure = () => {
    const { clientWidth, clientHeight } = map.getContainer();
    overlay.size = { width: clientWidth, height: clientHeight };
  };
  measure();
  map.on("resize", measure);
  map.getCanvasContainer().append(overlay.holder);
  map.on("render", overlay.moveAll);
  return overlay;
}

/// The pixel of a place, of the copy of the world that is nearest to the middle.
function pixelOf(map, longitude, latitude) {
  return map.project([longitudeNear(longitude, map.getCenter().lng), latitude]);
}

/// Puts the middle of an element on a pixel.
function putAt(held, pixel) {
  held.style.transform = `translate(${pixel.x.toFixed(2)}px, ${pixel.y.toFixed(2)}px)`;
}

/// Listens for clicks that are no end of a drag, and keeps them from the map below.
function onRealClick(button, act) {
  let start = null;
  button.addEventListener("pointerdown", (event) => { start = [event.clientX, event.clientY]; });
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    const isDrag = start && event.detail > 0 && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 5;
    start = null;
    if (!isDrag) act(event);
  });
}
