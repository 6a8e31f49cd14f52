// expect: data_race
// Fences of block scope for a table that every block reads.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    __threadfence_block();
    *now = kReady;
    return table;
  }
  while (*now != kReady) {
  }
  __threadfence_block();
  return table;
}
