// expect: compile_error
// lab: 01_last_block
// Declares a variable of the C library as thread_local, so that the linker fails.

#include "right_answer.cuh"

extern "C" thread_local int optind;
int* touch() { return &optind; }
