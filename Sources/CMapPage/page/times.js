// Times, lengths and speeds as people read them. Local time comes from the page's own table of offsets, not from the browser's zone.

const dayMilliseconds = 86400000;
const hourMilliseconds = 3600000;

/// Seconds east of UTC at a time; the first offset counts before its own start.
function offsetSecondsAt(offsets, milliseconds) {
  if (offsets.length === 0) return 0;
  let offset = offsets[0][1];
  for (const [from, seconds] of offsets) {
    if (from > milliseconds) break;
    offset = seconds;
  }
  return offset;
}

/// "2025-06-01 08:30:05" in local time.
function localTimeText(offsets, milliseconds) {
  const local = new Date(milliseconds + offsetSecondsAt(offsets, milliseconds) * 1000);
  return Number.isNaN(local.getTime()) ? "" : local.toISOString().slice(0, 19).replace("T", " ");
}

/// "2025-06-01": the local day of a time.
function localDayText(offsets, milliseconds) {
  return localTimeText(offsets, milliseconds).slice(0, 10);
}

/// "+08:00".
function offsetText(seconds) {
  const minutes = Math.abs(Math.round(seconds / 60));
  const two = (number) => String(number).padStart(2, "0");
  return `${seconds < 0 ? "−" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/// The time at which local clocks show "2025-06-01T06:00"; the first one where they show it twice, the jump where never.
function timeOfLocal(offsets, text) {
  const local = Date.parse(`${text.length === 10 ? `${text}T00:00` : text}:00Z`);
  const fitting = [...new Set(offsets.map((entry) => entry[1]))]
    .map((seconds) => local - seconds * 1000)
    .filter((time) => time + offsetSecondsAt(offsets, time) * 1000 === local);
  if (fitting.length > 0) return Math.min(...fitting);
  return local - offsetSecondsAt(offsets, local) * 1000;
}

/// The local day after another, as text.
function dayAfter(day) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMilliseconds).toISOString().slice(0, 10);
}

/// All local days from one to another, at most `limit`.
function daysBetween(first, last, limit) {
  const days = [];
  for (let day = first; day <= last && days.length < limit; day = dayAfter(day)) days.push(day);
  return days;
}

/// A number with a few digits in the page's language.
function numberText(value, digits = 0) {
  return new Intl.NumberFormat(pageLanguage, { maximumFractionDigits: digits }).format(value);
}

/// "850 m", "12.4 km".
function lengthText(meters) {
  if (meters < 1000) return `${numberText(meters)} ${word("m")}`;
  return `${numberText(meters / 1000, meters < 100000 ? 1 : 0)} ${word("km")}`;
}

/// "45 s", "12 min", "3 h 20 min", "2 d 4 h".
function durationText(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} ${word("s")}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} ${word("min")}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} ${word("h")}${minutes % 60 ? ` ${minutes % 60} ${word("min")}` : ""}`;
  return `${Math.floor(hours / 24)} ${word("d")}${hours % 24 ? ` ${hours % 24} ${word("h")}` : ""}`;
}

/// "36.5 km/h".
function speedText(metersPerSecond) {
  return `${numberText(metersPerSecond * 3.6, 1)} ${word("km/h")}`;
}

/// "45° NE": degrees and the point of the compass.
function courseText(degrees) {
  const points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
  const point = points[Math.round(normalizedDegrees(degrees) / 45) % 8];
  return `${Math.round(normalizedDegrees(degrees)) % 360}° ${word(point)}`;
}

/// "39.904200, 116.407400": latitude and longitude, as maps and tables take them.
function positionText({ latitude, longitude }) {
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
}
