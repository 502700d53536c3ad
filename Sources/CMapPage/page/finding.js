// What lies under a click: the nearest fix, stay or place.

const fixReachPixels = 14;
const stayReachPixels = 18;

/// Degrees around a pixel that surely hold everything within `reach` pixels of it.
function boundsAround(map, pixel, reach) {
  const corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([x, y]) => map.unproject([pixel.x + x * reach, pixel.y + y * reach]));
  const latitudes = corners.map((corner) => corner.lat);
  const longitudes = corners.map((corner) => corner.lng);
  return {
    south: Math.min(...latitudes), north: Math.max(...latitudes),
    west: Math.min(...longitudes), east: Math.max(...longitudes),
  };
}

/// Calls `found(i, pixels)` for each place of two columns within reach of a pixel.
function placesNear(map, pixel, reach, columns, [first, end], found) {
  const bounds = boundsAround(map, pixel, reach);
  const middle = (bounds.west + bounds.east) / 2;
  for (let i = first; i < end; i += 1) {
    const latitude = columns.shownLatitude[i];
    if (latitude < bounds.south || latitude > bounds.north) continue;
    const longitude = longitudeNear(columns.shownLongitude[i], middle);
    if (longitude < bounds.west || longitude > bounds.east) continue;
    const { x, y } = map.project([longitude, latitude]);
    const distance = Math.hypot(x - pixel.x, y - pixel.y);
    if (distance <= reach) found(i, distance);
  }
}

/// The position of the nearest chosen fix; of several at one place the one after the current. -1 where none is near.
function fixNear(map, model, choice, playback, pixel) {
  let nearest = Infinity;
  const near = [];
  for (const track of chosenTracks(model, choice)) {
    placesNear(map, pixel, fixReachPixels, track, chosenRows(track, choice), (row, distance) => {
      nearest = Math.min(nearest, distance);
      near.push([distance, track, row]);
    });
  }
  const positions = near
    .filter(([distance]) => distance <= nearest + 0.01)
    .map(([, track, row]) => playback.sequence.indexOf(track, row))
    .filter((position) => position >= 0)
    .sort((a, b) => a - b);
  return positions.find((position) => position > playback.position && positions.includes(playback.position)) ?? positions[0] ?? -1;
}

/// The nearest row of stays or places that `isChosen`; -1 where none is near.
function rowNear(map, columns, pixel, isChosen) {
  let best = { i: -1, distance: Infinity };
  placesNear(map, pixel, stayReachPixels, columns, [0, columns.device.length], (i, distance) => {
    if (distance < best.distance && isChosen(i)) best = { i, distance };
  });
  return best.i;
}

/// The nearest chosen stay.
function stayNear(map, model, choice, pixel) {
  const { stays } = model;
  const isChosen = (i) => choice.holdsDevice(stays.device[i]) && choice.holdsSpan(stays.arrived[i], stays.lastSeen[i]);
  return rowNear(map, stays, pixel, isChosen);
}

/// The nearest chosen place.
function placeNear(map, model, choice, pixel) {
  const { places } = model;
  return rowNear(map, places, pixel, (i) => places.device[i] < 0 || choice.holdsDevice(places.device[i]));
}
