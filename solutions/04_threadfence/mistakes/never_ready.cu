// expect: deadlock
// The builder returns and forgets to store kReady.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    __threadfence();
    return table;
  }
  // ...
}
