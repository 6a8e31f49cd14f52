// expect: rejected
// lab: 01_last_block
// The same through a macro, spelled in the other way.

#include "right_answer.cuh"

#define QUIET __attribute__((__no_sanitize_thread__))

QUIET void quiet(int* counter) { *counter = *counter + 1; }
