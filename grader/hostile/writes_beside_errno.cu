// expect: bad_access
// lab: 02_lock_barrier
// Writes to the library's variables of this thread, which lie beside errno.

#include <cerrno>

#include "right_barrier.cuh"

void meddle() { (&errno)[-1] = 0; }
