// The one script that stands in the page as it is: it unpacks the page's own script and MapLibre's style sheet, and starts them.
(async () => {
  // Without it the overview and the tables stay as they are.
  if (!("DecompressionStream" in window)) return;
  const unpacked = (id) => {
    const block = document.getElementById(id);
    if (!block) return null;
    const bytes = Uint8Array.from(atob(block.textContent), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
  };
  const sheet = await unpacked("map-style");
  if (sheet) {
    const style = document.createElement("style");
    style.textContent = await sheet.text();
    document.head.prepend(style);
  }
  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([await unpacked("page-script")], { type: "text/javascript" }));
  document.head.append(script);
})();
