/// There are no quotas to probe.
#pragma once

#include_next <fcntl.h>

#ifdef __cplusplus
#ifndef O_TMPFILE
#define O_TMPFILE 0
#endif
inline int fallocate(int, int, off_t, off_t) { return 0; }
#endif
