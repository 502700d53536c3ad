// The track button: off, follow the device, follow with its course up. A drag or turn by hand ends it; the program's own moves do not.

/// Below this a device stands still, and its heading stays the last one.
const standingMetersPerSecond = 0.3;

function makeFollowing(map, onChange) {
  const states = ["off", "following", "courseUp"];
  const words = { off: "Track", following: "Track: following", courseUp: "Track: course up" };
  const following = { state: "off" };
  const button = iconButton("off", word("Track"), () => {
    following.set(states[(states.indexOf(following.state) + 1) % states.length]);
    onChange();
  });
  let isHandZooming = false;
  following.button = button;
  following.set = (state) => {
    following.state = state;
    button.setAttribute("aria-pressed", String(state !== "off"));
    button.setAttribute("aria-label", word(words[state]));
    button.title = word(words[state]);
    button.dataset.state = state;
    setIcon(button, state);
  };
  following.set("off");
  /// Moves the map to a place that is followed: at once while it plays, gently for a step.
  following.show = (place, isPlaying) => {
    if (following.state === "off" || isHandZooming || !place) return;
    const camera = { center: [place.longitude, place.latitude] };
    if (following.state === "courseUp" && place.heading !== null) {
      const turn = shortestTurnDegrees(map.getBearing(), place.heading);
      camera.bearing = map.getBearing() + (isPlaying ? turn * 0.12 : turn);
    }
    if (isPlaying) map.jumpTo(camera);
    else map.easeTo({ ...camera, duration: 300 });
  };
  const endByHand = (event) => {
    if (event.originalEvent && following.state !== "off") following.set("off");
  };
  map.on("dragstart", endByHand);
  map.on("rotatestart", endByHand);
  map.on("movestart", (event) => {
    if (event.originalEvent instanceof KeyboardEvent && event.originalEvent.key.startsWith("Arrow")) endByHand(event);
  });
  map.on("zoomstart", (event) => { isHandZooming = Boolean(event.originalEvent); });
  map.on("zoomend", () => { isHandZooming = false; });
  return following;
}

/// The heading of a moving device at a fix: its course, else where it goes next; null while it stands.
function headingAt(fix, next) {
  if (fix.speed !== null && fix.speed < standingMetersPerSecond) return null;
  if (fix.course !== null) return fix.course;
  if (!next || distanceMeters(fix, next) < 5) return null;
  return initialBearingDegrees(fix, next);
}
