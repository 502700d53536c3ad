#include "CMapPage.h"

// SwiftPM's `.embedInCode` would need a step of the build a file; `#embed` needs none.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char arithmetic_script[] = {
#embed "page/arithmetic.js"
};
static const unsigned char chinese_maps_script[] = {
#embed "page/chinese-maps.js"
};
static const unsigned char words_chinese_script[] = {
#embed "page/words-chinese.js"
};
static const unsigned char words_russian_script[] = {
#embed "page/words-russian.js"
};
static const unsigned char words_script[] = {
#embed "page/words.js"
};
static const unsigned char times_script[] = {
#embed "page/times.js"
};
static const unsigned char elements_script[] = {
#embed "page/elements.js"
};
static const unsigned char reading_script[] = {
#embed "page/reading.js"
};
static const unsigned char choice_script[] = {
#embed "page/choice.js"
};
static const unsigned char map_style_script[] = {
#embed "page/map-style.js"
};
static const unsigned char track_layers_script[] = {
#embed "page/track-layers.js"
};
static const unsigned char overlay_script[] = {
#embed "page/overlay.js"
};
static const unsigned char finding_script[] = {
#embed "page/finding.js"
};
static const unsigned char compass_script[] = {
#embed "page/compass.js"
};
static const unsigned char scale_bar_script[] = {
#embed "page/scale-bar.js"
};
static const unsigned char tilt_script[] = {
#embed "page/tilt.js"
};
static const unsigned char following_script[] = {
#embed "page/following.js"
};
static const unsigned char cluster_data_script[] = {
#embed "page/cluster-data.js"
};
static const unsigned char clusters_script[] = {
#embed "page/clusters.js"
};
static const unsigned char popup_script[] = {
#embed "page/popup.js"
};
static const unsigned char playback_script[] = {
#embed "page/playback.js"
};
static const unsigned char cursors_script[] = {
#embed "page/cursors.js"
};
static const unsigned char controls_script[] = {
#embed "page/controls.js"
};
static const unsigned char legend_script[] = {
#embed "page/legend.js"
};
static const unsigned char connect_script[] = {
#embed "page/connect.js"
};
static const unsigned char start_script[] = {
#embed "page/start.js"
};

struct page_file {
  const unsigned char *bytes;
  size_t length;
};

#define FILE_OF(bytes) {bytes, sizeof bytes}

// In the order in which they are put together: what a file makes is there for those after it.
static const struct page_file scripts[] = {
    FILE_OF(arithmetic_script),
    FILE_OF(chinese_maps_script),
    FILE_OF(words_chinese_script),
    FILE_OF(words_russian_script),
    FILE_OF(words_script),
    FILE_OF(times_script),
    FILE_OF(elements_script),
    FILE_OF(reading_script),
    FILE_OF(choice_script),
    FILE_OF(map_style_script),
    FILE_OF(track_layers_script),
    FILE_OF(overlay_script),
    FILE_OF(finding_script),
    FILE_OF(compass_script),
    FILE_OF(scale_bar_script),
    FILE_OF(tilt_script),
    FILE_OF(following_script),
    FILE_OF(cluster_data_script),
    FILE_OF(clusters_script),
    FILE_OF(popup_script),
    FILE_OF(playback_script),
    FILE_OF(cursors_script),
    FILE_OF(controls_script),
    FILE_OF(legend_script),
    FILE_OF(connect_script),
    FILE_OF(start_script),
};

static const unsigned char loader[] = {
#embed "page/loader.js"
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

const unsigned char *map_page_loader(size_t *length) {
  *length = sizeof loader;
  return loader;
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
