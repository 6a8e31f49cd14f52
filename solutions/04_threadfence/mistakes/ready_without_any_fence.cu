// expect: data_race
// says: No __threadfence() lies between
// unsaid: before your code returns
// Neither the builder nor the readers have a fence.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    *now = kReady;
    return table;
  }
  while (*now != kReady) {
  }
  return table;
}
