// expect: data_race
// lab: 01_last_block
// Like rewrites_a_scenario, but a reader that ignores #if takes the macro for undefined.

#include "wrong_guard.cuh"

#define lastBlock rightLastBlock
#if 0
#undef lastBlock
#endif
