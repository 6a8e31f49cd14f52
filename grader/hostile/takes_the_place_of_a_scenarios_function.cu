// expect: data_race
// lab: 01_last_block
// Defines a function of the lab's own scenarios, which the linker would prefer to theirs.

#include "wrong_guard.cuh"

namespace scenarios {
__device__ bool guard(int, int* counter) { return rightLastBlock(counter); }
}  // namespace scenarios
