// expect: data_race
// says: comes before that write, and so does not order it
// unsaid: A fence must come before the signal
// The builder fences before it builds, not between the table and kReady.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady) {
    if (atomicCAS(state, kEmpty, kBusy) == kEmpty) {
      __threadfence();
      buildTable(table, recipe);
      *now = kReady;
    } else {
      while (*now != kReady) {
      }
    }
  }
  __threadfence();
  return table;
}
