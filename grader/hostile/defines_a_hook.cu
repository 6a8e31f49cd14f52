// expect: rejected
// lab: 01_last_block
// Defines the detector's own entry point, to see no evil.

#include "right_answer.cuh"

extern "C" void __tsan_write4(void*) {}
