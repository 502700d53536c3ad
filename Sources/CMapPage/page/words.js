// Which language the page speaks, and how its texts are looked up: the English text is the key, and what stands where none is known.

/// The wanted language, else the browser's first that the page has, else English.
const pageLanguage = (() => {
  const wanted = document.documentElement.dataset.language;
  const asked = wanted ? [wanted] : navigator.languages ?? [navigator.language];
  for (const language of asked) {
    const short = String(language).toLowerCase().split("-")[0];
    if (short === "en" || short in translations) return short;
  }
  return "en";
})();

/// A text in the page's language.
function word(english) {
  return translations[pageLanguage]?.[english] ?? english;
}

/// A sentence with its values: "{0} of {1}".
function filled(english, values) {
  return word(english).replace(/\{(\d)\}/g, (whole, number) => values[Number(number)] ?? whole);
}

function readValues(text) {
  try {
    const values = JSON.parse(text ?? "[]");
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

/// Puts the page's own texts into its language; the attribute `data-word` is the key, or empty where the text itself is.
function translatePage() {
  document.documentElement.lang = pageLanguage === "zh" ? "zh-Hans" : pageLanguage;
  if (pageLanguage === "en") return;
  for (const held of document.querySelectorAll("[data-word]")) {
    const key = held.dataset.word || held.textContent.trim();
    const text = filled(key, readValues(held.dataset.values).map((value) => word(String(value))));
    if (text !== key) held.textContent = text;
  }
}
