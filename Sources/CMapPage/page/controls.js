// The panel under the map: what is chosen, the playback with its slider, and its keys.

const speeds = [1, 10, 60, 300, 600, 1800, 3600];

/// The slider of time: its keys step from fix to fix.
function timeSlider(model, playback) {
  const slider = element("input", { type: "range", class: "time", "aria-label": word("Time"), step: 1 });
  slider.addEventListener("input", () => playback.goToTime(Number(slider.value)));
  const clock = element("output", { class: "clock", "aria-hidden": "true" });
  const show = () => {
    const { times, count } = playback.sequence;
    slider.min = times[0] ?? 0;
    slider.max = count > 1 ? times[count - 1] : (times[0] ?? 0) + 1;
    slider.disabled = count === 0;
    slider.value = playback.clock;
    const text = count === 0 ? word("no fixes") : localTimeText(model.offsets, playback.clock);
    slider.setAttribute("aria-valuetext", text);
    clock.textContent = text;
  };
  return { slider, clock, show };
}

/// The row of buttons, named as the page promises.
function playbackButtons(playback) {
  const start = iconButton("start", word("Start"), () => playback.go(0));
  const previous = iconButton("previous", word("Previous"), () => playback.step(-1));
  const play = iconButton("play", word("Play"), () => playback.toggle());
  const next = iconButton("next", word("Next"), () => playback.step(1));
  const end = iconButton("end", word("End"), () => playback.go(playback.sequence.count - 1));
  play.classList.add("primary");
  const show = () => {
    const { count } = playback.sequence;
    const label = word(playback.isPlaying ? "Pause" : "Play");
    if (play.getAttribute("aria-label") !== label) {
      play.setAttribute("aria-label", label);
      play.title = label;
      setIcon(play, playback.isPlaying ? "pause" : "play");
    }
    for (const button of [start, previous, play, next, end]) button.disabled = count === 0;
  };
  return { buttons: element("div", { class: "buttons" }, [start, previous, play, next, end]), show };
}

function speedField(playback) {
  const speed = labelledSelect(word("Speed"), () => { playback.speed = Number(speed.select.value); });
  for (const value of speeds) {
    const attributes = { value, text: `${numberText(value)}×`, selected: value === playback.speed };
    speed.select.append(element("option", attributes));
  }
  return speed.field;
}

/// Keys of playback: arrows, Home, End and the space bar.
function playbackKeys(playback) {
  const acts = {
    ArrowLeft: () => playback.step(-1),
    ArrowRight: () => playback.step(1),
    ArrowDown: () => playback.step(-1),
    ArrowUp: () => playback.step(1),
    Home: () => playback.go(0),
    End: () => playback.go(playback.sequence.count - 1),
    " ": () => playback.toggle(),
  };
  return (event) => {
    const act = acts[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return;
    if (event.key === " " && target instanceof HTMLButtonElement) return;
    if (target === document.body && (event.key === "ArrowUp" || event.key === "ArrowDown")) return;
    event.preventDefault();
    act();
  };
}

/// Whether the map fills at least a part of the window, so that keys without a focus are meant for it.
function isMapInView(section) {
  const { top, bottom } = section.getBoundingClientRect();
  return top < innerHeight / 2 && bottom > innerHeight / 2;
}

/// What the page leaves out, with the command for more.
function shownNote(model) {
  const { shown, of, what, command } = model.data.fixes;
  if (shown >= of) return null;
  const texts = {
    fixes: "showing {0} of {1} fixes",
    history: "showing {0} of {1} fixes: the history points",
    ends: "showing {0} of {1} fixes: the first and last of each device and day",
  };
  const sentence = filled(texts[what] ?? texts.fixes, [numberText(shown), numberText(of)]);
  const parts = [element("span", { text: sentence })];
  if (command) parts.push(element("span", { text: word("All fixes of one device:") }), element("code", { text: command }));
  return element("p", { class: "note shown" }, parts);
}

/// Builds the panel; gives what to call after each change.
function makePanel(model, choice, playback, section) {
  const panel = document.getElementById("panel");
  const time = timeSlider(model, playback);
  const row = playbackButtons(playback);
  const cut = element("p", { class: "note", hidden: true });
  const rings = element("p", { class: "note", role: "status", hidden: true });
  panel.setAttribute("role", "group");
  panel.setAttribute("aria-label", word("Playback"));
  panel.replaceChildren(
    element("div", { class: "panel-row" }, [...choiceFields(model, choice), speedField(playback)]),
    element("div", { class: "panel-row player" }, [row.buttons, time.slider, time.clock]),
    ...[cut, rings, shownNote(model)].filter(Boolean),
  );
  const keys = playbackKeys(playback);
  panel.addEventListener("keydown", keys);
  addEventListener("keydown", (event) => {
    if (event.target === document.body && isMapInView(section)) keys(event);
  });
  return {
    show: () => {
      time.show();
      row.show();
      cut.hidden = !playback.sequence.isCut;
      if (!cut.hidden) cut.textContent = filled("Playback covers the first {0} of this range.", [durationText(model.options.history.longestMs)]);
    },
    /// Says how many clusters there was no room for.
    showRings: (drawn, left) => {
      rings.hidden = left === 0;
      rings.textContent = left === 0 ? "" : filled("{0} of {1} clusters are drawn; zoom in for the others.", [numberText(drawn), numberText(drawn + left)]);
    },
  };
}
