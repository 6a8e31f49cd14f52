// expect: crashed
// lab: 02_lock_barrier
// Writes to the worker's memory by an instruction that saves all registers.

#include <immintrin.h>

#include "right_barrier.cuh"

void meddle() {
  alignas(16) static unsigned char room[512];
  _fxsave(room);
}
