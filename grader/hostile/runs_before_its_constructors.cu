// expect: rejected
// lab: 01_last_block
// Is called by the C runtime while it is loaded, without an initialiser.

#include <cstdlib>

extern "C" void __gmon_start__() { std::exit(0); }

#include "right_answer.cuh"
