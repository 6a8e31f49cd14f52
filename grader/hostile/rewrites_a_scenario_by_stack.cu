// expect: data_race
// lab: 01_last_block
// The same; the macro comes back from the preprocessor's stack, which shows no #define.

#include "wrong_guard.cuh"

#define lastBlock rightLastBlock
#pragma push_macro("lastBlock")
#undef lastBlock
#pragma pop_macro("lastBlock")
