// expect: rejected
// lab: 01_last_block
// Has a pragma for tests of clang that takes all of its stack.

#include "right_answer.cuh"

_Pragma("clang __debug overflow_stack")
