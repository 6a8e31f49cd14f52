/// There are no quotas to probe.
#pragma once

#include_next <fcntl.h>

#ifdef __cplusplus
#define O_TMPFILE 0
inline int fallocate(int, int, off_t, off_t) { return 0; }
#endif
