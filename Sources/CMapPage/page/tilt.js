// When the map may be tilted: by a vertical drag of two fingers, or of the right button, whose first movement decides; only from below 100 km.

const highestTiltMeters = 100000;
const mostPitchDegrees = 60;
/// Pixels of a right drag after which it is a tilt or a turn.
const decidingPixels = 4;

function makeTilt(map, isAllowed) {
  const container = map.getCanvasContainer();
  const mayTilt = () => {
    const height = eyeHeightMeters(map.getCenter().lat, map.getZoom(), map.getPitch(), map.getContainer().clientHeight);
    return isAllowed && height < highestTiltMeters;
  };
  // The map's own handler tells a vertical drag from a pinch or a turn by the first movement; here only whether it may.
  const prepare = () => (mayTilt() ? map.touchPitch.enable() : map.touchPitch.disable());
  container.addEventListener("touchstart", prepare, { capture: true, passive: true });
  prepare();
  container.addEventListener("mousedown", (event) => {
    if (event.button === 2 && mayTilt()) followRightDrag(map, event);
  });
}

/// Ends a drag of the mouse that is let go over the popup, a control or outside: the map library hears of releases on its canvas only.
function endDragsAnywhere(map) {
  const container = map.getCanvasContainer();
  const end = (event) => {
    if (container.contains(event.target) || !(map.dragRotate.isActive() || map.dragPan.isActive())) return;
    const { button, buttons, clientX, clientY } = event;
    container.dispatchEvent(new MouseEvent("mouseup", { button, buttons, clientX, clientY }));
  };
  addEventListener("mouseup", end, true);
}

/// Watches one drag of the right button; a vertical one tilts instead of turning.
function followRightDrag(map, start) {
  const pitch = map.getPitch();
  let isTilt = null;
  const move = (event) => {
    const across = event.clientX - start.clientX;
    const down = event.clientY - start.clientY;
    if (isTilt === null && Math.hypot(across, down) >= decidingPixels) {
      isTilt = Math.abs(down) > 2 * Math.abs(across);
      if (isTilt) map.dragRotate.disable();
    }
    if (isTilt) map.jumpTo({ pitch: Math.min(mostPitchDegrees, Math.max(0, pitch - down / 2)) }, { originalEvent: event });
  };
  const end = () => {
    removeEventListener("mousemove", move, true);
    removeEventListener("mouseup", end, true);
    removeEventListener("blur", end, true);
    if (isTilt) map.dragRotate.enable();
  };
  addEventListener("mousemove", move, true);
  addEventListener("mouseup", end, true);
  addEventListener("blur", end, true);
}
