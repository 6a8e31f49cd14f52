// expect: data_race
// says: it must come last
// unsaid: No __syncthreads()
// The builder says that the table is ready, and then builds it.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady) {
    if (atomicCAS(state, kEmpty, kBusy) == kEmpty) {
      *now = kReady;
      __threadfence();
      buildTable(table, recipe);
    } else {
      while (*now != kReady) {
      }
    }
  }
  __threadfence();
  return table;
}
