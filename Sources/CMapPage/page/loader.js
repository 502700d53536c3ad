// The one script that stands in the page as it is, in its head: it puts the map's place where the overview was, then unpacks the page's own
// script and MapLibre's style sheet, and starts them.
(() => {
  // Without it the overview and the tables stay as they are.
  if (!("DecompressionStream" in window)) return;
  const root = document.documentElement;
  // At once, as a large overview takes longer to draw than the map: it is drawn only where there is none.
  if (root.dataset.map === "yes") root.classList.add("makes-map");
  const unpacked = (id) => {
    const block = document.getElementById(id);
    if (!block) return null;
    const bytes = Uint8Array.from(atob(block.textContent), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
  };
  const load = async () => {
    const sheet = await unpacked("map-style");
    if (sheet) {
      const style = document.createElement("style");
      style.textContent = await sheet.text();
      document.head.prepend(style);
    }
    const script = document.createElement("script");
    script.src = URL.createObjectURL(new Blob([await unpacked("page-script")], { type: "text/javascript" }));
    document.head.append(script);
  };
  // Whatever fails before there is a map, the overview is there.
  const showOverview = () => root.classList.remove("makes-map");
  addEventListener("error", showOverview);
  document.addEventListener("DOMContentLoaded", () => load().catch(showOverview));
})();
