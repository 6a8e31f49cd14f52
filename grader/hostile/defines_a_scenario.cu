// expect: rejected
// lab: 01_last_block
// Brings a scenario of its own, with the outcomes that it likes.

#include "right_answer.cuh"

extern "C" const void* gridlock_module_scenarios() { return nullptr; }
