// expect: data_race
// lab: 01_last_block
// Like rewrites_a_scenario, but pop_macro restores the macro, so no #define shows it.

#include "wrong_guard.cuh"

#define lastBlock rightLastBlock
#pragma push_macro("lastBlock")
#undef lastBlock
#pragma pop_macro("lastBlock")
