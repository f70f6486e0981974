// In C because Swift has no constants from the command line.
#include "CRevision.h"

#ifndef VERNAM_REVISION
#define VERNAM_REVISION ""
#endif

const char *vernam_revision(void) { return VERNAM_REVISION; }
