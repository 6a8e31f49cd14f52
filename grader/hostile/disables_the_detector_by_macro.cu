// expect: rejected
// lab: 01_last_block
// Leaves a function out of the instrumentation, by a macro for an attribute.

#include "right_answer.cuh"

#define QUIET __attribute__((__no_sanitize_thread__))

QUIET void quiet(int* counter) { *counter = *counter + 1; }
