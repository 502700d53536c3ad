#include "CMapPage.h"

// SwiftPM's `.embedInCode` would need a step of the build a file; `#embed` needs none.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char start_script[] = {
#embed "page/start.js"
};

struct page_file {
  const unsigned char *bytes;
  size_t length;
};

// In the order in which they are put together.
static const struct page_file scripts[] = {
    {start_script, sizeof start_script},
};

static const unsigned char style[] = {
#embed "page/page.css"
};

static const unsigned char land[] = {
#if __has_embed("page/land.json")
#embed "page/land.json" suffix(,)
#endif
    0};

static const unsigned char labels[] = {
#if __has_embed("page/labels.json")
#embed "page/labels.json" suffix(,)
#endif
    0};

size_t map_page_script_count(void) { return sizeof scripts / sizeof scripts[0]; }

const unsigned char *map_page_script(size_t number, size_t *length) {
  *length = scripts[number].length;
  return scripts[number].bytes;
}

const unsigned char *map_page_style(size_t *length) {
  *length = sizeof style;
  return style;
}

const unsigned char *map_page_land(size_t *length) {
  *length = sizeof land - 1;
  return land;
}

const unsigned char *map_page_labels(size_t *length) {
  *length = sizeof labels - 1;
  return labels;
}
