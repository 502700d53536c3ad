// The scale bar: a length of 1, 2 or 5 times a power of ten metres, at the latitude of the map's middle.

const longestScalePixels = 120;

function makeScaleBar(map, options) {
  if (options.scale === "hidden") return;
  const text = element("span", { class: "scale-text" });
  const bar = element("span", { class: "scale-line" });
  const align = options.scaleAlign === "trailing" ? "trailing" : "leading";
  const scale = element("div", { class: `scale ${align}`, role: "img", "aria-label": word("Scale") }, [text, bar]);
  let shown = "";
  const show = () => {
    const length = scaleBarLength(metersPerPixel(map.getCenter().lat, map.getZoom()), longestScalePixels);
    const wanted = `${length.meters} ${length.pixels.toFixed(1)}`;
    if (wanted === shown) return;
    shown = wanted;
    const label = length.meters < 1 ? `${numberText(length.meters * 100, 1)} ${word("cm")}` : lengthText(length.meters);
    text.textContent = label;
    scale.setAttribute("aria-description", label);
    bar.style.width = `${length.pixels.toFixed(1)}px`;
  };
  show();
  map.on("render", show);
  if (options.scale === "adaptive") {
    // The style sheet fades it out some time after the class goes: no timer of ours.
    scale.classList.add("adaptive");
    map.on("zoomstart", () => scale.classList.add("awake"));
    map.on("zoomend", () => scale.classList.remove("awake"));
  }
  placeControl(map, scale, options.scaleCorner ?? "bottom-left");
}
