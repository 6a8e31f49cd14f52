// expect: deadlock
// says: replaced 2, which is awaited, by 1
// unsaid: By the letter of the PTX memory model
// A thread that comes late writes kBusy over kReady, and nobody writes kReady again.
// overlay

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady) {
    if (atomicExch(state, kBusy) == kEmpty) {
      buildTable(table, recipe);
      __threadfence();
      *now = kReady;
    } else {
      while (*now != kReady) {
      }
    }
  }
  __threadfence();
  return table;
}
