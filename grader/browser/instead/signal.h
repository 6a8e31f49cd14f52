/// There are no processes to signal.
#pragma once

#include_next <signal.h>
#include <sys/types.h>

#ifdef __cplusplus
inline int kill(pid_t, int) { return -1; }
#endif
