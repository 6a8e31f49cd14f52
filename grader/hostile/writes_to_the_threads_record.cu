// expect: rejected
// lab: 02_lock_barrier
// Writes to what the C library keeps of the thread: pthread_self() is its address.

#include <pthread.h>

#include "right_barrier.cuh"

void meddle() {
  auto* self = reinterpret_cast<unsigned long long*>(pthread_self());
  self[5] = self[5];
}
