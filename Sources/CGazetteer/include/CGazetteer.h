// The made gazetteer file as part of the binary. Data: GeoNames (https://www.geonames.org), CC BY 4.0.
#ifndef C_GAZETTEER_H
#define C_GAZETTEER_H

#include <stddef.h>

/// First byte of the gazetteer file; aligned to eight bytes, alive and unchanged as long as the program runs.
const void *_Nonnull gazetteer_file_bytes(void);

/// Length of the gazetteer file in bytes.
size_t gazetteer_file_length(void);

#endif
