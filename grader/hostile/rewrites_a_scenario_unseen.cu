// expect: data_race
// lab: 01_last_block
// The same; a reader who does not follow #if takes the macro for undefined.

#include "wrong_guard.cuh"

#define lastBlock rightLastBlock
#if 0
#undef lastBlock
#endif
