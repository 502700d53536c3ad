// The arrows of playback: one for each device that is under way, turned with its course and the map.

/// More devices than this show only the one in the popup.
const mostCursors = 200;

function cursorDrawing() {
  return drawing("svg", { viewBox: "-16 -16 32 32", "aria-hidden": "true", focusable: "false" }, [
    drawing("circle", { class: "cursor-disc", r: 13 }),
    drawing("path", { class: "cursor-arrow", d: "M0 -10.5 7 8 0 4.2 -7 8z" }),
    drawing("circle", { class: "cursor-dot", r: 5 }),
  ]);
}

/// The direction that is up where a place is drawn, told by where a small step east of it goes; a tilt is taken out.
function headingOfMap(map, { longitude, latitude }, { x, y }, flatness) {
  const stepDegrees = 360 / 2 ** (map.getZoom() + 4);
  const east = pixelOf(map, longitude + stepDegrees, latitude);
  return mapHeading(east.x - x, (east.y - y) / flatness) ?? map.getBearing();
}

function makeCursors(map, model, choice, overlay) {
  const cursors = new Map();
  const cursorOf = (track) => {
    let cursor = cursors.get(track);
    if (!cursor) {
      cursor = { held: element("div", { class: "cursor", "aria-hidden": "true" }, [cursorDrawing()]), place: null };
      overlay.holder.append(cursor.held);
      cursors.set(track, cursor);
    }
    return cursor;
  };
  const move = () => {
    const flatness = Math.cos((map.getPitch() * Math.PI) / 180);
    for (const cursor of cursors.values()) {
      if (!cursor.place) continue;
      const { x, y } = pixelOf(map, cursor.place.longitude, cursor.place.latitude);
      const turn = symbolDegrees(cursor.place.heading ?? 0, headingOfMap(map, cursor.place, { x, y }, flatness));
      const lying = `rotateX(${map.getPitch().toFixed(2)}deg) rotateZ(${turn.toFixed(3)}deg)`;
      cursor.held.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) ${lying}`;
    }
  };
  overlay.add(move);
  return {
    /// Shows all devices where they are at a time; `current` is the track of the popup, null hides all. Gives its place.
    show: (time, current) => {
      const tracks = chosenTracks(model, choice);
      const shown = new Set(tracks.length > mostCursors ? [current] : tracks);
      for (const [track, cursor] of cursors) if (!shown.has(track)) cursor.place = null;
      for (const track of shown) {
        const cursor = cursorOf(track);
        cursor.place = current ? placeAtTime(track, choice, time) : null;
        cursor.held.classList.toggle("current", track === current);
        cursor.held.classList.toggle("unknown", !cursor.place || cursor.place.heading === null);
      }
      for (const cursor of cursors.values()) cursor.held.hidden = !cursor.place;
      move();
      return current ? cursorOf(current).place : null;
    },
  };
}
