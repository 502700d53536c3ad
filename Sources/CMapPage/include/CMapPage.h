// The own files of the map report as part of the binary: scripts, style sheet, outline of land and names of cities.
#ifndef C_MAP_PAGE_H
#define C_MAP_PAGE_H

#include <stddef.h>

/// How many scripts the page has.
size_t map_page_script_count(void);

/// First byte of a script, by its place in the order in which they are put together; alive as long as the program runs.
const unsigned char *_Nonnull map_page_script(size_t number, size_t *_Nonnull length);

/// First byte of the script that unpacks and starts the others.
const unsigned char *_Nonnull map_page_loader(size_t *_Nonnull length);

/// First byte of the style sheet.
const unsigned char *_Nonnull map_page_style(size_t *_Nonnull length);

/// First byte of the land as compact JSON; no bytes where it is absent. Data: Natural Earth, public domain.
const unsigned char *_Nonnull map_page_land(size_t *_Nonnull length);

/// First byte of the largest cities as JSON; no bytes where they are absent. Data: GeoNames, CC BY 4.0.
const unsigned char *_Nonnull map_page_labels(size_t *_Nonnull length);

#endif
