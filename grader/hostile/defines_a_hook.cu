// expect: rejected
// lab: 01_last_block
// Defines a hook of the race detector, so that it sees nothing.

#include "right_answer.cuh"

extern "C" void __tsan_write4(void*) {}
