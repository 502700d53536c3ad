// What the reader has chosen to see: a device or all, and a range of time. Everything else listens here.

/// The longest list of days that also offers their hours.
const mostDaysWithHours = 14;
const mostDays = 4000;

function makeChoice(model) {
  const listeners = [];
  const days = model.span ? pageDays(model) : [];
  const hasDays = days.length > 0;
  const whole = {
    from: hasDays ? timeOfLocal(model.offsets, days[0]) : 0,
    to: hasDays ? timeOfLocal(model.offsets, dayAfter(days[days.length - 1])) : 0,
  };
  const choice = { device: -1, ...whole, days, onChange: (listener) => listeners.push(listener) };
  choice.holdsTime = (time) => time >= choice.from && time < choice.to;
  choice.holdsSpan = (first, last) => last >= choice.from && first < choice.to;
  choice.holdsDevice = (device) => choice.device < 0 || device === choice.device;
  choice.isWhole = () => choice.device < 0 && choice.from <= whole.from && choice.to >= whole.to;
  /// Takes over `device`, `from` or `to`; the end that was not chosen gives way where both cross.
  choice.change = (wanted) => {
    const before = [choice.device, choice.from, choice.to].join();
    Object.assign(choice, wanted);
    if (choice.to <= choice.from && wanted.to === undefined) choice.to = choice.from + dayMilliseconds;
    else if (choice.to <= choice.from) choice.from = choice.to - dayMilliseconds;
    if ([choice.device, choice.from, choice.to].join() !== before) listeners.forEach((listener) => listener(choice));
  };
  /// Widens the range to the whole page.
  choice.showAllDays = () => choice.change(whole);
  return choice;
}

/// The local days of the page: those it was made for, else those of its data.
function pageDays(model) {
  const first = model.data.from ?? localDayText(model.offsets, model.span.first);
  const last = model.data.to ?? localDayText(model.offsets, model.span.last);
  return daysBetween(first, last, mostDays);
}

/// Choices of a range's start or end: days, and their hours where the days are few; [text, time].
function timeChoices(model, days, isEnd) {
  const groups = [];
  for (const day of days) {
    const start = timeOfLocal(model.offsets, day);
    const end = timeOfLocal(model.offsets, dayAfter(day));
    const times = [[day, isEnd ? end : start]];
    for (let hour = 1; days.length <= mostDaysWithHours && hour < 24; hour += 1) {
      const text = `${day} ${String(hour).padStart(2, "0")}:00`;
      times.push([text, timeOfLocal(model.offsets, text.replace(" ", "T"))]);
    }
    groups.push({ day, times });
  }
  return groups;
}

/// Fills a selection list of times.
function fillTimes(select, groups) {
  for (const { day, times } of groups) {
    const options = times.map(([text, time]) => element("option", { value: time, text }));
    if (options.length === 1) select.append(options[0]);
    else select.append(element("optgroup", { label: day }, options));
  }
}

/// The lists Device, From and To.
function choiceFields(model, choice) {
  const device = labelledSelect(word("Device"), () => choice.change({ device: Number(device.select.selectedOptions[0].dataset.device) }));
  device.select.append(element("option", { value: "", text: word("All devices"), "data-device": "-1" }));
  model.devices.forEach((one, i) => {
    const name = shortened(deviceName(one), 60);
    device.select.append(element("option", { value: one.id, text: name, "data-device": i }));
  });
  const from = labelledSelect(word("From"), () => choice.change({ from: Number(from.select.value) }));
  const to = labelledSelect(word("To"), () => choice.change({ to: Number(to.select.value) }));
  fillTimes(from.select, timeChoices(model, choice.days, false));
  fillTimes(to.select, timeChoices(model, choice.days, true));
  const show = () => {
    device.select.selectedIndex = choice.device + 1;
    showTime(from.select, choice.from);
    showTime(to.select, choice.to);
  };
  show();
  choice.onChange(show);
  return [device.field, from.field, to.field];
}

/// Chooses the list's own time, or the nearest one it has.
function showTime(select, time) {
  select.value = String(time);
  if (select.selectedIndex >= 0) return;
  const distance = (option) => Math.abs(Number(option.value) - time);
  const options = [...select.options];
  const nearest = options.reduce((best, option) => (distance(option) < distance(best) ? option : best), options[0]);
  if (nearest) nearest.selected = true;
}
