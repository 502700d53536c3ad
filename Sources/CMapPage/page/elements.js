// Small makers of elements. Data comes in as text and attributes only: no markup is ever read from it.

const svgNamespace = "http://www.w3.org/2000/svg";

function setAttributes(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
}

/// An HTML element with attributes (`text` is its text, `onclick` a listener) and children.
function element(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  made.append(...children.filter(Boolean));
  return made;
}

/// The same for SVG.
function drawing(name, attributes = {}, children = []) {
  const made = document.createElementNS(svgNamespace, name);
  setAttributes(made, attributes);
  made.append(...children.filter(Boolean));
  return made;
}

/// Paths of the icons on a field of 24 by 24.
const iconPaths = {
  start: "M6 5h2.5v14H6zM19 5v14l-9-7z",
  previous: "M16.5 5v14L6 12z",
  play: "M7.5 4.5v15L19.5 12z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  next: "M7.5 5v14L18 12z",
  end: "M15.5 5H18v14h-2.5zM5 5v14l9-7z",
  latest: "M12 2a7 7 0 0 0-7 7c0 5 7 13 7 13s7-8 7-13a7 7 0 0 0-7-7zm0 4.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
  fit: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  off: "M20.5 3.5 3 11l7.2 2.8L13 21zM17.4 6.6l-5 11.5-1.4-4.9-4.8-1.7z",
  following: "M20.5 3.5 3 11l7.2 2.8L13 21z",
  courseUp: "M12 2l6.5 17.5L12 16l-6.5 3.5zM11 0h2v2h-2z",
  zoomIn: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  zoomOut: "M5 11h14v2H5z",
  close: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z",
};

/// An icon that says nothing to a screen reader; its button's name does.
function icon(name) {
  const path = drawing("path", { d: iconPaths[name] });
  return drawing("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" }, [path]);
}

/// Shows another icon in a button made with one.
function setIcon(button, name) {
  button.querySelector(".icon path").setAttribute("d", iconPaths[name]);
}

/// A button with an icon and a name.
function iconButton(name, label, onclick) {
  return element("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick }, [icon(name)]);
}

/// A labelled selection list.
function labelledSelect(label, onchange) {
  const select = element("select", { "aria-label": label, onchange });
  return { select, field: element("label", { class: "field" }, [element("span", { text: label }), select]) };
}

/// At most `length` characters of a text.
function shortened(text, length) {
  if (text.length <= length) return text;
  return `${Array.from(text.slice(0, 2 * length)).slice(0, length - 1).join("")}…`;
}

/// A kind's or device's colour: six hexadecimal digits, or a fallback.
function safeColor(color, fallback = "#5B6B7B") {
  return /^#[0-9a-f]{6}$/i.test(color ?? "") ? color : fallback;
}
