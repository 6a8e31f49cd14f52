// expect: rejected
// lab: 01_last_block
// Defines a function of the scenarios under a name that only the linker sees.

#include "wrong_guard.cuh"

__device__ bool mine(int form, int* counter) asm("_ZN9scenarios5guardEiPi");
__device__ bool mine(int, int* counter) { return rightLastBlock(counter); }
