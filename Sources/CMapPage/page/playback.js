// Playback: a position among the chosen fixes in order of time, a clock that runs while it plays, and nothing that runs at rest.

/// No silence takes longer than this to pass while it plays, in milliseconds.
const longestWaitMilliseconds = 1000;

/// The chosen fixes of the chosen tracks in order of time, at most as long as the page plays at once.
function chosenSequence(model, choice) {
  const tracks = [];
  const rows = [];
  const times = [];
  for (const track of chosenTracks(model, choice)) {
    const [first, end] = chosenRows(track, choice);
    for (let row = first; row < end; row += 1) {
      tracks.push(track);
      rows.push(row);
      times.push(track.time[row]);
    }
  }
  const order = Array.from(times, (_, i) => i);
  order.sort((a, b) => times[a] - times[b] || tracks[a].device - tracks[b].device || rows[a] - rows[b]);
  const rising = Float64Array.from(order, (i) => times[i]);
  const longest = model.options.history?.longestMs || Infinity;
  const count = rising.length > 0 ? lastIndexAtMost(rising, rising[0] + longest) + 1 : 0;
  return {
    count,
    isCut: count < rising.length,
    times: rising.subarray(0, count),
    fix: (i) => fixAt(tracks[order[i]], rows[order[i]]),
    /// The position of a track's row; -1 where it is not among them.
    indexOf: (track, row) => {
      for (let i = lastIndexAtMost(rising, track.time[row]); i >= 0 && rising[i] === track.time[row]; i -= 1) {
        if (tracks[order[i]] === track && rows[order[i]] === row) return i < count ? i : -1;
      }
      return -1;
    },
  };
}

/// Where a device heads at each of its rows, and where it headed last while it stands still; NaN before it ever moved. Made once a track.
function headingsOf(track) {
  if (track.headings) return track.headings;
  const heading = new Float64Array(track.count);
  const isMoving = new Uint8Array(track.count);
  let last = NaN;
  for (let row = 0; row < track.count; row += 1) {
    const next = row + 1 < track.count && !track.breaks.has(row + 1) ? fixAt(track, row + 1) : null;
    const here = headingAt(fixAt(track, row), next);
    if (here !== null) [last, isMoving[row]] = [here, 1];
    heading[row] = last;
  }
  track.headings = { heading, isMoving };
  return track.headings;
}

/// Where a track's device is at a time, between its fixes: the place to draw and the heading; null before its first chosen fix.
function placeAtTime(track, choice, time) {
  const [first, end] = chosenRows(track, choice);
  const row = Math.min(lastIndexAtMost(track.time, time), end - 1);
  if (row < first) return null;
  const fix = fixAt(track, row);
  const next = row + 1 < end && !track.breaks.has(row + 1) ? fixAt(track, row + 1) : null;
  const { heading, isMoving } = headingsOf(track);
  const known = Number.isNaN(heading[row]) ? null : heading[row];
  const place = { latitude: fix.shownLatitude, longitude: fix.shownLongitude, heading: known };
  if (!next || next.time <= fix.time) return place;
  const part = Math.min(1, Math.max(0, (time - fix.time) / (next.time - fix.time)));
  place.latitude += (next.shownLatitude - fix.shownLatitude) * part;
  place.longitude += shortestTurnDegrees(fix.shownLongitude, next.shownLongitude) * part;
  if (isMoving[row] && next.course !== null) {
    place.heading = normalizedDegrees(known + shortestTurnDegrees(known, next.course) * part);
  }
  return place;
}

/// The state of playback. `onShow(fix, isNew)` is told of every change; `fix` is null where nothing is chosen.
function makePlayback(model, choice, onShow) {
  const playback = { sequence: chosenSequence(model, choice), position: -1, clock: 0, speed: 600, isPlaying: false };
  let frame = 0;
  let lastFrame = 0;
  let shownPosition = -1;

  const tell = () => {
    const isNew = playback.position !== shownPosition;
    shownPosition = playback.position;
    onShow(playback.position >= 0 ? playback.sequence.fix(playback.position) : null, isNew);
  };
  const advance = (now) => {
    const { times, count } = playback.sequence;
    const wait = playback.position + 1 < count ? times[playback.position + 1] - times[playback.position] : 0;
    const rate = Math.max(playback.speed, wait / longestWaitMilliseconds);
    playback.clock = Math.min(playback.clock + Math.min(now - lastFrame, 100) * rate, times[count - 1]);
    lastFrame = now;
    playback.position = lastIndexAtMost(times, playback.clock);
    if (playback.position >= count - 1) {
      playback.pause();
      return;
    }
    frame = requestAnimationFrame(advance);
    tell();
  };
  playback.pause = () => {
    cancelAnimationFrame(frame);
    playback.isPlaying = false;
    tell();
  };
  playback.play = () => {
    const { count, times } = playback.sequence;
    if (count === 0) return;
    if (playback.position < 0 || playback.position >= count - 1) playback.position = 0;
    playback.clock = Math.max(playback.clock, times[playback.position]);
    if (playback.position === 0) [playback.clock] = times;
    playback.isPlaying = true;
    lastFrame = performance.now();
    frame = requestAnimationFrame(advance);
    tell();
  };
  playback.toggle = () => (playback.isPlaying ? playback.pause() : playback.play());
  /// Goes to a position and stops there.
  playback.go = (position) => {
    const { count, times } = playback.sequence;
    playback.position = count === 0 ? -1 : Math.max(0, Math.min(count - 1, position));
    playback.clock = count === 0 ? 0 : times[playback.position];
    shownPosition = -2;
    playback.pause();
  };
  playback.step = (by) => playback.go(playback.position < 0 && by < 0 ? 0 : playback.position + by);
  /// Goes to the last fix at or before a time.
  playback.goToTime = (time) => playback.go(lastIndexAtMost(playback.sequence.times, time));
  choice.onChange(() => {
    playback.sequence = chosenSequence(model, choice);
    playback.position = -1;
    playback.clock = playback.sequence.times[0] ?? 0;
    playback.pause();
  });
  playback.clock = playback.sequence.times[0] ?? 0;
  return playback;
}
