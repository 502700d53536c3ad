#include "CGazetteer.h"

// SwiftPM's `.embedInCode` would take minutes for a file of this size; `#embed` takes a second.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const _Alignas(8) unsigned char bytes[] = {
#embed "gazetteer.bin"
};

const void *gazetteer_file_bytes(void) { return bytes; }

size_t gazetteer_file_length(void) { return sizeof bytes; }
