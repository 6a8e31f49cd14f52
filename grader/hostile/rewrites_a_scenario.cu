// expect: data_race
// lab: 01_last_block
// Defines a macro by which the lab's own scenarios would call another function.

#include "wrong_guard.cuh"

#define lastBlock rightLastBlock
